import { setFlagsFromString } from 'node:v8'
import { failed, type FailureError, toFailure, valueOf } from '../../../shared/base/failure'
import { failedPage } from '../../../shared/evaluation/evaluate-page'
import { type Configuration, metricsOf, type RunSpec } from '../../../shared/evaluation/run-spec'
import type { OwnData } from '../own/own-file'
import type { PageCollection, PageContent, PageRecord } from '../sources/page-record'
import { AHEAD, choosePages, countPages, eachPage } from './choose-pages'
import { createThreadPool, type ThreadBudget, type ThreadPool } from '../threads/thread-pool'
import type { JournalEntry } from './run-files'
import { sha256 } from '../files/files'
import type { StoredResult } from '../../../shared/contract/published'
import type { PageResult } from '../../../shared/evaluation/evaluation-row'
import type { PageChanges } from '../../../shared/evaluation/guard/page-changes'
import type { RuleFault } from '../../../shared/evaluation/rule-faults'
import type { MetricId } from '../../../shared/evaluation/metric-list'
import { countedOf } from '../../../shared/base/written-number'

export interface EvaluationProgress {
  readonly pages: number
  readonly total: number | null
  readonly rate: number
  readonly left: number | null
}

export function progressSentence({ pages, total, rate, left }: EvaluationProgress): string {
  const of = countedOf(pages, total, 'page')
  if (rate === 0) return of
  const speed = `${rate >= 10 ? rate.toFixed(0) : rate.toFixed(1)} pages per second`
  if (left === null) return `${of}, ${speed}`
  return `${of}, ${speed}, ${left < 90 ? `${Math.ceil(left)} s` : `${Math.ceil(left / 60)} min`} left`
}

/** @param timeout milliseconds per page with all configurations */
export function createEvaluationPool(program: string, budget: ThreadBudget, timeout: number): EvaluationPool {
  const advice = { tooLong: 'Raise the limit, or omit the page.', tooLarge: 'Omit the page.' }
  return createThreadPool({ program, budget, timeout, words: { code: 'evaluation', work: 'Scoring the page', ...advice } })
}

/**
 * Each thread compiles the libraries, so reduced optimisation saves processor time. A process with a window must not call this function.
 */
export function reduceOptimisation(): void {
  // The budget is eight times Node's value, and the two sizes are about a third of Node's values.
  for (const flag of ['interrupt-budget=540672', 'max-inlined-bytecode-size=150', 'max-inlined-bytecode-size-cumulative=300'])
    setFlagsFromString(`--${flag}`)
}

export interface RunInput {
  readonly spec: RunSpec
  readonly maxNodes: number
  readonly own?: OwnData | undefined
  /** Maximum number of simultaneous pages. Default and upper limit: `AHEAD` per thread. */
  readonly jobs?: number | undefined
  readonly entries: PageCollection
  /** If true, the source can be read only once, and the pages are not counted first. */
  readonly once?: boolean
  readonly done?: readonly JournalEntry[]
  readonly signal: AbortSignal
  /** Returns a promise that resolves when the run may continue. Awaited before each new page. */
  readonly resumed?: () => Promise<void>
  readonly kept?: boolean
  /** Called for each new entry, and for each earlier entry whose page has another position now. */
  append(entry: JournalEntry): Promise<void>
  progress(progress: EvaluationProgress): void
}

type PageRequest = Pick<RunInput, 'spec' | 'maxNodes' | 'own' | 'signal'>

export async function requestPage(
  pool: EvaluationPool,
  { entry, page }: { readonly entry: PageRecord; readonly page: PageContent },
  { spec, maxNodes, own, signal }: PageRequest,
  more: Pick<EvaluationTask, 'keeps' | 'kept'> = {},
): Promise<EvaluationReply> {
  const { id, url } = entry
  const { configurations, tokens } = spec
  const task = { id, url, ...page, configurations, tokens, metrics: metricsOf(spec), maxNodes, own, ...more }
  return valueOf(await pool.run(task, { signal }))
}

async function scorePage(pool: EvaluationPool, entry: PageRecord, input: RunInput): Promise<EvaluationReply> {
  try {
    return await requestPage(pool, { entry, page: await entry.read() }, input, input.kept ? { kept: true } : {})
  } catch (thrown) {
    const reason = toFailure(thrown)
    // A cancelled page is no failure, because the resumed run scores the page.
    if (reason.code === 'cancelled') throw cancelled()
    const rows = input.spec.configurations
    const gold = { text: null, with: [], without: [], pageType: entry.pageType }
    return {
      hash: sha256(entry.id),
      result: failedPage({ id: entry.id, url: entry.url, gold }, rows.length, reason),
      timings: [0, ...rows.map(() => 0)],
    }
  }
}

