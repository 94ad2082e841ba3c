import { adjudicatedAnswer, isAgreed, isSettled, type Decided, type PageQuestion } from '../../../../shared/gold/adjudication'
import { axisExcerpt } from '../../../../shared/gold/text-axis'
import { Button } from '../../../components/button'
import { DraftField, Select } from '../../../components/fields'
import { capitalised, formatTime } from '../../../components/number-format'
import { adjudication, type Adjudication } from '../state/adjudication'
import agreementStyles from './agreement.module.css'

/** Colours of the annotators. Colour-blind people can distinguish the first two colours, but not all six. */
const SIDES = ['#0b5cad', '#a35f00', '#7446b0', '#00788c', '#a3286f', '#5a616c']
export const sideColour = (i: number): string => SIDES[i % SIDES.length] ?? '#5a616c'

interface StretchDecisionProps {
  readonly open: Adjudication
  readonly at: number
  /** Number of the disputed text, from 1. Zero if all annotators agree on the text. */
  readonly number: number
  readonly labels: readonly string[]
}

export function StretchDecision({ open, at, number, labels }: StretchDecisionProps) {
  const { axis, state } = open
  const stretch = state.stretches[at]
  if (!stretch) return null
  const decision = state.decided[at]
  const agreed = isAgreed(stretch.labels)
  const others = [null, ...labels].filter((label) => !stretch.labels.includes(label))
  return (
    <li
      data-stretch={at}
      data-settled={isSettled(state, at) || undefined}
      aria-current={open.at === at || undefined}
      onClick={() => adjudication.show(at)}
    >
      <p className={agreementStyles.text} dir="auto">
        {axisExcerpt(axis, stretch, 300)}
        {stretch.to > stretch.from + 300 ? ' …' : ''}
      </p>
      <div className={`row ${agreementStyles.choices}`} role="group" aria-label={agreed ? `Agreed ${at + 1}` : `Decision ${number}`}>
        <Choices
          annotators={state.annotators}
          values={stretch.labels}
          decision={decision}
          none="no label"
          onChoose={(label) => adjudication.decide(at, label)}
        />
        <Select
          small
          label="Another label"
          value={others.findIndex((label) => label === decision?.value)}
          options={[
            { value: -1, label: 'another …', disabled: true },
            ...others.map((label, i) => ({ value: i, label: label ?? 'no label' })),
          ]}
          onChange={(i) => {
            const label = others[i] ?? null
            if (agreed) adjudication.edit(stretch, label)
            else adjudication.decide(at, label)
          }}
        />
      </div>
      {decision ? <Signature by={decision.by} at={decision.at} /> : null}
    </li>
  )
}

export function PageDecision({ open, question }: { readonly open: Adjudication; readonly question: PageQuestion }) {
  const { state } = open
  const decision = state.settled[question]
  const values = state.answers[question]
  const name = question === 'pageType' ? 'page type' : question
  const none = question === 'pageType' ? 'no type' : 'nothing'
  const agreed = isAgreed(values)
  return (
    <div className={agreementStyles.question} data-settled={agreed || decision !== undefined || undefined}>
      <div role="group" aria-label={`Decision on the ${name}`}>
        <p className={agreementStyles.text}>
          {capitalised(name)}
          {decision || agreed ? `: ${adjudicatedAnswer(state, question) ?? 'none'}` : ''}
        </p>
        <div className={`row ${agreementStyles.choices}`}>
          <Choices
            annotators={state.annotators}
            values={values}
            decision={decision}
            none={none}
            offersNone
            onChoose={(value) => adjudication.answer(question, value)}
          />
          <DraftField
            aria-label={`Another ${name}`}
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
      {by}, {formatTime(at)}
    </p>
  )
}

interface ChoicesProps {
  readonly annotators: readonly string[]
  readonly values: readonly (string | null)[]
  readonly decision: Decided | null | undefined
  /** Words for the value null. */
  readonly none: string
  readonly onChoose: (value: string | null) => void
  /** Whether no value can be chosen if all annotators have a value. */
  readonly offersNone?: boolean
}

function Choices({ annotators, values, decision, none, onChoose, offersNone = false }: ChoicesProps) {
  const choices = values.map((value, i) => ({ value, words: `${annotators[i]}: ${value ?? none}`, colour: sideColour(i) }))
  if (offersNone && !values.includes(null)) choices.push({ value: null, words: none, colour: 'var(--line)' })
  return choices.map(({ value, words, colour }) => (
    <Button
      key={words}
      tone="bare"
      label={words}
      aria-pressed={decision ? decision.value === value : isAgreed([...values, value])}
      style={{ '--label': colour } as React.CSSProperties}
      onClick={(event) => {
        event.stopPropagation()
        onChoose(value)
      }}
    />
  ))
}
