import { useEffect, useMemo, useRef } from 'react'
import { openQuestions, settledType, type Decision, type TypeDecision } from '../../../../shared/gold/adjudication'
import type { PageType } from '../../../../shared/gold/page-type'
import { spacedText } from '../../../../shared/gold/text-axis'
import { Button } from '../../../components/button'
import { useAnnotate } from '../state/annotate'
import { adjudication, type Adjudication } from '../state/adjudication'
import { labelColours } from '../labelling/label-colours'
import { LabelFrame } from '../labelling/label-frame'
import { PageTypeChoice } from '../labelling/page-type-choice'
import type { Paint } from '../labelling/frame-highlights'

const FIRST = '#0b5cad'
const SECOND = '#a35f00'
const AGREED = '#0b7a5c'

/** Two annotators on one page: what they agree on is settled, the rest is decided stretch by stretch. */
export function AdjudicateView({ open }: { readonly open: Adjudication }) {
  const { axis, comparison, decisions, names, golds, at, pageType, saved } = open
  const labels = useAnnotate((state) => state.corpus?.labels)
  const styled = useAnnotate((state) => state.preferences.styled)
  const used = useMemo(() => new Set([...open.sides[0], ...open.sides[1]].map((span) => span.label)), [open.sides])
  const all = [...labelColours(labels ?? [], used).keys()]
  const { agreed, disputed } = comparison
  const [firstType, secondType] = [golds[0].pageType, golds[1].pageType]
  const typeDisputed = firstType !== secondType
  const questions = disputed.length + (typeDisputed ? 1 : 0)
  const left = openQuestions(decisions, pageType)
  const current = disputed[at] ?? null
  const paints = useMemo(
    (): Paint[] => [
      { id: 'bs-agreed', colour: AGREED, ranges: agreed.filter((s) => s.first !== null) },
      { id: 'bs-first', colour: FIRST, ranges: disputed.filter((s) => s.first !== null), wavy: true },
      { id: 'bs-second', colour: SECOND, ranges: disputed.filter((s) => s.first === null), wavy: true },
    ],
    [agreed, disputed],
  )
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <div className="adjudicate" data-testid="adjudicate">
      <div className="label-bar">
        <Button onClick={() => adjudication.close()}>Back to the table</Button>
        <strong className="adjudicate-page">{open.page.entry.id}</strong>
        <span className="adjudicate-key" style={{ '--label': AGREED } as React.CSSProperties}>
          both
        </span>
        <span className="adjudicate-key" style={{ '--label': FIRST } as React.CSSProperties}>
          {names[0]}
        </span>
        <span className="adjudicate-key" style={{ '--label': SECOND } as React.CSSProperties}>
          {names[1]}
        </span>
        <span className="label-bar-space" />
        <PageTypeChoice
          value={pageType ?? null}
          onChange={(type) => adjudication.setPageType(type ?? settledType(firstType, secondType))}
        />
        <span role="status">{left === 0 ? 'All decided' : `${left} of ${questions} to decide`}</span>
        <Button tone="strong" disabled={left > 0 || saved} onClick={() => void adjudication.save()}>
          {saved ? 'Saved as final' : 'Save as final'}
        </Button>
      </div>
      <div className="adjudicate-body">
        <LabelFrame
          page={open.summary.id}
          axis={axis}
          blocks={open.blocks}
          paints={paints}
          cursor={current}
          styled={styled}
          handlers={null}
          title={`The page ${open.page.entry.id}`}
        />
        <div
          className="adjudicate-list"
          role="region"
          aria-label="What to decide: arrows to move, 1 and 2 to take a side, 0 for no label"
          tabIndex={0}
          onKeyDown={(event) => {
            const take = { 1: 'first', 2: 'second', 0: 'none' } as const
            const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
            if (step !== 0) adjudication.show(at + step)
            else if (event.key === '0' || event.key === '1' || event.key === '2') adjudication.decide(at, { take: take[event.key] })
            else return
            event.preventDefault()
          }}
        >
          {questions === 0 ? <p className="quiet label-empty">They agree on everything.</p> : null}
          {typeDisputed ? (
            <div className="adjudicate-type" role="group" aria-label="Decision on the page type">
              <p className="adjudicate-text">Page type</p>
              <div className="adjudicate-choices">
                <TypeChoice pageType={pageType} take={firstType} colour={FIRST}>
                  {names[0]}: {firstType ?? 'no type'}
                </TypeChoice>
                <TypeChoice pageType={pageType} take={secondType} colour={SECOND}>
                  {names[1]}: {secondType ?? 'no type'}
                </TypeChoice>
                {firstType !== null && secondType !== null ? (
                  <TypeChoice pageType={pageType} take={null}>
                    no type
                  </TypeChoice>
                ) : null}
              </div>
            </div>
          ) : null}
          <ol ref={list}>
            {disputed.map((segment, i) => (
              <li key={segment.from} aria-current={i === at || undefined} onClick={() => adjudication.show(i)}>
                <p className="adjudicate-text">
                  {spacedText(axis, { from: segment.from, to: Math.min(segment.to, segment.from + 300) })
                    .replace(/\s+/g, ' ')
                    .trim()}
                  {segment.to > segment.from + 300 ? ' …' : ''}
                </p>
                <div className="adjudicate-choices" role="group" aria-label={`Decision ${i + 1}`}>
                  <Choice decision={decisions[i]} take={{ take: 'first' }} index={i} colour={FIRST}>
                    {names[0]}: {segment.first ?? 'no label'}
                  </Choice>
                  <Choice decision={decisions[i]} take={{ take: 'second' }} index={i} colour={SECOND}>
                    {names[1]}: {segment.second ?? 'no label'}
                  </Choice>
                  {segment.first !== null && segment.second !== null ? (
                    <Choice decision={decisions[i]} take={{ take: 'none' }} index={i}>
                      no label
                    </Choice>
                  ) : null}
                  {all
                    .filter((label) => label !== segment.first && label !== segment.second)
                    .map((label) => (
                      <Choice key={label} decision={decisions[i]} take={{ take: 'label', label }} index={i}>
                        {label}
                      </Choice>
                    ))}
                </div>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </div>
  )
}

function TypeChoice({
  pageType,
  take,
  colour,
  children,
}: {
  readonly pageType: TypeDecision
  readonly take: PageType | null
  readonly colour?: string
  readonly children: React.ReactNode
}) {
  return (
    <Button
      tone="bare"
      aria-pressed={pageType === take}
      style={{ '--label': colour ?? 'var(--line)' } as React.CSSProperties}
      onClick={() => adjudication.setPageType(take)}
    >
      {children}
    </Button>
  )
}

function Choice({
  decision,
  take,
  index,
  colour,
  children,
}: {
  readonly decision: Decision | undefined
  readonly take: Decision
  readonly index: number
  readonly colour?: string
  readonly children: React.ReactNode
}) {
  return (
    <Button
      tone="bare"
      aria-pressed={decision !== undefined && JSON.stringify(decision) === JSON.stringify(take)}
      style={{ '--label': colour ?? 'var(--line)' } as React.CSSProperties}
      onClick={(event) => {
        event.stopPropagation()
        adjudication.decide(index, take)
      }}
    >
      {children}
    </Button>
  )
}
