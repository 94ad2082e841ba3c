/** Draws labels over the page with CSS highlights (ranges and a style sheet), which leave the page's tree unchanged. */
import { valueAt } from '../../../../../shared/base/once'
import type { AxisRange } from '../../../../../shared/gold/text-axis'
import type { NodeId } from '../../../../../shared/page/page-model'
import { domRanges, type FrameText } from './frame-text'

export interface Paint {
  /** Name of the highlight, a CSS identifier. */
  readonly id: string
  readonly colour: string
  readonly ranges: readonly AxisRange[]
  /** `suggested`: dashed without background, for unreviewed labels. `wavy`: for open decisions. */
  readonly look?: 'suggested' | 'wavy'
}

type FrameWindow = Window & typeof globalThis

const PENDING = 'bs-pending'

export type FrameHighlights = ReturnType<typeof createHighlights>

/** A document or shadow root with text of the page, with its highlight registry and style sheet. */
interface Painted {
  readonly view: FrameWindow
  readonly sheet: CSSStyleSheet
}

function paintedDocuments(text: FrameText): ReadonlyMap<Document, Painted> {
  const painted = new Map<Document, Painted>()
  const roots = new Set<Node>()
  for (const node of text.starts.keys()) roots.add(node.getRootNode())
  for (const root of roots) {
    const doc = root.ownerDocument ?? (root as Document)
    const view = doc.defaultView
    if (!view) continue
    let one = painted.get(doc)
    if (!one) {
      one = { view, sheet: new view.CSSStyleSheet() }
      painted.set(doc, one)
      doc.adoptedStyleSheets = [...doc.adoptedStyleSheets, one.sheet]
    }
    // A document's style sheets do not apply inside shadow roots.
    if (root !== doc) (root as ShadowRoot).adoptedStyleSheets = [...(root as ShadowRoot).adoptedStyleSheets, one.sheet]
  }
  return painted
}

export function createHighlights(text: FrameText) {
  const documents = paintedDocuments(text)
  let drawn: readonly string[] = []

  function highlight(id: string, ranges: readonly AxisRange[]): void {
    const found = new Map<Document | null, Range[]>()
    for (const part of ranges.flatMap((range) => domRanges(text, range)))
      valueAt(found, part.startContainer.ownerDocument, () => []).push(part)
    for (const [doc, { view }] of documents) {
      const here = found.get(doc)
      if (here) view.CSS.highlights.set(id, new view.Highlight(...here))
      else view.CSS.highlights.delete(id)
    }
  }

  return {
    /** @param hidden elements that are not shown */
    paint(paints: readonly Paint[], hidden: readonly NodeId[]) {
      const rules = paints.map(({ id, colour, look }) => {
        const style = look === 'wavy' ? 'wavy' : look === 'suggested' ? 'dashed' : 'solid'
        return `::highlight(${id}){background-color:${look === 'suggested' ? 'transparent' : `${colour}40`};text-decoration-line:underline;text-decoration-style:${style};text-decoration-color:${colour};text-decoration-thickness:2px;text-underline-offset:2px}`
      })
      const folded = hidden.map((node) => `[data-bs-id="${node}"]`).join()
      if (folded !== '') rules.push(`${folded}{display:none!important}`)
      const css = [...rules, `::highlight(${PENDING}){background-color:#ffd54a99;color:#000}`, '::selection{background:#ffd54a44}'].join(
        '\n',
      )
      for (const { sheet } of documents.values()) sheet.replaceSync(css)
      for (const id of drawn) if (!paints.some((paint) => paint.id === id)) highlight(id, [])
      drawn = paints.map(({ id }) => id)
      for (const { id, ranges } of paints) highlight(id, ranges)
    },
    /** Marks the text that the current drag would label. */
    pend(range: AxisRange | null) {
      highlight(PENDING, range ? [range] : [])
    },
  }
}
