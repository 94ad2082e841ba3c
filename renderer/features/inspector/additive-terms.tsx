import { useMemo, useState } from 'react'
import { additiveSum, type EarnedTerm } from '../../../shared/explain/additive-terms'
import type { AdditiveSpec } from '../../../shared/extractors/core/extractor'
import { TEXT } from '../../../shared/page/page-model'
import { Button } from '../../components/button'
import type { InspectedNode } from '../../components/evidence'
import { formatNumber } from '../../components/number-format'
import { PanelPart } from '../../components/panel/panel'
import { TableHead } from '../../components/table'

/** Terms that are shown until all are asked for: the others give little. */
const LARGEST = 16

/** A score as the sum it is: each term's points as a bar, their sum, the probability, and the page's cut. */
export function AdditiveTerms({ model, result: { extraction }, info, spec, node }: InspectedNode & { readonly spec: AdditiveSpec }) {
  const subject = model.kind[node] === TEXT ? (model.parent[node] ?? node) : node
  const sum = useMemo(() => additiveSum(spec, extraction, subject), [spec, extraction, subject])
  const [isWhole, setWhole] = useState(false)
  if (!sum) return null
  const shown = isWhole ? sum.terms : sum.terms.slice(0, LARGEST)
  const smaller = sum.terms.slice(shown.length)
  const ofSmaller = smaller.reduce((points, term) => points + term.points, 0)
  const largest = Math.max(0.5, Math.abs(sum.rest), Math.abs(ofSmaller), ...sum.terms.map((term) => Math.abs(term.points)))
  const labelOf = (id: string): string => info.measures.find((measure) => measure.id === id)?.label ?? id
  const kept = sum.probability >= sum.cut
  const flips = sum.terms.filter((term) => term.flip !== null)
  return (
    <>
      <PanelPart
        title="Points of its score"
        extra={
          sum.terms.length > LARGEST ? (
            <Button small aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? 'Largest only' : 'Show all'}
            </Button>
          ) : null
        }
      >
        <table className="why-terms">
          <TableHead isHeard columns={['Term', 'Value', 'Bar', 'Points']} />
          <tbody>
            {shown.map((term) => (
              <TermRow
                key={term.measure}
                label={labelOf(term.measure)}
                value={formatNumber(term.value)}
                points={term.points}
                largest={largest}
              />
            ))}
            {smaller.length > 0 ? (
              <TermRow label={`${smaller.length} smaller ones together`} value="" points={ofSmaller} largest={largest} />
            ) : null}
            {sum.rest !== 0 ? <TermRow label="all other measures of the model" value="" points={sum.rest} largest={largest} /> : null}
          </tbody>
          <tfoot>
            {(
              [
                ['Start of the sum', sum.intercept],
                ['Score', sum.score],
              ] as const
            ).map(([label, points]) => (
              <tr key={label}>
                <th scope="row" colSpan={3}>
                  {label}
                </th>
                <td className="bs-number">{signed(points)}</td>
              </tr>
            ))}
          </tfoot>
        </table>
        <p className="quiet">
          That is a probability of {formatNumber(sum.probability)}; the page’s cut is {formatNumber(sum.cut)} ({signed(sum.cutScore)}
          ).
        </p>
      </PanelPart>
      <PanelPart title={kept ? 'Which measure alone would drop it' : 'Which measure alone would keep it'}>
        {flips.length === 0 ? (
          <p className="quiet">No single measure would: several would have to change together.</p>
        ) : (
          <ul className="bulleted">
            {flips.slice(0, 5).map((term) => (
              <li key={term.measure}>
                {labelOf(term.measure)} {rangeOf(term)} instead of {formatNumber(term.value)}: {signed(term.flip?.points ?? 0)} instead of{' '}
                {signed(term.points)}
              </li>
            ))}
          </ul>
        )}
      </PanelPart>
    </>
  )
}

/** Points with two decimals, so that they stand under each other. */
function signed(points: number): string {
  return `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(2)}`
}

function rangeOf({ flip }: EarnedTerm): string {
  if (!flip) return ''
  if (flip.from === Number.NEGATIVE_INFINITY) return `below ${formatNumber(flip.to)}`
  if (flip.to === Number.POSITIVE_INFINITY) return `from ${formatNumber(flip.from)}`
  return `from ${formatNumber(flip.from)} to below ${formatNumber(flip.to)}`
}

function TermRow({
  label,
  value,
  points,
  largest,
}: Readonly<Record<'label' | 'value', string>> & Readonly<Record<'points' | 'largest', number>>) {
  const share = (Math.abs(points) / largest) * 50
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className="bs-number">{value}</td>
      <td className="why-term-bar" aria-hidden="true">
        <svg viewBox="0 0 100 10" preserveAspectRatio="none" data-sign={points < 0 ? 'minus' : 'plus'}>
          <line x1="50" x2="50" y1="0" y2="10" />
          <rect x={points < 0 ? 50 - share : 50} y="1" width={share} height="8" />
        </svg>
      </td>
      <td className="bs-number">{signed(points)}</td>
    </tr>
  )
}
