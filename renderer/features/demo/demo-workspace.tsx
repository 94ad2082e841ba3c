import { useEffect, useMemo, useRef, useState, type ComponentProps } from 'react'
import type { DemoRun } from '../../../shared/demo/demo-run'
import { inStep } from '../../../shared/demo/playing'
import { Button } from '../../components/button'
import { PanelMessage, PanelPart } from '../../components/panel/panel'
import { demoActions, momentOf, openStage, useDemo } from './state/demo'
import { actions, useExtractor, useFields, useTabFields, type Configuration } from '../../window/window'
import { DemoHead, Transport } from './demo-controls'
import { listenForPlayerKeys } from './demo-keys'
import { differenceWords, runName } from './run-words'
import { Stage } from './stage/stage'
import { TourCard } from './tours/tour-card'
import { EXAMPLES } from '../../../shared/demo/examples'
import { presetValues, type ParamValue } from '../../../shared/extractors/core/params'
import { Select, PresetSelect } from '../../components/fields'
import { ParamFields } from '../../components/param-fields/param-fields'
import cards from './stage/cards.module.css'
import styles from './demo.module.css'

const EDIT_PAUSE_MS = 350

function ExampleEditor() {
  const editing = useDemo((s) => s.editing)
  const [html, setHtml] = useState(editing ?? '')
  useEffect(() => {
    if (html === (useDemo.getState().editing ?? '')) return
    const timer = setTimeout(() => demoActions.edit(html), EDIT_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [html])
  const example = EXAMPLES.find((e) => e.html === html)
  return (
    <section className={`stack pane ${styles.editor}`} aria-label="Example">
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
        <Button label="Back to the page" onClick={() => demoActions.edit(null)} />
      </div>
      <textarea aria-label="HTML of the example" spellCheck={false} value={html} onChange={(event) => setHtml(event.target.value)} />
      <p className="quiet">{example?.source ?? 'You changed this example. The run is updated as you type.'}</p>
    </section>
  )
}

function DemoParameters() {
  const { extractor, preset, params } = useTabFields('extractor', 'preset', 'params')
  const beside = useDemo((s) => s.beside)
  return (
    <section className={`pane ${styles.parameters}`} aria-label="Parameters">
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

interface OneRunProps extends Configuration {
  readonly side: string
  readonly onChange: (name: string, value: ParamValue) => void
  readonly onReset: () => void
}

function OneRun({ side, extractor, preset, params, onChange, onReset }: OneRunProps) {
  const info = useExtractor(extractor)
  if (!info) return null
  const base: Readonly<Record<string, ParamValue>> = presetValues(info.params, preset)
  const changed = Object.keys(base).some((name) => (params[name] ?? base[name]) !== base[name])
  return (
    <PanelPart
      title={side === '' ? info.title : `${side}: ${info.title}`}
      extra={changed ? <Button label="Reset all" small onClick={onReset} /> : null}
    >
      <ParamFields info={info} preset={preset} params={params} onChange={onChange} />
    </PanelPart>
  )
}

export default function DemoWorkspace() {
  const root = useRef<HTMLElement>(null)
  const { run, page, other, beside } = useFields(useDemo, 'run', 'page', 'other', 'beside')
  const { failure, otherFailure, lecture, editing } = useFields(useDemo, 'failure', 'otherFailure', 'lecture', 'editing')
  const moment = useDemo(momentOf)
  const emptied = editing?.trim() === ''
  const [setting, setSetting] = useState(false)
  useEffect(openStage, [])
  useEffect(listenForPlayerKeys, [])
  useLectureScreen(root)

  return (
    <section className={`column demo ${styles.root}`} ref={root} data-lecture={lecture} aria-label="Demonstrate">
      <DemoHead setting={setting} onSetting={setSetting} />
      <div className={styles.middle}>
        <div className={styles.body}>
          {editing === null ? null : <ExampleEditor />}
          <div className={styles.stages}>
            {failure ? (
              <Message title={failure.message} next={failure.next} tone="failed" />
            ) : emptied ? (
              <Message title="Nothing to measure" next="Type some HTML, or choose an example." />
            ) : run && page !== null ? (
              <>
                <Stage run={run} name={other ? runName(run, other) : run.info.title} moment={moment} page={page} />
                {other ? (
                  <Stage run={other} name={runName(other, run)} moment={inStep(run, moment, other)} page={page} isSecond />
                ) : beside && otherFailure ? (
                  <Message title={otherFailure.message} next={otherFailure.next} tone="failed" />
                ) : beside ? (
                  <Message title="Waiting for the second run" tone="busy" />
                ) : null}
              </>
            ) : (
              <Message title="The stage is empty" next="The run appears after the extraction." tone="busy" />
            )}
          </div>
          {setting ? <DemoParameters /> : null}
        </div>
        {run && !emptied ? <TourCard run={run} /> : null}
      </div>
      {run && other && moment === run.timeline.length - 1 ? <RunsDiffer run={run} other={other} /> : null}
      {run && !emptied ? <Transport run={run} frame={run.frameAt(moment)} /> : null}
    </section>
  )
}

const Message = (message: ComponentProps<typeof PanelMessage>) => (
  <div className={`pane ${styles.message}`}>
    <PanelMessage {...message} />
  </div>
)

function RunsDiffer({ run, other }: { readonly run: DemoRun; readonly other: DemoRun }) {
  const difference = useMemo(() => differenceWords(run, other), [run, other])
  return (
    <p className={`pane ${styles.differ}`} role="status">
      {difference.map((piece, i) =>
        typeof piece === 'string' ? (
          piece
        ) : (
          <Button
            label={piece.label}
            tone="bare"
            key={i}
            className={cards.term ?? ''}
            onClick={() => demoActions.pick({ per: 'node', subject: piece.node })}
          />
        ),
      )}
    </p>
  )
}

function useLectureScreen(root: React.RefObject<HTMLElement | null>): void {
  const lecture = useDemo((s) => s.lecture)
  useEffect(() => {
    const element = root.current
    if (!lecture || !element) return
    let entered = false
    // Without full screen, lecture mode still fills the window and enlarges the type.
    element.requestFullscreen?.().then(
      () => (entered = true),
      () => undefined,
    )
    const onChange = (): void => {
      if (entered && document.fullscreenElement === null) demoActions.setLecture(false)
    }
    document.addEventListener('fullscreenchange', onChange)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      if (document.fullscreenElement !== null) void document.exitFullscreen()
    }
  }, [lecture, root])
}
