/** Puts runs on the stage. A newer update cancels an unfinished update. */
import { createRequestSlot } from '../../../../shared/base/request-slot'
import { DemoRun } from '../../../../shared/demo/demo-run'
import { inStep } from '../../../../shared/demo/playing'
import { momentOfMark } from '../../../../shared/demo/timeline'
import type { ExtractionResult } from '../../../../shared/contract/contract'
import type { Result } from '../../../../shared/base/failure'
import type { ExtractorInfo } from '../../../../shared/extractors/core/extractor'
import type { PageModel } from '../../../../shared/page/page-model'
import { closePage, openPage } from '../../../window/page/open-page'
import { runTrial } from '../../../window/result/trial-runs'
import { currentTab, getState, notify, ownHashOf, subscribe, watchTab } from '../../../window/store'
import { activeTab, type Tab } from '../../../window/window-state'
import { momentOf, type Demo, useDemo, type TourStand } from './demo-state'
import { isSameSource, type Source } from '../../../../shared/contract/capture'
import { exampleById } from '../../../../shared/demo/examples'
import { stopMoment, type Tour } from '../../../../shared/demo/tours/tour'
import { TOURS } from '../../../../shared/demo/tours/tours'
import { presetValues, type ParamValue } from '../../../../shared/extractors/core/params'
import type { StoredStep } from '../../../window/session'

export type StageTab = Pick<Tab, 'id' | 'status' | 'source' | 'page' | 'model' | 'extractor' | 'preset' | 'params' | 'running' | 'result'>

const windowHost = {
  tab: (): StageTab => currentTab(),
  extractors: (): readonly ExtractorInfo[] => getState().extractors,
  hashOf: ownHashOf,
  run: runTrial,
  async open(html: string): Promise<Result<{ readonly page: string; readonly model: PageModel }>> {
    const opened = await openPage({ kind: 'html', html, name: 'Example' }, 'source').page
    return opened.ok ? { ok: true, value: { page: opened.value.page.id, model: opened.value.model } } : opened
  },
  close: (id: string): void => closePage({ id }),
  notify: (notice: string): void => notify(notice),
}
export type StageHost = typeof windowHost

const { getState: read, setState: write } = useDemo

function createBesideRuns(host: StageHost) {
  let updating: Promise<void> | null = null
  let shown = ''

  async function updateRun(): Promise<void> {
    // Do not repeat a failed request in this update.
    for (let failed = ''; ;) {
      const { beside, run, page, other } = read()
      const info = host.extractors().find((x) => x.id === beside?.extractor)
      if (!beside || !info || !run || page === null) return write({ other: null, otherFailure: null })
      const request = { page, ...beside, preset: 'default' as const, trace: true }
      const key = JSON.stringify([request, host.hashOf(beside.extractor)])
      if (key === failed || (key === shown && other)) return
      const answer = await host.run(request)
      const now = read()
      if (now.page !== page || now.run?.page !== run.page || now.beside?.extractor !== beside.extractor) continue
      if (answer.ok && answer.value.trace) {
        shown = key
        write({ other: new DemoRun(run.page, info, answer.value.extraction, answer.value.trace), otherFailure: null })
      } else {
        failed = key
        write({ other: null, otherFailure: answer.ok ? null : answer.failure })
      }
    }
  }

  return (): Promise<void> => (updating ??= updateRun().finally(() => (updating = null)))
}

type Subject = NonNullable<ReturnType<typeof subjectOf>>

export function createStageDirector(host: StageHost) {
  const updating = createRequestSlot()
  const updateBeside = createBesideRuns(host)

  /** @param isPlaceKept whether the new run starts at the place of the previous run and continues to play */
  async function update(isPlaceKept: boolean): Promise<void> {
    const hadExample = read().example !== null
    const prepared = await updating.replace(async ({ signal }) => {
      if (!(await updateExample(signal))) return null
      const subject = subjectOf(host, read().example)
      return { subject, result: subject && (await resultOf(subject, signal)) }
    })
    if (prepared?.subject === null) write({ run: null, other: null, page: null, playing: false })
    else if (prepared?.result?.ok === false) write({ failure: prepared.result.failure, run: null, other: null })
    else if (prepared?.result) {
      // A place in a page does not exist in an example.
      const patch = patchOfRun(read(), prepared.subject, prepared.result.value, isPlaceKept && hadExample === (read().example !== null))
      if (patch) write(patch)
      goToRequestedStep()
      await updateBeside()
    }
  }

  async function updateExample(signal: AbortSignal): Promise<boolean> {
    const requested = findRequestedStep()
    if (requested && requested.example !== read().editing) write({ editing: requested.example })
    const { editing: html, example: previous } = read()
    if (html === null) {
      if (previous) {
        write({ example: null })
        host.close(previous.page)
      }
      return true
    }
    if (previous?.html === html) return true
    const opened = await host.open(html)
    if (signal.aborted) {
      if (opened.ok) host.close(opened.value.page)
      return false
    }
    if (!opened.ok) {
      write({ failure: opened.failure })
      return false
    }
    write({ example: { html, ...opened.value }, failure: null })
    if (previous) host.close(previous.page)
    return true
  }

  /**
   * Returns the result of the tab if it is a result of `info` with decisions. Otherwise, returns null while the tab runs, or else the
   * result of a trial run. An example always needs a trial run.
   */
  async function resultOf({ info, page }: Subject, signal: AbortSignal): Promise<Result<ExtractionResult> | null> {
    const tab = host.tab()
    const { example } = read()
    if (!example && tab.result?.trace && tab.result.extraction.extractor === info.id) return { ok: true, value: tab.result }
    if (!example && tab.running) return null
    return host.run({ page, extractor: info.id, preset: tab.preset, params: tab.params, trace: true }, signal)
  }

  function findRequestedStep(): Demo['requested'] {
    const { requested } = read()
    return requested && (requested.tab === null || requested.tab === host.tab().id) ? requested : null
  }

  function isCurrent(): boolean {
    const { status, running, result } = host.tab()
    return status === 'ready' && !running && read().run?.extraction === result?.extraction
  }

  function goToRequestedStep(): void {
    const { run, example, tour } = read()
    const requested = findRequestedStep()
    if (!run) return
    if (requested) {
      if (!example && !isCurrent()) return
      if (requested.moments !== null && requested.moments !== run.timeline.length)
        host.notify('The page, the extractor or Boilerscope changed after this step was saved. The stage shows the same step of a new run.')
      const position = momentOfMark(run.timeline, requested)
      write({ requested: null, position, playing: false, beside: requested.beside, otherFailure: null, tour: tourOfStep(requested) })
    } else if (tour?.coming && isCurrent() && isTourRun(read(), host.tab().source)) {
      const moment = momentOfStop(tour, run)
      write({ tour: { ...tour, coming: false }, ...(moment < 0 ? {} : { position: moment, playing: false }) })
    }
  }

  return { update, updateBeside }
}

