import { KEPT } from '../../../shared/page/selection'
import type { Extraction } from '../../../shared/extractors/core/run'
import type { NodeId } from '../../../shared/page/page-model'

/** A part of an extraction's text that comes from one node. */
export interface Piece {
  readonly text: string
  readonly node: NodeId
  /** How many of the others keep the node. */
  readonly keepers: number
}

/** The text as lines of pieces, up to about `limit` characters. Linear in spans. */
export function textPieces(extraction: Extraction, others: readonly Uint8Array[], limit: number): Piece[][] {
  const { text, spans } = extraction
  const lines: Piece[][] = []
  let line: Piece[] = []
  for (let s = 0; s + 2 < spans.length; s += 3) {
    const start = spans[s] as number
    if (start > limit) break
    const node = spans[s + 2] as number
    const keepers = others.reduce((count, selected) => count + (selected[node] === KEPT ? 1 : 0), 0)
    // White space between nodes goes with the node before it; a line break there ends the line.
    const next = s + 3 < spans.length ? (spans[s + 3] as number) : text.length
    const own = text.slice(start, spans[s + 1]).split('\n')
    own.forEach((part, i) => {
      if (i > 0) {
        lines.push(line)
        line = []
      }
      if (part !== '') line.push({ text: part, node, keepers })
    })
    const gap = text.slice(spans[s + 1], next)
    if (gap.includes('\n')) {
      if (line.length > 0) lines.push(line)
      line = []
    } else if (gap !== '') line.push({ text: gap, node, keepers })
  }
  if (line.length > 0) lines.push(line)
  return lines
}
