import { fateOf, type Fate } from '../../../shared/explain/explain-node'
import type { NodeId } from '../../../shared/page/page-model'

const WORDS: Readonly<Record<Fate, string>> = { kept: 'kept', path: 'path', out: 'dropped' }

/** A fate in a word and a colour. */
export function FateWord({ fate }: { readonly fate: Fate }) {
  return <span className={`dot fate fate-${fate}`}>{WORDS[fate]}</span>
}

/** What became of a node. */
export function FateBadge({ selected, node }: { readonly selected: Uint8Array; readonly node: NodeId }) {
  return <FateWord fate={fateOf(selected, node)} />
}
