import { describe, expect, it } from 'vitest'
import { boxOf, measureParts, type FrameGeometry } from '../../renderer/page-frame/geometry'
import { paint, paintChange, type Layers } from '../../renderer/page-frame/paint'
import type { Palette } from '../../renderer/page-frame/rects'
import { FALSE_NEGATIVE, FALSE_POSITIVE, TRUE_NEGATIVE, TRUE_POSITIVE } from '../../shared/evaluation/gold-on-page'
import { runToEnd } from '../../shared/base/pieces'
import { attribute, ELEMENT, isRootName, SHADOW_ROOT, tagName, type PageModel } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { KEPT } from '../../shared/page/output'
import { byId } from '../fixtures/nodes'

type Rect = readonly [x: number, y: number, width: number, height: number]

const palette = {
  kept: 'green',
  missed: 'missed',
  extra: 'extra',
  pinned: 'grey',
  veil: 'white',
  density: Array.from({ length: 10 }, (_, step) => `step${step}`),
} as unknown as Palette
const NO_LAYERS: Layers = { kept: false, dim: false, path: false, heat: null, hits: null }
const VIEW = { x: 0, y: 0, width: 100, height: 100, scale: 1 }

function recording() {
  const drawn = { filled: [] as string[], stroked: [] as string[], cleared: [] as string[] }
  const context = {
    canvas: { width: 100, height: 100 },
    fillStyle: '',
    strokeStyle: '',
    globalAlpha: 1,
    setTransform() {},
    setLineDash() {},
    clearRect: (...rect: number[]): void => void drawn.cleared.push(rect.join(' ')),
    fillRect: (...rect: number[]): void => void drawn.filled.push(`${context.fillStyle} ${rect.join(' ')}`),
    strokeRect: (...rect: number[]): void => void drawn.stroked.push(`${context.strokeStyle} ${rect.join(' ')}`),
  }
  return { context: context as unknown as CanvasRenderingContext2D, drawn }
}

type FakeNode = { readonly nodeType: number; readonly nextSibling: FakeNode | null }

/**
 * Lays out a page by its attributes: `box="x y width height"`, `hidden` for an element without layout, `contents` for `display: contents`.
 * A text has the box of its element; each further text of the element is one line lower. Counts steps to a next sibling, and measured
 * elements and texts.
 */
function laidOut(html: string) {
  const model = parsePage(`<body box="0 0 100 1000">${html}</body>`)
  const steps = { siblings: 0, texts: 0, elements: 0 }
  const boxAt = (n: number): string | null => (model.kind[n] === ELEMENT ? attribute(model, n, 'box') : null)
  const rects = Array.from(model.kind, (_, n) => (boxAt(n)?.split(' ').map(Number) ?? [0, 0, 0, 0]) as unknown as Rect)
  const defaultView = {
    scrollX: 0,
    scrollY: 0,
    getComputedStyle: (element: { contents?: boolean }) => ({
      ...{ opacity: '1', visibility: 'visible', backgroundImage: 'x', zIndex: '' },
      display: element.contents === true ? 'contents' : 'block',
    }),
  }
  const domRect = ([x, y, width, height]: Rect) => ({ x: x - defaultView.scrollX, y: y - defaultView.scrollY, width, height })
  const ownerDocument = {
    nodeType: 9,
    defaultView,
    createRange() {
      let rect: Rect = [0, 0, 0, 0]
      return {
        selectNodeContents: (text: { rect: Rect }) => void (rect = text.rect),
        getBoundingClientRect: () => (steps.texts++, domRect(rect)),
      }
    },
    querySelectorAll: (): readonly unknown[] => elements.filter((element, n) => element && !isRootName(tagName(model, n))),
  }
  const elements = rects.map((rect, n) =>
    model.kind[n] === ELEMENT
      ? {
          ownerDocument,
          localName: 'x',
          contents: attribute(model, n, 'contents') !== null,
          getAttribute: () => String(n),
          shadowRoot: model.kind[n + 1] === ELEMENT && tagName(model, n + 1) === SHADOW_ROOT ? { querySelectorAll: () => [] } : null,
          contentDocument: { documentElement: null, querySelectorAll: () => [] },
          getBoundingClientRect: () => (steps.elements++, domRect(rect)),
          checkVisibility: () => attribute(model, n, 'hidden') === null && attribute(model, n, 'contents') === null,
          get firstChild() {
            return childrenOf(model, n, rect, steps)[0] ?? null
          },
        }
      : undefined,
  )
  const frame = ownerDocument as unknown as Document
  return { model, geometry: runToEnd(measureParts(frame, model)), steps, frame, view: defaultView }
}

