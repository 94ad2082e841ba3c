import { useEffect, useMemo, useRef, type CSSProperties } from 'react'
import {
  ChevronFirst,
  ChevronLast,
  ChevronLeft,
  ChevronRight,
  ListFilter,
  Minimize2,
  Pause,
  Play,
  Repeat,
  Repeat1,
  SkipBack,
  SkipForward,
  X,
} from 'lucide-react'
import type { DemoRun, Frame } from '../../../shared/demo/demo-run'
import { narrate } from '../../../shared/demo/narration'
import { summaryMoments, summaryPlace } from '../../../shared/demo/summary'
import { chapterGroups, spanWith } from '../../../shared/demo/timeline'
import { Button, IconButton } from '../../components/button'
import { formatNumber } from '../../components/number-format'
import { keysOfPlayerAction } from './player-actions'
import { demoActions, markedPart, SPEEDS, useDemo } from './state/demo'
import { Select } from '../../components/select'

/** Chapters whose names have room. */
const FEW = 14

/** Play, pause, steps, speed, and the scrubber with its chapters. */
export function Transport({ run, frame }: { readonly run: DemoRun; readonly frame: Frame }) {
  const playing = useDemo((s) => s.playing)
  const speed = useDemo((s) => s.speed)
  const loop = useDemo((s) => s.loop)
  const loopChapter = useDemo((s) => s.loopChapter)
  const lecture = useDemo((s) => s.lecture)
  const breakpoints = useDemo((s) => s.breakpoints)
  const { timeline } = run
  const last = timeline.length - 1
  const groups = useMemo(() => chapterGroups(timeline), [timeline])
  const zoom = useDemo((s) => s.zoom)
  // What is shown moves along with the moment: nothing is where nobody sees it.
  const span = zoom ? spanWith(timeline, zoom, frame.moment) : { from: 0, to: last }
  const summary = useDemo((s) => s.summary)
  const loopFrom = useDemo((s) => s.loopFrom)
  const loopTo = useDemo((s) => s.loopTo)
  const marked = markedPart({ run, loopFrom, loopTo })
  const decisive = summary ? summaryMoments(run) : []
  /** Where a moment is on the scrubber, by the middle of its thumb. */
  const along = (moment: number): CSSProperties => ({
    insetInlineStart: `calc(var(--thumb) / 2 + (100% - var(--thumb)) * ${(moment - span.from) / Math.max(1, span.to - span.from)})`,
  })
  const isSeen = (moment: number): boolean => moment >= span.from && moment <= span.to
  const scrubber = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = scrubber.current
    if (!element) return
    // Passive listeners, as React adds them, cannot keep the wheel from scrolling.
    const onWheel = (event: WheelEvent): void => {
      if (event.ctrlKey) return
      const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX
      if (sideways !== 0) {
        event.preventDefault()
        demoActions.panZoom(Math.sign(sideways))
        return
      }
      if (event.deltaY === 0) return
      event.preventDefault()
      demoActions.zoomAround(event.deltaY < 0 ? 0.8 : 1.25)
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    const stop = listenForDrag(element)
    return () => {
      element.removeEventListener('wheel', onWheel)
      stop()
    }
  }, [])
  return (
    <div className="demo-transport" role="toolbar" aria-label="Player">
      <div className="demo-buttons">
        <IconButton
          icon={ChevronFirst}
          label="First moment"
          keys={keysOfPlayerAction('first')}
          disabled={frame.moment === 0}
          onClick={demoActions.first}
        />
        <IconButton
          icon={SkipBack}
          label="Chapter back"
          keys={keysOfPlayerAction('chapter-back')}
          disabled={frame.moment === 0}
          onClick={() => demoActions.chapter(-1)}
        />
        <IconButton
          icon={ChevronLeft}
          label="Step back"
          keys={keysOfPlayerAction('back')}
          disabled={frame.moment === 0}
          onClick={() => demoActions.step(-1)}
        />
        <IconButton
          icon={playing ? Pause : Play}
          label={playing ? 'Pause' : 'Play'}
          keys={keysOfPlayerAction('toggle')}
          onClick={demoActions.toggle}
        />
        <IconButton
          icon={ChevronRight}
          label="Step forward"
          keys={keysOfPlayerAction('forward')}
          disabled={frame.moment === last}
          onClick={() => demoActions.step(1)}
        />
        <IconButton
          icon={SkipForward}
          label="Chapter forward"
          keys={keysOfPlayerAction('chapter-forward')}
          disabled={frame.moment === last}
          onClick={() => demoActions.chapter(1)}
        />
        <IconButton
          icon={ChevronLast}
          label="Last moment"
          keys={keysOfPlayerAction('last')}
          disabled={frame.moment === last}
          onClick={demoActions.last}
        />
        {lecture ? (
          <IconButton icon={Minimize2} label="Leave lecture mode" keys="Esc" onClick={() => demoActions.setLecture(false)} />
        ) : null}
        <IconButton
          icon={loopChapter ? Repeat1 : Repeat}
          label={loopChapter ? 'Loop: this chapter' : loop ? 'Loop: the run' : 'Loop'}
          aria-pressed={loop}
          onClick={demoActions.toggleLoop}
        />
        <IconButton
          icon={ListFilter}
          label={summary ? `Summary: ${decisive.length} moments that decide` : 'Summary: only what decides'}
          keys={keysOfPlayerAction('summary')}
          aria-pressed={summary}
          onClick={demoActions.toggleSummary}
        />
        <span className="demo-marks" role="group" aria-label="Loop between A and B">
          <Button
            tone="quiet"
            title={`Mark A: the loop begins here (${keysOfPlayerAction('mark-a') ?? ''})`}
            aria-pressed={loopFrom !== null}
            onClick={demoActions.markA}
          >
            A{loopFrom === null ? '' : ` ${loopFrom + 1}`}
          </Button>
          <Button
            tone="quiet"
            title={`Mark B: the loop ends here (${keysOfPlayerAction('mark-b') ?? ''})`}
            aria-pressed={loopTo !== null}
            onClick={demoActions.markB}
          >
            B{loopTo === null ? '' : ` ${loopTo + 1}`}
          </Button>
          {marked ? <IconButton icon={X} label="Forget A and B" keys={keysOfPlayerAction('unmark')} onClick={demoActions.unmark} /> : null}
        </span>
        <label className="demo-speed">
          <span>Speed</span>
          <Select value={speed} options={SPEEDS.map((s) => ({ value: s, label: `${s} ×` }))} onChange={demoActions.setSpeed} />
        </label>
      </div>
      <div className="demo-scrubber" ref={scrubber} data-zoomed={span.to - span.from < last}>
        <div className="demo-chapters" data-few={groups.length <= FEW}>
          {groups.map(({ name, caption, first, last }) => {
            if (last.end <= span.from || first.start > span.to) return null
            const shown = Math.min(last.end, span.to + 1) - Math.max(first.start, span.from)
            const stops = breakpoints.some((b) => b.kind === 'step' && b.chapter >= first.index && b.chapter <= last.index)
            const times = last.index - first.index + 1
            return (
              <Button
                tone="bare"
                className="cut"
                key={first.index}
                tabIndex={-1}
                style={{ flexGrow: Math.sqrt(shown) }}
                data-current={frame.chapter.index >= first.index && frame.chapter.index <= last.index}
                data-done={last.index < frame.chapter.index}
                title={`${name}${times > 1 ? `, ${times} times` : ''}: ${caption}`}
                onClick={() => demoActions.goTo(Math.max(first.start, span.from))}
              >
                {stops ? '● ' : ''}
                {name}
                {times > 1 ? ` × ${times}` : ''}
              </Button>
            )
          })}
        </div>
        <div className="demo-scrubber-marks" aria-hidden="true">
          {marked && marked.to >= span.from && marked.from <= span.to ? (
            <span
              className="demo-loop"
              style={{
                ...along(Math.max(span.from, marked.from)),
                inlineSize: `calc((100% - var(--thumb)) * ${
                  (Math.min(span.to, marked.to) - Math.max(span.from, marked.from)) / Math.max(1, span.to - span.from)
                })`,
              }}
            />
          ) : null}
          {decisive.filter(isSeen).map((moment) => (
            <span key={moment} className="demo-decides" style={along(moment)} />
          ))}
        </div>
        <input
          type="range"
          min={span.from}
          max={span.to}
          step={1}
          value={frame.moment}
          aria-label="Moment"
          aria-valuetext={`${frame.chapter.step.name}, moment ${frame.moment + 1} of ${timeline.length}. ${narrate(run, frame)}`}
          onChange={(event) => demoActions.scrub(Number(event.target.value))}
        />
      </div>
      <output
        className="demo-moment"
        aria-label="Moment"
        title={`Going back keeps at most ${formatNumber(Math.ceil(run.memory / 1024))} KiB`}
      >
        {summary ? (
          <>
            {summaryPlace(decisive, frame.moment) + 1} of {decisive.length} moments <small>({frame.moment + 1})</small>
          </>
        ) : (
          <>
            {frame.moment + 1} / {timeline.length}
          </>
        )}
      </output>
    </div>
  )
}

