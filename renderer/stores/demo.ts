/** The demonstration: which runs are on the stage, and where in them the film stands. */
import { create } from 'zustand'
import { DemoRun } from '../../shared/demo/demo-run'
import { EXAMPLES } from '../../shared/demo/examples'
import { inStep, nextStop, sameBreakpoint, type Breakpoint } from '../../shared/demo/stops'
import { chapterAt, clampMoment, momentAfter } from '../../shared/demo/timeline'
import { stopMoment, type Tour } from '../../shared/demo/tours/tour'
import type { Failure } from '../../shared/contract/failure'
import { presetValues, type ParamValue, type Preset } from '../../shared/extractors/core/params'
import type { PageModel } from '../../shared/page/page-model'
import { takeStep } from './pending-step'
import { runTrial } from './trial-runs'
import { actions, getState, subscribe, watchTab } from './workspace'
import { activeTab } from './workspace-state'

/** A page on the stage that is not the tab's: an example being edited. */
export interface ExamplePage {
  readonly html: string
  readonly page: string
  readonly model: PageModel
}

export interface Demo {
  readonly run: DemoRun | null
  /** Handle of the page that `run` ran on, for its view. */
  readonly page: string | null
  /** The second run of two at once. */
  readonly other: DemoRun | null
  /** What runs beside: an extractor with a preset; null for one at a time. */
  readonly beside: { readonly extractor: string; readonly preset: Preset } | null
  readonly failure: Failure | null
  /** Moment of `run`, with a fraction while it plays. */
  readonly position: number
  readonly playing: boolean
  readonly speed: number
  readonly loop: boolean
  readonly breakpoints: readonly Breakpoint[]
  readonly lecture: boolean
  /** The example on the stage instead of the tab's page. */
  readonly example: ExamplePage | null
  readonly editing: string | null
  readonly tour: { readonly tour: Tour; readonly stop: number } | null
}

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8] as const

export const useDemo = create<Demo>()(() => ({
  run: null,
  page: null,
  other: null,
  beside: null,
  failure: null,
  position: 0,
  playing: false,
  speed: 1,
  loop: false,
  breakpoints: [],
  lecture: false,
  example: null,
  editing: null,
  tour: null,
}))

const read = useDemo.getState
const write = useDemo.setState

/** Whole moment shown. */
export const momentOf = (demo: Demo): number => (demo.run ? clampMoment(demo.run.timeline, Math.floor(demo.position)) : 0)

// ---- what is on the stage

let controller = new AbortController()
/** A result that has been put on the stage, so that the same one is not built twice. */
let shown: unknown = null

/** Puts the tab's run, or the example's, on the stage, and the one beside it. */
async function stage(keepPlace: boolean): Promise<void> {
  controller.abort()
  controller = new AbortController()
  const { signal } = controller
  const tab = activeTab(getState())
  const { example, beside } = read()
  const info = getState().extractors.find((x) => x.id === tab.extractor)
  const model = example?.model ?? tab.model
  const page = example?.page ?? tab.page?.id
  if (!info || !model || page === undefined) {
    write({ run: null, other: null, page: null, playing: false })
    return
  }
  let result = example ? null : tab.result
  if (!result?.trace || result.extraction.extractor !== info.id) {
    if (!example && tab.running) return
    const answer = await runTrial({ page, extractor: info.id, preset: tab.preset, params: tab.params, trace: true }, signal)
    if (signal.aborted) return
    if (!answer.ok) {
      write({ failure: answer.failure, run: null, other: null })
      return
    }
    result = answer.value
  }
  if (!result.trace) return
  const before = read()
  if (shown !== result || before.run === null || before.run.page !== model) {
    shown = result
    const run = new DemoRun(model, info, result.extraction, result.trace)
    const asked = takeStep()
    const position =
      asked !== null ? clampMoment(run.timeline, asked) : keepPlace && before.run ? inStep(before.run, momentOf(before), run) : 0
    write({
      run,
      page,
      failure: null,
      position,
      playing: keepPlace && before.playing,
      ...(before.run?.info.id === info.id ? {} : { breakpoints: [] }),
    })
  }
  if (!beside) {
    write({ other: null })
    return
  }
  const second = getState().extractors.find((x) => x.id === beside.extractor)
  if (!second) return
  const answer = await runTrial(
    { page, extractor: second.id, preset: beside.preset, params: presetValues(second.params, beside.preset), trace: true },
    signal,
  )
  if (signal.aborted) return
  if (answer.ok && answer.value.trace) write({ other: new DemoRun(model, second, answer.value.extraction, answer.value.trace) })
  else if (!answer.ok) write({ failure: answer.failure })
}

