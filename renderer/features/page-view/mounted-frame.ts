/** Joins the frame with the store: listens to the pointer in the page, and redraws the overlay when something changes. No React here: a hover renders nothing. */
import { ELEMENT, tagName, type NodeId, type PageModel } from '../../../shared/page/page-model'
import { colourToken, pageDensityColours } from '../../components/css-colour'
import { elementOfEvent, handOnKey } from '../../components/frame-events'
import { measureScale, type MeasureScale } from '../../components/measure-scale'
import { formatMeasure, formatNumber } from '../../components/number-format'
import { goldHitsOf } from '../../window/gold-hits'
import { watchGoldTexts } from '../../window/gold-texts'
import { actions, getState, subscribe, watchTab, type Tab } from '../../window/workspace'
import { activeTab } from '../../window/workspace-state'
import { boxOf, hiddenNodes, measureFrame, nodeOf, type FrameGeometry } from './frame-geometry'
import { mountRuler } from './page-ruler'
import { changedBoxes, paint, paintFlash, type Flash, type Palette, type Viewport } from './paint'

export interface MountedFrame {
  resize(width: number, height: number, scale: number): void
  destroy(): void
}

/** Milliseconds that what changed stays marked, and how strongly. */
const FLASH = 900
const STRENGTH = 0.45

