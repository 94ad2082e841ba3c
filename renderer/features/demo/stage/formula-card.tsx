import { Fragment, useCallback, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { ScanSearch, X } from 'lucide-react'
import type { DemoRun, Frame } from '../../../../shared/demo/demo-run'
import { nameOfSubject, type Picked, type SumTerm, type WorkedSum } from '../../../../shared/demo/card-subject'
import { whyPicked } from '../../../../shared/demo/narration'
import { Gauge } from '../../../components/gauge/gauge'
import { Math as Formula } from '../../../components/math/math'
import { formatNumber, formatMeasure } from '../../../components/number-format'
import { useDemo, demoActions } from '../state/demo'
import { IconButton, Button } from '../../../components/button'
import { useResize } from '../../../components/hooks'
import { actions } from '../../../window/window'
import { cardLines, type CardLine, foldTerms } from './card-lines'
import styles from './cards.module.css'

export function FormulaCard({ run, frame }: { readonly run: DemoRun; readonly frame: Frame }) {
  const picked = useDemo((s) => s.picked)
  const card = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (card.current) fitCard(card.current)
  })
  useResize(card, fitCard)
  return (
    <div ref={card} className={styles.card} role="group" aria-label="Formula" tabIndex={0}>
      {picked ? <PickedCard run={run} picked={picked} /> : null}
      {cardLines(run, frame, picked).map((line, i) => (
        <Line key={line.kind === 'sum' ? line.key : i} line={line} />
      ))}
    </div>
  )
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
      return <FittingFormula key={line.tex} tex={line.tex} />
    case 'gauge':
      return (
        <>
          <p>{line.label}</p>
          <Gauge {...line} zone={line.places.value >= line.places.limit === line.good ? 'right' : 'left'} />
        </>
      )
    case 'sum':
      return <WorkedSumView sum={line.sum} per={line.per} />
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
              <dt className="dim">{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )
  }
}

function PickedCard({ run, picked }: { readonly run: DemoRun; readonly picked: Picked }) {
  const why = useMemo(() => whyPicked(run, picked, formatNumber), [run, picked])
  const isExample = useDemo((s) => s.example !== null)
  const name = nameOfSubject(run.page, picked)
  return (
    <section className={styles.picked} aria-label={`Explained: ${name}`}>
      <header>
        <strong className="cut">{name}</strong>
        {picked.per === 'node' ? (
          <IconButton
            icon={ScanSearch}
            label={isExample ? 'Inspect does not show examples' : 'Show this node in Inspect'}
            disabled={isExample}
            onClick={() => {
              actions.select(picked.subject)
              actions.setWorkspace('inspect')
            }}
          />
        ) : null}
        <IconButton icon={X} label="Back to the node of this step" keys="Esc" onClick={() => demoActions.pick(null)} />
      </header>
      <p role="status">{why}</p>
    </section>
  )
}

function WorkedSumView({ sum, per }: { readonly sum: WorkedSum; readonly per: Picked['per'] }) {
  const [isOpen, setOpen] = useState(false)
  const { divisor, total } = sum
  const { first, folded, last } = isOpen ? { first: sum.terms, folded: 0, last: [] } : foldTerms(sum)
  const termOf = (term: SumTerm, i: number): ReactNode => <Term key={i} term={term} per={per} />
  const more = <Button label={`… ${folded} more`} tone="bare" className={styles.term ?? ''} onClick={() => setOpen(true)} />
  const parts = [...first.map(termOf), ...(folded > 0 ? [more] : []), ...last.map(termOf)].map((part, i) => (
    <Fragment key={i}>
      {i > 0 ? <span> + </span> : null}
      {part}
    </Fragment>
  ))
  return (
    <p className={`tabular ${styles.sum}`}>
      ={' '}
      {divisor === 1 ? (
        parts
      ) : (
        <>
          ({parts}) / {divisor}
        </>
      )}{' '}
      = <strong>{formatMeasure(total)}</strong>
    </p>
  )
}

