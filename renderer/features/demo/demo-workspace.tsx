import { useEffect, useRef, useState } from 'react'
import { BookOpen, CirclePause, Columns2, Pencil, Presentation } from 'lucide-react'
import { inStep } from '../../../shared/demo/stops'
import { TOURS } from '../../../shared/demo/tours/tours'
import { PRESETS, type Preset } from '../../../shared/extractors/core/params'
import { Button, IconButton } from '../../components/button'
import { PanelMessage } from '../../components/panel/panel'
import { demoActions, momentOf, openStage, useDemo } from '../../stores/demo'
import { actions, useTab, useWorkspace } from '../../stores/workspace'
import { tabTitle } from '../../stores/workspace-state'
import { BreakpointDialog } from './breakpoint-list'
import { listenForPlayerKeys } from './demo-keys'
import { ExampleEditor } from './example-editor'
import { ExportMenu } from './export-menu'
import { Stage } from './stage'
import { TourCard } from './tour-card'
import { Transport } from './transport'
import './demo.css'

/** Plays an extractor's run on the page, step by step. */
export function DemoWorkspace() {
  const root = useRef<HTMLElement>(null)
  const run = useDemo((s) => s.run)
  const page = useDemo((s) => s.page)
  const other = useDemo((s) => s.other)
  const failure = useDemo((s) => s.failure)
  const moment = useDemo(momentOf)
  const playing = useDemo((s) => s.playing)
  const lecture = useDemo((s) => s.lecture)
  const editing = useDemo((s) => s.editing !== null)
  const look = useDemo((s) => s.tour?.tour.stops[s.tour.stop]?.look)
  useEffect(openStage, [])
  useEffect(listenForPlayerKeys, [])
  useLectureScreen(root)

  return (
    <section className="demo" ref={root} data-lecture={lecture} data-two={other !== null} aria-label="Demonstrate">
      <DemoHead />
      <div className="demo-body">
        {editing ? <ExampleEditor /> : null}
        <div className="demo-stages">
          {failure ? (
            <PanelMessage title={failure.message} next={failure.next} tone="failed" />
          ) : run && page !== null ? (
            <>
              <Stage run={run} moment={moment} page={page} compact={other !== null} large={lecture} quiet={playing} look={look} />
              {other ? (
                <Stage run={other} moment={inStep(run, moment, other)} page={page} compact large={lecture} quiet look={look} />
              ) : null}
            </>
          ) : (
            <PanelMessage title="Nothing on the stage yet" next="The run appears as soon as the extraction is there." tone="busy" />
          )}
        </div>
      </div>
      {run ? <TourCard frame={run.frameAt(moment)} /> : null}
      {run ? <Transport run={run} frame={run.frameAt(moment)} /> : null}
    </section>
  )
}

/** Lecture mode takes the whole screen where the browser allows it; leaving the full screen leaves it. */
function useLectureScreen(root: React.RefObject<HTMLElement | null>): void {
  const lecture = useDemo((s) => s.lecture)
  useEffect(() => {
    const element = root.current
    if (!lecture || !element) return
    let entered = false
    // Without permission for the full screen the large type alone has to do.
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

/** What plays, what plays beside it, tours, the editor, breakpoints, lecture and export. */
function DemoHead() {
  const extractors = useWorkspace((s) => s.extractors)
  const extractor = useTab((tab) => tab.extractor)
  const preset = useTab((tab) => tab.preset)
  const selected = useTab((tab) => tab.selected)
  const title = useTab(tabTitle)
  const run = useDemo((s) => s.run)
  const beside = useDemo((s) => s.beside)
  const editing = useDemo((s) => s.editing !== null)
  const lecture = useDemo((s) => s.lecture)
  const tour = useDemo((s) => s.tour)
  const stops = useDemo((s) => s.breakpoints.length)
  const moment = useDemo(momentOf)
  const [stopping, setStopping] = useState(false)
  return (
    <header className="demo-head">
      <label>
        Method{' '}
        <select value={extractor} onChange={(event) => actions.setExtractor(event.target.value)}>
          {extractors.map((info) => (
            <option key={info.id} value={info.id}>
              {info.title}
            </option>
          ))}
        </select>
      </label>
      <PresetSelect value={preset} onChange={(p) => actions.setPreset(p)} label="Preset" />
      {beside ? (
        <>
          <label>
            beside{' '}
            <select value={beside.extractor} onChange={(event) => demoActions.setBeside({ ...beside, extractor: event.target.value })}>
              {extractors.map((info) => (
                <option key={info.id} value={info.id}>
                  {info.title}
                </option>
              ))}
            </select>
          </label>
          <PresetSelect value={beside.preset} onChange={(p) => demoActions.setBeside({ ...beside, preset: p })} label="Preset beside" />
        </>
      ) : null}
      <IconButton
        icon={Columns2}
        label="Two at once"
        aria-pressed={beside !== null}
        onClick={() => {
          const second = extractors.find(
            (info) => info.id !== extractor && info.family === 'system' && !extractor.startsWith(info.id.slice(0, 4)),
          )
          demoActions.setBeside(beside ? null : { extractor: (second ?? extractors[0])?.id ?? extractor, preset: 'default' })
        }}
      />
      <span className="demo-head-space" />
      <label>
        <BookOpen size={14} aria-hidden="true" /> Tour{' '}
        <select
          value={tour?.tour.id ?? ''}
          onChange={(event) => {
            const chosen = TOURS.find((t) => t.id === event.target.value)
            if (chosen) demoActions.startTour(chosen)
            else demoActions.endTour()
          }}
        >
          <option value="">none</option>
          {TOURS.map((t) => (
            <option key={t.id} value={t.id}>
              {t.title}
            </option>
          ))}
        </select>
      </label>
      <IconButton
        icon={Pencil}
        label="Edit a small example"
        aria-pressed={editing}
        onClick={() => (editing ? demoActions.edit(null) : demoActions.editFirst())}
      />
      <IconButton
        icon={CirclePause}
        label={stops > 0 ? `Breakpoints (${stops})` : 'Breakpoints'}
        disabled={!run}
        onClick={() => setStopping(true)}
      />
      <IconButton
        icon={Presentation}
        label="Lecture mode"
        keys="L"
        aria-pressed={lecture}
        onClick={() => demoActions.setLecture(!lecture)}
      />
      {run ? <ExportMenu run={run} moment={moment} title={title} /> : <Button disabled>Export</Button>}
      {stopping && run ? (
        <BreakpointDialog
          run={run}
          node={selected !== null && selected < run.page.count ? selected : run.frameAt(moment).node}
          onClose={() => setStopping(false)}
        />
      ) : null}
    </header>
  )
}

function PresetSelect({
  value,
  label,
  onChange,
}: {
  readonly value: Preset
  readonly label: string
  readonly onChange: (preset: Preset) => void
}) {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(PRESETS.find((p) => p === event.target.value) ?? 'default')}>
      {PRESETS.map((p) => (
        <option key={p} value={p}>
          {p === 'default' ? 'default' : 'as printed'}
        </option>
      ))}
    </select>
  )
}
