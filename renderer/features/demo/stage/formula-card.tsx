import { Fragment, useEffect, useLayoutEffect, useRef } from 'react'
import { cardSubject } from '../../../../shared/demo/card-subject'
import { pageValues } from '../../../../shared/demo/demo-run'
import { workedSum } from '../../../../shared/demo/worked-sum'
import type { DemoRun, Frame } from '../../../../shared/demo/demo-run'
import { reasonOf } from '../../../../shared/demo/narration'
import { nodeLabel } from '../../../../shared/explain/node-label'
import { formulaWithNumbers, formulaWithSymbols, symbolOf, zerosCounted } from '../../../components/math/formula'
import { Math as Formula } from '../../../components/math/math'
import { formatMeasure, formatNumber, formatTex } from '../../../components/number-format'
import { PickedCard } from './picked-card'
import { useDemo } from '../state/demo'
import { WorkedSumView } from './worked-sum'

/** The formula of the measure that appeared last, with the current node's numbers; and the comparison being made. */
export function FormulaCard({ run, frame }: { readonly run: DemoRun; readonly frame: Frame }) {
  const { measures } = run.info
  const picked = useDemo((s) => s.picked)
  const { measure, perLine, subject, compared } = cardSubject(run, frame, picked)
  const spec = compared ? null : measure
  const value = (id: string): number | undefined => {
    const found = measures.find((m) => m.id === id)
    if (found && subject >= 0) {
      const number = run.valueIn(frame, id, subject)
      return Number.isNaN(number) ? undefined : number
    }
    return frame.values[id]
  }
  const own = spec ? value(spec.id) : undefined
  const sum = spec && workedSum(run, frame, spec, subject)
  const card = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => fitFormulas(card.current))
  useEffect(() => {
    const element = card.current
    if (!element) return
    const observer = new ResizeObserver(() => fitFormulas(element))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={card} className="demo-card" role="group" aria-label="Formula" tabIndex={0}>
      {picked ? <PickedCard run={run} picked={picked} /> : <Verdict run={run} frame={frame} />}
      {spec ? (
        <>
          <h2>{spec.label}</h2>
          {spec.tex === '' ? (
            <p>{spec.description}</p>
          ) : (
            <Formula display tex={`${symbolOf(spec.id, measures)} = ${formulaWithSymbols(spec.tex, measures)}`} />
          )}
          {own === undefined ? null : (
            <>
              <p className="demo-card-subject">{perLine ? `line ${subject + 1}` : nodeLabel(run.page, subject)}</p>
              {sum ? (
                <WorkedSumView key={`${spec.id} ${subject}`} sum={sum} perLine={perLine} />
              ) : (
                <>
                  {spec.tex === '' || spec.sum ? null : (
                    <Formula display tex={`= ${formulaWithNumbers(spec.tex, measures, value, run.extraction.params)}`} />
                  )}
                  <Formula display tex={`= ${formatTex(own)}`} />
                </>
              )}
              <ZeroNote zeros={zerosCounted(spec.tex, measures, value, run.extraction.params)} />
            </>
          )}
        </>
      ) : compared && frame.decision ? (
        <>
          <h2>{compared.quantity}</h2>
          {compared.how === undefined ? null : <p>{compared.how}</p>}
          <p className="demo-card-subject">{perLine ? `line ${subject + 1}` : nodeLabel(run.page, frame.decision.node)}</p>
          <Formula display tex={`= ${formatTex(frame.decision.value)}`} />
          {compared.unit === '' ? null : <p className="quiet">{compared.unit}</p>}
        </>
      ) : (
        <p className="quiet">Nothing is measured yet.</p>
      )}
      {picked && own === undefined && spec ? <p className="quiet">It has no {spec.label} yet.</p> : null}
      {picked ? null : <Comparison run={run} frame={frame} />}
      <Values run={run} frame={frame} />
    </div>
  )
}

