import { KEPT } from '../page/selection'
import { TEXT, type PageModel } from '../page/page-model'
import { collapsedLength } from '../page/text'
import { isSeen, removalsOf } from './hidden-cause'
import { once } from '../base/once'

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
