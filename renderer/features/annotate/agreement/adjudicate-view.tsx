import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { Swatch } from '../../../components/evidence'
import { Undo2 } from 'lucide-react'
import {
  adjudicatedSpans,
  disputedQuestions,
  disputedStretches,
  isSettled,
  majorityOf,
  openQuestions,
  PAGE_QUESTIONS,
} from '../../../../shared/gold/adjudication'
import { Check } from '../../../components/fields'
import { Button, IconButton } from '../../../components/button'
import { formatCount } from '../../../components/number-format'
import { useAnnotate } from '../state/annotate'
import { adjudication, isUnsaved, useAdjudication, type Adjudication } from '../state/adjudication'
import { labelColours } from '../labelling/label-keys'
import { LabelFrame, type Paint } from '../labelling/frame/label-frame'
import type { FrameHandlers } from '../labelling/frame/frame-pointer'
import { PageDecision, sideColour, StretchDecision } from './decisions'
import agreementStyles from './agreement.module.css'
import labelStyles from '../labelling/label.module.css'
import panelStyles from '../labelling/panels/label-panels.module.css'

const DECIDED = '#0a6b51'
const OPEN = '#b8420a'

const HANDLERS: FrameHandlers = {
  onPick: (range, _how, erase) => adjudication.edit(range, erase ? null : (useAdjudication.getState().open?.label ?? null)),
}

export function AdjudicateView({ open }: { readonly open: Adjudication }) {
  const { axis, state, at } = open
  const { stretches } = state
  const labels = useAnnotate((s) => s.corpus?.labels)
  const [showsAgreed, setShowsAgreed] = useState(false)
  const colours = labelColours(labels ?? [], new Set(stretches.flatMap((stretch) => stretch.labels.flatMap((label) => label ?? []))))
  useEffect(() => () => void adjudication.store(), [])
  const disputed = useMemo(() => disputedStretches(state), [state])
  const paints = useMemo(
    (): Paint[] => [
      { id: 'bs-decided', colour: DECIDED, ranges: adjudicatedSpans(axis, state) },
      { id: 'bs-open', colour: OPEN, ranges: disputed.flatMap((i) => (isSettled(state, i) ? [] : (stretches[i] ?? []))), look: 'wavy' },
    ],
    [axis, state, stretches, disputed],
  )
  return (
    <div className="column pane" data-testid="adjudicate">
      <PageBar open={open} disputed={disputed.length} />
      <div className={`row ${labelStyles.bar}`} role="toolbar" aria-label="Edit labels on the page">
        <span className="quiet">Click or drag on the page to label text as</span>
        <div className="row" role="group" aria-label="Label">
          {[...colours].map(([name, colour]) => (
            <Button key={name} tone="word" aria-pressed={open.label === name} onClick={() => adjudication.setLabel(name)}>
              <Swatch colour={colour} /> {name}
            </Button>
          ))}
          <Button label="no label" tone="word" aria-pressed={open.label === null} onClick={() => adjudication.setLabel(null)} />
        </div>
        <span className="space" />
        <Check label="Show agreed text" checked={showsAgreed} onChange={setShowsAgreed} />
      </div>
      <div className={`fill ${labelStyles.body}`}>
        <LabelFrame {...{ open, paints }} cursor={stretches[at] ?? null} handlers={HANDLERS} />
        <DecisionList open={open} disputed={disputed} labels={[...colours.keys()]} showsAgreed={showsAgreed} />
      </div>
    </div>
  )
}

