import { failed, toFailure, valueOf, type FailureError } from '../../../shared/base/failure'
import { failedPage } from '../../../shared/evaluation/evaluate-page'
import { metricsOf, type RunSpec, type Configuration } from '../../../shared/evaluation/run-spec'
import type { OwnData } from '../own/own-data'
import type { PageCollection, PageContent, PageRecord } from '../sources/page-record'
import { AHEAD, choosePages, countPages, eachPage } from './choose-pages'
import { createThreadPool, type ThreadPool } from '../threads/thread-pool'
import type { ThreadBudget } from '../threads/thread-budget'
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
  /** Pages to do, null until they are counted. */
  readonly total: number | null
  /** Pages a second of this session. */
  readonly rate: number
  /** Seconds left at this rate, null where unknown. */
  readonly left: number | null
}

/** A sentence for the progress bar: pages, rate and time left. */
export function progressSentence({ pages, total, rate, left }: EvaluationProgress): string {
  const of = countedOf(pages, total, 'page')
  if (rate === 0) return of
  const speed = `${rate >= 10 ? rate.toFixed(0) : rate.toFixed(1)} pages a second`
  if (left === null) return `${of}, ${speed}`
  return `${of}, ${speed}, ${left < 90 ? `${Math.ceil(left)} s` : `${Math.ceil(left / 60)} min`} left`
}

/** Makes the threads of evaluations. @param timeout milliseconds a page may take with all its configurations, and as many with each module of one's own */
export function createEvaluationPool(program: string, budget: ThreadBudget, timeout: number): EvaluationPool {
  return createThreadPool({
    program,
    budget,
    timeout,
    words: {
      code: 'evaluation',
      work: 'The page',
      tooLong: 'Raise the limit, or leave the page out.',
      tooLarge: 'Leave the page out, or take fewer threads.',
    },
  })
}

export interface RunInput {
  readonly spec: RunSpec
  readonly maxNodes: number
  /** Extractors of the person's own. */
  readonly own?: OwnData | undefined
  /** Pages at a time; default two for each thread, so that one is read while the other is worked on. */
  readonly jobs?: number | undefined
  readonly entries: PageCollection
  /** The source can be read only once, so its pages are not counted first. */
  readonly once?: boolean
  /** What an earlier part of the run scored, which is not read again; default nothing. */
  readonly done?: readonly JournalEntry[]
  readonly signal: AbortSignal
  /** Resolves when the run may go on; awaited before each page. */
  readonly resumed?: () => Promise<void>
  /** Whether entries say which texts were kept. */
  readonly kept?: boolean
  /** Called once a page, in order of completion; of an earlier part of the run with the pages that stand elsewhere now. */
  append(entry: JournalEntry): Promise<void>
  progress(progress: EvaluationProgress): void
}

/** What asking a thread about a page needs of a run. */
export type AskInput = Pick<RunInput, 'spec' | 'maxNodes' | 'own' | 'signal'>

/** Has a thread work on one page with all configurations. @throws FailureError where it cannot. */
export async function askPage(
  pool: EvaluationPool,
  { entry, page }: { readonly entry: PageRecord; readonly page: PageContent },
  { spec, maxNodes, own, signal }: AskInput,
  more: Pick<EvaluationTask, 'keeps' | 'kept'> = {},
): Promise<EvaluationReply> {
  const { configurations } = spec
  const task: EvaluationTask = {
    id: entry.id,
    url: entry.url,
    ...page,
    configurations,
    tokens: spec.tokens,
    metrics: metricsOf(spec),
    maxNodes,
    own,
    ...more,
  }
  return valueOf(await pool.run(task, { signal }))
}

async function scorePage(pool: EvaluationPool, entry: PageRecord, input: RunInput): Promise<EvaluationReply> {
  try {
    return await askPage(pool, { entry, page: await entry.read() }, input, input.kept ? { kept: true } : {})
  } catch (thrown) {
    const reason = toFailure(thrown)
    // Nobody's failure: the page is done when the run goes on.
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
  return failed('cancelled', 'Cancelled.', 'Resume it whenever you like.')
}

/** What an earlier part of a run scored: known by the places of the pages, and by their ids once other pages stand there. */
class ScoredBefore {
  /** Entries of pages that may still be there. */
  pages: number
  private readonly at: ReadonlyMap<number, JournalEntry>
  private readonly named = new Map<string, JournalEntry | null>()
  private shifted = false

  constructor(entries: readonly JournalEntry[]) {
    this.pages = entries.length
    this.at = new Map(entries.map((entry) => [entry.index, entry]))
    // An id that two pages share tells neither.
    for (const entry of entries) this.named.set(pageOf(entry), this.named.has(pageOf(entry)) ? null : entry)
  }

  /** The entry of a page of the source; null where it is to be scored. */
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

/**
 * Evaluates every page that is not done. A page that fails is an entry with its failure.
 * @returns how many pages the source has: entries at later places are of pages that are gone. @throws FailureError `cancelled`.
 */
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
  if (read === 0 && !input.once)
    throw failed(
      'input.no-pages',
      `There is no page to evaluate in ${input.spec.source.path || 'the samples'}.`,
      'Name a corpus, a folder of pages or a list of records, and look at the filters.',
    )
  return { pages: read }
}

/** What the evaluation worker is given: one page and everything to run on it. */
export interface EvaluationTask extends PageContent {
  readonly id: string
  readonly url: string | null
  readonly configurations: readonly Configuration[]
  readonly tokens: RunSpec['tokens']
  readonly metrics: readonly MetricId[]
  readonly maxNodes: number
  /** The person's own among the configurations. */
  readonly own?: OwnData | undefined
  /** Nothing is scored: the first configuration's faults are wanted, by rule. */
  readonly faults?: boolean
  /** Nothing is scored: what the first configuration keeps otherwise than before is wanted, see `pageChanges`. */
  readonly changes?: { readonly before: string | null }
  /** Whether the reply says which texts were kept, too. */
  readonly kept?: boolean
  /** Nothing is scored: what each configuration extracts is wanted, of those at these places with all that it decides. */
  readonly keeps?: readonly number[]
}

/** What a configuration extracted of a page. */
export interface ExtractedText {
  /** sha256 of the text that is scored, and its characters; null where the run failed. */
  readonly text: { readonly hash: string; readonly characters: number } | null
  /** Where it was asked for. */
  readonly stored?: StoredResult
}

export interface EvaluationReply {
  /** sha256 of html and gold. */
  readonly hash: string
  readonly result: PageResult
  /** Milliseconds: parsing, then one number a configuration. */
  readonly timings: readonly number[]
  /** Where they were asked for; null where the page has no gold text. */
  readonly faults?: readonly RuleFault[] | null
  /** Where they were asked for. */
  readonly changes?: PageChanges
  /** Where they were asked for: what each configuration kept, see `writeKept`; null where it failed. */
  readonly kept?: readonly (string | null)[]
  /** Where it was asked for, by configuration, with the gold text: labels are a text only on their page. */
  readonly extracted?: { readonly gold: string | null; readonly texts: readonly ExtractedText[] }
}

export type EvaluationPool = ThreadPool<EvaluationTask, EvaluationReply>
