import { exampleTitle } from '../../../shared/demo/examples'
import { Button, IconButton } from '../../components/button'
import { InTopBar } from '../../components/hooks'
import { MenuButton, MenuItem, MenuPart } from '../../components/menu'
import { keysOfPlayerAction, type PlayerActionId } from './player-actions'
import { demoActions, useDemo, SPEEDS } from './state/demo'
import { actions, useTab, useWindow, useFields, useTabFields, tabTitle } from '../../window/window'
import { ExportMenu } from './export-menu'
import { ExtractorSelect } from '../../components/extractor-select'
import { PresetSelect, Select } from '../../components/fields'
import { TOURS } from '../../../shared/demo/tours/tours'
import styles from './demo.module.css'
import { useMemo } from 'react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { DemoRun, Frame } from '../../../shared/demo/demo-run'
import { describeFrame } from '../../../shared/demo/narration'
import { chapterGroups } from '../../../shared/demo/timeline'
import { formatNumber } from '../../components/number-format'
import player from './transport.module.css'

function TourSelect() {
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

const MOST_NAMED_CHAPTERS = 14

export function Transport({ run, frame }: { readonly run: DemoRun; readonly frame: Frame }) {
  const { playing, speed, lecture } = useFields(useDemo, 'playing', 'speed', 'lecture')
  const { timeline } = run
  const last = timeline.length - 1
  const groups = useMemo(() => chapterGroups(timeline), [timeline])
  return (
    <div className={`bar pane ${player.bar}`} role="toolbar" aria-label="Player">
      <div className={`bar ${player.buttons}`}>
        <IconButton
          icon={ChevronLeft}
          label="Step back"
          keys={keysOfPlayerAction('back')}
          disabled={frame.moment === 0}
          onClick={() => demoActions.step(-1)}
        />
        <Button
          label={playing ? 'Pause' : 'Play'}
          className={player.play ?? ''}
          title={keysOfPlayerAction('toggle')}
          onClick={demoActions.toggle}
        />
        <IconButton
          icon={ChevronRight}
          label="Step forward"
          keys={keysOfPlayerAction('forward')}
          disabled={frame.moment === last}
          onClick={() => demoActions.step(1)}
        />
        {lecture ? (
          <>
            <Button label="Leave lecture mode" title="Esc" onClick={() => demoActions.setLecture(false)} />
            <TourSelect />
          </>
        ) : null}
        <label className="bar dim">
          <span>Speed</span>
          <Select value={speed} options={SPEEDS.map((s) => ({ value: s, label: `${s} ×` }))} onChange={demoActions.setSpeed} />
        </label>
      </div>
      <div className={`fill ${player.scrubber}`}>
        <ol className={player.chapters} data-few={groups.length <= MOST_NAMED_CHAPTERS}>
          {groups.map(({ first, last }) => {
            const { name, caption } = first.step
            const times = last.index - first.index + 1
            return (
              <li
                key={first.index}
                style={{ flexGrow: Math.sqrt(last.end - first.start) }}
                data-current={frame.chapter.index >= first.index && frame.chapter.index <= last.index}
                data-done={last.index < frame.chapter.index}
              >
                <Button
                  tone="bare"
                  className="cut"
                  tabIndex={-1}
                  title={`${name}${times > 1 ? `, ${times} times` : ''}: ${caption}`}
                  onClick={() => demoActions.goTo(first.start)}
                >
                  {name}
                  {times > 1 ? ` × ${times}` : ''}
                </Button>
              </li>
            )
          })}
        </ol>
        <input
          type="range"
          min={0}
          max={last}
          step={1}
          value={frame.moment}
          aria-label="Moment"
          aria-valuetext={`${frame.chapter.step.name}, moment ${frame.moment + 1} of ${timeline.length}. ${describeFrame(run, frame)}`}
          onChange={(event) => demoActions.goTo(Number(event.target.value))}
        />
      </div>
      <output
        className={`dim ${player.moment}`}
        aria-label="Moment"
        title={`Stepping back uses at most ${formatNumber(Math.ceil(run.memory / 1024))} KiB of memory`}
      >
        {frame.moment + 1} / {timeline.length}
      </output>
    </div>
  )
}
