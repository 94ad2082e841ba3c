import { isApplied, presetValues } from '../../../shared/extractors/core/params'
import { Button } from '../../components/button'
import { formatNumber } from '../../components/number-format'
import { NumberSlider } from '../../components/param-fields/number-slider'
import { useCurrentExtractor, useTabFields } from '../../window/store'
import { actions, useTab } from '../../window/window'
import './parameters.css'

/** Slider of the most important parameter: the parameter that moves a chart's threshold, otherwise the first number. */
export function FirstParameter() {
  const info = useCurrentExtractor()
  const params = useTab((tab) => tab.params)
  if (!info) return null
  const names = Object.entries(info.params).flatMap(([key, entry]) => (entry.kind === 'number' && isApplied(entry, params) ? [key] : []))
  const name = info.charts.map(({ movedBy }) => movedBy).find((key) => key !== undefined && names.includes(key)) ?? names[0]
  const spec = name === undefined ? undefined : info.params[name]
  const value = name === undefined ? undefined : params[name]
  if (name === undefined || spec?.kind !== 'number' || typeof value !== 'number') return null
  return (
    <div className="bar first-param" role="group" aria-label="First parameter" title={spec.description}>
      <span className="first-param-name">
        {spec.label}
        {spec.word === undefined ? '' : ` ${spec.word}`}
      </span>
      <NumberSlider
        spec={spec}
        value={value}
        onChange={(next, held) => actions.setParam(name, next, held)}
        onRelease={() => actions.settle()}
      />
      <output className="first-param-value">{formatNumber(value)}</output>
    </div>
  )
}

export function ChangedParameters() {
  const info = useCurrentExtractor()
  const { preset, params } = useTabFields('preset', 'params')
  if (!info) return null
  const base = presetValues(info.params, preset)
  const changed = Object.entries(info.params).filter(([name]) => params[name] !== base[name])
  if (changed.length === 0) return null
  const words = changed.map(([name, spec]) => `${spec.label} ${String(params[name])}, preset ${String(base[name])}`)
  return <Button label="Reset" tone="word" title={`${words.join('\n')}\nReset all`} onClick={() => actions.resetParams()} />
}
