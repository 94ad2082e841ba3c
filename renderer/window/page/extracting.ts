import type { Result } from '../../../shared/base/failure'
import type { ExtractionResult } from '../../../shared/contract/contract'
import { fingerprintsOf, addSameMeasures } from '../../../shared/extractors/core/known-measures'
import type { Extraction } from '../../../shared/extractors/core/run'
import { presetValues, type Preset } from '../../../shared/extractors/core/params'
import { call } from '../host/host'
import { restoredParams } from '../session'
import { extractorOf, getState, patchOf, subscribe, tabOf } from '../store'
import { recordPainted, recordPhase } from '../result/timing'
import { configurationOf, runOf, type Configuration, type Extracting, type ExtractionRun, type RunKind, type Tab } from '../window-state'

/**
 * Returns the configuration with complete values. Returns an empty object if the tab already has the configuration, or if the host lacks
 * the extractor.
 */
export function configure(tab: Tab, { extractor, preset, params }: Configuration): Partial<Configuration> {
  const info = extractorOf(extractor)
  if (!info) return {}
  const values = restoredParams(info.params, preset, params)
  const same = tab.extractor === extractor && tab.preset === preset && equalValues(values, tab.params)
  return same ? {} : { extractor, preset, params: values }
}

function equalValues(a: Tab['params'], b: Tab['params']): boolean {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => Object.is(a[name], b[name]))
}

export function valuesOf(extractor: string, preset: Preset): Tab['params'] | null {
  const info = extractorOf(extractor)
  return info ? presetValues(info.params, preset) : null
}

/** A waiting request aborts a run that started more than this number of milliseconds ago. */
const OUTDATED_RUN_MS = 300

interface RequestedRun extends Configuration {
  readonly page: string
  readonly controller: AbortController
  readonly startedAt: number
  readonly answer: Promise<Result<ExtractionResult>>
}

/** The host omits measures that equal the measures of `shown`. */
function requestRun(page: string, tab: Configuration, kind: RunKind, shown: Extraction | null): RequestedRun {
  const controller = new AbortController()
  const request = { page, ...configurationOf(tab) }
  const known = shown ? fingerprintsOf(shown) : {}
  const answer = call('extraction.run', { ...request, trace: kind !== 'draft', known }, { signal: controller.signal })
  return { ...request, controller, startedAt: performance.now(), answer }
}

/**
 * Runs a tab's extractor on its page, one run at a time. A fresh request cancels the current run. Any other request waits for the current
 * run, but cancels a run that is older than `OUTDATED_RUN_MS`. Only the latest request waits.
 * @param requestedAt time at which the user opened the page or changed the parameter
 * @param begun a fresh run that was already requested; used if the run matches the tab
 */
export function requestExtraction(id: string, kind: RunKind, requestedAt = performance.now(), begun?: RequestedRun): void {
  const tab = tabOf(id)
  const run = tab && runOf(tab)
  if (!run || kind === 'fresh') {
    run?.controller.abort()
    void extract(id, kind, requestedAt, begun)
  } else {
    patchOf(id, { extracting: extractingAs(kind, { ...run, next: { kind, requestedAt } }, tab.draft) })
    if (performance.now() - run.startedAt > OUTDATED_RUN_MS) run.controller.abort()
  }
}

const extractingAs = (kind: RunKind, run: ExtractionRun, draft: ExtractionResult | null): Extracting => ({
  is: kind === 'draft' ? 'held' : 'running',
  run,
  draft,
})

export function settleExtraction(): void {
  for (const { id, extracting } of getState().tabs) if (extracting.is === 'held') requestExtraction(id, 'changed')
}

function storeWait(id: string, page: string, waited: number): void {
  const tab = tabOf(id)
  if (tab?.page?.id === page && tab.waited === null) patchOf(id, { waited })
}

function wholeResult(result: ExtractionResult, shown: Extraction | null): ExtractionResult {
  return shown ? { ...result, extraction: addSameMeasures(result.extraction, result.same ?? [], shown) } : result
}

/** Resolves when the view of the page has loaded. Returns null if no view is loading the page. */
function viewed(page: string): Promise<void> | null {
  if (getState().viewing !== page) return null
  return new Promise((resolve) => {
    const stop = subscribe(({ viewing }) => {
      if (viewing === page) return
      stop()
      resolve()
    })
  })
}

function isOf(run: RequestedRun, { page, extractor, preset, params }: Tab): boolean {
  return run.page === page?.id && run.extractor === extractor && run.preset === preset && equalValues(run.params, params)
}

async function extract(id: string, kind: RunKind, requestedAt: number, begun?: RequestedRun): Promise<void> {
  const tab = tabOf(id)
  const isBegun = begun !== undefined && tab !== undefined && isOf(begun, tab)
  if (!isBegun) begun?.controller.abort()
  if (!tab?.page || !extractorOf(tab.extractor)) {
    patchOf(id, { extracting: { is: 'idle' } })
    return
  }
  const { page, extractor } = tab
  const shown = kind !== 'fresh' && tab.result?.extraction.extractor === extractor ? tab.result.extraction : null
  const run = isBegun ? begun : requestRun(page.id, tab, kind, shown)
  const { controller, startedAt } = run
  patchOf(id, { extracting: extractingAs(kind, { kind, controller, startedAt, next: null }, tab.draft) })
  const answer = await run.answer
  const now = tabOf(id)
  const ownRun = now && runOf(now)
  // A fresh request or a newer page replaced this run.
  if (ownRun?.controller !== controller || now?.page?.id !== page.id) return
  const { next } = ownRun
  const after = (draft: ExtractionResult | null): Extracting =>
    next ? extractingAs(next.kind, ownRun, draft) : kind === 'draft' ? { is: 'held', run: null, draft } : { is: 'idle' }
  if (answer.ok) {
    const comparable = kind !== 'fresh' && now.result?.extraction.extractor === answer.value.extraction.extractor
    const result = wholeResult(answer.value, shown)
    const results =
      kind === 'draft' ? { extracting: after(result) } : { result, extracting: after(null), previous: comparable ? now.result : null }
    patchOf(id, { ...results, extractionFailure: null })
    if (kind !== 'fresh') void recordPainted('boilerscope.update', requestedAt)
    else {
      recordPhase('boilerscope.open.extract', startedAt)
      void recordPainted('boilerscope.open', requestedAt, () => viewed(page.id)).then((waited) => storeWait(id, page.id, waited))
    }
  } else if (next === null || answer.failure.code !== 'cancelled') {
    // A result of another extractor must not appear under this extractor's name.
    const isOthers = now.result !== null && now.result.extraction.extractor !== extractor
    patchOf(id, { extracting: after(null), extractionFailure: answer.failure, ...(isOthers && { result: null, previous: null }) })
  }
  if (next !== null) void extract(id, next.kind, next.requestedAt)
}
