import { exampleTitle } from '../../../shared/demo/examples'
import { Button } from '../../components/button'
import { InTopBar } from '../../components/hooks'
import { MenuButton, MenuItem, MenuPart } from '../../components/menu'
import { keysOfPlayerAction, type PlayerActionId } from './player-actions'
import { demoActions, useDemo } from './state/demo'
import { actions, useTab, useWindow } from '../../window/window'
import { tabTitle } from '../../window/window-state'
import { ExportMenu } from './export-menu'
import { ExtractorSelect } from '../../components/extractor-select'
import { PresetSelect, Select } from '../../components/fields'
import { TOURS } from '../../../shared/demo/tours/tours'
import { useFields, useTabFields } from '../../window/store'
import styles from './demo.module.css'

export function TourSelect() {
  const current = useDemo((s) => s.tour?.tour.id ?? '')
  return (
    <label className="bar">
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

const PLACES: readonly (readonly [PlayerActionId, string, () => void])[] = [
  ['first', 'First moment', demoActions.first],
  ['chapter-back', 'Chapter back', () => demoActions.chapter(-1)],
  ['chapter-forward', 'Chapter forward', () => demoActions.chapter(1)],
  ['last', 'Last moment', demoActions.last],
]

export function DemoHead({ setting, onSetting }: { readonly setting: boolean; readonly onSetting: (setting: boolean) => void }) {
  const extractors = useWindow((s) => s.extractors)
  const { extractor, preset } = useTabFields('extractor', 'preset')
  const titleOfTab = useTab(tabTitle)
  const title = useDemo((s) => (s.example ? exampleTitle(s.example.html) : titleOfTab))
  const { run, beside, lecture } = useFields(useDemo, 'run', 'beside', 'lecture')
  const editing = useDemo((s) => s.editing !== null)
  const changeExtractor = (id: string): void => {
    actions.setExtractor(id)
    const name = extractors.find((x) => x.id === id)?.title ?? id
    if (preset !== 'default') actions.notify(`${name} also uses the preset “as printed”.`)
  }
  const toggleBeside = (): void => {
    // Prefer an extractor of another paper, because variants of one paper differ little.
    const paper = extractors.find(({ id }) => id === extractor)?.paper.title
    const second = extractors.find((info) => info.family === 'system' && info.paper.title !== paper)
    demoActions.setBeside(beside ? null : ((second ?? extractors[0])?.id ?? extractor))
  }
  const lectureKeys = `Lecture mode (${keysOfPlayerAction('lecture') ?? ''})`
  const toggles = [
    { word: 'Two runs', isOn: beside !== null, toggle: toggleBeside },
    { word: 'Edit example', isOn: editing, toggle: () => (editing ? demoActions.edit(null) : demoActions.editFirst()) },
    { word: 'Lecture', title: lectureKeys, isOn: lecture, toggle: () => demoActions.setLecture(!lecture) },
  ]
  return (
    <header className={`row pane ${styles.head}`}>
      <ExtractorSelect caption="Extractor" extractors={extractors} value={extractor} onChange={changeExtractor} />
      {preset === 'default' ? null : <PresetSelect value={preset} onChange={(p) => actions.setPreset(p)} label="Preset" />}
      {beside ? (
        <ExtractorSelect caption="Second run" extractors={extractors} value={beside.extractor} onChange={demoActions.setBeside} />
      ) : null}
      <TourSelect />
      <span className="space" />
      {toggles.map(({ word, title, isOn, toggle }) => (
        <Button key={word} label={word} tone="word" title={title} aria-pressed={isOn} onClick={toggle} />
      ))}
      <InTopBar>{run ? <ExportMenu run={run} title={title} /> : null}</InTopBar>
      <MenuButton word="More" label="More" narrow>
        <MenuPart title="The run">
          <MenuItem title={setting ? 'Hide the parameters' : 'Parameters'} onSelect={() => onSetting(!setting)} />
        </MenuPart>
        <MenuPart title="Go to">
          {PLACES.map(([action, word, go]) => (
            <MenuItem key={action} title={word} keys={keysOfPlayerAction(action)} disabled={!run} onSelect={go} />
          ))}
        </MenuPart>
      </MenuButton>
    </header>
  )
}
