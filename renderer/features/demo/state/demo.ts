import { isSameSource } from '../../../../shared/contract/capture'
import { EXAMPLES } from '../../../../shared/demo/examples'
import type { Picked } from '../../../../shared/demo/card-subject'
import { lineTopic } from '../../../../shared/demo/demo-run'
import { findRemovedNodes } from '../../../../shared/demo/replay'
import { rowOf, treeRows } from '../../../../shared/demo/stage-rows'
import { chapterAt, clampMoment, momentAfter } from '../../../../shared/demo/timeline'
import { judgeAnswer, type Tour } from '../../../../shared/demo/tours/tour'
import { presetValues, type ParamValue } from '../../../../shared/extractors/core/params'
import { formatNumber } from '../../../components/number-format'
import { stage, hasTourValues, isTourRun, momentOfStop, sourceOfStop } from './stage-director'
import { momentOf, useDemo, closeTourOffer } from './demo-state'
import { actions, currentTab, extractorOf, placeOf } from '../../../window/window'

export { openStage } from './stage-director'
export { momentOf, useDemo } from './demo-state'

export const SPEEDS = [0.5, 1, 2, 4] as const

const read = useDemo.getState
const write = useDemo.setState

/** Without this limit, a window that returns from the background would skip moments. */
const MOST_TICK_MS = 250

/** Returns a function that calls `tick` per animation frame with the milliseconds that passed, until `tick` returns false. */
export function createTicker(tick: (passed: number) => boolean): () => void {
  let last = 0
  let request = 0
  const draw = (now: number): void => {
    // An animation frame that began before the start counts as 0 ms.
    const passed = Math.max(0, Math.min(MOST_TICK_MS, now - last))
    last = Math.max(last, now)
    request = tick(passed) ? requestAnimationFrame(draw) : 0
  }
  return () => {
    last = performance.now()
    if (request === 0) request = requestAnimationFrame(draw)
  }
}

const startTicker = createTicker((passed) => {
  const demo = read()
  if (!demo.playing || !demo.run) return false
  const { timeline } = demo.run
  const position = momentAfter(timeline, demo.position, passed * demo.speed)
  const isOver = position >= timeline.length - 1
  write(isOver ? { position, playing: false } : { position })
  return !isOver
})

function followTour(tour: Tour, stop: number, hasQuestion = false): void {
  const before = read().tour
  write({ tour: { tour, stop, coming: true, ...(hasQuestion && { hasQuestion }) }, editing: null, picked: null, playing: false })
  const tab = currentTab()
  const { status, extractor, params } = tab
  const { source } = placeOf(tab)
  const info = extractorOf(tour.extractor)
  const stopSource = sourceOfStop(tour, stop)
  const isSample = source !== null && isSameSource(source, stopSource)
  const loads = isSample && status === 'loading' && before?.coming === true && before.tour === tour
  const runs = isSample && extractor === tour.extractor && info !== undefined && hasTourValues(tour, info, params)
  if (!runs && !loads) {
    const configuration = { extractor: tour.extractor, preset: 'default' as const, params: tour.params ?? {} }
    void actions.open(stopSource, { mode: 'source', configuration })
  }
  void stage.update(true)
}

