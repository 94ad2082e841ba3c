import { useEffect, useMemo, useRef, useState } from 'react'
import { Undo2 } from 'lucide-react'
import {
  adjudicatedAnswer,
  adjudicatedSpans,
  disputedQuestions,
  disputedStretches,
  isAgreed,
  isSettled,
  majorityOf,
  openQuestions,
  PAGE_QUESTIONS,
  type Decided,
  type PageQuestion,
} from '../../../../shared/gold/adjudication'
import { excerpt, type AxisRange } from '../../../../shared/gold/text-axis'
import { Check, DraftField } from '../../../components/fields'
import { Select } from '../../../components/select'
import { Button, IconButton } from '../../../components/button'
import { useAnnotate } from '../state/annotate'
import { adjudication, useAdjudication, type Adjudication } from '../state/adjudication'
import { labelColours } from '../labelling/label-colours'
import { LabelFrame } from '../labelling/frame/label-frame'
import type { Paint } from '../labelling/frame/frame-highlights'
import type { FrameHandlers } from '../labelling/frame/frame-pointer'
import agreementStyles from './agreement.module.css'
import labelStyles from '../labelling/label.module.css'
import panelStyles from '../labelling/panels/label-panels.module.css'

/** One for each annotator; told apart also by people who do not see colours well, and always with the name. */
const SIDES = ['#0b5cad', '#a35f00', '#7446b0', '#00788c', '#a3286f', '#5a616c']
const DECIDED = '#0a6b51'
const OPEN = '#b8420a'

const sideColour = (i: number): string => SIDES[i % SIDES.length] ?? '#5a616c'

function edit(range: AxisRange, erase: boolean): void {
  adjudication.edit(range, erase ? null : (useAdjudication.getState().open?.label ?? null))
}

/** What the pointer does: it gives text the chosen label, whatever the annotators said. */
const HANDLERS: FrameHandlers = { onBlock: edit, onRangeTo: edit, onText: edit }

const QUESTIONS: Readonly<Record<PageQuestion, string>> = {
  pageType: 'page type',
  title: 'title',
  author: 'author',
  date: 'date',
  notes: 'notes',
}

