import { presetValues, type ParamValue, type Preset } from '../../../shared/extractors/core/params'
import { ParamFields } from '../../components/param-fields/param-fields'
import { Button } from '../../components/button'
import { PresetSelect } from '../../components/select'
import { PanelPart } from '../../components/panel/panel'
import { demoActions, useDemo } from './state/demo'
import { useExtractor } from '../../window/page/current-extractor'
import { actions, useTab } from '../../window/window'
import styles from './demo.module.css'

/** The parameters of what plays, and of what plays beside it; the stage follows every change. */
export function DemoParameters() {
  const extractor = useTab((tab) => tab.extractor)
  const preset = useTab((tab) => tab.preset)
  const params = useTab((tab) => tab.params)
  const beside = useDemo((s) => s.beside)
  return (
    <section className={styles.parameters} aria-label="Parameters">
      <h2 className="visually-hidden">Parameters</h2>
      <PresetSelect caption="Preset" value={preset} onChange={(next) => actions.setPreset(next)} />
      <OneRun
        side={beside ? 'Left' : ''}
        extractor={extractor}
        preset={preset}
        params={params}
        onChange={(name, value) => actions.setParam(name, value)}
        onReset={() => actions.resetParams()}
      />
      {beside ? (
        <OneRun
          side="Right"
          {...beside}
          onChange={(name, value) => demoActions.setBesideParams({ [name]: value })}
          onReset={() => demoActions.setBeside(beside)}
        />
      ) : null}
    </section>
  )
}

function OneRun({
  side,
  extractor,
  preset,
  params,
  onChange,
  onReset,
}: {
  readonly side: string
  readonly extractor: string
  readonly preset: Preset
  readonly params: Readonly<Record<string, ParamValue>>
  readonly onChange: (name: string, value: ParamValue) => void
  readonly onReset: () => void
}) {
  const info = useExtractor(extractor)
  if (!info) return null
  const base: Readonly<Record<string, ParamValue>> = presetValues(info.params, preset)
  const changed = Object.keys(base).some((name) => (params[name] ?? base[name]) !== base[name])
  return (
    <PanelPart
      title={side === '' ? info.title : `${side}: ${info.title}`}
      extra={
        <Button small disabled={!changed} onClick={onReset}>
          Reset all
        </Button>
      }
    >
      <ParamFields info={info} preset={preset} params={params} onChange={onChange} />
    </PanelPart>
  )
}
