import { useMemo } from 'react'
import {
  ChevronFirst,
  ChevronLast,
  ChevronLeft,
  ChevronRight,
  Minimize2,
  Pause,
  Play,
  Repeat,
  SkipBack,
  SkipForward,
  type LucideIcon,
} from 'lucide-react'
import type { DemoRun, Frame } from '../../../shared/demo/demo-run'
import { narrate } from '../../../shared/demo/narration'
import { chapterGroups } from '../../../shared/demo/timeline'
import { Button, IconButton } from '../../components/button'
import { formatNumber } from '../../components/number-format'
import { keysOfPlayerAction, type PlayerActionId } from './player-actions'
import { demoActions, SPEEDS, useDemo } from './state/demo'
import { Select } from '../../components/select'
import styles from './transport.module.css'

/** Chapters whose names have room. */
const FEW = 14

/** Play, pause, steps, speed, and the scrubber with its chapters. */
export function Transport({ run, frame }: { readonly run: DemoRun; readonly frame: Frame }) {
  const playing = useDemo((s) => s.playing)
  const speed = useDemo((s) => s.speed)
  const loop = useDemo((s) => s.loop)
  const lecture = useDemo((s) => s.lecture)
  const breakpoints = useDemo((s) => s.breakpoints)
  const { timeline } = run
  const last = timeline.length - 1
  const [isFirst, isLast] = [frame.moment === 0, frame.moment === last]
  const buttons: readonly (readonly [LucideIcon, string, PlayerActionId, () => void, boolean])[] = [
    [ChevronFirst, 'First moment', 'first', demoActions.first, isFirst],
    [SkipBack, 'Chapter back', 'chapter-back', () => demoActions.chapter(-1), isFirst],
    [ChevronLeft, 'Step back', 'back', () => demoActions.step(-1), isFirst],
    [playing ? Pause : Play, playing ? 'Pause' : 'Play', 'toggle', demoActions.toggle, false],
    [ChevronRight, 'Step forward', 'forward', () => demoActions.step(1), isLast],
    [SkipForward, 'Chapter forward', 'chapter-forward', () => demoActions.chapter(1), isLast],
    [ChevronLast, 'Last moment', 'last', demoActions.last, isLast],
  ]
  const groups = useMemo(() => chapterGroups(timeline), [timeline])
  return (
    <div className={styles.bar} role="toolbar" aria-label="Player">
      <div className={styles.buttons}>
        {buttons.map(([icon, label, action, press, disabled]) => (
          <IconButton key={action} icon={icon} label={label} keys={keysOfPlayerAction(action)} disabled={disabled} onClick={press} />
        ))}
        {lecture ? (
          <IconButton icon={Minimize2} label="Leave lecture mode" keys="Esc" onClick={() => demoActions.setLecture(false)} />
        ) : null}
        <IconButton icon={Repeat} label="Loop" aria-pressed={loop} onClick={demoActions.toggleLoop} />
        <label className={styles.speed}>
          <span>Speed</span>
          <Select value={speed} options={SPEEDS.map((s) => ({ value: s, label: `${s} ×` }))} onChange={demoActions.setSpeed} />
        </label>
      </div>
      <div className={styles.scrubber}>
        <div className={styles.chapters} data-few={groups.length <= FEW}>
          {groups.map(({ name, caption, first, last }) => {
            const stops = breakpoints.some((b) => b.kind === 'step' && b.chapter >= first.index && b.chapter <= last.index)
            const times = last.index - first.index + 1
            return (
              <Button
                tone="bare"
                className="cut"
                key={first.index}
                tabIndex={-1}
                style={{ flexGrow: Math.sqrt(last.end - first.start) }}
                data-current={frame.chapter.index >= first.index && frame.chapter.index <= last.index}
                data-done={last.index < frame.chapter.index}
                title={`${name}${times > 1 ? `, ${times} times` : ''}: ${caption}`}
                onClick={() => demoActions.goTo(first.start)}
              >
                {stops ? '● ' : ''}
                {name}
                {times > 1 ? ` × ${times}` : ''}
              </Button>
            )
          })}
        </div>
        <input
          type="range"
          min={0}
          max={last}
          step={1}
          value={frame.moment}
          aria-label="Moment"
          aria-valuetext={`${frame.chapter.step.name}, moment ${frame.moment + 1} of ${timeline.length}. ${narrate(run, frame)}`}
          onChange={(event) => demoActions.goTo(Number(event.target.value))}
        />
      </div>
      <output
        className={styles.moment}
        aria-label="Moment"
        title={`Going back keeps at most ${formatNumber(Math.ceil(run.memory / 1024))} KiB`}
      >
        {frame.moment + 1} / {timeline.length}
      </output>
    </div>
  )
}