/** Takes over a frame, the two canvases over it (fates, and what just changed), and the layer of its marks. */
export function mountFrame(
  frame: HTMLIFrameElement,
  canvas: HTMLCanvasElement,
  flashCanvas: HTMLCanvasElement,
  marks: HTMLElement,
  rulerCanvas: HTMLCanvasElement,
): MountedFrame {
  let geometry: FrameGeometry | null = null
  let size = { width: 0, height: 0, scale: 1 }
  let palette = readPalette()
  let flash: { readonly boxes: Flash; readonly fade: Animation } | null = null
  let heat: { readonly values: Float64Array; readonly scale: MeasureScale } | null = null
  let scheduled = 0
  let marksScheduled = 0
  let clickedHere = false
  const hoverMark = makeMark(marks, 'hover')
  const selectedMark = makeMark(marks, 'selected')
  const still = window.matchMedia('(prefers-reduced-motion: reduce)')
  const ruler = mountRuler(rulerCanvas, frame)
  const stops: (() => void)[] = [() => ruler.destroy()]

  const currentModel = (): PageModel | null => activeTab(getState()).model

  /** Gives a canvas the size of the view. */
  function fit(target: HTMLCanvasElement): void {
    const pixels = window.devicePixelRatio || 1
    const width = Math.round(size.width * pixels)
    const height = Math.round(size.height * pixels)
    if (target.width !== width) target.width = width
    if (target.height !== height) target.height = height
  }

  function viewport(view: Window): Viewport {
    return {
      x: view.scrollX,
      y: view.scrollY,
      width: size.width / size.scale,
      height: size.height / size.scale,
      scale: size.scale * (window.devicePixelRatio || 1),
    }
  }

  function draw(): void {
    scheduled = 0
    const context = canvas.getContext('2d')
    const view = frame.contentWindow
    if (!context || !view) return
    const tab = activeTab(getState())
    fit(canvas)
    if (!geometry || geometry.model !== tab.model) {
      context.setTransform(1, 0, 0, 1, 0, 0)
      context.clearRect(0, 0, canvas.width, canvas.height)
      return
    }
    paint(
      context,
      geometry,
      tab.result?.extraction.selected ?? null,
      { ...tab.view, heat, hits: goldHitsOf(tab)?.kinds ?? null },
      viewport(view),
      palette,
    )
    drawFlash()
    drawMarks()
    ruler.draw(geometry, tab, size, palette)
  }

  function drawFlash(): void {
    const context = flash && flashCanvas.getContext('2d')
    const view = frame.contentWindow
    if (!flash || !context || !view) return
    fit(flashCanvas)
    paintFlash(context, flash.boxes, viewport(view), palette)
  }

  /** Marks what changed for a moment: drawn once, the browser fades the canvas by itself. Without motion it stays, then goes. */
  function startFlash(boxes: Flash): void {
    endFlash()
    if (boxes.cameIn.length + boxes.wentOut.length === 0) return
    flashCanvas.hidden = false
    const fade = flashCanvas.animate({ opacity: [STRENGTH, still.matches ? STRENGTH : 0] }, FLASH)
    flash = { boxes, fade }
    fade.onfinish = endFlash
  }

  function endFlash(): void {
    flash?.fade.cancel()
    flash = null
    flashCanvas.hidden = true
  }

  function drawMarks(): void {
    const tab = activeTab(getState())
    placeMark(hoverMark, tab.hovered, tab, true)
    placeMark(selectedMark, tab.selected, tab, false)
  }

  function schedule(): void {
    if (scheduled === 0) scheduled = requestAnimationFrame(draw)
  }

  /** Moves the hovered node's mark; nothing else changes with the pointer. */
  function scheduleMark(): void {
    if (scheduled !== 0 || marksScheduled !== 0) return
    marksScheduled = requestAnimationFrame(() => {
      marksScheduled = 0
      const tab = activeTab(getState())
      placeMark(hoverMark, tab.hovered, tab, true)
    })
  }

  function placeMark(mark: HTMLElement, node: NodeId | null, tab: Tab, labelled: boolean): void {
    const box = node !== null && geometry ? boxOf(geometry, node) : null
    const view = frame.contentWindow
    mark.hidden = !box || !view
    if (!box || !view || node === null || !geometry) return
    const x = (box.x - view.scrollX) * size.scale
    const y = (box.y - view.scrollY) * size.scale
    mark.style.transform = `translate(${x}px, ${y}px)`
    mark.style.width = `${Math.max(2, box.width * size.scale)}px`
    mark.style.height = `${Math.max(2, box.height * size.scale)}px`
    const label = mark.firstElementChild
    if (!labelled || !(label instanceof HTMLElement)) return
    label.textContent = describe(geometry.model, node, box.width, box.height, tab)
    // Above the box where there is room, else inside it.
    label.dataset.inside = String(y < 22)
    label.style.left = `${Math.max(0, -x)}px`
  }

  function measure(): void {
    const doc = frame.contentDocument
    const model = currentModel()
    if (!doc?.body || !model) return
    geometry = measureFrame(doc, model)
    schedule()
  }

  /** Whether something may stand still while the page is scrolled: its boxes are then measured again. */
  function movesWithView(): boolean {
    const { model, view } = activeTab(getState())
    return view.remote || (model !== null && standsStill(model))
  }

  function updateHeat(): void {
    const tab = activeTab(getState())
    const id = tab.view.heat
    const values = id === null ? undefined : tab.result?.extraction.measures[id]
    const spec = getState()
      .extractors.find((x) => x.id === tab.result?.extraction.extractor)
      ?.measures.find((m) => m.id === id)
    heat = values ? { values, scale: measureScale(values, spec?.share ?? false) } : null
    schedule()
  }

  /** Sets sheets of the frame's own document over its styles: its tree stays as it is. */
  function updateSheets(): void {
    const doc = frame.contentDocument
    const view = doc?.defaultView
    if (!doc || !view || !geometry) return
    // Without its scripts a page that hides itself until they have run would stay blank.
    const rules = [':root:root:root,:root:root>body{opacity:1!important;visibility:visible!important}']
    const { reveal: revealed, remote } = activeTab(getState()).view
    // Without the page's own styles its icons would fill the window; of no weight against any rule it has.
    if (!remote) rules.push(':where(svg:not([width])){max-width:6em;max-height:6em}', ':where(img){max-width:100%}')
    doc.adoptedStyleSheets = []
    if (revealed) {
      const hidden = hiddenNodes(doc, geometry).map((n) => `[data-bs-id="${n}"]`)
      if (hidden.length > 0) {
        rules.push(
          `:is(${hidden.join(',')}){display:revert!important;visibility:visible!important;opacity:1!important;position:static!important;outline:1px dashed #8a6100!important}`,
          `:is(${hidden.join(',')})[hidden]{display:block!important}`,
        )
      }
    }
    const Sheet = (view as unknown as { readonly CSSStyleSheet: typeof CSSStyleSheet }).CSSStyleSheet
    const sheet = new Sheet()
    sheet.replaceSync(rules.join(''))
    doc.adoptedStyleSheets = [sheet]
    measure()
  }

  /** Scrolls a node into view, unless some of it is. */
  function show(node: NodeId | null): void {
    const view = frame.contentWindow
    const box = node !== null && geometry ? boxOf(geometry, node) : null
    if (!box || !view) return
    const height = size.height / size.scale
    const width = size.width / size.scale
    const visible =
      box.y < view.scrollY + height - 8 &&
      box.y + box.height > view.scrollY + 8 &&
      box.x < view.scrollX + width &&
      box.x + box.width > view.scrollX
    if (!visible)
      view.scrollTo({
        top: Math.max(0, box.y - Math.max(24, (height - box.height) / 2)),
        left: Math.max(0, box.x - 24),
        behavior: still.matches ? 'auto' : 'smooth',
      })
  }

  function enter(): void {
    const doc = frame.contentDocument
    const view = frame.contentWindow
    if (!doc || !view) return
    const target = (event: Event): NodeId | null => {
      const found = elementOfEvent(event)?.closest('[data-bs-id]')
      return found ? nodeOf(found) : null
    }
    doc.addEventListener('pointermove', (event) => actions.hover(target(event)), { passive: true })
    doc.documentElement.addEventListener('pointerleave', () => actions.hover(null))
    doc.addEventListener(
      'click',
      (event) => {
        event.preventDefault()
        event.stopPropagation()
        clickedHere = true
        actions.select(target(event))
        clickedHere = false
      },
      true,
    )
    for (const type of ['auxclick', 'submit', 'dragstart'] as const) doc.addEventListener(type, (event) => event.preventDefault(), true)
    // Keys pressed in the page reach the window's shortcuts.
    doc.addEventListener('keydown', (event) => {
      if (event.key === 'Tab' && !event.ctrlKey && !event.altKey && !event.metaKey) {
        // The page is one stop: its links do nothing here, and nobody wants to walk through hundreds of them.
        event.preventDefault()
        leaveFrame(frame, event.shiftKey ? -1 : 1)
        return
      }
      handOnKey(event, window)
    })
    let timer: ReturnType<typeof setTimeout> | undefined
    view.addEventListener(
      'scroll',
      () => {
        schedule()
        if (!movesWithView()) return
        clearTimeout(timer)
        timer = setTimeout(measure, 80)
      },
      { passive: true, capture: true },
    )
    // Images and fonts that arrive late move everything.
    const observer = new ResizeObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(measure, 80)
    })
    observer.observe(doc.documentElement)
    if (doc.body) observer.observe(doc.body)
    stops.push(() => {
      observer.disconnect()
      clearTimeout(timer)
    })
    measure()
    updateSheets()
    show(activeTab(getState()).selected)
  }

  const onLoad = (): void => enter()
  frame.addEventListener('load', onLoad)
  stops.push(
    () => frame.removeEventListener('load', onLoad),
    watchTab((tab) => tab.hovered, scheduleMark),
    watchTab(
      (tab) => tab.selected,
      (node) => {
        if (!clickedHere) show(node)
        schedule()
      },
    ),
    watchTab((tab) => tab.model, measure),
    watchTab(
      (tab) => tab.result,
      (result, tab) => {
        const before = tab.previous?.extraction.selected
        if (result && before && geometry?.model === tab.model && before.length === result.extraction.selected.length) {
          startFlash(changedBoxes(geometry, before, result.extraction.selected))
        } else endFlash()
        updateHeat()
      },
    ),
    watchTab((tab) => tab.view.heat, updateHeat),
    watchTab((tab) => tab.view.reveal, updateSheets),
    watchTab((tab) => tab.view, schedule),
    watchGoldTexts(schedule),
    watchTheme(() => {
      palette = readPalette()
      schedule()
    }),
  )
  updateHeat()
  if (frame.contentDocument?.readyState === 'complete' && frame.contentDocument.querySelector('[data-bs-id]')) enter()

  return {
    resize(width, height, scale) {
      size = { width, height, scale }
      measure()
    },
    destroy() {
      cancelAnimationFrame(scheduled)
      cancelAnimationFrame(marksScheduled)
      endFlash()
      for (const stop of stops) stop()
      hoverMark.remove()
      selectedMark.remove()
    },
  }
}

