/**
 * Puts runs on the stage, always in this order: the example that is edited is opened or closed; the run comes, the tab's own or a
 * trial; it goes on the stage; the stage goes to the step or the stop that was asked for; the second run comes beside it. Whatever
 * changes begins again from the top, and what was under way gives up at its next step.
 */
import { createNewest } from '../../../../shared/base/newest'
import { DemoRun } from '../../../../shared/demo/demo-run'
import { inStep } from '../../../../shared/demo/playing'
import { momentOfMark } from '../../../../shared/demo/timeline'
import type { ExtractionResult } from '../../../../shared/contract/contract'
import type { Result } from '../../../../shared/base/failure'
import type { ExtractorInfo } from '../../../../shared/extractors/core/extractor'
import type { PageModel } from '../../../../shared/page/page-model'
import type { TrialRequest } from '../../../window/result/trial-runs'
import type { Tab } from '../../../window/window-state'
import { momentOf, type Demo, type useDemo } from './demo-state'
import { tourAsked } from '../tours/own-tours'
import { isTourRun, momentOfStop } from './tour-place'

/** What the stage looks at in the tab in front. */
export type StageTab = Pick<Tab, 'id' | 'status' | 'source' | 'page' | 'model' | 'extractor' | 'preset' | 'params' | 'running' | 'result'>

/** What runs: an extractor on an open page. */
interface Subject {
  readonly info: ExtractorInfo
  readonly model: PageModel
  readonly page: string
}

/** What the stage needs of the window around it. */
export interface StageHost {
  readonly tab: () => StageTab
  readonly extractors: () => readonly ExtractorInfo[]
  readonly run: (request: TrialRequest, signal?: AbortSignal) => Promise<Result<ExtractionResult>>
  readonly open: (html: string) => Promise<Result<{ readonly page: string; readonly model: PageModel }>>
  readonly close: (page: string) => void
  readonly notify: (notice: string) => void
}

export function createStageDirector({ getState: read, setState: write }: Pick<typeof useDemo, 'getState' | 'setState'>, host: StageHost) {
  const bringing = createNewest()
  let besideLoop: Promise<void> | null = null
  /** The last request of what stands beside, and whether anything came of it does not matter: it is not asked twice. */
  let besideTried = ''

  /** Brings the stage up to what is wanted. @param keepPlace stay at the same place of the new run, and go on playing */
  async function update(keepPlace: boolean): Promise<void> {
    const hadExample = read().example !== null
    const brought = await bringing.ask(async ({ signal }) => {
      if (!(await bringExample(signal))) return null
      const subject = subjectOf()
      return { subject, result: subject && (await resultOf(subject, signal)) }
    })
    if (brought?.subject === null) write({ run: null, other: null, page: null, playing: false })
    else if (brought?.result?.ok === false) write({ failure: brought.result.failure, run: null, other: null })
    else if (brought?.result) {
      // From a page to an example, or back, no place is the same.
      showRun(brought.subject, brought.result.value, keepPlace && hadExample === (read().example !== null))
      goWhereAsked()
      await updateBeside()
    }
  }

  /** Opens or closes the example until it is the one being edited. False where that failed, or is not wanted any more. */
  async function bringExample(signal: AbortSignal): Promise<boolean> {
    const asked = askedHere()
    if (asked && asked.example !== read().editing) write({ editing: asked.example })
    const { editing: html, example: former } = read()
    if (html === null) {
      if (former) {
        write({ example: null })
        host.close(former.page)
      }
      return true
    }
    if (former?.html === html) return true
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
    if (former) host.close(former.page)
    return true
  }

  function subjectOf(): Subject | null {
    const tab = host.tab()
    const { example } = read()
    const info = host.extractors().find((x) => x.id === tab.extractor)
    const model = example?.model ?? tab.model
    const page = example?.page ?? tab.page?.id
    return info && model && page !== undefined ? { info, model, page } : null
  }

  /** The tab's own result where it has its decisions, else a run of its own; null where it has to be waited for. */
  async function resultOf({ info, page }: Subject, signal: AbortSignal): Promise<Result<ExtractionResult> | null> {
    const tab = host.tab()
    const { example } = read()
    if (!example && tab.result?.trace && tab.result.extraction.extractor === info.id) return { ok: true, value: tab.result }
    if (!example && tab.running) return null
    return host.run({ page, extractor: info.id, preset: tab.preset, params: tab.params, trace: true }, signal)
  }

  function showRun({ info, model, page }: Subject, { extraction, trace }: ExtractionResult, keepPlace: boolean): void {
    const before = read()
    if (!trace || (before.run?.extraction === extraction && before.run.page === model)) return
    const run = new DemoRun(model, info, extraction, trace)
    write({
      run,
      page,
      failure: null,
      position: keepPlace && before.run ? inStep(before.run, momentOf(before), run) : 0,
      playing: keepPlace && before.playing,
      // A run of another page cannot stand beside this one, not even for a moment.
      ...(before.other && before.other.page !== model ? { other: null } : {}),
      ...(before.run?.info.id === info.id ? {} : { breakpoints: [] }),
      // Nodes of another page are others; lines are cut by each method in its own way.
      ...(before.run?.page === model && (before.run.info.id === info.id || before.picked?.kind === 'node') ? {} : { picked: null }),
    })
  }

  function askedHere(): Demo['asked'] {
    const { asked } = read()
    return asked && (asked.tab === null || asked.tab === host.tab().id) ? asked : null
  }

  /** The tab's own run of now is on the stage, not one of the page or of the values before. */
  function isCurrent(): boolean {
    const { status, running, result } = host.tab()
    return status === 'ready' && !running && read().run?.extraction === result?.extraction
  }

  function goWhereAsked(): void {
    const { run, example, tour } = read()
    const asked = askedHere()
    if (!run) return
    if (asked) {
      if (!example && !isCurrent()) return
      if (asked.moments !== null && asked.moments !== run.timeline.length)
        host.notify('The page or the program has changed since this step was saved. The same step of today’s run is shown.')
      const position = momentOfMark(run.timeline, asked)
      write({ asked: null, position, playing: false, beside: asked.beside, otherFailure: null, tour: tourAsked(asked) })
    } else if (tour?.coming && isCurrent() && isTourRun(read(), host.tab().source)) {
      const moment = momentOfStop(tour, run)
      write({ tour: { ...tour, coming: false }, ...(moment < 0 ? {} : { position: moment, playing: false }) })
    }
  }

  /** Brings what stands beside up to what is wanted. The last wish wins, but a run under way is shown, so that dragging a slider shows results. */
  function updateBeside(): Promise<void> {
    besideLoop ??= bringBeside().finally(() => (besideLoop = null))
    return besideLoop
  }

  async function bringBeside(): Promise<void> {
    for (;;) {
      const { beside, run, page } = read()
      const info = host.extractors().find((x) => x.id === beside?.extractor)
      if (!beside || !info || !run || page === null) {
        besideTried = ''
        write({ other: null, otherFailure: null })
        return
      }
      const request = { page, ...beside, trace: true }
      const key = JSON.stringify(request)
      if (key === besideTried) return
      besideTried = key
      const answer = await host.run(request)
      const now = read()
      if (now.page !== page || now.run?.page !== run.page || now.beside?.extractor !== beside.extractor) continue
      if (!answer.ok) write({ other: null, otherFailure: answer.failure })
      else if (answer.value.trace)
        write({ other: new DemoRun(run.page, info, answer.value.extraction, answer.value.trace), otherFailure: null })
    }
  }

  return { update, updateBeside }
}