function childrenOf(model: PageModel, parent: number, [x, y, width, height]: Rect, steps: { siblings: number }): readonly FakeNode[] {
  const children: FakeNode[] = []
  let line = 0
  for (let n = parent + 1; n < (model.subtreeEnd[parent] ?? 0); n = model.subtreeEnd[n] ?? 0) {
    const isText = model.kind[n] !== ELEMENT
    const at = children.length
    children.push({
      nodeType: isText ? 3 : 1,
      ...(isText ? { rect: [x, y + line++, width, height] } : {}),
      get nextSibling() {
        steps.siblings++
        return children[at + 1] ?? null
      },
    })
  }
  return children
}

function marked(model: PageModel, marks: Readonly<Record<string, number>>): Uint8Array {
  const selected = new Uint8Array(model.count)
  for (const [id, mark] of Object.entries(marks)) {
    const node = byId(model, id.replace('*', ''))
    selected.fill(mark, node, id.endsWith('*') ? model.subtreeEnd[node] : node + 1)
  }
  return selected
}

function painted(geometry: FrameGeometry, selected: Uint8Array | null, layers: Partial<Layers>, view = VIEW) {
  const { context, drawn } = recording()
  paint({ context, geometry, view, palette }, selected, { ...NO_LAYERS, ...layers })
  return { ...drawn, cleared: drawn.cleared.slice(1) }
}

const STORY = `<div id=nav box="0 0 100 10">menu</div><div id=main box="0 10 100 50"><p id=one box="0 10 100 20">first</p><p id=two box="0 40 100 20">second</p></div>`

