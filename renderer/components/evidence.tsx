/** What panels say of a node alike: its name, to go there, and what became of it. */
import type { ReactNode } from 'react'
import { ChevronRight } from 'lucide-react'
import { create } from 'zustand'
import { fateOf, type Fate } from '../../shared/explain/explain-node'
import { nodeLabel } from '../../shared/explain/node-label'
import type { NodeId, PageModel } from '../../shared/page/page-model'
import type { ExtractionResult } from '../../shared/contract/contract'
import type { ExtractorInfo } from '../../shared/extractors/core/extractor'
import { actions } from '../window/window'
import { Button } from './button'
import { PanelPart } from './panel/panel'

/** A result on a page, and the extractor that gave it. */
export interface Inspected {
  readonly model: PageModel
  readonly result: ExtractionResult
  readonly info: ExtractorInfo
}

/** A node of it that is asked about. */
export interface InspectedNode extends Inspected {
  readonly node: NodeId
}

interface NodeProps {
  readonly model: PageModel
  readonly node: NodeId
}

/** A node's name, which selects it. @param letters at most so many of its name */
export function NodeLink({ model, node, letters = 32 }: NodeProps & { readonly letters?: number }) {
  return (
    <Button small tone="link" onClick={() => actions.select(node)}>
      {nodeLabel(model, node, letters)}
    </Button>
  )
}

/** What is said of each fate. */
export const FATE_WORDS: Readonly<Record<Fate, string>> = { kept: 'Kept', path: 'Contains kept text', out: 'Dropped' }

/** A fate in a word and a colour. */
export function FateWord({ fate }: { readonly fate: Fate }) {
  return <span className={`dot fate fate-${fate}`}>{FATE_WORDS[fate]}</span>
}

/** What became of a node. */
export function FateBadge({ selected, node }: { readonly selected: Uint8Array; readonly node: NodeId }) {
  return <FateWord fate={fateOf(selected, node)} />
}

/** What a run warns of; nothing where it does not. */
export function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  if (warnings.length === 0) return null
  return (
    <PanelPart title="Warnings">
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </PanelPart>
  )
}

/** Folds that a person opened or shut, by title; they stay so from node to node. */
const useFolds = create<Readonly<Record<string, boolean>>>()(() => ({}))

interface FoldProps {
  readonly title: string
  readonly isOpenAtFirst?: boolean
  readonly children: ReactNode
}

/** Evidence behind its title. What is folded is not drawn. */
export function Fold({ title, isOpenAtFirst = false, children }: FoldProps) {
  const isOpen = useFolds((folds) => folds[title] ?? isOpenAtFirst)
  return (
    <section className="fold">
      <h3>
        <Button tone="bare" aria-expanded={isOpen} onClick={() => useFolds.setState({ [title]: !isOpen })}>
          <ChevronRight size={14} aria-hidden="true" />
          {title}
        </Button>
      </h3>
      {isOpen ? <div className="fold-body">{children}</div> : null}
    </section>
  )
}
