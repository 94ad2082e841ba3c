import { REMOVALS } from '../page/content-tree'
import { outputText } from '../page/output'
import type { PageModel } from '../page/page-model'
import { KEPT, OUT } from '../page/selection'
import { words } from '../page/text'
import { removalsOf } from './hidden-cause'
import { once } from '../base/once'

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