/** All who labelled a page: what they agree on, and what is decided stretch by stretch; any of it can be changed on the page. */
export function AdjudicateView({ open }: { readonly open: Adjudication }) {
  const { axis, state, at, saved } = open
  const { annotators, stretches } = state
  const labels = useAnnotate((s) => s.corpus?.labels)
  const styled = useAnnotate((s) => s.preferences.styled)
  const judge = useAnnotate((s) => s.preferences.annotator)
  const [showsAgreed, setShowsAgreed] = useState(false)
  const colours = useMemo(
    () => labelColours(labels ?? [], new Set(stretches.flatMap((stretch) => stretch.labels.flatMap((label) => label ?? [])))),
    [labels, stretches],
  )
  const disputed = useMemo(() => disputedStretches(state), [state])
  const questions = disputedQuestions(state)
  const left = openQuestions(state)
  const rows = showsAgreed ? stretches.map((_, i) => i) : disputed
  const paints = useMemo(
    (): Paint[] => [
      { id: 'bs-decided', colour: DECIDED, ranges: adjudicatedSpans(axis, state) },
      { id: 'bs-open', colour: OPEN, ranges: disputed.flatMap((i) => (isSettled(state, i) ? [] : (stretches[i] ?? []))), look: 'wavy' },
    ],
    [axis, state, stretches, disputed],
  )
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    list.current?.querySelector(`[data-stretch="${at}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [at])

  function step(by: 1 | -1): void {
    const next = by > 0 ? rows.find((i) => i > at) : rows.findLast((i) => i < at)
    if (next !== undefined) adjudication.show(next)
  }

  function onKeyDown(event: React.KeyboardEvent): void {
    const { key } = event
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return
    const values = stretches[at]?.labels
    const side = /^[1-9]$/.test(key) ? values?.[Number(key) - 1] : undefined
    const most = key === 'm' && values ? majorityOf(values) : undefined
    if (key === 'ArrowDown' || key === 'ArrowUp') step(key === 'ArrowDown' ? 1 : -1)
    else if ((event.ctrlKey || event.metaKey) && key === 'z') adjudication.undo()
    else if (key === '0') adjudication.decide(at, null)
    else if (side !== undefined) adjudication.decide(at, side)
    else if (most !== undefined) adjudication.decide(at, most)
    else return
    event.preventDefault()
  }

  return (
    <div className="column" data-testid="adjudicate">
      <div className={`row ${labelStyles.bar}`}>
        <Button onClick={() => adjudication.close()}>Back to the table</Button>
        <strong className={`cut ${agreementStyles.page}`} title={open.page.url ?? undefined}>
          {open.summary.title.trim() || open.page.entry.id} <code>{open.page.entry.id}</code>
        </strong>
        <span className={`row ${agreementStyles.take}`} role="group" aria-label="Take everything open">
          <Button small onClick={() => adjudication.takeMajority()} title="Wherever more than half say the same">
            Majority
          </Button>
          {annotators.map((name, i) => (
            <Button key={name} small onClick={() => adjudication.takeAll(i)}>
              <span className={labelStyles.swatch} style={{ background: sideColour(i) }} /> All of {name}
            </Button>
          ))}
        </span>
        <IconButton icon={Undo2} label="Undo the last decision" disabled={open.past.length === 0} onClick={() => adjudication.undo()} />
        <span className="space" />
        {annotators.includes(judge) ? (
          <span
            className="quiet"
            title="Decisions are kept with who made them; the campaign names pages decided by one of their annotators"
          >
            Your own labels are among these.
          </span>
        ) : null}
        <span role="status">{left === 0 ? 'All decided' : `${left} of ${disputed.length + questions.length} to decide`}</span>
        {left > 0 ? (
          <Button disabled={saved} onClick={() => void adjudication.save()}>
            {saved ? 'Kept' : 'Keep for later'}
          </Button>
        ) : null}
        <Button tone="strong" disabled={left > 0 || saved} onClick={() => void adjudication.save()}>
          {saved && left === 0 ? 'Saved as final' : 'Save as final'}
        </Button>
        {saved ? <Button onClick={() => void adjudication.next()}>Next page to decide</Button> : null}
      </div>
      <div className={`row ${labelStyles.bar}`} role="toolbar" aria-label="Change any text by pointing at it">
        <span className="quiet">Click or drag on the page to change any text to</span>
        <div className={`row ${labelStyles.choice}`} role="group" aria-label="Label to give">
          {[...colours].map(([name, colour]) => (
            <Button key={name} tone="bare" aria-pressed={open.label === name} onClick={() => adjudication.setLabel(name)}>
              <span className={labelStyles.swatch} style={{ background: colour }} /> {name}
            </Button>
          ))}
          <Button tone="bare" aria-pressed={open.label === null} onClick={() => adjudication.setLabel(null)}>
            no label
          </Button>
        </div>
        <span className="space" />
        <Check checked={showsAgreed} onChange={setShowsAgreed}>
          list what all agree on, too
        </Check>
      </div>
      <div className={labelStyles.body}>
        <LabelFrame
          page={open.summary.id}
          axis={axis}
          blocks={open.blocks}
          paints={paints}
          cursor={stretches[at] ?? null}
          styled={styled}
          handlers={HANDLERS}
          title={`The page ${open.page.entry.id}`}
        />
        <div
          className={agreementStyles.decisions}
          role="region"
          aria-label="What to decide: arrows to move, 1 to 9 for what an annotator says, m for the majority, 0 for no label"
          tabIndex={0}
          onKeyDown={onKeyDown}
        >
          {rows.length === 0 && questions.length === 0 ? <p className={`quiet ${panelStyles.empty}`}>They agree on everything.</p> : null}
          {PAGE_QUESTIONS.filter((question) => showsAgreed || questions.includes(question)).map((question) => (
            <Question key={question} open={open} question={question} />
          ))}
          <ol ref={list}>
            {rows.map((i) => {
              const stretch = stretches[i]
              if (!stretch) return null
              const decision = state.decided[i]
              const agreed = isAgreed(stretch.labels)
              return (
                <li
                  key={stretch.from}
                  data-stretch={i}
                  data-settled={isSettled(state, i) || undefined}
                  aria-current={i === at || undefined}
                  onClick={() => adjudication.show(i)}
                >
                  <p className={agreementStyles.text}>
                    {excerpt(axis, stretch, 300)}
                    {stretch.to > stretch.from + 300 ? ' …' : ''}
                  </p>
                  <div
                    className={`row ${agreementStyles.choices}`}
                    role="group"
                    aria-label={agreed ? `Agreed ${i + 1}` : `Decision ${disputed.indexOf(i) + 1}`}
                  >
                    <Sides
                      annotators={annotators}
                      values={stretch.labels}
                      decision={decision}
                      none="no label"
                      onChoose={(label) => adjudication.decide(i, label)}
                    />
                    <OtherLabel
                      labels={[null, ...colours.keys()].filter((label) => !stretch.labels.includes(label))}
                      decided={decision?.value}
                      // What all agree on is changed as an edit, which needs no dispute.
                      onChoose={(label) => (agreed ? adjudication.edit(stretch, label) : adjudication.decide(i, label))}
                    />
                  </div>
                  {decision ? <Signature by={decision.by} at={decision.at} /> : null}
                </li>
              )
            })}
          </ol>
          {state.edits.length > 0 ? (
            <p className={`quiet ${panelStyles.empty}`}>
              {state.edits.length === 1 ? 'One stretch was' : `${state.edits.length} stretches were`} changed by hand on the page.
            </p>
          ) : null}
        </div>
      </div>
    </div>
  )
}

/** A label that none of the annotators gave. */
function OtherLabel({
  labels,
  decided,
  onChoose,
}: {
  readonly labels: readonly (string | null)[]
  readonly decided: string | null | undefined
  readonly onChoose: (label: string | null) => void
}) {
  const at = decided === undefined ? -1 : labels.indexOf(decided)
  return (
    <Select
      small
      label="Another label"
      value={at}
      options={[{ value: -1, label: 'another …', disabled: true }, ...labels.map((label, i) => ({ value: i, label: label ?? 'no label' }))]}
      onChange={(i) => onChoose(labels[i] ?? null)}
    />
  )
}

/** What is told of the page: each annotator's answer, nothing, or another one. */
function Question({ open, question }: { readonly open: Adjudication; readonly question: PageQuestion }) {
  const { state } = open
  const decision = state.settled[question]
  const values = state.answers[question]
  const none = question === 'pageType' ? 'no type' : 'nothing'
  const agreed = isAgreed(values)
  return (
    <div className={agreementStyles.question} data-settled={agreed || decision !== undefined || undefined}>
      <div role="group" aria-label={`Decision on the ${QUESTIONS[question]}`}>
        <p className={agreementStyles.text}>
          {QUESTIONS[question][0]?.toUpperCase()}
          {QUESTIONS[question].slice(1)}
          {decision || agreed ? `: ${adjudicatedAnswer(state, question) ?? 'none'}` : ''}
        </p>
        <div className={`row ${agreementStyles.choices}`}>
          <Sides
            annotators={state.annotators}
            values={values}
            decision={decision}
            none={none}
            onChoose={(value) => adjudication.answer(question, value)}
          />
          {values.includes(null) ? null : (
            <Choice pressed={decision?.value === null} onChoose={() => adjudication.answer(question, null)}>
              {none}
            </Choice>
          )}
          <DraftField
            aria-label={`Another ${QUESTIONS[question]}`}
            placeholder="another"
            maxLength={question === 'pageType' ? 40 : undefined}
            value=""
            onCommit={(typed) => {
              if (typed.trim() !== '') adjudication.answer(question, typed.trim())
            }}
          />
        </div>
      </div>
      {decision ? <Signature by={decision.by} at={decision.at} /> : null}
    </div>
  )
}

function Signature({ by, at }: { readonly by: string; readonly at: string }) {
  return (
    <p className="quiet">
      {by}, {new Date(at).toLocaleString()}
    </p>
  )
}

interface SidesProps {
  readonly annotators: readonly string[]
  readonly values: readonly (string | null)[]
  readonly decision: Decided | null | undefined
  /** What nothing is called. */
  readonly none: string
  readonly onChoose: (value: string | null) => void
}

/** What each annotator says, to be chosen. */
function Sides({ annotators, values, decision, none, onChoose }: SidesProps) {
  return values.map((value, side) => (
    <Choice
      key={annotators[side]}
      pressed={decision ? decision.value === value : isAgreed(values)}
      colour={sideColour(side)}
      onChoose={() => onChoose(value)}
    >
      {annotators[side]}: {value ?? none}
    </Choice>
  ))
}

interface ChoiceProps {
  readonly pressed: boolean
  readonly colour?: string
  readonly onChoose: () => void
  readonly children: React.ReactNode
}

function Choice({ pressed, colour, onChoose, children }: ChoiceProps) {
  return (
    <Button
      tone="bare"
      aria-pressed={pressed}
      style={{ '--label': colour ?? 'var(--line)' } as React.CSSProperties}
      onClick={(event) => {
        event.stopPropagation()
        onChoose()
      }}
    >
      {children}
    </Button>
  )
}