describe('the marks over a page', () => {
  const { model, geometry } = laidOut(STORY)

  it('are one box with an outline for a fully kept element, and a veil over the rest', () => {
    const { filled, stroked, cleared } = painted(geometry, marked(model, { 'main*': KEPT }), { kept: true, dim: true })
    expect(filled).toEqual(['white 0 0 100 100', 'green 0 10 100 50'])
    expect(stroked).toEqual(['green -4 6 108 58'])
    expect(cleared).toEqual(['0 10 100 50'])
  })

  it('are a veil also over dropped text inside kept text', () => {
    const selected = marked(model, { 'main*': KEPT, 'two*': 0 })
    const covered = painted(geometry, selected, { kept: true, dim: true }).filled
    expect(covered).toEqual(['white 0 0 100 100', 'green 0 10 100 50', 'white 0 40 100 20'])
    // Without the veil, the canvas is transparent over dropped text.
    const bare = painted(geometry, selected, { kept: true })
    expect([bare.filled, bare.cleared]).toEqual([['green 0 10 100 50'], ['0 10 100 50', '0 40 100 20']])
  })

  it('are not hidden by an unread shadow root whose host has kept words', () => {
    const host = laidOut(
      '<div id=main box="0 10 100 50"><template shadowrootmode=open><b id=in box="0 10 100 20">in it</b></template><p id=one box="0 40 100 20">slotted</p></div>',
    )
    const { filled } = painted(host.geometry, marked(host.model, { main: KEPT, 'one*': KEPT }), { kept: true, dim: true })
    expect(filled).toEqual(['white 0 0 100 100', 'green 0 10 100 50', 'white 0 10 100 20'])
  })

  it('omit a frame whose document is not complete', () => {
    const framed = laidOut('<iframe srcdoc="<p>Words" box="0 10 100 50"></iframe>')
    expect([framed.model.tagNames.some(isRootName), [...framed.geometry.nested.keys()]]).toEqual([true, []])
  })

  it('are drawn for content outside the kept box around it', () => {
    const wide = laidOut('<div id=main box="0 10 50 50"><p id=one box="40 20 50 10">first</p></div>')
    const { filled } = painted(wide.geometry, marked(wide.model, { 'main*': KEPT }), { kept: true })
    expect(filled).toEqual(['green 0 10 50 50', 'green 40 20 50 10'])
  })

  it('are a heat map of elements with direct text, by steps of the scale', () => {
    const values = new Float64Array(model.count).fill(Number.NaN)
    values[byId(model, 'main')] = 0.05
    values[byId(model, 'two')] = 1
    const heat = { values, scale: { max: 1, position: (value: number) => value } } as unknown as Layers['heat']
    expect(painted(geometry, marked(model, { 'main*': KEPT }), { heat, kept: true }).filled).toEqual(['step9 0 40 100 20'])
  })

  it('show missing and extra text instead of kept text: one box where a subtree is of one kind, nothing for correct rejections', () => {
    const main = TRUE_POSITIVE | FALSE_NEGATIVE
    const hits = marked(model, { 'nav*': TRUE_NEGATIVE, main, 'one*': FALSE_NEGATIVE, 'two*': TRUE_POSITIVE })
    hits[model.body] = main
    const { filled } = painted(geometry, marked(model, { 'main*': KEPT }), { hits, kept: true })
    expect(filled).toEqual(['missed 0 10 100 20', 'green 0 40 100 20'])
    hits.fill(FALSE_POSITIVE, byId(model, 'nav'), model.subtreeEnd[byId(model, 'nav')])
    expect(painted(geometry, null, { hits }).filled[0]).toBe('extra 0 0 100 10')
  })

  it('show added and removed texts, each in the outermost box with the same change', () => {
    const { context, drawn } = recording()
    const change = { before: marked(model, { 'nav*': KEPT, 'one*': KEPT }), now: marked(model, { 'main*': KEPT }) }
    paintChange({ context, geometry, view: VIEW, palette }, change)
    expect(drawn.filled).toEqual(['extra 0 0 100 10', 'green 0 10 100 50'])
  })
})

it('content that stays in view while the page is scrolled has its own result, independent of the page below, and an outline', () => {
  const { model, geometry } = laidOut(
    '<div id=main box="0 0 100 90"><p id=one box="0 0 100 90">text</p></div><div id=bar box="0 0 100 10">bar</div>',
  )
  const bar = byId(model, 'bar')
  const pinned = { ...geometry, pinned: [bar], stacked: [bar] }
  const { filled, stroked, cleared } = painted(pinned, marked(model, { 'main*': KEPT }), { kept: true, dim: true })
  expect(filled).toEqual(['white 0 0 100 100', 'green 0 0 100 90', 'white 0 0 100 10'])
  expect(cleared).toEqual(['0 0 100 90', '0 0 100 10'])
  expect(stroked).toEqual(['green -4 -4 108 98', 'grey 0 0 100 10'])
})

