/**
 * All extractors and both libraries, with all metrics but the costly ones, with two jobs: peak memory and pages a second. Three runs, each
 * in a process of its own, since memory that a process had once does not come back: WCXB's 420 pages with threads that leave it to the
 * engine when to collect garbage, the same as it is done, and 1,500 pages of all collections beside the checkout. `--quick` does 100
 * pages, `--pages=N` another number, `--plain` leaves it to the engine.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { registry } from '../../electron/peers/registry'
import { createEvaluationPool, evaluatePages } from '../../electron/services/evaluation/evaluation-runner'
import { openCollection } from '../../electron/services/sources/open-collection'
import type { PageCollection, PageRecord } from '../../electron/services/sources/page-record'
import { threadBudget } from '../../electron/services/threads/thread-budget'
import { METRICS } from '../../shared/evaluation/metric-list'
import { RunSpec, type CollectionSource } from '../../shared/evaluation/run-spec'
import { figure, finish, mebibytes, note } from './stopwatch'

const data = join(process.cwd(), '..', 'shared', 'data')
const sources: readonly CollectionSource[] = [
  { kind: 'folder', path: join(data, 'wcxb', 'dev') },
  { kind: 'jsonl', path: join(data, 'aeb', 'gold.jsonl') },
  { kind: 'jsonl', path: join(data, 'trafilatura', 'gold.jsonl') },
]
const WCXB = 420
/** Pages after which a line tells how it goes. */
const STEP = 50

/** The first pages of all collections, one after the other, and again under other ids where there are fewer. */
function firstPages(wanted: number): PageCollection {
  async function* all(signal?: AbortSignal): AsyncGenerator<PageRecord> {
    let given = 0
    for (let round = 0; given < wanted; round++) {
      for (const source of sources) {
        if (!existsSync(source.path)) continue
        for await (const record of openCollection(source).all(signal)) {
          if (given++ >= wanted) return
          yield { ...record, id: `${round}-${given}-${record.id}`, read: () => record.read() }
        }
      }
    }
  }
  return { all, count: () => Promise.resolve(wanted) }
}

/** What the process has now, and the most that it ever had, in bytes: the system's own count, which misses no moment. */
const resident = (): number => process.memoryUsage.rss()
const peak = (): number => process.resourceUsage().maxRSS * 1024

async function run(wanted: number, plain: boolean): Promise<void> {
  const configurations = registry.list().map(({ id }) => ({ extractor: id }))
  const metrics = METRICS.filter(({ costly }) => !costly).map(({ id }) => id)
  const spec = RunSpec.parse({ source: sources[0], configurations, metrics })
  note(
    `${wanted} pages × ${configurations.length} extractors × ${metrics.length} metrics, 2 jobs`,
    plain ? 'garbage left to the engine' : 'garbage collected between pages',
  )
  const program = join(import.meta.dirname, plain ? 'plain-evaluation-worker.mjs' : 'evaluation-worker.mjs')
  const pool = createEvaluationPool(program, threadBudget('evaluation', 2, false), 600_000)
  const cpu = process.cpuUsage()
  const start = performance.now()
  const seconds = (): number => (performance.now() - start) / 1000
  let failures = 0
  try {
    const { pages } = await evaluatePages(pool, {
      spec,
      maxNodes: 250_000,
      entries: firstPages(wanted),
      done: new Set(),
      signal: new AbortController().signal,
      append: ({ result }) => {
        if (result.failure) failures++
        return Promise.resolve()
      },
      progress: ({ pages: done }) => {
        if (done === 0 || done % STEP !== 0) return
        note(`  after ${done} pages: ${(done / seconds()).toFixed(2)} pages/s, peak ${mebibytes(peak())}, now`, mebibytes(resident()))
      },
    })
    const { user, system } = process.cpuUsage(cpu)
    note('pages a second', (pages / seconds()).toFixed(2))
    note('processor time a page', `${((user + system) / 1000 / pages).toFixed(0)} ms`)
    figure('pages that failed', String(failures), '0', failures === 0)
    // How it was is there to compare, not to pass.
    if (plain) note('peak memory', mebibytes(peak()))
    else figure('peak memory', mebibytes(peak()), '≤ 1 GiB', peak() <= 2 ** 30)
  } finally {
    await pool.close()
  }
  finish()
}

const flags = process.argv.slice(2)
const asked = flags.find((flag) => flag.startsWith('--pages='))?.slice('--pages='.length)
if (!existsSync(sources[0]?.path ?? '')) {
  note('WCXB', 'not here: nothing is measured')
} else if (asked !== undefined || flags.includes('--quick')) {
  await run(Number(asked ?? 100), flags.includes('--plain'))
} else {
  const runs = [[`--pages=${WCXB}`, '--plain'], [`--pages=${WCXB}`], ['--pages=1500']]
  for (const chosen of runs) {
    const { status } = spawnSync(process.execPath, [...process.execArgv, process.argv[1] as string, ...chosen], { stdio: 'inherit' })
    if (status !== 0) process.exitCode = 1
  }
}
