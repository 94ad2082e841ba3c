import { formatNumber } from '../../components/number-format'
import { useGoldHits } from '../../window/result/gold-hits'

const KINDS = [
  { key: 'truePositive', colour: 'var(--tp)', label: 'kept, gold' },
  { key: 'falsePositive', colour: 'var(--fp)', label: 'kept, not gold' },
  { key: 'falseNegative', colour: 'var(--fn)', label: 'missed' },
] as const

/** What the colours of hits and misses mean, and how many characters each has. */
export function GoldLegend() {
  const hits = useGoldHits()
  if (!hits) return null
  return (
    <div className="page-legend" role="group" aria-label="Hits and misses, characters">
      {KINDS.map(({ key, colour, label }) => (
        <span key={key} className="page-legend-kind">
          <span className="page-legend-step" style={{ background: colour }} />
          {label}
          <span className="page-legend-number">{formatNumber(hits.characters[key])}</span>
        </span>
      ))}
    </div>
  )
}