describe('content outside the view', () => {
  const far = Array.from({ length: 200 }, (_, i) => `<p box="0 ${500 + i} 100 1">far</p>`).join('')
  const { model, geometry, steps } = laidOut(
    `<div id=near box="0 0 100 10">a<b box="0 0 9 9">b</b></div><div id=far box="0 500 100 300">${far}</div>`,
  )
  const selected = new Uint8Array(model.count).map((_, n) => (model.kind[n] === ELEMENT ? 0 : KEPT))

  it('is skipped with its content: none of its texts is measured', () => {
    expect(painted(geometry, selected, { kept: true, path: true }).filled).toEqual(['green 0 0 100 10', 'green 0 0 9 9'])
    expect([steps.texts, painted(geometry, selected, { kept: true }, { ...VIEW, y: 500, height: 5 }).filled.length]).toEqual([2, 5])
    expect(steps.texts).toBe(7)
  })

  it('includes content that floats out of an element in view', () => {
    const page = laidOut('<div id=empty box="0 0 100 0"><p id=float box="0 50 10 10">x</p></div>')
    const statuses = marked(page.model, { 'float*': KEPT })
    expect(painted(page.geometry, statuses, { kept: true }, { ...VIEW, y: 40 }).filled).toEqual(['green 0 50 10 10'])
  })
})

it('the position of a node is its element’s box, or the box of its text, and missing without a box', () => {
  const { model, geometry } = laidOut(`${STORY}<p id=hidden box="0 0 0 0">unseen</p><p id=blank box="0 60 100 10"> </p>`)
  const text = (id: string): number => byId(model, id) + 1
  expect(boxOf(geometry, byId(model, 'one'))).toEqual({ x: 0, y: 10, width: 100, height: 20 })
  expect(boxOf(geometry, text('two'))).toEqual({ x: 0, y: 40, width: 100, height: 20 })
  expect([boxOf(geometry, byId(model, 'hidden')), boxOf(geometry, text('hidden'))]).toEqual([null, null])
})

describe('a long text', () => {
  function paintLines(lines: number) {
    const text = Array.from({ length: lines }, (_, i) => `line ${i}`).join('<br>')
    const { model, geometry, steps } = laidOut(`<pre id=pre box="0 0 100 ${lines}">${text}</pre>`)
    const selected = new Uint8Array(model.count).map((_, n) => (model.kind[n] === ELEMENT ? 0 : KEPT))
    return { ...painted(geometry, selected, { kept: true, dim: true }, { ...VIEW, height: lines }), steps }
  }

  it('has each kept line at its own position', () =>
    expect(paintLines(3).filled).toEqual(['white 0 0 100 3', 'green 0 0 100 3', 'green 0 1 100 3', 'green 0 2 100 3']))

  it('needs steps in proportion to its lines, not to their square', () => {
    const [few, many] = [paintLines(1000), paintLines(20_000)]
    const drawn = [few, many].map(({ filled, steps }) => `${filled.length} boxes, ${steps.texts} texts`)
    expect(drawn).toEqual(['1001 boxes, 1000 texts', '20001 boxes, 20000 texts'])
    expect(many.steps.siblings).toBeLessThan(2 * 20_000 + 10)
    expect(many.steps.siblings / few.steps.siblings).toBeCloseTo(20, 0)
  })
})

describe('a page of many elements', () => {
  const { model, geometry, frame, view } = laidOut(Array.from({ length: 1500 }, (_, i) => `<p box="0 ${10 * i} 100 10">text</p>`).join(''))

  it('is measured in parts, and has the same boxes if it is scrolled between two parts', () => {
    const parts = measureParts(frame, model)
    let part = parts.next()
    let interrupted = 0
    for (; !part.done; part = parts.next()) view.scrollY = 100 * ++interrupted
    expect(interrupted).toBeGreaterThan(1)
    expect(part.value.boxes).toEqual(geometry.boxes)
  })

  it('skips the contents of elements without layout, and reads the contents of elements with display: contents', () => {
    const inner = '<p box="0 10 100 10">one<p box="0 20 100 10">two'
    const { geometry, model, steps } = laidOut(`<div id=away hidden>${inner}</div><div id=there contents>${inner}</div>`)
    const boxes = Array.from({ length: model.count }, (_, n) => (model.kind[n] === ELEMENT ? boxOf(geometry, n) : null)).filter(Boolean)
    expect(boxes).toHaveLength(3)
    // Measured elements: html, head, body, both divs, and the paragraphs of one div.
    expect(steps.elements).toBe(7)
  })
})