export const demoActions = {
  play: (): void => {
    const { run, position } = read()
    if (!run) return
    write({ playing: true, position: position >= run.timeline.length - 1 ? 0 : position })
    startTicker()
  },
  pause: (): void => {
    const demo = read()
    write({ playing: false, position: momentOf(demo) })
  },
  toggle: (): void => (read().playing ? demoActions.pause() : demoActions.play()),
  goTo: (moment: number): void => {
    const { run } = read()
    write({ playing: false, ...(run && { position: clampMoment(run.timeline, moment) }) })
  },
  step: (by: 1 | -1): void => demoActions.goTo(momentOf(read()) + by),
  chapter: (by: 1 | -1): void => {
    const demo = read()
    if (!demo.run) return
    const { timeline } = demo.run
    const moment = momentOf(demo)
    const here = chapterAt(timeline, moment)
    if (by > 0) demoActions.goTo(here.end < timeline.length ? here.end : timeline.length - 1)
    else demoActions.goTo(moment > here.start ? here.start : (timeline.chapters[here.index - 1]?.start ?? 0))
  },
  first: (): void => demoActions.goTo(0),
  last: (): void => demoActions.goTo(Number.MAX_SAFE_INTEGER),
  setSpeed: (speed: number): void => write({ speed }),
  setLecture: (lecture: boolean): void => write({ lecture }),
  pick: (picked: Picked | null): void => {
    const demo = read()
    if (picked && demo.tour?.hasQuestion && isTourRun(demo, currentTab().source)) {
      demoActions.answer(picked)
      return
    }
    write({ picked, pointed: null, playing: false, position: momentOf(demo) })
  },
  point: (pointed: Picked | null): void => write({ pointed }),
  pickNext: (by: 1 | -1): void => {
    const { run, picked } = read()
    if (!run) return
    const frame = run.frameAt(momentOf(read()))
    const lines = run.extraction.lines?.start.length ?? 0
    if (lineTopic(run, frame) !== null && lines > 0) {
      const from = picked?.per === 'line' ? picked.subject : (frame.decision?.line ?? -1)
      demoActions.pick({ per: 'line', subject: Math.max(0, Math.min(lines - 1, from + by)) })
      return
    }
    const rows = treeRows(run.page, findRemovedNodes(run)).filter((row) => row.node >= 0)
    const from = rowOf(rows, run.page, picked?.per === 'node' ? picked.subject : frame.node)
    const row = rows[Math.max(0, Math.min(rows.length - 1, from + by))]
    if (row) demoActions.pick({ per: 'node', subject: row.node })
  },
  goToLineOfCode: (line: number): void => {
    const demo = read()
    if (!demo.run) return
    const { chapters } = demo.run.timeline
    const here = chapterAt(demo.run.timeline, momentOf(demo)).index
    const next = [...chapters.slice(here + 1), ...chapters.slice(0, here + 1)].find((c) => c.step.pseudocode?.includes(line))
    if (next) demoActions.goTo(next.start)
    else actions.notify('The run has no step for this line.')
  },
  setBeside: (extractor: string | null): void => {
    const info = extractorOf(extractor)
    write({ beside: info ? { extractor: info.id, params: presetValues(info.params, 'default') } : null, otherFailure: null })
    void stage.updateBeside()
  },
  setBesideParams: (values: Readonly<Record<string, ParamValue>>): void => {
    const { beside } = read()
    if (!beside) return
    write({ beside: { ...beside, params: { ...beside.params, ...values } } })
    void stage.updateBeside()
  },
  edit: (html: string | null): void => {
    write({ editing: html })
    void stage.update(true)
  },
  editFirst: (): void => demoActions.edit(EXAMPLES[0]?.html ?? ''),
  startTour: (tour: Tour, stop = 0): void => {
    closeTourOffer()
    write({ beside: null })
    followTour(tour, stop)
  },
  tourStop: (stop: number): void => {
    const { tour } = read()
    if (!tour) return
    const to = Math.max(0, Math.min(tour.tour.stops.length - 1, stop))
    followTour(tour.tour, to, to > tour.stop && tour.tour.stops[to]?.quiz !== undefined)
  },
  tourOn: (): void => {
    const { tour } = read()
    if (tour?.hasQuestion) demoActions.answer(null)
    else if (tour) demoActions.tourStop(tour.stop + 1)
  },
  answer: (picked: Picked | null): void => {
    const { tour, run } = read()
    if (!tour?.hasQuestion || !run) return
    const { hasQuestion: _, ...stand } = tour
    const moment = momentOfStop(stand, run)
    const judged = picked && moment >= 0 ? judgeAnswer(run, run.frameAt(moment), picked, formatNumber) : null
    write({ tour: { ...stand, coming: false, ...(judged !== null && { answer: judged }) }, picked: null, pointed: null })
    if (moment >= 0) demoActions.goTo(moment)
  },
  backToTour: (): void => {
    const { tour } = read()
    if (tour) followTour(tour.tour, tour.stop, tour.hasQuestion)
  },
  endTour: (): void => write({ tour: null }),
}