function cancelled(): FailureError {
  return failed('cancelled', 'Cancelled.', 'Resume the run if it is stored, or start a new run.')
}

class ScoredBefore {
  pages: number
  private readonly at: ReadonlyMap<number, JournalEntry>
  private readonly named = new Map<string, JournalEntry | null>()
  private shifted = false

  constructor(entries: readonly JournalEntry[]) {
    this.pages = entries.length
    this.at = new Map(entries.map((entry) => [entry.index, entry]))
    // An id that two pages share identifies neither page.
    for (const entry of entries) this.named.set(pageOf(entry), this.named.has(pageOf(entry)) ? null : entry)
  }

  of({ id }: PageRecord, index: number): JournalEntry | null {
    const here = this.at.get(index)
    const named = this.named.get(id)
    if (here && pageOf(here) === id && !(this.shifted && named === null)) return here
    if (here) {
      this.shifted = true
      this.pages--
    }
    const elsewhere = this.shifted ? (named ?? null) : null
    if (elsewhere) {
      this.named.delete(id)
      this.pages++
    }
    return elsewhere
  }
}

const pageOf = ({ result }: JournalEntry): string => result.facts.page

/** Evaluates only pages without an entry in `done`. Returns the number of chosen pages. */
export async function evaluatePages(pool: EvaluationPool, input: RunInput): Promise<{ readonly pages: number }> {
  const { signal } = input
  const before = new ScoredBefore(input.done ?? [])
  let total: number | null = null
  const counting = (async () => {
    if (!input.once) total = await countPages(input.entries, input.spec.pages, signal)
  })()
  counting.catch(() => undefined)
  const started = performance.now()
  let scored = 0
  let read = 0
  const report = (): void => {
    const rate = (scored * 1000) / Math.max(1, performance.now() - started)
    const pages = Math.min(before.pages + scored, total ?? Infinity)
    input.progress({ pages, total, rate, left: total === null || rate === 0 ? null : (total - pages) / rate })
  }
  report()
  await eachPage(
    choosePages(input.entries, input.spec.pages, signal),
    Math.min(input.jobs ?? Infinity, pool.threads * AHEAD),
    async (entry, index) => {
      read++
      const known = before.of(entry, index)
      if (known) return known.index === index ? null : () => input.append({ ...known, index })
      await input.resumed?.()
      if (signal.aborted) return 'stop'
      return async () => {
        const { hash, result, timings, kept } = await scorePage(pool, entry, input)
        await input.append({ index, hash, result, timings, ...(kept && { kept }) })
        scored++
        report()
      }
    },
  )
  if (signal.aborted) throw cancelled()
  if (read === 0 && !input.once) {
    const message = `There is no page to evaluate in ${input.spec.source.path || 'the samples'}.`
    throw failed('input.no-pages', message, 'Choose a corpus, a folder of pages or a list of records, and check the filters.')
  }
  return { pages: read }
}

export interface EvaluationTask extends PageContent {
  readonly id: string
  readonly url: string | null
  readonly configurations: readonly Configuration[]
  readonly tokens: RunSpec['tokens']
  readonly metrics: readonly MetricId[]
  readonly maxNodes: number
  readonly own?: OwnData | undefined
  /** If true, the thread returns the faults of the first configuration instead of scores. */
  readonly faults?: boolean
  /**
   * If set, the thread returns the changes of the first configuration instead of scores. `before` is the kept text of the baseline. If
   * `before` is null or does not fit the page, the comparison is with the gold text.
   */
  readonly changes?: { readonly before: string | null }
  readonly kept?: boolean
  /** Indices of configurations with a complete result in the response. If set, the thread returns extracted texts instead of scores. */
  readonly keeps?: readonly number[]
}

export interface ExtractedText {
  /** The sha256 and the number of characters of the scored text. Null if the run failed. */
  readonly text: { readonly hash: string; readonly characters: number } | null
  readonly stored?: StoredResult
}

export interface EvaluationReply {
  /** The sha256 of HTML, gold standard and layout, or of the page's id if the thread did not process the page. */
  readonly hash: string
  readonly result: PageResult
  readonly timings: readonly number[]
  readonly faults?: readonly RuleFault[] | null
  readonly changes?: PageChanges
  /** Kept texts per configuration in the format of `writeKept`, only on request. Null if the run failed. */
  readonly kept?: readonly (string | null)[]
  /** Only on request. The thread makes the gold text from labels and page. */
  readonly extracted?: { readonly gold: string | null; readonly texts: readonly ExtractedText[] }
}

export type EvaluationPool = ThreadPool<EvaluationTask, EvaluationReply>
