/** All extractors and both libraries, with all metrics, over WCXB's 420 pages with two jobs: peak memory and pages a second. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { registry } from '../../electron/peers/registry'
import { createEvaluationPool, evaluatePages } from '../../electron/services/evaluation/evaluation-runner'
import { openCollection } from '../../electron/services/sources/open-collection'
import { threadBudget } from '../../electron/services/threads/thread-budget'
import { METRICS } from '../../shared/evaluation/evaluation-row'
import { RunSpec } from '../../shared/evaluation/run-spec'
import { figure, finish, mebibytes, note } from './figures'
import { median } from './stopwatch'

const path = join(process.cwd(), '..', 'shared', 'data', 'wcxb', 'dev')
if (!existsSync(path)) {
  note('WCXB', 'not here: nothing is measured')
  process.exit(0)
}
const sample = process.argv.includes('--quick') ? 100 : 0
/** As it was before threads took turns, to compare. */
const keepsThreads = process.argv.includes('--keep-threads')
const configurations = registry.list().flatMap(({ id, needsLayout }) => (needsLayout ? [] : [{ extractor: id }]))
const metrics = METRICS.filter(({ costly }) => !costly).map(({ id }) => id)
const spec = RunSpec.parse({ source: { kind: 'folder', path }, configurations, metrics, pages: { sample, seed: 1 } })
const pool = createEvaluationPool(join(import.meta.dirname, 'evaluation-worker.mjs'), threadBudget('evaluation', 2, false), 600_000)
const resident: number[] = []
// Between two pages it may be more than after one.
const timer = setInterval(() => resident.push(process.memoryUsage.rss()), 50)
const cpu = process.cpuUsage()
const start = performance.now()
try {
  const { pages } = await evaluatePages(pool, {
    spec,
    maxNodes: 250_000,
    entries: openCollection(spec.source),
    done: new Set(),
    signal: new AbortController().signal,
    ...(keepsThreads ? { pagesAThread: 0 } : {}),
    append: () => Promise.resolve(),
    progress: () => undefined,
  })
  const { user, system } = process.cpuUsage(cpu)
  note(
    `${pages} pages of WCXB × ${configurations.length} extractors × ${metrics.length} metrics, 2 jobs`,
    keepsThreads ? 'threads kept' : 'threads take turns',
  )
  note('pages a second', ((pages * 1000) / (performance.now() - start)).toFixed(2))
  note('processor time a page', `${((user + system) / 1000 / pages).toFixed(0)} ms`)
  note('resident memory, median', mebibytes(median(resident)))
  const peak = Math.max(...resident)
  figure('peak memory', mebibytes(peak), '≤ 1 GiB', peak <= 2 ** 30)
} finally {
  clearInterval(timer)
  await pool.close()
}
finish()
