/** What panels say of a node alike: its name, to go there, and what became of it. */
import { createContext, useContext, type ReactNode } from 'react'
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
export const FATE_WORDS: Readonly<Record<Fate, string>> = { kept: 'kept', path: 'path', out: 'dropped' }

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

/** Whether the reasons' evidence waits behind a word: where somebody reads the page, the sentence comes first. */
export const FoldedEvidence = createContext(false)

/** The evidence below a sentence, with what stands behind it in a word where it is folded. */
export function EvidenceFold({ words, children }: { readonly words: string; readonly children: ReactNode }) {
  return useContext(FoldedEvidence) ? (
    <details className="why-fold">
      <summary>{words}</summary>
      {children}
    </details>
  ) : (
    children
  )
}
