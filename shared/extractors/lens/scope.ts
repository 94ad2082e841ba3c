/** Selects text that Lens treats differently from other text: hidden panels, comments and repeats. */
import { once } from '../../base/once'
import { contentTree, REMOVALS, usualTree, type ContentTree } from '../../page/content-tree'
import { attribute, ELEMENT, type NodeId, type PageModel } from '../../page/page-model'
import type { Blocks } from './blocks'
import type { BlockContext } from './block-context'
import { NOWHERE } from './marks'

const PANEL =
  /(?:^|[-_ ])(?:tab|accord|collaps|faq|answer|toggle|expand|panel)|(?:tab|accordion|collapse|collapsible|panel|answer|pane)(?:$|[-_ ])/i
const NO_CONTENT = /nav|menu|modal|dialog|popup|overlay|cookie|search|login|cart|filter|footer|header|share|lang/i
const HIDDEN: ReadonlySet<number> = new Set([REMOVALS.indexOf('hidden attribute'), REMOVALS.indexOf('inline display:none')])

function isPanel(page: PageModel, element: NodeId): boolean {
  const value = (name: string): string => attribute(page, element, name) ?? ''
  const names = `${value('class')} ${value('id')}`
  if (NO_CONTENT.test(names)) return false
  return value('role') === 'tabpanel' || (value('role') === 'region' && value('aria-labelledby') !== '') || PANEL.test(names)
}

/**
 * Returns the tree that Lens measures if `dropHidden` and `panels` are true. On a page without layout, the tree includes hidden panels
 * (docs/lens.md, Blocks).
 */
export const treeWithPanels = once((page: PageModel): ContentTree => {
  const usual = usualTree(page)
  const hasPanels = (): boolean => usual.removal.some((reason, n) => HIDDEN.has(reason) && page.kind[n] === ELEMENT && isPanel(page, n))
  return !page.layout && hasPanels() ? contentTree(page, { reveals: (element) => isPanel(page, element) }) : usual
})

/**
 * Minimum words of kept text outside comments. On a page with fewer such words, the automatic setting keeps comments (docs/lens.md,
 * Comments).
 */
export const ENOUGH_WITHOUT_COMMENTS = 400

export function commentBlocks(context: BlockContext): Uint8Array {
  const levels = context.levels('class-comment')
  return Uint8Array.from(context.blocks.element, (element) => (levels[element] < NOWHERE ? 1 : 0))
}

export function keptOutsideComments({ count, words }: Blocks, comments: Uint8Array, kept: Uint8Array): number {
  let sum = 0
  for (let b = 0; b < count; b++) if (kept[b] === 1 && comments[b] === 0) sum += words[b]
  return sum
}

/** Minimum words of a dropped sequence of repeats (docs/lens.md, Repeats). */
export const ENOUGH_REPEATED = 20

/**
 * Returns, per block, the number of words in the block's sequence of repeats, or 0. A repeat is a kept block with the text of an earlier
 * kept block. A sequence contains all repeats between two kept blocks that are not repeats.
 */
export function repeatedWords({ count, words }: Blocks, texts: readonly string[], kept: Uint8Array): Int32Array {
  const known = new Set<string>()
  const sums = new Int32Array(count)
  for (let b = 0, sum = 0; b < count; b++) {
    if (kept[b] === 0) continue
    sum = known.has(texts[b]) ? sum + words[b] : 0
    sums[b] = sum
    known.add(texts[b])
  }
  for (let b = count - 1, sum = 0; b >= 0; b--) if (kept[b] === 1) sums[b] = sum = sums[b] === 0 ? 0 : Math.max(sum, sums[b])
  return sums
}