const staying = new WeakMap<PageModel, boolean>()

/** Whether a page has elements that stay in view: a look at its text, since asking for every element's style costs a layout. */
function standsStill(model: PageModel): boolean {
  let known = staying.get(model)
  if (known === undefined) {
    known = /position\s*:\s*(?:fixed|(?:-webkit-)?sticky)/i.test(model.html)
    staying.set(model, known)
  }
  return known
}

/** Puts the focus on what comes before or after the frame in the window. */
function leaveFrame(frame: HTMLIFrameElement, step: 1 | -1): void {
  const stops = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, iframe, [tabindex]')].filter(
    (element) => element === frame || (element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility()),
  )
  stops[(stops.indexOf(frame) + step + stops.length) % stops.length]?.focus()
}

function makeMark(parent: HTMLElement, kind: string): HTMLElement {
  const mark = document.createElement('div')
  mark.className = `page-mark page-mark-${kind}`
  mark.hidden = true
  mark.append(document.createElement('span'))
  parent.append(mark)
  return mark
}

/** Tag, size and the extractor's main measures of a node, in one line. */
function describe(model: PageModel, node: NodeId, width: number, height: number, tab: Tab): string {
  const parts = [tagName(model, node), `${formatNumber(Math.round(width))} × ${formatNumber(Math.round(height))}`]
  const info = getState().extractors.find((x) => x.id === tab.result?.extraction.extractor)
  const measured = model.kind[node] === ELEMENT ? node : (model.parent[node] ?? node)
  for (const spec of info?.measures ?? []) {
    if (spec.per !== 'node') continue
    const value = tab.result?.extraction.measures[spec.id]?.[measured]
    if (value !== undefined && !Number.isNaN(value)) parts.push(`${spec.id} ${formatMeasure(value, spec.share)}`)
    if (parts.length > 7) break
  }
  return parts.join('  ')
}

function readPalette(): Palette {
  const dark = document.documentElement.dataset.theme === 'dark'
  return {
    kept: colourToken('--kept'),
    path: colourToken('--path'),
    veil: dark ? 'rgb(22 24 28 / 0.62)' : 'rgb(255 255 255 / 0.68)',
    cameIn: colourToken('--came-in'),
    wentOut: colourToken('--went-out'),
    truePositive: colourToken('--tp'),
    falsePositive: colourToken('--fp'),
    falseNegative: colourToken('--fn'),
    density: pageDensityColours(),
    window: dark ? 'rgb(255 255 255 / 0.2)' : 'rgb(0 0 0 / 0.14)',
  }
}

function watchTheme(listener: () => void): () => void {
  let { dark } = getState()
  return subscribe((state) => {
    if (state.dark === dark) return
    dark = state.dark
    // After the theme's attribute is set.
    queueMicrotask(listener)
  })
}
