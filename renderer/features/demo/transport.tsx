import { useMemo } from 'react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { DemoRun, Frame } from '../../../shared/demo/demo-run'
import { describeFrame } from '../../../shared/demo/narration'
import { chapterGroups } from '../../../shared/demo/timeline'
import { Button, IconButton } from '../../components/button'
import { formatNumber } from '../../components/number-format'
import { keysOfPlayerAction } from './player-actions'
import { demoActions, SPEEDS, useDemo } from './state/demo'
import { Select } from '../../components/fields'
import { TourSelect } from './demo-head'
import { useFields } from '../../window/store'
import styles from './transport.module.css'

const MOST_NAMED_CHAPTERS = 14

export function Transport({ run, frame }: { readonly run: DemoRun; readonly frame: Frame }) {
  const { timeline } = run
  const last = timeline.length - 1
  const groups = useMemo(() => chapterGroups(timeline), [timeline])
  return (
    <div className={`bar pane ${styles.bar}`} role="toolbar" aria-label="Player">
      <PlayerButtons atStart={frame.moment === 0} atEnd={frame.moment === last} />
      <div className={`fill ${styles.scrubber}`}>
        <ol className={styles.chapters} data-few={groups.length <= MOST_NAMED_CHAPTERS}>
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
        className={`dim ${styles.moment}`}
        aria-label="Moment"
        title={`Stepping back uses at most ${formatNumber(Math.ceil(run.memory / 1024))} KiB of memory`}
      >
        {frame.moment + 1} / {timeline.length}
      </output>
    </div>
  )
}

function PlayerButtons({ atStart, atEnd }: { readonly atStart: boolean; readonly atEnd: boolean }) {
  const { playing, speed, lecture } = useFields(useDemo, 'playing', 'speed', 'lecture')
  return (
    <div className={`bar ${styles.buttons}`}>
      <IconButton
        icon={ChevronLeft}
        label="Step back"
        keys={keysOfPlayerAction('back')}
        disabled={atStart}
        onClick={() => demoActions.step(-1)}
      />
      <Button
        label={playing ? 'Pause' : 'Play'}
        className={styles.play ?? ''}
        title={keysOfPlayerAction('toggle')}
        onClick={demoActions.toggle}
      />
      <IconButton
        icon={ChevronRight}
        label="Step forward"
        keys={keysOfPlayerAction('forward')}
        disabled={atEnd}
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
  )
}