function subjectOf(host: StageHost, example: Demo['example']) {
  const tab = host.tab()
  const info = host.extractors().find((x) => x.id === tab.extractor)
  const model = example?.model ?? tab.model
  const page = example?.page ?? tab.page?.id
  return info && model && page !== undefined ? { info, model, page } : null
}

function patchOfRun(
  before: Demo,
  { info, model, page }: Subject,
  { extraction, trace }: ExtractionResult,
  isPlaceKept: boolean,
): Partial<Demo> | null {
  if (!trace || (before.run?.extraction === extraction && before.run.page === model)) return null
  const run = new DemoRun(model, info, extraction, trace)
  return {
    run,
    page,
    failure: null,
    position: isPlaceKept && before.run ? inStep(before.run, momentOf(before), run) : 0,
    playing: isPlaceKept && before.playing,
    // A run of another page must never appear beside this run.
    ...(before.other && before.other.page !== model ? { other: null } : {}),
    // Another page has other nodes, and another extractor splits lines differently, so clear `picked`.
    ...(before.run?.page === model && (before.run.info.id === info.id || before.picked?.per === 'node') ? {} : { picked: null }),
  }
}

export const stage = createStageDirector(windowHost)

export function openStage(): () => void {
  const stops = [
    watchTab(
      (tab) => tab.result,
      () => void stage.update(true),
    ),
    watchTab(
      (tab) => tab.page,
      () => {
        write({ editing: null, position: 0, playing: false })
        void stage.update(false)
      },
    ),
    useDemo.subscribe((now, before) => {
      if (now.requested && now.requested !== before.requested) void stage.update(true)
    }),
    subscribe((state, before) => {
      if (state.own !== before.own) void stage.updateBeside()
      // The tab computes no result for an example, so update the stage directly.
      const now = activeTab(state)
      const then = activeTab(before)
      if (read().example && (now.extractor !== then.extractor || now.params !== then.params || now.preset !== then.preset))
        void stage.update(true)
    }),
  ]
  void stage.update(true)
  return () => {
    for (const stop of stops) stop()
    write({ playing: false, lecture: false })
  }
}

function tourOfStep(requested: Pick<StoredStep, 'tour'>): TourStand | null {
  const tour = TOURS.find(({ id }) => id === requested.tour?.id)
  return tour && requested.tour && requested.tour.stop < tour.stops.length ? { tour, stop: requested.tour.stop, coming: false } : null
}

export function sourceOfStop(tour: Tour, stop: number): Source {
  const example = exampleById(tour.stops[stop]?.example)
  return example ? { kind: 'html', html: example.html, name: example.title } : { kind: 'sample', id: tour.sample }
}

export function isTourRun({ tour, run, example }: Pick<Demo, 'tour' | 'run' | 'example'>, source: Source | null): boolean {
  if (!tour || !run || run.info.id !== tour.tour.extractor) return false
  if (!source || example || !isSameSource(source, sourceOfStop(tour.tour, tour.stop))) return false
  return hasTourValues(tour.tour, run.info, run.extraction.params)
}

export function hasTourValues(tour: Tour, info: ExtractorInfo, params: Readonly<Record<string, ParamValue>>): boolean {
  return Object.entries({ ...presetValues(info.params, 'default'), ...tour.params }).every(([name, value]) =>
    Object.is(params[name], value),
  )
}

export function momentOfStop({ tour, stop, hasQuestion }: Partial<TourStand> & Pick<TourStand, 'tour' | 'stop'>, run: DemoRun): number {
  const at = tour.stops[stop]
  return at ? stopMoment(run, hasQuestion && at.quiz ? at.quiz.at : at) : -1
}

/** `here`: the stop is shown; `coming`: the stop's run is loading; `moved`: another moment is shown; `elsewhere`: another run is shown. */
type TourPlace = 'here' | 'coming' | 'moved' | 'elsewhere'

export function tourPlace(demo: Demo, source: Source | null): TourPlace {
  const { tour, run } = demo
  if (!isTourRun(demo, source)) return tour?.coming ? 'coming' : 'elsewhere'
  return tour && run && momentOfStop(tour, run) === momentOf(demo) ? 'here' : 'moved'
}
