import { KEPT, OUT, outputText } from '../page/output'
import { LAYOUT_DISPLAYED, LAYOUT_VISIBLE, TEXT, tagName, type NodeId, type PageModel } from '../page/page-model'
import type { ExtractionCore } from '../extractors/core/extractor'
import { unreadTags } from '../page/tags'
import { collapsedLength, words } from '../page/text'
import { once } from '../base/once'
import { hiddenRoot, REMOVALS, usualTree, type Removal } from '../page/content-tree'

export interface HiddenCause {
  /** The element that the cause hides as a whole: the node, an ancestor, or `html` or `body` of a hidden page. */
  readonly node: NodeId
  readonly cause: Removal | 'not visible'
}

/**
 * Returns, per node, why the run did not measure the node, as an index into `REMOVALS`. Without data of a run, returns why the usual tree
 * omits the node.
 */
export const removalsOf = (page: PageModel, run?: Pick<ExtractionCore, 'removal'>): Uint8Array => run?.removal ?? usualTree(page).removal

/**
 * Returns why the usual tree omits a node, or that the browser hides the node; null for other nodes. Without a layout, only the usual tree
 * counts.
 */
export function hiddenCause(page: PageModel, node: NodeId): HiddenCause | null {
  const removal = removalsOf(page)
  const reason = removal[node] ?? 0
  if (reason !== 0) {
    let top = node
    for (let p = page.parent[node] ?? -1; p >= 0 && p !== page.body && removal[p] === reason; p = page.parent[p] ?? -1) top = p
    if (page.parent[top] === page.body) top = hiddenRoot(page)?.node ?? top
    return { node: top, cause: REMOVALS[reason] ?? 'kept' }
  }
  const flags = page.layout?.flags[node]
  if (flags !== undefined && (flags & LAYOUT_DISPLAYED) !== 0 && (flags & LAYOUT_VISIBLE) === 0) return { node, cause: 'not visible' }
  return null
}

/** Whether the parent of a text is an element whose text is never shown, such as a script. */
export function isUnread(page: PageModel, node: NodeId): boolean {
  const parent = page.parent[node] ?? -1
  return parent >= 0 && unreadTags(page).has(tagName(page, parent))
}

/** Whether the text of a node is visible: not removed, and visible in the layout if the page has a layout. */
export function isSeen(page: PageModel, removal: Uint8Array, node: NodeId): boolean {
  if (removal[node] !== 0) return false
  const flags = page.layout?.flags[node]
  return flags === undefined || (flags & LAYOUT_VISIBLE) !== 0
}

/** Returns, per text node, the number of characters with collapsed white space; 0 for elements. Cached per page. */
export const textLengths = once((page: PageModel): Int32Array => {
  const lengths = new Int32Array(page.count)
  for (let n = 0; n < page.count; n++) if (page.kind[n] === TEXT) lengths[n] = collapsedLength(page.text[n] as string)
  return lengths
})

/** Compares the kept text with the visible text of body. */
export function visibleCoverage(page: PageModel, selected: Uint8Array) {
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

const LITTLE = 0.05
const NEARLY_ALL = 0.9

export function coverageWarning(coverage: ReturnType<typeof visibleCoverage>): string | null {
  if (coverage.seen === 0) return 'The page shows no text.'
  if (coverage.kept === 0 && coverage.keptUnseen === 0) return 'The extractor kept no text.'
  if (coverage.keptUnseen > coverage.kept) return 'Most of the kept text is not visible on the page.'
  if (coverage.share < LITTLE) return 'The extractor kept very little of the visible text.'
  if (coverage.share > NEARLY_ALL) return 'The extractor kept nearly all visible text.'
  return null
}

/** Removal causes of nodes without readable text, such as scripts and the head, as indices into `REMOVALS`. */
export const UNREAD: ReadonlySet<number> = new Set([REMOVALS.indexOf('never content'), REMOVALS.indexOf('outside body')])

/**
 * Returns, per text node, the number of words that begin in the node; 0 for texts with a cause in `UNREAD`, such as scripts. Cached per
 * page.
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
    const begin = text.indexOf(word, from)
    from = begin + word.length
    while ((spans[span * 3 + 1] ?? Number.POSITIVE_INFINITY) <= begin) span++
    const node = spans[span * 3 + 2]
    if (node !== undefined) starts[node] = (starts[node] as number) + 1
  }
  return starts
})

/** Returns the number of kept words. A word counts for the text node in which the word begins. */
export function wordsOfSelection(page: PageModel, selected: Uint8Array): number {
  const starts = wordStarts(page)
  let words = 0
  for (let n = 0; n < page.count; n++) if (selected[n] === KEPT) words += starts[n] as number
  return words
}

/** Returns the F1 of characters, 2 TP / (2 TP + FP + FN), in [0,1]; 1 if both texts are empty. */
export function characterF1(counts: Readonly<Record<'truePositive' | 'falsePositive' | 'falseNegative', number>>): number {
  const all = 2 * counts.truePositive + counts.falsePositive + counts.falseNegative
  return all === 0 ? 1 : (2 * counts.truePositive) / all
}
