import { Fragment, useState, type ReactNode } from 'react'
import type { Picked } from '../../../../shared/demo/card-subject'
import type { SumTerm, WorkedSum } from '../../../../shared/demo/worked-sum'
import { Button } from '../../../components/button'
import { formatMeasure } from '../../../components/number-format'
import { demoActions } from '../state/demo'
import { foldTerms } from './card-lines'
import styles from './cards.module.css'

/** A sum with its terms: pointed at, each lights up where it comes from; clicked, it is asked about. */
export function WorkedSumView({ sum, perLine }: { readonly sum: WorkedSum; readonly perLine: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const { divisor, total } = sum
  const { first, folded, last } = isOpen ? { first: sum.terms, folded: 0, last: [] } : foldTerms(sum)
  const termOf = (term: SumTerm, i: number): ReactNode => <Term key={i} term={term} perLine={perLine} />
  const more = (
    <Button tone="bare" className={styles.term ?? ''} onClick={() => setOpen(true)}>
      … {folded} more
    </Button>
  )
  const parts = [...first.map(termOf), ...(folded > 0 ? [more] : []), ...last.map(termOf)].map((part, i) => (
    <Fragment key={i}>
      {i > 0 ? <span> + </span> : null}
      {part}
    </Fragment>
  ))
  return (
    <p className={styles.sum}>
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

function Term({ term: { subject, label, value }, perLine }: { readonly term: SumTerm; readonly perLine: boolean }) {
  const written = (
    <>
      {formatMeasure(value)} <small>{label}</small>
    </>
  )
  if (subject < 0) return <span className={styles.term}>{written}</span>
  const picked: Picked = perLine ? { kind: 'line', line: subject } : { kind: 'node', node: subject }
  const point = (): void => demoActions.point(picked)
  const leave = (): void => demoActions.point(null)
  return (
    <Button
      tone="bare"
      className={styles.term ?? ''}
      onPointerEnter={point}
      onPointerLeave={leave}
      onFocus={point}
      onBlur={leave}
      onClick={() => demoActions.pick(picked)}
    >
      {written}
    </Button>
  )
}
