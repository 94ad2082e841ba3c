/** Where decisions say what is kept, the output is first looked for there. */
import { comparable, type Piece } from '../peers/alignment'
import { KEPT } from '../../page/selection'
import { TEXT, type PageModel } from '../../page/page-model'

/** A text of so many letters is found further on wherever it is; a shorter one only close behind the text before it. */
const LONG = 20
const CLOSE = 200

/** The pieces of an output one behind the other: their comparable letters, and where each letter stands in the pieces' text. */
interface Letters {
  readonly all: string
  readonly text: string
  /** Of each letter of `all`: its place in `text`. */
  readonly at: Int32Array
}

/**
 * Cuts an output into what the kept text nodes of a run's decisions hold, by their ids, and what is left between these.
 * Linear but for long texts that the output does not have in the page's order.
 * @param fate what the decisions made of each node
 */
export function placedPieces(page: PageModel, pieces: readonly Piece[], fate: Uint8Array): Piece[] {
  const letters = lettersOf(pieces)
  const { all } = letters
  const placed: { from: number; to: number; node: number }[] = []
  let cursor = 0
  for (let n = Math.max(0, page.body); n < page.count; n++) {
    if (page.kind[n] !== TEXT || fate[n] !== KEPT) continue
    const own = comparable(page.text[n])
    if (own === '') continue
    const from = all.startsWith(own, cursor) ? cursor : all.indexOf(own, cursor)
    if (from < 0 || (own.length < LONG && from - cursor > CLOSE)) continue
    placed.push({ from, to: from + own.length, node: n })
    cursor = from + own.length
  }
  const cut: Piece[] = []
  let before = 0
  for (const { from, to, node } of placed) {
    cut.push(...leftOver(letters, before, from), { text: page.text[node], node, scope: -1 })
    before = to
  }
  cut.push(...leftOver(letters, before, all.length))
  return cut
}

function lettersOf(pieces: readonly Piece[]): Letters {
  const text = pieces.map((piece) => piece.text).join('\n')
  const parts: string[] = []
  const at: number[] = []
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    parts.push(match[0])
    for (let i = 0; i < match[0].length; i++) at.push(match.index + i)
  }
  return { all: parts.join(''), text, at: new Int32Array(at) }
}

/** What stands between two places of the output, a line a piece. */
function leftOver({ text, at }: Letters, from: number, to: number): Piece[] {
  if (from >= to) return []
  return text
    .slice(at[from], at[to - 1] + 1)
    .split('\n')
    .flatMap((line) => (/[\p{L}\p{N}]/u.test(line) ? [{ text: line, node: -1, scope: -1 }] : []))
}
