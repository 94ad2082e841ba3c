/** Draws a frame over the page: measures as colour while they appear, then what is kept, dropped and looked at. */
import { nodeTopic, type DemoRun, type Frame } from '../../../shared/demo/demo-run'
import { KEPT, OUT, PATH } from '../../../shared/page/selection'
import { OUTCOMES } from '../../../shared/extractors/core/probe'
import { ELEMENT, type NodeId, type PageModel } from '../../../shared/page/page-model'
import { colourToken, pageDensityColours } from '../../components/css-colour'
import { measureScale, scaleStep } from '../../components/measure-scale'

export interface StageGeometry {
  readonly page: PageModel
  readonly elements: readonly (Element | undefined)[]
  /** x, y, width, height of each element in the page's own coordinates. */
  readonly boxes: Float32Array
  /** 1 for elements with text of their own. */
  readonly hasText: Uint8Array
}

export interface StageView {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly scale: number
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Measures every element of the page's frame once. */
export function measureStage(doc: Document, page: PageModel): StageGeometry {
  const elements = new Array<Element | undefined>(page.count)
  const boxes = new Float32Array(page.count * 4)
  const hasText = new Uint8Array(page.count)
  const left = doc.defaultView?.scrollX ?? 0
  const top = doc.defaultView?.scrollY ?? 0
  for (const element of doc.querySelectorAll('[data-bs-id]')) {
    const id = Number(element.getAttribute('data-bs-id'))
    if (!Number.isInteger(id) || id < 0 || id >= page.count) continue
    elements[id] = element
    const { x, y, width, height } = element.getBoundingClientRect()
    boxes.set([x + left, y + top, width, height], id * 4)
  }
  for (let n = 1; n < page.count; n++)
    if (page.kind[n] !== ELEMENT && /[^ \t\n\f\r]/.test(page.text[n] ?? '')) hasText[page.parent[n] ?? 0] = 1
  return { page, elements, boxes, hasText }
}

function boxOf(geometry: StageGeometry, node: NodeId): Box | null {
  const { page, elements, boxes } = geometry
  if (page.kind[node] === ELEMENT) {
    const width = boxes[node * 4 + 2] ?? 0
    const height = boxes[node * 4 + 3] ?? 0
    return width > 0 && height > 0 ? { x: boxes[node * 4] ?? 0, y: boxes[node * 4 + 1] ?? 0, width, height } : null
  }
  const parent = page.parent[node] ?? -1
  const element = elements[parent]
  if (!element) return null
  let index = 0
  for (let n = parent + 1; n < node; n = page.subtreeEnd[n] ?? node) if (page.kind[n] !== ELEMENT) index += 1
  for (let child = element.firstChild; child; child = child.nextSibling) {
    if (child.nodeType !== 3) continue
    if (index > 0) {
      index -= 1
      continue
    }
    const range = element.ownerDocument.createRange()
    range.selectNodeContents(child)
    const { x, y, width, height } = range.getBoundingClientRect()
    const view = element.ownerDocument.defaultView
    return width > 0 ? { x: x + (view?.scrollX ?? 0), y: y + (view?.scrollY ?? 0), width, height } : null
  }
  return null
}

/** Scrolls the page so that a node is in sight, unless it is. */
export function revealNode(geometry: StageGeometry, view: Window, node: NodeId, height: number): void {
  const box = boxOf(geometry, node)
  if (!box || (box.y < view.scrollY + height - 24 && box.y + Math.min(box.height, 40) > view.scrollY + 8)) return
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  view.scrollTo({ top: Math.max(0, box.y - height / 4), behavior: still ? 'auto' : 'smooth' })
}

/** Decisions drawn at most: those made last. */
const TRAIL = 120

/** Draws one frame. */
export function paintStage(canvas: HTMLCanvasElement, geometry: StageGeometry, run: DemoRun, frame: Frame, view: StageView): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const pixels = window.devicePixelRatio || 1
  canvas.width = Math.round(view.width * pixels)
  canvas.height = Math.round(view.height * pixels)
  const k = view.scale * pixels
  context.setTransform(k, 0, 0, k, -view.x * k, -view.y * k)
  const dark = document.documentElement.dataset.theme === 'dark'
  const { page } = geometry
  const visible = (box: Box): boolean => box.y < view.y + view.height / view.scale && box.y + box.height > view.y

