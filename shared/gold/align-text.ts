import { lcsMatching } from '../metrics/lcs'
import { tokenize } from '../metrics/tokens'
import { textOfNodes } from '../page/output'
import { TEXT } from '../page/page-model'
import { isHtmlSpace } from '../page/text'
import { sortedRanges } from './label-spans'
import { joinOverSpace, type AxisRange, type TextAxis } from './text-axis'

/** Compares words without punctuation, so that a quotation mark or a dash does not prevent a match. */
const WORDS = { unit: 'alphanumeric', cjk: true } as const

/**
 * Aligns a gold text with the page's text by the longest common subsequence of words. If a word has several possible positions, prefers a
 * position next to other matches. Discards islands (see `withoutIslands`). `coverage` is the share of aligned words in the gold text, in
 * [0,1]; 1 for an empty gold text. `start` and `end` of a missing word are positions in the gold text, in UTF-16 code units.
 */
export function alignText(axis: TextAxis, gold: string) {
  const { page: model, start } = axis
  const output = textOfNodes(model, (n) => start[n + 1] > start[n] && model.kind[n] === TEXT)
  const page = tokenize(output.text, WORDS)
  const wanted = tokenize(gold, WORDS)
  const matching = lcsMatching(page.words, wanted.words)
  const { inPage, inGold } = withoutIslands(gather(page.words, matching.a), matching.b, lineEnds(gold, wanted.starts))

  const onPage = new Set(page.words)
  const aligned = new Set(inGold)
  const missing = wanted.words.flatMap((word, i) =>
    // `absent`: the page does not contain the word. Otherwise, no occurrence could be aligned.
    aligned.has(i) ? [] : [{ word, start: wanted.starts[i], end: wanted.ends[i], absent: !onPage.has(word) }],
  )

  const stretches: AxisRange[] = []
  for (let i = 0; i < inPage.length; i++) {
    const first = inPage[i]
    let last = first
    while (i + 1 < inPage.length && inPage[i + 1] === last + 1) {
      last++
      i++
    }
    stretches.push(cling(output.text, page.starts[first], page.ends[last]))
  }
  return {
    ranges: sortedRanges(toAxis(axis, output.text, output.spans, stretches)),
    coverage: wanted.words.length === 0 ? 1 : inGold.length / wanted.words.length,
    missing,
  }
}

function gather(words: readonly string[], matched: Int32Array): Int32Array {
  const at = matched.slice()
  for (let k = at.length - 2; k >= 0; k--) {
    const beside = at[k + 1] - 1
    if (at[k] !== beside && words[beside] === words[at[k]]) at[k] = beside
  }
  for (let k = 1; k < at.length; k++) {
    const beside = at[k - 1] + 1
    const tiedRight = k + 1 < at.length && at[k + 1] === at[k] + 1
    if (!tiedRight && at[k] !== beside && words[beside] === words[at[k]]) at[k] = beside
  }
  return at
}

/** `words`: maximum number of matched words of an island. `water`: maximum distance, in words, of neighbouring matches in a group. */
const ISLAND = { words: 2, water: 40 } as const

/**
 * Removes islands: groups of one or two matched words far from other matches, usually in menus and footers. Keeps a group of adjacent gold
 * words if the group forms whole lines of the gold text, or if all neighbouring gold words are matched. If all groups are islands, keeps
 * all. @param inPage indices of matched words of the page, ascending @param inGold indices of the same words in the gold text @param
 * endsLine 1 for a line's last word
 */
function withoutIslands(inPage: Int32Array, inGold: Int32Array, endsLine: Uint8Array): { inPage: Int32Array; inGold: Int32Array } {
  const groups: { from: number; to: number }[] = []
  for (let k = 0; k < inPage.length; k++) {
    const last = groups.at(-1)
    if (last && inPage[k] - inPage[k - 1] <= ISLAND.water) last.to = k + 1
    else groups.push({ from: k, to: k + 1 })
  }
  const isSound = (from: number, to: number): boolean => {
    const [first, last] = [inGold[from], inGold[to - 1]]
    if (last - first !== to - 1 - from) return false
    const follows = first === 0 || inGold[from - 1] === first - 1
    const continues = last === endsLine.length - 1 || inGold[to] === last + 1
    return (follows && continues) || ((first === 0 || endsLine[first - 1] === 1) && endsLine[last] === 1)
  }
  const land = groups.filter(({ from, to }) => to - from > ISLAND.words || isSound(from, to))
  if (land.length === 0 || land.length === groups.length) return { inPage, inGold }
  const kept = land.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i))
  return { inPage: Int32Array.from(kept, (k) => inPage[k]), inGold: Int32Array.from(kept, (k) => inGold[k]) }
}

function lineEnds(text: string, starts: ArrayLike<number>): Uint8Array {
  return Uint8Array.from({ length: starts.length }, (_, i) =>
    i + 1 === starts.length || text.slice(starts[i], starts[i + 1]).includes('\n') ? 1 : 0,
  )
}

const CLINGING = /[^\s\p{L}\p{N}\p{M}]/u

function cling(text: string, start: number, end: number): AxisRange {
  let from = start
  let to = end
  while (from > 0 && CLINGING.test(text[from - 1])) from--
  // Include an opening mark before the word, but not a mark that closes the previous word.
  if (from > 0 && !/\s/.test(text[from - 1])) from = start
  while (to < text.length && CLINGING.test(text[to])) to++
  if (to < text.length && !/\s/.test(text[to])) to = end
  return { from, to }
}

function toAxis(axis: TextAxis, written: string, spans: Int32Array, stretches: readonly AxisRange[]): AxisRange[] {
  const ranges: AxisRange[] = []
  let s = 0
  for (const { from, to } of stretches) {
    while (s < spans.length && spans[s + 1] <= from) s += 3
    for (let k = s; k < spans.length && spans[k] < to; k += 3) {
      const node = spans[k + 2]
      const start = spans[k]
      const first = Math.max(from, start) - start
      const last = Math.min(to, spans[k + 1]) - start
      if (first >= last) continue
      const raw = rawOffsets(axis.page.text[node], written.slice(start, spans[k + 1]), first, last)
      ranges.push({ from: axis.start[node] + raw.from, to: axis.start[node] + raw.to })
    }
  }
  return joinOverSpace(axis, ranges)
}

function rawOffsets(text: string, written: string, first: number, last: number): AxisRange {
  // `text` contains `written` if no white space was collapsed.
  const verbatim = text.indexOf(written)
  if (verbatim >= 0) return { from: verbatim + first, to: verbatim + last }
  let i = 0
  while (i < text.length && isHtmlSpace(text.charCodeAt(i))) i++
  let at = 0
  let from = i
  while (i < text.length && at < last) {
    if (at === first) from = i
    const space = isHtmlSpace(text.charCodeAt(i))
    i++
    if (space) while (i < text.length && isHtmlSpace(text.charCodeAt(i))) i++
    at++
  }
  return { from, to: i }
}
