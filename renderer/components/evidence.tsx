import { useState, type CSSProperties, type ReactNode } from 'react'
import { ChevronRight } from 'lucide-react'
import { create } from 'zustand'
import { extraText, kept, missingText } from '../../shared/base/glossary.json'
import { FALSE_NEGATIVE, FALSE_POSITIVE, TRUE_POSITIVE } from '../../shared/evaluation/gold-on-page'
import { hiddenCause } from '../../shared/explain/coverage'
import { explainNode, type NodeStatus } from '../../shared/explain/explain-node'
import { headline, STATUS_WORDS } from '../../shared/explain/reason-sentence'
import { nodeLabel } from '../../shared/explain/node-label'
import type { NodeId, PageModel } from '../../shared/page/page-model'
import type { ExtractionResult } from '../../shared/contract/contract'
import type { ExtractorInfo } from '../../shared/extractors/core/extractor'
import { actions } from '../window/window'
import { Button } from './button'
import { formatNumber } from './number-format'
import { PanelPart } from './panel/panel'

export interface Inspected {
  readonly model: PageModel
  readonly result: ExtractionResult
  readonly info: ExtractorInfo
}

export interface InspectedNode extends Inspected {
  readonly node: NodeId
}

export const reasonSentence = ({ model, result: { extraction, trace }, info, node }: InspectedNode): string | null =>
  trace && headline(model, explainNode(model, { extraction, trace, rules: info.rules }, node), hiddenCause(model, node), formatNumber)

/** Kinds of text against the gold standard. `bit` is the bit of the kind per node. */
export const HITS = [
  { bit: TRUE_POSITIVE, key: 'truePositive', colour: 'var(--kept)', name: 'kept, in gold text', title: kept.text },
  { bit: FALSE_POSITIVE, key: 'falsePositive', colour: 'var(--extra)', name: 'extra text', title: extraText.text },
  { bit: FALSE_NEGATIVE, key: 'falseNegative', colour: 'var(--missed)', name: 'missing text', title: missingText.text },
] as const

export function NodeLink({ model, node, letters = 32 }: Pick<InspectedNode, 'model' | 'node'> & { readonly letters?: number }) {
  return <Button label={nodeLabel(model, node, letters)} small tone="link" onClick={() => actions.select(node)} />
}

/** Removes the outcome from the start of a sentence. `joint` is the text between outcome and reason, such as `: `, and can be empty. */
export function splitOutcome(sentence: string, status: NodeStatus): readonly [joint: string, reason: string] {
  const start = STATUS_WORDS[status]
  const rest = sentence.startsWith(start) ? sentence.slice(start.length) : sentence
  const [, joint = '', reason = rest] = /^(: |, but |, | )(.*)$/s.exec(rest) ?? []
  return [joint, reason]
}

export function StatusWord({ status }: { readonly status: NodeStatus }) {
  return <span className={`dot status status-${status}`}>{STATUS_WORDS[status]}</span>
}

export const Swatch = ({ colour, children }: { readonly colour: string | undefined; readonly children?: ReactNode }) => (
  <span className="dot dot-area" style={{ '--dot': colour } as CSSProperties}>
    {children}
  </span>
)

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

/** Returns whether to show the whole list, and the button that changes this. @param fewer words of the button while the whole list is shown */
export function useMore(fewer: string): readonly [isWhole: boolean, button: ReactNode] {
  const [isWhole, setWhole] = useState(false)
  return [
    isWhole,
    <Button key="more" label={isWhole ? fewer : 'Show all'} small aria-expanded={isWhole} onClick={() => setWhole(!isWhole)} />,
  ]
}

const useFolds = create<Readonly<Record<string, boolean>>>()(() => ({}))

interface FoldProps {
  readonly title: string
  readonly isOpenAtFirst?: boolean
  readonly children: ReactNode
}

export function Fold({ title, isOpenAtFirst = false, children }: FoldProps) {
  const isOpen = useFolds((folds) => folds[title] ?? isOpenAtFirst)
  return (
    <section className="fold">
      <h2>
        <Button tone="row" className="bar" aria-expanded={isOpen} onClick={() => useFolds.setState({ [title]: !isOpen })}>
          <ChevronRight size={14} aria-hidden="true" />
          {title}
        </Button>
      </h2>
      {isOpen ? <div className="fold-body">{children}</div> : null}
    </section>
  )
}
