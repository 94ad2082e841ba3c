import type { NodeId } from '../../page/page-model'
import { REMOVALS, type ContentTree } from '../../page/content-tree'
import type { RuleSpec } from './extractor'
import type { Probe } from './probe'

/** The rule by which form controls and the like inside a kept element stay out. */
export const removedRule: RuleSpec = {
  id: 'removed',
  label: 'removed before measuring',
  relation: '',
  quantity: '',
  unit: '',
  sentence: 'It was taken out before anything was measured: form controls and what is inside them are never content here.',
}

/**
 * Records that removed controls inside a kept element stay out, so that the decisions alone give the selection.
 * Call it after the `keep` of that element, only while the probe is active. Linear in the element's nodes.
 */
export function decideRemovals(tree: ContentTree, kept: NodeId, probe: Probe): void {
  const { page, removal } = tree
  const control = REMOVALS.indexOf('form control')
  let n = kept
  const end = page.subtreeEnd[kept]
  while (n < end) {
    if (removal[n] !== control) {
      n++
      continue
    }
    probe.decide(n, 'drop', removedRule.id, 0, 0)
    n = page.subtreeEnd[n]
  }
}
