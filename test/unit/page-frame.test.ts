/** What is drawn over a page: a recording context says what was drawn, and a frame of its own counts the steps that it took. */
import { describe, expect, it } from 'vitest'
import type { FrameGeometry } from '../../renderer/page-frame/geometry'
import { paintFates, type Palette } from '../../renderer/page-frame/paint'
import { ELEMENT, tagName } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { KEPT } from '../../shared/page/selection'

const palette = { kept: 'green', veil: 'white', path: 'brown' } as Palette

/** A page of one `pre` with lines of text between breaks, in a frame whose nodes count how often somebody goes to the next. */
function longPre(lines: number) {
  const html = `<body><pre>${Array.from({ length: lines }, (_, i) => `line ${i}`).join('<br>')}</pre></body>`
  const model = parsePage(html)
  const steps = { taken: 0 }
  const children = Array.from({ length: 2 * lines - 1 }, (_, i) => ({ nodeType: i % 2 === 0 ? 3 : 1, line: i >> 1, at: i }))
  const chain = children.map((child) => ({
    ...child,
    get nextSibling(): unknown {
      steps.taken++
      return chain[child.at + 1] ?? null
    },
  }))
  const ownerDocument = {
    defaultView: { scrollX: 0, scrollY: 0 },
    createRange() {
      let line = 0
      return {
        selectNodeContents: (text: { line: number }) => void (line = text.line),
        getBoundingClientRect: () => ({ x: 0, y: line, width: 50, height: 1 }),
      }
    },
  }
  const pre = [...model.kind.keys()].find((n) => model.kind[n] === ELEMENT && tagName(model, n) === 'pre') ?? -1
  const elements: unknown[] = []
  elements[pre] = { ownerDocument, firstChild: chain[0] }
  const boxes = new Float32Array(model.count * 4)
  const reach = new Float32Array(model.count * 2)
  for (const n of [model.body, pre]) boxes.set([0, 0, 100, lines], n * 4)
  for (let n = 0; n < model.count; n++) reach.set([0, lines], n * 2)
  const geometry = {
    model,
    elements,
    roots: new Map(),
    nested: new Map(),
    boxes,
    texts: new Map(),
    textNodes: new Map(),
    reach,
    pinned: [],
    stacked: [],
    blank: new Uint8Array(model.count),
    ground: new Int32Array(model.count),
  } as unknown as FrameGeometry
  return { geometry, model, steps }
}

/** A context that writes down the areas that are filled, with their colours. */
function recording() {
  const filled: string[] = []
  const context = {
    fillStyle: '',
    fillRect(x: number, y: number, width: number, height: number) {
      filled.push(`${this.fillStyle} ${x} ${y} ${width} ${height}`)
    },
    clearRect() {},
    strokeRect() {},
    setLineDash() {},
  }
  return { context: context as unknown as CanvasRenderingContext2D, filled }
}

function paintLines(lines: number) {
  const { geometry, model, steps } = longPre(lines)
  const { context, filled } = recording()
  const selected = new Uint8Array(model.count)
  for (let n = 0; n < model.count; n++) if (model.kind[n] !== ELEMENT) selected[n] = KEPT
  const view = { x: 0, y: 0, width: 100, height: lines, scale: 1 }
  paintFates(context, geometry, selected, { kept: true, dim: true }, view, palette)
  return { filled, steps: steps.taken }
}

describe('what is drawn over a page', () => {
  it('is each kept line of a long text in its own place', () => {
    const { filled } = paintLines(3)
    expect(filled).toEqual(['white 0 0 100 3', 'green 0 0 50 1', 'green 0 1 50 1', 'green 0 2 50 1'])
  })

  it('takes steps in proportion to the lines of an element, not to their square', () => {
    const [few, many] = [paintLines(1000), paintLines(4000)]
    expect(many.filled).toHaveLength(4001)
    expect(few.steps).toBeLessThan(2 * 1000 + 10)
    expect(many.steps / few.steps).toBeCloseTo(4, 1)
  })
})
