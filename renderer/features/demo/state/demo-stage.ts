/** Puts runs on the stage: the tab's or an example's, and the one beside it. */
import { DemoRun } from '../../../../shared/demo/demo-run'
import { inStep } from '../../../../shared/demo/stops'
import { momentOfMark } from '../../../../shared/demo/timeline'
import { stopMoment } from '../../../../shared/demo/tours/tour'
import { momentOf, useDemo } from './demo-state'
import { tourAsked } from './demo-step'
import { askedStep, forgetStep, onStepAsked } from './pending-step'
import { closePage, openPage } from '../../../window/open-page'
import { runTrial } from '../../../window/trial-runs'
import { actions, getState, subscribe, watchTab } from '../../../window/workspace'
import { activeTab } from '../../../window/workspace-state'

const read = useDemo.getState
const write = useDemo.setState

let controller = new AbortController()
/** A result that has been put on the stage, so that the same one is not built twice. */
let shown: unknown = null

/** Puts the tab's run, or the example's, on the stage, and the one beside it. */
export async function stage(keepPlace: boolean): Promise<void> {
  controller.abort()
  controller = new AbortController()
  const { signal } = controller
  const tab = activeTab(getState())
  const { example } = read()
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
    write({
      run,
      page,
      failure: null,
      position: keepPlace && before.run ? inStep(before.run, momentOf(before), run) : 0,
      playing: keepPlace && before.playing,
      // A run of another page cannot stand beside this one, not even for a moment.
      ...(before.other && before.other.page !== model ? { other: null } : {}),
      ...(before.run?.info.id === info.id ? {} : { breakpoints: [] }),
    })
  }
  goToAskedStep()
  void stageBeside()
}

/** Goes to the step that a link or a file asked for, once its run is on the stage. */
function goToAskedStep(): void {
  const tab = activeTab(getState())
  const asked = askedStep(tab.id)
  const { run, example } = read()
  if (!asked || !run) return
  if (asked.example === null && example) {
    closeExample()
    void stage(false)
    return
  }
  if (asked.example !== null && asked.example !== example?.html) {
    if (read().editing !== asked.example) void showExample(asked.example)
    return
  }
  if (!example && (tab.running || tab.status !== 'ready' || run.extraction !== tab.result?.extraction)) return
  forgetStep()
  if (asked.moments !== null && asked.moments !== run.timeline.length)
    actions.notify('The page or the program has changed since this step was saved. The same step of today’s run is shown.')
  tourWaiting = false
  write({ position: momentOfMark(run.timeline, asked), playing: false, beside: asked.beside, otherFailure: null, tour: tourAsked(asked) })
}

let besideBusy = false
let besideAgain = false
/** What `other` was made of. */
let besideShown = ''

/**
 * Runs what stands beside. While one run is under way the next one waits for it and the last one wins, so that dragging a
 * slider keeps showing results.
 */
export async function stageBeside(): Promise<void> {
  const { beside, run, page } = read()
  const info = getState().extractors.find((x) => x.id === beside?.extractor)
  if (!beside || !info || !run || page === null) {
    write({ other: null, otherFailure: null })
    return
  }
  const request = { page, ...beside, trace: true }
  const key = JSON.stringify(request)
  if (key === besideShown && read().other?.page === run.page) return
  if (besideBusy) {
    besideAgain = true
    return
  }
  besideBusy = true
  const answer = await runTrial(request)
  besideBusy = false
  const now = read()
  if (now.page === page && now.run?.page === run.page && now.beside?.extractor === beside.extractor) {
    if (answer.ok && answer.value.trace) {
      besideShown = key
      write({ other: new DemoRun(run.page, info, answer.value.extraction, answer.value.trace), otherFailure: null })
    } else if (!answer.ok) write({ other: null, otherFailure: answer.failure })
  }
  if (!besideAgain) return
  besideAgain = false
  await stageBeside()
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
      onStepAsked(() => void stage(true)),
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
export async function showExample(html: string): Promise<void> {
  const edit = ++edits
  write({ editing: html })
  const opened = await openPage({ kind: 'html', html, name: 'Example' }, 'source')
  if (edit !== edits) {
    if (opened.ok) closePage(opened.value.page)
    return
  }
  if (!opened.ok) {
    write({ failure: opened.failure })
    return
  }
  const former = read().example
  write({ example: { html, page: opened.value.page.id, model: opened.value.model }, failure: null })
  await stage(former !== null)
  if (former) closePage({ id: former.page })
}

/** Takes the example from the stage; the tab's page comes back with the next `stage`. */
export function closeExample(): void {
  edits++
  const { example } = read()
  write({ example: null, editing: null })
  if (example) closePage({ id: example.page })
}

/** A stop of the tour is to be gone to. */
let tourWaiting = false

/** Goes to the tour's stop, at once or as soon as the run it is about is on the stage. */
export function goToTourStop(): void {
  tourWaiting = true
  continueTour()
}

function continueTour(): void {
  const { tour, run } = read()
  if (!tourWaiting || !tour || !run || run.info.id !== tour.tour.extractor) return
  const { source, status, running, result } = activeTab(getState())
  if (source?.kind !== 'sample' || source.id !== tour.tour.sample) return
  // Not the run of the page before, or of the parameters before.
  if (status !== 'ready' || running || run.extraction !== result?.extraction) return
  tourWaiting = false
  const stop = tour.tour.stops[tour.stop]
  const moment = stop ? stopMoment(run, stop) : -1
  if (moment >= 0) write({ position: moment, playing: false })
}