  const keptBoxes: Box[] = []
  for (let n = Math.max(0, page.body); n < page.count; n++) {
    if (frame.selected[n] !== KEPT || frame.selected[page.parent[n] ?? 0] === KEPT) continue
    const box = boxOf(geometry, n)
    if (box && visible(box)) keptBoxes.push(box)
  }
  const anyKept = keptBoxes.length > 0 || frame.selected.includes(KEPT)
  if (!anyKept) paintHeat(context, geometry, run, frame, visible)
  else {
    context.fillStyle = dark ? 'rgb(22 24 28 / 0.66)' : 'rgb(255 255 255 / 0.72)'
    context.fillRect(view.x, view.y, view.width / view.scale, view.height / view.scale)
    for (const { x, y, width, height } of keptBoxes) context.clearRect(x, y, width, height)
    // What was dropped inside something kept.
    for (let n = Math.max(0, page.body); n < page.count; n++) {
      if (frame.selected[n] !== OUT || frame.selected[page.parent[n] ?? 0] !== KEPT) continue
      const box = geometry.hasText[n] === 1 || page.kind[n] !== ELEMENT || (page.subtreeEnd[n] ?? 0) > n + 1 ? boxOf(geometry, n) : null
      if (!box || !visible(box)) continue
      context.clearRect(box.x, box.y, box.width, box.height)
      context.fillRect(box.x, box.y, box.width, box.height)
    }
    context.strokeStyle = colourToken('--kept')
    context.lineWidth = 2 / view.scale
    for (const { x, y, width, height } of keptBoxes) context.strokeRect(x, y, width, height)
    context.setLineDash([6 / view.scale, 4 / view.scale])
    context.strokeStyle = colourToken('--path')
    context.lineWidth = 1.5 / view.scale
    for (let n = Math.max(0, page.body); n < page.count; n++) {
      if (frame.selected[n] !== PATH) continue
      const box = boxOf(geometry, n)
      if (box && visible(box)) context.strokeRect(box.x, box.y, box.width, box.height)
    }
    context.setLineDash([])
  }
  paintTrail(context, geometry, run, frame, view, visible)
  if (frame.node >= 0) paintCurrent(context, geometry, frame, view)
}

/** Colours elements with text of their own by the measure that appeared last. */
function paintHeat(
  context: CanvasRenderingContext2D,
  geometry: StageGeometry,
  run: DemoRun,
  frame: Frame,
  visible: (box: Box) => boolean,
): void {
  const id = nodeTopic(run, frame)
  const values = id === null ? null : run.valuesOf(id)
  if (!values || id === null) return
  const scale = measureScale(values, run.info.measures.find((m) => m.id === id)?.share ?? false)
  // The page has its own paper: also where the theme is dark, more is darker.
  const colours = pageDensityColours()
  context.globalAlpha = 0.42
  for (let n = Math.max(0, geometry.page.body); n < geometry.page.count; n++) {
    if (geometry.hasText[n] !== 1 || !run.isKnown(frame, id, n)) continue
    const position = scale.position(values[n] ?? Number.NaN)
    const box = Number.isNaN(position) ? null : boxOf(geometry, n)
    if (!box || !visible(box)) continue
    context.fillStyle = colours[scaleStep(position)] ?? ''
    context.fillRect(box.x, box.y, box.width, box.height)
  }
  context.globalAlpha = 1
}

/** Outlines what this chapter looked at: passed, and dropped or failed. */
function paintTrail(
  context: CanvasRenderingContext2D,
  geometry: StageGeometry,
  run: DemoRun,
  frame: Frame,
  view: StageView,
  visible: (box: Box) => boolean,
): void {
  const { trace } = run
  const good = colourToken('--came-in')
  const bad = colourToken('--went-out')
  context.lineWidth = 1 / view.scale
  for (let d = Math.max(frame.chapter.firstDecision, frame.decided - TRAIL); d < frame.decided - 1; d++) {
    if (trace.perLine[d] === 1) continue
    const outcome = OUTCOMES[trace.outcome[d] ?? 0]
    if (outcome === 'path') continue
    const box = boxOf(geometry, trace.subject[d] ?? 0)
    if (!box || !visible(box)) continue
    const drops = outcome === 'fail' || outcome === 'drop' || outcome === 'dropNode'
    context.globalAlpha = 0.55
    context.strokeStyle = drops ? bad : good
    context.strokeRect(box.x, box.y, box.width, box.height)
    // A test that changes nothing by itself is outlined only: containers that failed would cover all that is inside them.
    if (drops && outcome !== 'fail' && frame.selected[trace.subject[d] ?? 0] === OUT) {
      context.globalAlpha = 0.12
      context.fillStyle = bad
      context.fillRect(box.x, box.y, box.width, box.height)
    }
  }
  context.globalAlpha = 1
}

function paintCurrent(context: CanvasRenderingContext2D, geometry: StageGeometry, frame: Frame, view: StageView): void {
  const box = boxOf(geometry, frame.node)
  if (!box) return
  const outcome = frame.decision?.outcome
  const drops = outcome === 'fail' || outcome === 'drop' || outcome === 'dropNode'
  context.strokeStyle = colourToken(outcome === undefined ? '--accent' : drops ? '--went-out' : '--came-in')
  context.lineWidth = 4 / view.scale
  context.strokeRect(box.x - 2, box.y - 2, box.width + 4, box.height + 4)
}