let watching = 0
let stopWatching: (() => void) | null = null

/** While somebody watches, the stage follows the tab: its page, extractor and parameters. Returns the way to stop. */
export function openStage(): () => void {
  watching += 1
  if (watching === 1) {
    const stops = [
      watchTab(
        (tab) => tab.result,
        () => void stage(true).then(continueTour),
      ),
      watchTab(
        (tab) => tab.page,
        () => {
          if (read().example) closeExample()
          write({ position: 0, playing: false })
        },
      ),
      subscribe((state, before) => {
        // An example has no result in the tab to wait for.
        const now = activeTab(state)
        const then = activeTab(before)
        if (read().example && (now.extractor !== then.extractor || now.params !== then.params || now.preset !== then.preset))
          void stage(true)
      }),
    ]
    stopWatching = () => stops.forEach((stop) => stop())
    void stage(true).then(continueTour)
  }
  return () => {
    watching -= 1
    if (watching > 0) return
    stopWatching?.()
    stopWatching = null
    write({ playing: false, lecture: false })
  }
}

// ---- the example

let edits = 0

/** Puts HTML on the stage instead of the tab's page; the run follows. */
async function showExample(html: string): Promise<void> {
  const edit = ++edits
  const { client } = getState()
  write({ editing: html })
  const opened = await client.call('page.open', { source: { kind: 'html', html, name: 'Example' }, options: { mode: 'source' } })
  if (!opened.ok) {
    if (edit === edits) write({ failure: opened.failure })
    return
  }
  const model = await client.call('page.model', { page: opened.value.id })
  if (edit !== edits || !model.ok) {
    void client.call('page.close', { page: opened.value.id })
    if (edit === edits && !model.ok) write({ failure: model.failure })
    return
  }
  const former = read().example
  write({ example: { html, page: opened.value.id, model: model.value }, failure: null })
  await stage(former !== null)
  if (former) void client.call('page.close', { page: former.page })
}

function closeExample(): void {
  edits++
  const { example } = read()
  write({ example: null, editing: null })
  if (example) void getState().client.call('page.close', { page: example.page })
}

// ---- the tour

/** Goes to the tour's stop once the run it is about is on the stage. */
function continueTour(): void {
  const { tour, run } = read()
  if (!tour || !run || run.info.id !== tour.tour.extractor) return
  const source = activeTab(getState()).source
  if (source?.kind !== 'sample' || source.id !== tour.tour.sample) return
  const stop = tour.tour.stops[tour.stop]
  const moment = stop ? stopMoment(run, stop) : -1
  if (moment >= 0) write({ position: moment, playing: false })
}

// ---- playing

let lastTime = 0
let frameRequest = 0

function tick(now: number): void {
  frameRequest = 0
  const demo = read()
  if (!demo.playing || !demo.run) return
  const { timeline } = demo.run
  const passed = Math.min(250, now - lastTime) * demo.speed
  lastTime = now
  const target = momentAfter(timeline, demo.position, passed)
  const stop = nextStop(demo.run, demo.breakpoints, Math.floor(demo.position), Math.floor(target))
  if (stop >= 0) {
    write({ position: stop, playing: false })
    actions.notify('Stopped at a breakpoint.')
    return
  }
  if (target >= timeline.length - 1) {
    if (demo.loop) write({ position: 0 })
    else {
      write({ position: timeline.length - 1, playing: false })
      return
    }
  } else write({ position: target })
  frameRequest = requestAnimationFrame(tick)
}

