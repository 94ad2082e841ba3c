import { nodeLabel } from '../explain/node-label'
import { wordChange } from '../explain/difference/word-change'
import { KEPT } from '../page/selection'
import { ELEMENT, TEXT, type NodeId, type PageModel } from '../page/page-model'
import { countWords } from '../page/text'

/** Where most of what only one run keeps stands. */
export interface OwnPlace {
  readonly node: NodeId
  readonly label: string
  readonly words: number
}

/** How two runs on one page differ, in words. */
export interface RunsDifference {
  readonly both: number
  readonly onlyFirst: number
  readonly onlySecond: number
  /** Words that both keep as a share of those that either keeps; 1 where neither keeps any. */
  readonly overlap: number
  /** The smallest element that holds at least half of what only one keeps; null where it keeps nothing alone. */
  readonly first: OwnPlace | null
  readonly second: OwnPlace | null
}

/** Compares two selections of one page. Linear in nodes. */
export function runsDifference(page: PageModel, first: Uint8Array, second: Uint8Array): RunsDifference {
  const { won, lost, came, went } = wordChange(page, first, second)
  let both = 0
  for (let n = 0; n < page.count; n++)
    if (page.kind[n] === TEXT && first[n] === KEPT && second[n] === KEPT) both += countWords(page.text[n] as string)
  const all = both + won + lost
  return {
    both,
    onlyFirst: lost,
    onlySecond: won,
    overlap: all === 0 ? 1 : both / all,
    first: placeOfMost(page, went),
    second: placeOfMost(page, came),
  }
}

function placeOfMost(page: PageModel, texts: readonly NodeId[]): OwnPlace | null {
  if (texts.length === 0) return null
  const words = new Int32Array(page.count)
  for (const n of texts) words[n] = countWords(page.text[n] as string)
  for (let n = page.count - 1; n > 0; n--) {
    const p = page.parent[n] as number
    if (p >= 0) words[p] = (words[p] as number) + (words[n] as number)
  }
  const all = words[0] as number
  // Ids are in document order: the last element that holds half of it is the innermost.
  let found = page.body
  for (let n = page.body; n < page.count; n++) if (page.kind[n] === ELEMENT && 2 * (words[n] as number) >= all) found = n
  return { node: found, label: nodeLabel(page, found), words: words[found] as number }
}
