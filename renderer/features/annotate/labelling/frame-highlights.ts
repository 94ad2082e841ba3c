/** Labels over the page by the browser's own highlights: ranges and a style sheet, nothing in the page's tree. */
import type { AxisRange } from '../../../../shared/gold/text-axis'
import { domRange, type FrameText } from './frame-text'

/** Stretches drawn alike. */
export interface Paint {
  /** A CSS identifier. */
  readonly id: string
  /** `#rrggbb`. */
  readonly colour: string
  readonly ranges: readonly AxisRange[]
  /** Wavy underline: something to decide. */
  readonly wavy?: boolean
}

export type FrameWindow = Window & typeof globalThis

const PENDING = 'bs-pending'

export interface FrameHighlights {
  paint(paints: readonly Paint[]): void
  /** Shows what a drag would label. */
  pend(range: AxisRange | null): void
}

/** The shadow roots that hold text of the page. */
function shadowRootsOf(text: FrameText): Set<ShadowRoot> {
  const roots = new Set<ShadowRoot>()
  for (const node of text.starts.keys()) {
    const root = node.getRootNode()
    if ('host' in root) roots.add(root as ShadowRoot)
  }
  return roots
}

/** Takes over the highlights of a frame's window. */
export function createHighlights(view: FrameWindow, text: FrameText): FrameHighlights {
  const sheet = new view.CSSStyleSheet()
  view.document.adoptedStyleSheets = [...view.document.adoptedStyleSheets, sheet]
  // Rules of the page do not reach into shadow roots.
  for (const root of shadowRootsOf(text)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  let drawn: readonly string[] = []

  function highlight(id: string, ranges: readonly AxisRange[]): void {
    const found = ranges.flatMap((range) => domRange(text, range) ?? [])
    if (found.length === 0) view.CSS.highlights.delete(id)
    else view.CSS.highlights.set(id, new view.Highlight(...found))
  }

  return {
    paint(paints) {
      const rules = paints.map(({ id, colour, wavy }) => {
        const line = wavy ? 'underline wavy' : 'underline solid'
        return `::highlight(${id}){background-color:${colour}40;text-decoration:${line} ${colour};text-decoration-thickness:2px;text-underline-offset:2px}`
      })
      sheet.replaceSync(
        [...rules, `::highlight(${PENDING}){background-color:#ffd54a99;color:#000}`, '::selection{background:#ffd54a44}'].join('\n'),
      )
      for (const id of drawn) if (!paints.some((paint) => paint.id === id)) view.CSS.highlights.delete(id)
      drawn = paints.map(({ id }) => id)
      for (const { id, ranges } of paints) highlight(id, ranges)
    },
    pend(range) {
      highlight(PENDING, range ? [range] : [])
    },
  }
}