function go(moment: number): void {
  const { run } = read()
  if (run) write({ position: clampMoment(run.timeline, moment) })
}

export const demoActions = {
  play: (): void => {
    const { run, position } = read()
    if (!run) return
    write({ playing: true, position: position >= run.timeline.length - 1 ? 0 : position })
    lastTime = performance.now()
    if (frameRequest === 0) frameRequest = requestAnimationFrame(tick)
  },
  pause: (): void => {
    const demo = read()
    write({ playing: false, position: momentOf(demo) })
  },
  toggle: (): void => {
    if (read().playing) demoActions.pause()
    else demoActions.play()
  },
  /** Goes to a moment and stands still. */
  goTo: (moment: number): void => {
    write({ playing: false })
    go(moment)
  },
  /** One moment forward or back. */
  step: (by: number): void => {
    const demo = read()
    demoActions.goTo(momentOf(demo) + by)
  },
  /** To the beginning of the next chapter, or of this one, or of the one before. */
  chapter: (by: 1 | -1): void => {
    const demo = read()
    if (!demo.run) return
    const { timeline } = demo.run
    const moment = momentOf(demo)
    const here = chapterAt(timeline, moment)
    if (by > 0) demoActions.goTo(here.end < timeline.length ? here.end : timeline.length - 1)
    else demoActions.goTo(moment > here.start ? here.start : (timeline.chapters[here.index - 1]?.start ?? 0))
  },
  first: (): void => {
    demoActions.goTo(0)
  },
  last: (): void => {
    demoActions.goTo(Number.MAX_SAFE_INTEGER)
  },
  setSpeed: (speed: number): void => {
    write({ speed })
  },
  toggleLoop: (): void => {
    write(({ loop }) => ({ loop: !loop }))
  },
  toggleBreakpoint: (breakpoint: Breakpoint): void => {
    write(({ breakpoints }) => ({
      breakpoints: breakpoints.some((b) => sameBreakpoint(b, breakpoint))
        ? breakpoints.filter((b) => !sameBreakpoint(b, breakpoint))
        : [...breakpoints, breakpoint],
    }))
  },
  clearBreakpoints: (): void => {
    write({ breakpoints: [] })
  },
  setLecture: (lecture: boolean): void => {
    write({ lecture })
  },
  /** Shows a second run in step, or only one. */
  setBeside: (beside: Demo['beside']): void => {
    write({ beside })
    void stage(true)
  },
  /** Opens the editor with an example, or closes it and goes back to the tab's page. */
  edit: (html: string | null): void => {
    if (html === null) {
      closeExample()
      void stage(false)
    } else void showExample(html)
  },
  editFirst: (): void => {
    void showExample(EXAMPLES[0]?.html ?? '')
  },
  setParam: (name: string, value: ParamValue): void => {
    actions.setParam(name, value)
  },
  /** Begins a tour: opens its sample with its extractor, and goes to its first stop. */
  startTour: (tour: Tour): void => {
    if (read().example) closeExample()
    write({ tour: { tour, stop: 0 }, beside: null, breakpoints: [], playing: false })
    const tab = activeTab(getState())
    if (tab.extractor !== tour.extractor) actions.setExtractor(tour.extractor)
    if (tab.source?.kind !== 'sample' || tab.source.id !== tour.sample) actions.openSource({ kind: 'sample', id: tour.sample }, 'source')
    if (tour.params) actions.setParams(tour.params)
    void stage(false).then(continueTour)
  },
  tourStop: (stop: number): void => {
    const { tour } = read()
    if (!tour) return
    write({ tour: { ...tour, stop: Math.max(0, Math.min(tour.tour.stops.length - 1, stop)) } })
    continueTour()
  },
  endTour: (): void => {
    write({ tour: null })
  },
}
