import { formatNumber, formatWords } from '../../components/number-format'
import { NumberSlider } from '../../components/param-fields/param-fields'
import { useCurrentExtractor } from '../../window/page/current-extractor'
import { keptWords } from '../../window/result/kept-words'
import { actions, useTab } from '../../window/window'
import { liveResult } from '../../window/window-state'
import './parameters.css'

/** The parameter that matters most as one line, where the pane of parameters is not in sight: that which moves a chart's threshold, else the first number. */
export function ParameterStrip() {
  const info = useCurrentExtractor()
  const params = useTab((tab) => tab.params)
  const result = useTab(liveResult)
  if (!info) return null
  const moving = info.charts.find(({ movedBy }) => movedBy !== undefined)?.movedBy
  const name = moving ?? Object.keys(info.params).find((key) => info.params[key]?.kind === 'number')
  const spec = name === undefined ? undefined : info.params[name]
  const value = name === undefined ? undefined : params[name]
  if (name === undefined || spec?.kind !== 'number' || typeof value !== 'number') return null
  return (
    <div className="param-strip" role="group" aria-label="Parameter at hand">
      <span className="param-strip-name">{spec.label}</span>
      <NumberSlider spec={spec} value={value} onChange={(next, held) => actions.setParam(name, next, held)} onRelease={actions.settle} />
      <output className="param-strip-value">{formatNumber(value)}</output>
      {result ? <span className="param-strip-words">{formatWords(keptWords(result.extraction))} kept</span> : null}
    </div>
  )
}
