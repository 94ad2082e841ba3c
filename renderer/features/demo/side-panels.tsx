import { useEffect, useState } from 'react'
import { EXAMPLES } from '../../../shared/demo/examples'
import { presetValues, type ParamValue, type Preset } from '../../../shared/extractors/core/params'
import { Button } from '../../components/button'
import { Select, PresetSelect } from '../../components/select'
import { ParamFields } from '../../components/param-fields/param-fields'
import { PanelPart } from '../../components/panel/panel'
import { useExtractor } from '../../window/page/current-extractor'
import { actions, useTab } from '../../window/window'
import { demoActions, useDemo } from './state/demo'
import styles from './demo.module.css'

/** Milliseconds after the last key before the run updates. */
const PAUSE = 350

/** An editable small page; the run on the stage follows. */
export function ExampleEditor() {
  const editing = useDemo((s) => s.editing)
  const [html, setHtml] = useState(editing ?? '')
  useEffect(() => {
    if (html === (useDemo.getState().editing ?? '')) return
    const timer = setTimeout(() => demoActions.edit(html), PAUSE)
    return () => clearTimeout(timer)
  }, [html])
  const example = EXAMPLES.find((e) => e.html === html)
  return (
    <section className={styles.editor} aria-label="Example">
      <div className={styles['editor-head']}>
        <Select
          caption="Example"
          value={example?.id ?? ''}
          options={[
            ...(example ? [] : [{ value: '', label: 'changed' }]),
            ...EXAMPLES.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          onChange={(id) => {
            const chosen = EXAMPLES.find((e) => e.id === id)
            if (chosen) setHtml(chosen.html)
          }}
        />
        <Button onClick={() => demoActions.edit(null)}>Back to the page</Button>
      </div>
      <textarea aria-label="HTML of the example" spellCheck={false} value={html} onChange={(event) => setHtml(event.target.value)} />
      <p className="quiet">{example?.source ?? 'Changed by you. The run follows as you type.'}</p>
    </section>
  )
}

/** Parameters of the played extractors; the stage follows every change. */
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
          preset="default"
          onChange={(name, value) => demoActions.setBesideParams({ [name]: value })}
          onReset={() => demoActions.setBeside(beside.extractor)}
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
