import { adjudicatedAnswer, isAgreed, isSettled, type Decided, type PageQuestion } from '../../../../shared/gold/adjudication'
import { axisExcerpt } from '../../../../shared/gold/text-axis'
import { Button } from '../../../components/button'
import { DraftField, Select } from '../../../components/fields'
import { formatTime } from '../../../components/number-format'
import { adjudication, type Adjudication } from '../state/adjudication'
import agreementStyles from './agreement.module.css'

/** Colours of the annotators. Colour-blind people can distinguish the first two colours, but not all six. */
const SIDES = ['#0b5cad', '#a35f00', '#7446b0', '#00788c', '#a3286f', '#5a616c']
export const sideColour = (i: number): string => SIDES[i % SIDES.length] ?? '#5a616c'

const nameOf = (question: PageQuestion): string => (question === 'pageType' ? 'page type' : question)

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
        <Sides
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
  const name = nameOf(question)
  const none = question === 'pageType' ? 'no type' : 'nothing'
  const agreed = isAgreed(values)
  return (
    <div className={agreementStyles.question} data-settled={agreed || decision !== undefined || undefined}>
      <div role="group" aria-label={`Decision on the ${name}`}>
        <p className={agreementStyles.text}>
          {name[0]?.toUpperCase()}
          {name.slice(1)}
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

interface SidesProps {
  readonly annotators: readonly string[]
  readonly values: readonly (string | null)[]
  readonly decision: Decided | null | undefined
  readonly none: string
  readonly onChoose: (value: string | null) => void
}

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
