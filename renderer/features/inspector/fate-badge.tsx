import { fateOf } from '../../../shared/explain/explain-node'
import type { NodeId } from '../../../shared/page/page-model'

const WORDS = { kept: 'kept', path: 'path', out: 'dropped' } as const

/** What became of a node, in a word and a colour. */
export function FateBadge({ selected, node }: { readonly selected: Uint8Array; readonly node: NodeId }) {
  const fate = fateOf(selected, node)
  return <span className={`fate fate-${fate}`}>{WORDS[fate]}</span>
}