function PageBar({ open, disputed }: { readonly open: Adjudication; readonly disputed: number }) {
  const { state, base, stored, past, failed } = open
  const { annotators } = state
  const judge = useAnnotate((s) => s.preferences.annotator)
  const left = openQuestions(state)
  const unsaved = isUnsaved(open)
  const isFinal = stored !== null && base?.gold.status === 'adjudicated' && !unsaved
  return (
    <div className={`row ${labelStyles.bar}`}>
      <Button label="Back" onClick={() => void adjudication.close()} />
      {failed && unsaved ? (
        <Button label="Leave without saving" onClick={() => adjudication.leave()} title="Discards the decisions since the last save" />
      ) : null}
      <strong className={`cut ${agreementStyles.page}`} title={open.page.url ?? undefined}>
        <bdi>{open.summary.title.trim() || open.page.entry.id}</bdi> <code>{open.page.entry.id}</code>
      </strong>
      <span className={`row ${agreementStyles.take}`} role="group" aria-label="Decide all open differences">
        <Button
          label="Majority"
          small
          onClick={() => adjudication.decideByMajority()}
          title="Decides each text that more than half of the annotators labelled equally. An imported gold standard does not count as an annotator."
        />
        {annotators.map((name, i) => (
          <Button key={name} small onClick={() => adjudication.applyLabels(i)}>
            <Swatch colour={sideColour(i)} /> Labels of {name}
          </Button>
        ))}
      </span>
      <IconButton icon={Undo2} label="Undo the last decision" disabled={past.length === 0} onClick={() => adjudication.undo()} />
      <span className="space" />
      {annotators.includes(judge) ? (
        <span
          className="quiet"
          title="Each decision is stored with its author. Campaign lists pages with decisions by an annotator of the page."
        >
          These labels include yours.
        </span>
      ) : null}
      <span role="status">{left === 0 ? 'All decided' : `${left} of ${disputed + disputedQuestions(state).length} to decide`}</span>
      {stored || unsaved ? <span className="quiet">{unsaved ? 'Not saved yet' : 'Saved'}</span> : null}
      <Button
        label={isFinal ? 'Saved as final' : 'Save as final'}
        tone="strong"
        disabled={left > 0 || isFinal}
        onClick={adjudication.save}
      />
      {stored ? <Button label="Next page" onClick={() => void adjudication.next()} /> : null}
    </div>
  )
}

interface DecisionListProps {
  readonly open: Adjudication
  readonly disputed: readonly number[]
  readonly labels: readonly string[]
  readonly showsAgreed: boolean
}

function DecisionList({ open, disputed, labels, showsAgreed }: DecisionListProps) {
  const { state, at } = open
  const { stretches } = state
  const questions = disputedQuestions(state)
  const rows = showsAgreed ? stretches.map((_, i) => i) : disputed
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    list.current?.querySelector(`[data-stretch="${at}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [at])

  function step(by: 1 | -1): void {
    const next = by > 0 ? rows.find((i) => i > at) : rows.findLast((i) => i < at)
    if (next !== undefined) adjudication.show(next)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key } = event
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return
    const values = stretches[at]?.labels
    const side = /^[1-9]$/.test(key) ? values?.[Number(key) - 1] : undefined
    const most = key === 'm' && values ? majorityOf(state, values) : undefined
    if (key === 'ArrowDown' || key === 'ArrowUp') step(key === 'ArrowDown' ? 1 : -1)
    else if ((event.ctrlKey || event.metaKey) && key === 'z') adjudication.undo()
    else if (key === '0') adjudication.decide(at, null)
    else if (side !== undefined) adjudication.decide(at, side)
    else if (most !== undefined) adjudication.decide(at, most)
    else return
    event.preventDefault()
  }

  return (
    <div
      className={agreementStyles.decisions}
      role="region"
      aria-label="Decisions: arrows to move, 1 to 9 for an annotator’s label, m for the majority, 0 for no label"
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      {rows.length === 0 && questions.length === 0 ? <p className={`quiet ${panelStyles.empty}`}>All annotators agree.</p> : null}
      {PAGE_QUESTIONS.filter((question) => showsAgreed || questions.includes(question)).map((question) => (
        <PageDecision key={question} open={open} question={question} />
      ))}
      <ol ref={list}>
        {rows.map((i) => (
          <StretchDecision key={stretches[i]?.from} open={open} at={i} number={disputed.indexOf(i) + 1} labels={labels} />
        ))}
      </ol>
      {state.edits.length > 0 ? (
        <p className={`quiet ${panelStyles.empty}`}>{formatCount(state.edits.length, 'edit')} on the page.</p>
      ) : null}
    </div>
  )
}
