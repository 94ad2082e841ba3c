import { Fragment, useEffect, useLayoutEffect, useRef } from 'react'
import type { DemoRun, Frame } from '../../../../shared/demo/demo-run'
import { Math as Formula } from '../../../components/math/math'
import { formatNumber } from '../../../components/number-format'
import { PickedCard } from './picked-card'
import { useDemo } from '../state/demo'
import { cardLines, gaugePlaces, type CardLine } from './card-lines'
import styles from './cards.module.css'
import { WorkedSumView } from './worked-sum'

/** The formula of the measure that appeared last, with the current node's numbers; and the comparison being made. */
export function FormulaCard({ run, frame }: { readonly run: DemoRun; readonly frame: Frame }) {
  const picked = useDemo((s) => s.picked)
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
    <div ref={card} className={styles.card} role="group" aria-label="Formula" tabIndex={0}>
      {picked ? <PickedCard run={run} picked={picked} /> : null}
      {cardLines(run, frame, picked).map((line, i) => (
        <Line key={line.kind === 'sum' ? line.key : i} line={line} />
      ))}
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

function Line({ line }: { readonly line: CardLine }) {
  switch (line.kind) {
    case 'title':
      return <h2>{line.text}</h2>
    case 'words':
      return <p>{line.text}</p>
    case 'quiet':
    case 'nothing':
      return <p className="quiet">{line.text}</p>
    case 'subject':
      return <p className={styles.subject}>{line.text}</p>
    case 'tex':
      return <Formula display tex={line.tex} />
    case 'gauge':
      return <Gauge {...line} />
    case 'sum':
      return <WorkedSumView sum={line.sum} perLine={line.perLine} />
    case 'zeros':
      return (
        <p className="quiet">
          {line.zeros.map(({ symbol }, i) => (
            <Fragment key={symbol}>
              {i > 0 ? ', ' : ''}
              <Formula tex={`${symbol}=0`} />
            </Fragment>
          ))}{' '}
          {line.zeros.length === 1 ? 'counts' : 'count'} as {line.zeros[0]?.as}.
        </p>
      )
    case 'values':
      return (
        <dl className={styles.values}>
          {line.values.map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )
  }
}

/** Value against limit as two bars on one scale. */
function Gauge({ label, value, limit, good }: Extract<CardLine, { readonly kind: 'gauge' }>) {
  const { bar, mark } = gaugePlaces(value, limit)
  return (
    <div className={styles.gauge} role="img" aria-label={`${label}: ${formatNumber(value)}, limit ${formatNumber(limit)}`}>
      <span className={styles.gaugeBar} data-good={good} style={{ width: `${bar * 100}%` }} />
      <span className={styles.gaugeLimit} style={{ insetInlineStart: `${mark * 100}%` }} />
      <span className={styles.gaugeText}>
        {label} {formatNumber(value)} · limit {formatNumber(limit)}
      </span>
    </div>
  )
}
