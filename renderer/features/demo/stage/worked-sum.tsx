import { useState } from 'react'
import type { Picked } from '../../../../shared/demo/card-subject'
import type { SumTerm, WorkedSum } from '../../../../shared/demo/worked-sum'
import { Button } from '../../../components/button'
import { formatMeasure } from '../../../components/number-format'
import { demoActions } from '../state/demo'

/** Terms shown at the beginning and at the end of a sum; those between are folded. */
const ENDS = 3

/** A sum with its terms: pointed at, each lights up where it comes from; clicked, it is asked about. */
export function WorkedSumView({ sum, perLine }: { readonly sum: WorkedSum; readonly perLine: boolean }) {
  const [open, setOpen] = useState(false)
  const { terms, divisor, total } = sum
  const hidden = open ? 0 : Math.max(0, terms.length - 2 * ENDS - 1)
  const shown = hidden === 0 ? terms : [...terms.slice(0, ENDS), ...terms.slice(terms.length - ENDS)]
  const parts = shown.flatMap((term, i) => [
    ...(i > 0 ? [<span key={`plus-${i}`}> + </span>] : []),
    ...(hidden > 0 && i === ENDS
      ? [
          <Button tone="bare" key="more" className="demo-term" onClick={() => setOpen(true)}>
            … {hidden} more
          </Button>,
          <span key="plus-more"> + </span>,
        ]
      : []),
    <Term key={i} term={term} perLine={perLine} />,
  ])
  return (
    <p className="demo-sum">
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
  if (subject < 0)
    return (
      <span className="demo-term">
        {formatMeasure(value)} <small>{label}</small>
      </span>
    )
  const picked: Picked = perLine ? { kind: 'line', line: subject } : { kind: 'node', node: subject }
  return (
    <Button
      tone="bare"
      className="demo-term"
      onPointerEnter={() => demoActions.point(picked)}
      onPointerLeave={() => demoActions.point(null)}
      onFocus={() => demoActions.point(picked)}
      onBlur={() => demoActions.point(null)}
      onClick={() => demoActions.pick(picked)}
    >
      {formatMeasure(value)} <small>{label}</small>
    </Button>
  )
}
