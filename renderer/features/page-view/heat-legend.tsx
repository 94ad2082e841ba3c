import { useMemo } from 'react'
import { measureScale } from '../../components/measure-scale'
import { formatMeasure } from '../../components/number-format'
import { useGoldHits } from '../../window/result/gold-hits'
import { useExtractor } from '../../window/page/current-extractor'
import { useTab, useWindow } from '../../window/window'

const STEPS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const

/** What the colours of the heat map mean. */
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
    <div className="page-legend">
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