function Term({ term: { subject, label, value }, per }: { readonly term: SumTerm; readonly per: Picked['per'] }) {
  const written = (
    <>
      {formatMeasure(value)} <small className="dim">{label}</small>
    </>
  )
  if (subject < 0) return <span className={styles.term}>{written}</span>
  const point = (): void => demoActions.point({ per, subject })
  const leave = (): void => demoActions.point(null)
  return (
    <Button
      label={written}
      tone="bare"
      className={styles.term ?? ''}
      onPointerEnter={point}
      onPointerLeave={leave}
      onFocus={point}
      onBlur={leave}
      onClick={() => demoActions.pick({ per, subject })}
    />
  )
}

const TOKEN = /\\[A-Za-z]+|\\.|[^\\]/gs

const OPENS = new Set(['{', '(', '[', String.raw`\left`])
const CLOSES = new Set(['}', ')', ']', String.raw`\right`])

function breakFormula(tex: string): string | null {
  const lines = linesAt(tex, '+') ?? linesAt(tex, '=')
  if (lines === null) return null
  const set = lines.map((line, i) => String.raw`\displaystyle ${i === 0 ? '' : String.raw`\quad {}`}${line}`)
  return String.raw`\begin{array}{l}${set.join(String.raw` \\ `)}\end{array}`
}

function linesAt(tex: string, sign: string): string[] | null {
  const lines: string[] = []
  let line = ''
  let depth = 0
  for (const [token] of tex.matchAll(TOKEN)) {
    if (OPENS.has(token)) depth++
    else if (CLOSES.has(token)) depth--
    if (token === sign && depth === 0 && line.trim() !== '') {
      lines.push(line)
      line = ''
    }
    line += token
  }
  return lines.length === 0 ? null : [...lines, line]
}

function measureFormula(formula: HTMLElement): { readonly needed: number; readonly size: number; readonly room: number } | null {
  formula.style.fontSize = ''
  const needed = formula.firstElementChild?.getBoundingClientRect().width ?? 0
  const room = formula.clientWidth
  if (needed === 0 || room === 0) return null
  return { needed, size: Number.parseFloat(getComputedStyle(formula).fontSize), room }
}

function shrinkFormula(formula: HTMLElement): void {
  const measured = measureFormula(formula)
  if (measured && measured.needed > measured.room) formula.style.fontSize = `${measured.size * (measured.room / measured.needed) * 0.98}px`
}

const SIZES = [1, 0.9]
const LECTURE_SIZES = [2.2, 1.9, 1.6, 1.35, 1.15, 1, 0.9, 0.8, 0.7, 0.6]

function fitCard(card: HTMLElement): void {
  const sizes = card.closest('[data-lecture="true"]') ? LECTURE_SIZES : SIZES
  for (const size of sizes) {
    card.style.setProperty('--fit', String(size))
    for (const formula of card.querySelectorAll<HTMLElement>('.math-display')) shrinkFormula(formula)
    if (card.scrollHeight <= card.clientHeight) return
  }
}

const LEAST_SIZE = 0.8

function FittingFormula({ tex }: { readonly tex: string }) {
  const host = useRef<HTMLDivElement>(null)
  const [isBroken, setBroken] = useState(false)
  const broken = useMemo(() => breakFormula(tex), [tex])
  const wide = useRef(0)
  const fit = useCallback((): void => {
    const formula = host.current?.querySelector<HTMLElement>('.math-display')
    const measured = formula && measureFormula(formula)
    if (!measured) return
    const { needed, size, room } = measured
    if (!isBroken) wide.current = needed / size
    // Use the unscaled size: otherwise the card's scale and the line breaks could alternate forever.
    const full = size / (Number(getComputedStyle(formula).getPropertyValue('--fit')) || 1)
    const breaks = broken !== null && room < wide.current * full * LEAST_SIZE
    if (breaks === isBroken) shrinkFormula(formula)
    else setBroken(breaks)
  }, [isBroken, broken])
  useLayoutEffect(fit, [fit])
  useResize(host, fit)
  useLayoutEffect(() => {
    const card = host.current?.parentElement
    if (isBroken && card) fitCard(card)
  }, [isBroken])

  return (
    <div ref={host}>
      <Formula display tex={isBroken && broken !== null ? broken : tex} />
    </div>
  )
}
