import { KEPT, OUT } from '../page/selection'
import { TEXT, type PageModel } from '../page/page-model'
import { collapsedLength, words } from '../page/text'
import { isSeen, removalsOf } from './hidden-cause'
import { once } from '../base/once'
import { REMOVALS } from '../page/content-tree'
import { outputText } from '../page/output'

export interface Coverage {
  /** Characters a person sees on the page (extractors §0: Characters). */
  readonly seen: number
  /** Of those, kept. */
  readonly kept: number
  /** Kept characters that nobody sees. */
  readonly keptUnseen: number
  /** kept / seen in [0,1]; 0 where nothing is seen. */
  readonly share: number
}

/** Characters of each text node, 0 for elements. Computed once a page. */
export const textLengths = once((page: PageModel): Int32Array => {
  const lengths = new Int32Array(page.count)
  for (let n = 0; n < page.count; n++) if (page.kind[n] === TEXT) lengths[n] = collapsedLength(page.text[n] as string)
  return lengths
})

/** Share of the text that is seen which a selection keeps. Linear in nodes. */
export function visibleCoverage(page: PageModel, selected: Uint8Array): Coverage {
  const removal = removalsOf(page)
  const length = textLengths(page)
  let seen = 0
  let kept = 0
  let keptUnseen = 0
  if (page.body >= 0) {
    for (let n: number = page.body; n < (page.subtreeEnd[page.body] as number); n++) {
      const chars = length[n] as number
      if (chars === 0) continue
      if (isSeen(page, removal, n)) {
        seen += chars
        if (selected[n] === KEPT) kept += chars
      } else if (selected[n] === KEPT) keptUnseen += chars
    }
  }
  return { seen, kept, keptUnseen, share: seen === 0 ? 0 : kept / seen }
}

/** Below this share an extraction kept suspiciously little, above the other nearly everything. */
const LITTLE = 0.05
const NEARLY_ALL = 0.9

/** What is suspicious about a coverage; null where nothing is. */
export function coverageWarning(coverage: Coverage): string | null {
  if (coverage.seen === 0) return 'The page shows no text.'
  if (coverage.kept === 0 && coverage.keptUnseen === 0) return 'Kept nothing at all.'
  if (coverage.keptUnseen > coverage.kept) return 'Most of what it kept is not seen on the page.'
  if (coverage.share < LITTLE) return 'Kept suspiciously little of what the page shows.'
  if (coverage.share > NEARLY_ALL) return 'Kept nearly everything the page shows.'
  return null
}

/** Scripts and styles, and the head, whose text is mostly theirs. */
const UNREAD: ReadonlySet<number> = new Set([REMOVALS.indexOf('never content'), REMOVALS.indexOf('outside body')])

/**
 * How many words of the page's text begin in each text node: a word over several nodes counts once. Text that is never read (scripts,
 * styles) has none. Counted in the text of the whole page, so that the sum over kept nodes is the words of the text that was kept, but
 * for words of which only a part was. Linear; computed once a page.
 */
export const wordStarts = once((page: PageModel): Int32Array => {
  const starts = new Int32Array(page.count)
  const { text, spans } = outputText(
    page,
    removalsOf(page).map((cause) => (UNREAD.has(cause) ? OUT : KEPT)),
  )
  let span = 0
  let from = 0
  for (const word of words(text)) {
    // Between two words stands nothing that a word begins with.
    const begin = text.indexOf(word, from)
    from = begin + word.length
    while ((spans[span * 3 + 1] ?? Number.POSITIVE_INFINITY) <= begin) span++
    const node = spans[span * 3 + 2]
    if (node !== undefined) starts[node] = (starts[node] as number) + 1
  }
  return starts
})
