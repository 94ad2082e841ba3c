import { useMemo } from 'react'
import { wordChange } from '../../../shared/explain/difference/disagreement'
import { presetValues, type Preset } from '../../../shared/extractors/core/params'
import { formatNumber } from '../../components/number-format'
import { ParamFields } from '../../components/param-fields/param-fields'
import { Button } from '../../components/button'
import { Panel, PanelMessage, PanelPart } from '../../components/panel/panel'
import { actions, useTab, useCurrentExtractor, useTabFields, liveResult } from '../../window/window'
import { ParamCurve } from './param-curve'
import { RadioGroup, type Option } from '../../components/fields'
import './parameters.css'

const PRESET_OPTIONS: readonly Option<Preset>[] = [
  { value: 'default', label: 'Default' },
  { value: 'as-printed', label: 'As printed in the paper' },
]

export function ParameterPanel() {
  const info = useCurrentExtractor()
  const tab = useTab(({ id }) => id)
  const { params, preset, extractionFailure: failure } = useTabFields('params', 'preset', 'extractionFailure')
  if (!info) {
    return (
      <Panel label="Parameters">
        <PanelMessage title="No extractor yet" next="The parameters appear when the extractors are loaded." />
      </Panel>
    )
  }
  const base = presetValues(info.params, preset)
  const names = Object.keys(info.params)
  const isPrinted = Object.values(info.params).some((spec) => spec.asPrinted !== undefined)
  const changed = names.filter((name) => params[name] !== base[name])
  const count = changed.length > 0 ? <span className="quiet param-changed">{changed.length} changed</span> : null
  return (
    <Panel label="Parameters">
      <ChangeCounter />
      {failure ? <PanelMessage tone="failed" title={failure.message.split('\n')[0] ?? ''} next={failure.next} /> : null}
      <PanelPart
        title={info.title}
        extra={changed.length > 0 ? <Button label="Reset all" small onClick={() => actions.resetParams()} /> : null}
      >
        {isPrinted ? (
          <RadioGroup
            className="row param-presets"
            label="Preset"
            value={preset}
            options={PRESET_OPTIONS}
            onChange={(name) => actions.setPreset(name)}
          >
            {count}
          </RadioGroup>
        ) : (
          count
        )}
        {isPrinted && info.paper.except !== undefined ? <p className="quiet">As printed, except: {info.paper.except}</p> : null}
      </PanelPart>
      <ParamFields
        key={tab}
        info={info}
        preset={preset}
        params={params}
        onChange={actions.setParam}
        onRelease={actions.settle}
        below={(name, spec, value) => <ParamCurve key={name} name={name} spec={spec} value={value} />}
      />
      <PanelPart title={`About ${info.title}`}>
        <p>{info.summary}</p>
        <p className="quiet param-paper">
          {info.paper.authors}: {info.paper.title}. {info.paper.venue} {info.paper.year}
        </p>
      </PanelPart>
    </Panel>
  )
}

function ChangeCounter() {
  const { model, running } = useTabFields('model', 'running')
  const result = useTab(liveResult)
  // While the user drags a slider, compare with the result before the drag.
  const previous = useTab((tab) => (tab.draft ? tab.result : tab.previous))
  const change = useMemo(
    () => (model && result && previous ? wordChange(model, previous.extraction.selected, result.extraction.selected) : null),
    [model, result, previous],
  )
  if (!result) return null
  const first = change?.added[0] ?? change?.removed[0]
  return (
    <div className="row tabular line-below param-counter" role="status" aria-busy={running}>
      {change && first === undefined ? <span className="quiet">The last change did not change the kept text.</span> : null}
      {change && first !== undefined ? (
        <>
          <span className="param-won">
            <strong>{change.gained > 0 ? `+${formatNumber(change.gained)}` : '0'}</strong> gained
          </span>
          <span className="param-lost">
            <strong>{change.lost > 0 ? `−${formatNumber(change.lost)}` : '0'}</strong> lost
          </span>
          <Button label="Go to the first change" small tone="link" onClick={() => actions.select(first)} />
        </>
      ) : null}
      {change ? null : <span className="quiet">The effect of each change appears here.</span>}
    </div>
  )
}