/** A formula smaller than this part of its size is scrolled instead. */
const LEAST_SIZE = 0.62

/** Makes formulas that are wider than the card as small as it takes to see them whole. */
function fitFormulas(card: HTMLElement | null): void {
  for (const formula of card?.querySelectorAll<HTMLElement>('.math-display') ?? []) {
    formula.style.fontSize = ''
    const needed = formula.firstElementChild?.getBoundingClientRect().width ?? 0
    if (needed <= formula.clientWidth || formula.clientWidth === 0) continue
    const size = Number.parseFloat(getComputedStyle(formula).fontSize)
    formula.style.fontSize = `${size * Math.max(LEAST_SIZE, (formula.clientWidth / needed) * 0.98)}px`
  }
}

/** Value against limit as two bars on one scale. */
function Gauge({
  label,
  value,
  limit,
  good,
}: {
  readonly label: string
  readonly value: number
  readonly limit: number
  readonly good: boolean
}) {
  const top = Math.max(Math.abs(value), Math.abs(limit)) * 1.15 || 1
  const at = (n: number): string => `${Math.max(0, Math.min(100, (n / top) * 100))}%`
  return (
    <div className="demo-gauge" role="img" aria-label={`${label}: ${formatNumber(value)}, limit ${formatNumber(limit)}`}>
      <span className="demo-gauge-bar" data-good={good} style={{ width: at(value) }} />
      <span className="demo-gauge-limit" style={{ insetInlineStart: at(limit) }} />
      <span className="demo-gauge-text">
        {label} {formatNumber(value)} · limit {formatNumber(limit)}
      </span>
    </div>
  )
}

function Comparison({ run, frame }: { readonly run: DemoRun; readonly frame: Frame }) {
  if (!frame.decision) return null
  const reason = reasonOf(run, frame.decision)
  const { spec, value, limit } = reason
  if (!spec || spec.quantity === '' || spec.relation === '' || !Number.isFinite(value) || !Number.isFinite(limit)) return null
  const { outcome } = frame.decision
  return (
    <Gauge label={spec.quantity} value={value} limit={limit} good={outcome !== 'fail' && outcome !== 'drop' && outcome !== 'dropNode'} />
  )
}

function Verdict({ run, frame }: { readonly run: DemoRun; readonly frame: Frame }) {
  const { verdict } = run.extraction
  if (!verdict || frame.chapter.index < run.timeline.chapters.length - 1) return null
  return (
    <>
      <h2>{verdict.pageType === 'article' ? 'An article' : 'An overview page'}</h2>
      <Gauge label="net text" value={verdict.value} limit={verdict.limit} good={verdict.pageType === 'article'} />
      <p>{verdict.sentence}</p>
    </>
  )
}

/** Says which zeros of the formula count as something else, where some do. */
function ZeroNote({ zeros }: { readonly zeros: readonly { readonly symbol: string; readonly as: string }[] }) {
  if (zeros.length === 0) return null
  return (
    <p className="quiet">
      {zeros.map(({ symbol }, i) => (
        <Fragment key={symbol}>
          {i > 0 ? ', ' : ''}
          <Formula tex={`${symbol}=0`} />
        </Fragment>
      ))}{' '}
      {zeros.length === 1 ? 'counts' : 'count'} as {zeros[0]?.as}.
    </p>
  )
}

/** What is known of the page as a whole, by name and unit. */
function Values({ run, frame }: { readonly run: DemoRun; readonly frame: Frame }) {
  const values = pageValues(run, frame)
  if (values.length === 0) return null
  return (
    <dl className="demo-values">
      {values.map(({ id, label, unit, value, node }) => (
        <div key={id}>
          <dt>{label}</dt>
          <dd>{node >= 0 ? nodeLabel(run.page, node) : `${formatMeasure(value)}${unit === '' ? '' : ` ${unit}`}`}</dd>
        </div>
      ))}
    </dl>
  )
}
