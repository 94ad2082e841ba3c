import { useState } from 'react'
import type { DemoRun } from '../../../shared/demo/demo-run'
import { exampleTitle } from '../../../shared/demo/examples'
import { sameBreakpoint, type Breakpoint } from '../../../shared/demo/playing'
import { TOURS } from '../../../shared/demo/tours/tours'
import { nodeLabel } from '../../../shared/explain/node-label'
import { Button } from '../../components/button'
import { Check } from '../../components/fields'
import { Dialog } from '../../components/dialog'
import { MenuButton, MenuItem, MenuPart } from '../../components/menu'
import { keysOfPlayerAction, type PlayerActionId } from './player-actions'
import { demoActions, momentOf, useDemo } from './state/demo'
import { actions, useTab, useWindow } from '../../window/window'
import { tabTitle } from '../../window/window-state'
import { ExportMenu } from './export-menu'
import { ExtractorSelect, PresetSelect, Select } from '../../components/select'
import styles from './demo.module.css'

/** Where one goes now and then. */
const PLACES: readonly (readonly [PlayerActionId, string, () => void])[] = [
  ['first', 'First moment', demoActions.first],
  ['chapter-back', 'Chapter back', () => demoActions.chapter(-1)],
  ['chapter-forward', 'Chapter forward', () => demoActions.chapter(1)],
  ['last', 'Last moment', demoActions.last],
]

/** What plays, what plays beside it, tours, the editor, breakpoints, lecture and export. */
export function DemoHead({ setting, onSetting }: { readonly setting: boolean; readonly onSetting: (setting: boolean) => void }) {
  const extractors = useWindow((s) => s.extractors)
  const extractor = useTab((tab) => tab.extractor)
  const preset = useTab((tab) => tab.preset)
  const selected = useTab((tab) => tab.selected)
  const titleOfTab = useTab(tabTitle)
  const title = useDemo((s) => (s.example ? exampleTitle(s.example.html) : titleOfTab))
  const run = useDemo((s) => s.run)
  const beside = useDemo((s) => s.beside)
  const editing = useDemo((s) => s.editing !== null)
  const lecture = useDemo((s) => s.lecture)
  const loop = useDemo((s) => s.loop)
  const stops = useDemo((s) => s.breakpoints.length)
  const moment = useDemo(momentOf)
  const [stopping, setStopping] = useState(false)
  const changeMethod = (id: string): void => {
    actions.setExtractor(id)
    // The preset stays as it was: who chose it for another method is told.
    const method = extractors.find((x) => x.id === id)?.title ?? id
    if (preset !== 'default') actions.notify(`${method} runs with its values as printed, too: the preset stayed.`)
  }
  const putBeside = (): void => {
    // Another paper's system: variants of one differ in little.
    const paper = extractors.find(({ id }) => id === extractor)?.paper.title
    const second = extractors.find((info) => info.family === 'system' && info.paper.title !== paper)
    demoActions.setBeside(beside ? null : { extractor: (second ?? extractors[0])?.id ?? extractor, preset: 'default' })
  }
  const lectureKeys = `Lecture mode (${keysOfPlayerAction('lecture') ?? ''})`
  const toggles = [
    { word: 'Two at once', isOn: beside !== null, toggle: putBeside },
    { word: 'Own example', isOn: editing, toggle: () => (editing ? demoActions.edit(null) : demoActions.editFirst()) },
    { word: 'Lecture', title: lectureKeys, isOn: lecture, toggle: () => demoActions.setLecture(!lecture) },
  ]
  return (
    <header className={`row ${styles.head}`}>
      <ExtractorSelect caption="Method" extractors={extractors} value={extractor} onChange={changeMethod} />
      {preset === 'default' ? null : <PresetSelect value={preset} onChange={(p) => actions.setPreset(p)} label="Preset" />}
      {beside ? (
        <>
          <ExtractorSelect
            caption="beside"
            extractors={extractors}
            value={beside.extractor}
            onChange={(id) => demoActions.setBeside({ ...beside, extractor: id })}
          />
          <PresetSelect value={beside.preset} onChange={(p) => demoActions.setBeside({ ...beside, preset: p })} label="Preset beside" />
        </>
      ) : null}
      <TourSelect />
      <span className="space" />
      {toggles.map(({ word, title, isOn, toggle }) => (
        <Button key={word} tone="word" title={title} aria-pressed={isOn} onClick={toggle}>
          {word}
        </Button>
      ))}
      {run ? <ExportMenu run={run} title={title} /> : null}
      <MenuButton word="More" label="More" narrow>
        <MenuPart title="The run">
          <MenuItem title={setting ? 'Hide the parameters' : 'Parameters'} onSelect={() => onSetting(!setting)} />
          <MenuItem
            title={stops > 0 ? `Breakpoints (${stops}) …` : 'Breakpoints …'}
            disabled={!run}
            onSelect={() => requestAnimationFrame(() => setStopping(true))}
          />
          <MenuItem title={loop ? 'Play once' : 'Play in a loop'} onSelect={demoActions.toggleLoop} />
        </MenuPart>
        <MenuPart title="Go to">
          {PLACES.map(([action, word, go]) => (
            <MenuItem key={action} title={word} keys={keysOfPlayerAction(action)} disabled={!run} onSelect={go} />
          ))}
        </MenuPart>
      </MenuButton>
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

function TourSelect() {
  const current = useDemo((s) => s.tour?.tour.id ?? '')
  return (
    <label>
      Tour{' '}
      <Select
        value={current}
        options={[{ value: '', label: 'none' }, ...TOURS.map(({ id, title }) => ({ value: id, label: title }))]}
        onChange={(id) => {
          const chosen = TOURS.find((tour) => tour.id === id)
          if (chosen) demoActions.startTour(chosen)
          else demoActions.endTour()
        }}
      />
    </label>
  )
}

function Choice({ breakpoint, label }: { readonly breakpoint: Breakpoint; readonly label: string }) {
  const set = useDemo((s) => s.breakpoints.some((b) => sameBreakpoint(b, breakpoint)))
  return (
    <Check checked={set} onChange={() => demoActions.toggleBreakpoint(breakpoint)}>
      {label}
    </Check>
  )
}

/** Where playing stops: at steps and at nodes. */
function BreakpointDialog({ run, node, onClose }: { readonly run: DemoRun; readonly node: number; readonly onClose: () => void }) {
  const breakpoints = useDemo((s) => s.breakpoints)
  const nodes = [...new Set([...breakpoints.flatMap((b) => (b.kind === 'node' ? [b.node] : [])), ...(node >= 0 ? [node] : [])])]
  return (
    <Dialog label="Stop playing at" onClose={onClose}>
      <div className={styles.breakpoints}>
        <fieldset>
          <legend>A step</legend>
          {run.timeline.chapters.map((chapter) => (
            <Choice
              key={chapter.index}
              breakpoint={{ kind: 'step', chapter: chapter.index }}
              label={`${chapter.index + 1}. ${chapter.step.name}`}
            />
          ))}
        </fieldset>
        <fieldset>
          <legend>The decision of a node</legend>
          {nodes.map((n) => (
            <Choice key={n} breakpoint={{ kind: 'node', node: n }} label={nodeLabel(run.page, n)} />
          ))}
          {nodes.length === 0 ? <p className="quiet">Select a node in Inspect, or step to one, and it is offered here.</p> : null}
        </fieldset>
        <Button disabled={breakpoints.length === 0} onClick={demoActions.clearBreakpoints}>
          Remove all
        </Button>
      </div>
    </Dialog>
  )
}
