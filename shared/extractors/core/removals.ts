import { REMOVALS, type ContentTree } from '../../page/content-tree'
import type { RunReporter } from './define'
import { ruleTable } from './rule-table'

export const removedRule = ruleTable({
  removed: 'removed before measuring | Form controls and their contents are never content. They are removed before measuring.',
})

/** Records that the form controls inside the entry `kept` stay removed. Call this function after the `keep` of the entry. */
export function decideRemovals(tree: ContentTree, kept: number, decideNode: RunReporter<never, 'removed'>['decideNode']): void {
  const { page, removal } = tree
  const control = REMOVALS.indexOf('form control')
  let n: number = tree.node[kept]
  const end = page.subtreeEnd[n]
  while (n < end) {
    if (removal[n] !== control) {
      n++
      continue
    }
    decideNode(n, 'drop', 'removed', 0, 0)
    n = page.subtreeEnd[n]
  }
}
