import { useMemo } from 'react'
import { additiveSum, scoredElement, type EarnedTerm } from '../../../shared/explain/additive-terms'
import { nodeLabel } from '../../../shared/explain/node-label'
import type { AdditiveSpec, ValueNames } from '../../../shared/extractors/core/extractor'
import { rangeWords } from '../../../shared/base/written-number'
import { useMore, type InspectedNode } from '../../components/evidence'
import { formatDifference, formatNumber, measureWords } from '../../components/number-format'
import { PanelPart } from '../../components/panel/panel'
import { TableHead } from '../../components/table'

const TERMS_AT_FIRST = 16

export function AdditiveTerms({ model, result: { extraction }, info, spec, node }: InspectedNode & { readonly spec: AdditiveSpec }) {
  const subject = scoredElement(model, spec, extraction, node)
  const sum = useMemo(() => additiveSum(spec, extraction, subject), [spec, extraction, subject])
  const [isWhole, more] = useMore('Largest only')
  if (!sum) return null
  const shown = isWhole ? sum.terms : sum.terms.slice(0, TERMS_AT_FIRST)
  const smaller = sum.terms.slice(shown.length)
  const ofSmaller = smaller.reduce((points, term) => points + term.points, 0)
  const largest = Math.max(0.5, ...sum.terms.map((term) => Math.abs(term.points)))
  const specs = new Map(info.measures.map((measure) => [measure.id, measure]))
  const labelOf = (id: string): string => specs.get(id)?.label ?? id
  const valueOf = ({ measure, value }: EarnedTerm): string => measureWords(value, specs.get(measure) ?? {})
  const kept = sum.probability >= sum.cut
  const probabilityWords = (value: number): string => measureWords(value, specs.get(spec.probability) ?? {})
  const flips = sum.terms.filter((term) => term.flip !== null)
  return (
    <>
      <PanelPart
        title={subject === node ? 'Points of the score' : `Points of the score of ${nodeLabel(model, subject, 28)}`}
        extra={sum.terms.length > TERMS_AT_FIRST ? more : null}
      >
        <table className="why-terms">
          <TableHead isHeard columns={['Term', 'Value', 'Bar', 'Points']} />
          <tbody>
            {shown.map((term) => (
              <TermRow key={term.measure} label={labelOf(term.measure)} value={valueOf(term)} points={term.points} largest={largest} />
            ))}
            {smaller.length > 0 ? <TermRow label={`${smaller.length} smaller terms`} points={ofSmaller} /> : null}
            {sum.rest !== 0 ? <TermRow label="sum of all other measures" points={sum.rest} /> : null}
          </tbody>
          <tfoot>
            {(
              [
                ['Start of the sum', sum.intercept],
                ['Score', sum.score],
              ] as const
            ).map(([label, points]) => (
              <tr key={label}>
                <th scope="row" className="dim" colSpan={3}>
                  {label}
                </th>
                <td className="bs-number">{signed(points)}</td>
              </tr>
            ))}
          </tfoot>
        </table>
        <p className="quiet">
          This score equals the probability {probabilityWords(sum.probability)}. The cut of this page is {probabilityWords(sum.cut)} (score{' '}
          {signed(sum.cutScore)}).
        </p>
      </PanelPart>
      {sum.rest !== 0 ? null : (
        <PanelPart
          title={`Single changes that would move the score ${kept ? 'below' : 'up to'} the cut${flips.length > 5 ? ` (5 of ${flips.length})` : ''}`}
        >
          {flips.length === 0 ? (
            <p className="quiet">No change of a single term moves the score across the cut.</p>
          ) : (
            <ul className="bulleted">
              {flips.slice(0, 5).map((term) => (
                <li key={term.measure}>
                  {labelOf(term.measure)}: {rangeOf(term, specs.get(term.measure)?.names)} instead of {valueOf(term)} (
                  {signed(term.flip?.points ?? 0)} instead of {signed(term.points)})
                </li>
              ))}
            </ul>
          )}
        </PanelPart>
      )}
    </>
  )
}

const signed = (points: number): string => formatDifference(points, 2)

const rangeOf = ({ flip }: EarnedTerm, names?: ValueNames): string =>
  flip === null ? '' : rangeWords(names, flip.from, flip.to, formatNumber)

interface TermRowProps {
  readonly label: string
  readonly value?: string
  readonly points: number
  readonly largest?: number
}

function TermRow({ label, value, points, largest }: TermRowProps) {
  const share = largest === undefined ? 0 : (Math.abs(points) / largest) * 50
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className="why-term-value">{value}</td>
      <td className="why-term-bar" aria-hidden="true">
        {largest === undefined ? null : (
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" data-sign={points < 0 ? 'minus' : 'plus'}>
            <line x1="50" x2="50" y1="0" y2="10" />
            <rect x={points < 0 ? 50 - share : 50} y="1" width={share} height="8" />
          </svg>
        )}
      </td>
      <td className="bs-number">{signed(points)}</td>
    </tr>
  )
}
