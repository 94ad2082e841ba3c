import { useState } from 'react'
import { exampleTitle } from '../../../shared/demo/examples'
import { CirclePause, Columns2, Pencil, Presentation, SlidersHorizontal } from 'lucide-react'
import { Button, IconButton } from '../../components/button'
import { keysOfPlayerAction } from './player-actions'
import { demoActions, momentOf, useDemo } from './state/demo'
import { actions, useTab, useWindow } from '../../window/window'
import { tabTitle } from '../../window/window-state'
import { BreakpointDialog } from './breakpoint-list'
import { ExportMenu } from './export-menu'
import { ExtractorSelect, PresetSelect } from '../../components/select'
import { TourSelect } from './tours/tour-select'

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
  const stops = useDemo((s) => s.breakpoints.length)
  const moment = useDemo(momentOf)
  const [stopping, setStopping] = useState(false)
  const changeMethod = (id: string): void => {
    actions.setExtractor(id)
    // The preset stays as it was: who chose it for another method is told.
    const method = extractors.find((x) => x.id === id)?.title ?? id
    if (preset !== 'default') actions.notify(`${method} runs with its values as printed, too: the preset stayed.`)
  }
  return (
    <header className="demo-head">
      <ExtractorSelect caption="Method" extractors={extractors} value={extractor} onChange={changeMethod} />
      <PresetSelect value={preset} onChange={(p) => actions.setPreset(p)} label="Preset" />
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
      <IconButton
        icon={Columns2}
        label="Two at once"
        aria-pressed={beside !== null}
        onClick={() => {
          // Another paper's system: variants of one differ in little.
          const paper = extractors.find(({ id }) => id === extractor)?.paper.title
          const second = extractors.find((info) => info.family === 'system' && info.paper.title !== paper)
          demoActions.setBeside(beside ? null : { extractor: (second ?? extractors[0])?.id ?? extractor, preset: 'default' })
        }}
      />
      <IconButton icon={SlidersHorizontal} label="Parameters" aria-pressed={setting} onClick={() => onSetting(!setting)} />
      <span className="space" />
      <TourSelect />
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
        keys={keysOfPlayerAction('lecture')}
        aria-pressed={lecture}
        onClick={() => demoActions.setLecture(!lecture)}
      />
      {run ? <ExportMenu run={run} title={title} /> : <Button disabled>Export</Button>}
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
