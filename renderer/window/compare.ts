import pLimit from 'p-limit'
import { create } from 'zustand'
import type { ExtractionResult } from '../../shared/contract/contract'
import type { ExtractorInfo } from '../../shared/extractors/core/extractor'
import { failure, type Failure } from '../../shared/base/failure'
import { presetValues } from '../../shared/extractors/core/params'
import { runTrial } from './result/trial-runs'
import { ownHashOf, currentTab, extractorOf, getState, subscribe } from './store'
import { activeTab } from './window-state'

export interface ComparisonEntry {
  readonly status: 'running' | 'done' | 'failed'
  readonly result: ExtractionResult | null
  readonly failure: Failure | null
  readonly traced: boolean
}

interface ComparisonState {
  readonly key: string
  readonly entries: Readonly<Record<string, ComparisonEntry>>
  readonly chosen: readonly string[]
}

export const MOST_COMPARED = 8

export const useComparison = create<ComparisonState>()(() => ({ key: '', entries: {}, chosen: [] }))

let runs = new AbortController()

function stopRuns(): void {
  runs.abort()
  runs = new AbortController()
}

const COMPARED_AT_FIRST = 4

/** One thread stays free for parameter changes of the tab. */
const AT_A_TIME = 2

/** Removes all entries if the page, its reading options or the preset changed. Returns the current key. */
function resetIfStale(): string {
  const { page, preset, model } = currentTab()
  const key = page ? `${page.id} ${preset} ${model?.composed}` : ''
  if (useComparison.getState().key === key) return key
  stopRuns()
  useComparison.setState({ key, entries: {} })
  return key
}

export function followComparedPage(): void {
  subscribe((state, before) => {
    const now = activeTab(state)
    const then = activeTab(before)
    if (now.page !== then.page || now.model !== then.model || now.preset !== then.preset) resetIfStale()
  })
}

export function discardComparison(ids: readonly string[]): void {
  useComparison.setState(({ entries }) => ({ entries: Object.fromEntries(Object.entries(entries).filter(([id]) => !ids.includes(id))) }))
}

export function stopCompared(): void {
  stopRuns()
  const stopped = failure('compare.stopped', 'The run was stopped.', 'Run the extractor again.')
  useComparison.setState(({ entries }) => ({
    entries: Object.fromEntries(
      Object.entries(entries).map(([id, entry]) => [
        id,
        entry.status === 'running' ? { ...entry, status: 'failed', result: null, failure: stopped } : entry,
      ]),
    ),
  }))
}

export async function runAgain(ids: readonly string[]): Promise<void> {
  discardComparison(ids)
  await ensureCompared(ids, true)
}

export function chooseCompared(ids: readonly string[]): void {
  const order = getState().extractors.map((info) => info.id)
  useComparison.setState({ chosen: order.filter((id) => ids.includes(id)) })
}

const USUAL = ['readability', 'defuddle', 'cectd-ds', 'lens']

/** Returns the current and the chosen extractors, at most eight. Without a choice, returns four extractors and prefers `USUAL`. */
export function comparedOf(chosen: readonly string[], all: readonly Pick<ExtractorInfo, 'id'>[], own: string): readonly string[] {
  const others = chosen.filter((id) => id !== own && all.some((info) => info.id === id)).slice(0, MOST_COMPARED - 1)
  const ids = all.map(({ id }) => id)
  if (others.length > 0) return ids.filter((id) => id === own || others.includes(id))
  return [...new Set([own, ...USUAL, ...ids])].filter((id) => ids.includes(id)).slice(0, COMPARED_AT_FIRST)
}

/**
 * Runs the extractors that were not started yet on the page of the active tab, with the values of the tab's preset.
 * @param traced true requests decisions, and also runs extractors whose result has no decisions
 */
export async function ensureCompared(ids: readonly string[], traced: boolean): Promise<void> {
  const key = resetIfStale()
  const { page, preset } = currentTab()
  if (!page) return
  const { signal } = runs
  const put = (id: string, entry: ComparisonEntry): void => {
    if (useComparison.getState().key === key) useComparison.setState(({ entries }) => ({ entries: { ...entries, [id]: entry } }))
  }
  const waiting = ids.filter((id) => {
    const entry = useComparison.getState().entries[id]
    return !entry || (traced && !entry.traced && entry.status !== 'failed')
  })
  const contents = new Map(waiting.map((id) => [id, ownHashOf(id)]))
  for (const id of waiting)
    put(id, { status: 'running', result: useComparison.getState().entries[id]?.result ?? null, failure: null, traced })
  await pLimit(AT_A_TIME).map(waiting, async (id) => {
    const info = extractorOf(id)
    if (!info || signal.aborted) return
    const answer = await runTrial(
      { page: page.id, extractor: id, preset, params: presetValues(info.params, preset), trace: traced },
      signal,
    )
    // Discard the result if the extractor's file changed meanwhile, or if another run replaced this run.
    if (signal.aborted || contents.get(id) !== ownHashOf(id) || useComparison.getState().entries[id]?.traced !== traced) return
    if (answer.ok)
      put(id, {
        status: 'done',
        result: { ...answer.value, extraction: { ...answer.value.extraction, measures: {} } },
        failure: null,
        traced,
      })
    else put(id, { status: 'failed', result: null, failure: answer.failure, traced })
  })
}