/** Pixels that a pointer goes before it drags: less is a click on a chapter. */
const DRAGS = 5

/** While the scrubber shows a part, its chapters are dragged sideways to the parts beside it. Returns the way to stop. */
function listenForDrag(scrubber: HTMLElement): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let at: number | null = null
  let dragged = false
  const chapters = scrubber.firstElementChild
  scrubber.addEventListener(
    'pointerdown',
    (event) => {
      dragged = false
      at = event.button === 0 && useDemo.getState().zoom && chapters?.contains(event.target as Node) ? event.clientX : null
    },
    { signal },
  )
  window.addEventListener(
    'pointermove',
    (event) => {
      const { zoom } = useDemo.getState()
      if (at === null || !zoom) return
      const moments = ((at - event.clientX) / scrubber.clientWidth) * (zoom.to - zoom.from)
      if (Math.abs(at - event.clientX) < DRAGS || Math.abs(moments) < 1) return
      dragged = true
      at = event.clientX
      demoActions.panZoom(moments)
    },
    { signal },
  )
  for (const type of ['pointerup', 'pointercancel'] as const) window.addEventListener(type, () => (at = null), { signal })
  // What was dragged was not clicked.
  scrubber.addEventListener('click', (event) => dragged && event.stopPropagation(), { signal, capture: true })
  return () => ending.abort()
}
