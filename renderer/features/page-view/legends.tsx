import { extraText, kept, missingText } from '../../../shared/base/glossary.json'
import { formatNumber, formatMeasure } from '../../components/number-format'
import { useGoldHits } from '../../window/result/gold-hits'
import { useMemo } from 'react'
import { measureScale } from '../../components/density-scale'
import { useExtractor } from '../../window/page/current-extractor'
import { useTab, useWindow } from '../../window/window'

const KINDS = [
  { key: 'truePositive', colour: 'var(--tp)', label: 'kept, in gold text', title: kept.text },
  { key: 'falsePositive', colour: 'var(--fp)', label: 'extra text', title: extraText.text },
  { key: 'falseNegative', colour: 'var(--fn)', label: 'missing text', title: missingText.text },
] as const

/** Why these numbers may differ from a run's. */
const MEASURE =
  'Characters; a text node counts as a whole if more than half of it is in the gold text. Precision, recall and F1 of a run count the words in common.'

/** Legend of correct, extra and missing text with the number of characters. */
export function GoldLegend() {
  const hits = useGoldHits()
  if (!hits) return null
  return (
    <div className="row page-legend" role="group" aria-label="Correct, extra and missing text, characters" title={MEASURE}>
      {KINDS.map(({ key, colour, label, title }) => (
        <span key={key} className="page-legend-kind" title={title}>
          <span className="page-legend-step" style={{ background: colour }} />
          {label}
          <span className="page-legend-number">{formatNumber(hits.characters[key])}</span>
        </span>
      ))}
    </div>
  )
}

const STEPS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const

/** Legend of the heat map. */
export function HeatLegend() {
  const heat = useTab((tab) => tab.view.heat)
  const hits = useGoldHits()
  // As over the page, see `pageDensityColours`.
  const dark = useWindow((state) => state.dark)
  const extraction = useTab((tab) => tab.result?.extraction)
  const spec = useExtractor(extraction?.extractor)?.measures.find((m) => m.id === heat)
  const values = spec && extraction?.measures[spec.id]
  const scale = useMemo(() => (values ? measureScale(values, spec.share ?? false) : null), [values, spec])
  if (!spec || !scale || hits) return null
  return (
    <div className="row page-legend">
      <span>
        {spec.label}
        {spec.share ? '' : ', logarithmic'}
      </span>
      <span className="page-legend-scale">
        <span>0</span>
        {STEPS.map((step) => (
          <span key={step} className="page-legend-step" style={{ background: `var(--density-${dark ? 9 - step : step})` }} />
        ))}
        <span>{formatMeasure(scale.max, spec.share)}</span>
      </span>
    </div>
  )
}
