/** Scores our extractors on 1,500 pages with gold texts (500 with --quick). Compares the time with the time of parse5. */
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'parse5'
import {
  createEvaluationPool,
  evaluatePages,
  reduceOptimisation,
  type EvaluationPool,
} from '../../electron/services/evaluation/evaluation-runner'
import { openCollection } from '../../electron/services/corpus/open-collection'
import { runFiles } from '../../electron/services/evaluation/run-files'
import { threadBudget } from '../../electron/services/threads/thread-pool'
import { METRIC_IDS } from '../../shared/evaluation/metric-list'
import { RunSpec } from '../../shared/evaluation/run-spec'
import { registry } from '../../electron/peers/registry'
import { collectGarbage, figure, finish, isQuick, mebibytes, median, note, sum, time, times } from './stopwatch'
import { type BenchPage, benchPages } from './pages'

/** The check of memory growth needs 1,500 pages, and a quick run omits this check. */
const PAGES = isQuick ? 500 : 1500

const { pages: all, name: setName } = benchPages()
const distinct = all.filter(({ text }) => text !== undefined)
const characters = sum(distinct.map(({ html }) => html.length)) / distinct.length
note(
  `${PAGES} pages: ${distinct.length} of ${setName}, repeated, ${(characters / 1000).toFixed(0)} k characters on average`,
  `Node ${process.version}`,
)

const folder = mkdtempSync(join(tmpdir(), 'boilerscope-bench-'))

function writePages(from: number, to: number): string {
  const file = join(folder, `pages-${from}-${to}.jsonl`)
  const handle = openSync(file, 'w')
  for (let i = from; i < to; i++) {
    const { id, url, html, text } = distinct[i % distinct.length] as BenchPage
    writeSync(handle, `${JSON.stringify({ id: `${id}-${i}`, url, html, text })}\n`)
  }
  closeSync(handle)
  return file
}

const configurations = registry.list().flatMap(({ id, family }) => (family === 'peer' ? [] : [{ extractor: id }]))

async function evaluate(pool: EvaluationPool, path: string, onPage: (pages: number) => void = () => undefined) {
  const spec = RunSpec.parse({ source: { kind: 'jsonl', path }, configurations })
  const files = runFiles(mkdtempSync(join(folder, 'run-')))
  const journal = await files.openJournal()
  let failures = 0
  let pages = 0
  const start = performance.now()
  await evaluatePages(pool, {
    spec,
    maxNodes: 250_000,
    entries: openCollection(spec.source),
    signal: new AbortController().signal,
    append: async (entry) => {
      if (entry.result.failure ?? entry.result.rows.find(({ failure }) => failure)?.failure) failures++
      await journal.append(entry)
      onPage(++pages)
    },
    progress: () => undefined,
  })
  await journal.close()
  return { milliseconds: performance.now() - start, failures }
}

function createPool(jobs: number): EvaluationPool {
  return createEvaluationPool(join(import.meta.dirname, 'evaluation-worker.mjs'), threadBudget('evaluation', jobs, false), 600_000)
}

function timeOfParse5(): number {
  return time(() => distinct.map(({ html }) => parse(html, { scriptingEnabled: false }).childNodes.length)) / distinct.length
}

async function measureWholeRun(): Promise<void> {
  timeOfParse5()
  const before = timeOfParse5()
  const pool = createPool(2)
  try {
    const path = writePages(0, PAGES)
    collectGarbage()
    const resident: number[] = []
    const cpu = process.cpuUsage()
    const { milliseconds, failures } = await evaluate(pool, path, () => void resident.push(process.memoryUsage.rss()))
    const { user, system } = process.cpuUsage(cpu)
    const base = (before + timeOfParse5()) / 2
    note('only parse5 on one core, milliseconds per page', base.toFixed(1))
    note(
      `${configurations.length} extractors, ${METRIC_IDS.length} metrics, 2 jobs: pages per second`,
      ((PAGES * 1000) / milliseconds).toFixed(1),
    )
    note('processor time per page', `${((user + system) / 1000 / PAGES).toFixed(0)} ms`)
    note('time per page with 2 jobs / only parse5 on one core', times(milliseconds / PAGES / base))
    const peak = Math.max(...resident)
    figure('peak memory, 2 jobs', mebibytes(peak), '≤ 1 GiB', peak <= 2 ** 30)
    const typical = Array.from({ length: PAGES / 100 }, (_, k) => median(resident.slice(k * 100, (k + 1) * 100)))
    note('resident memory in MiB, medians of a hundred pages each', typical.map((bytes) => (bytes / 2 ** 20).toFixed(0)).join(' '))
    const growth = median(typical.slice(-4)) / median(typical.slice(1, 5))
    if (!isQuick) figure('pages 1100 to 1500 / pages 100 to 500', times(growth), '≤ 1.1', growth <= 1.1)
    figure('pages with a failure', String(failures), 'none', failures === 0)
  } finally {
    await pool.close()
  }
}

/** Returns the processor milliseconds of each thread, by thread id; empty without `/proc`. */
function threadTimes(): Map<string, number> {
  const tasks = '/proc/self/task'
  if (!existsSync(tasks)) return new Map()
  return new Map(
    readdirSync(tasks).flatMap((id): [string, number][] => {
      try {
        // `rest` begins with field 3. Fields 14 and 15 are the ticks of 10 ms in user mode and in system mode.
        const [, rest = ''] = readFileSync(join(tasks, id, 'stat'), 'utf8').split(') ')
        const fields = rest.split(' ')
        return [[id, (Number(fields[11]) + Number(fields[12])) * 10]]
      } catch {
        return []
      }
    }),
  )
}

interface Turn {
  readonly milliseconds: number
  readonly busy: number
  /** Processor milliseconds of the busiest thread except the main thread; 0 without `/proc`. */
  readonly greatest: number
}

async function measureTurn(pool: EvaluationPool, path: string): Promise<Turn> {
  const before = threadTimes()
  const cpu = process.cpuUsage()
  const { milliseconds } = await evaluate(pool, path)
  const { user, system } = process.cpuUsage(cpu)
  const threads = [...threadTimes()].filter(([id]) => id !== String(process.pid)).map(([id, ms]) => ms - (before.get(id) ?? 0))
  return { milliseconds, busy: (user + system) / 1000, greatest: Math.max(0, ...threads) }
}

/** Two jobs must use at least this many cores on average. Otherwise, the ratio of the durations is only printed, not checked. */
const CORES = 1.8

async function compareJobs(): Promise<void> {
  const [one, two] = [createPool(1), createPool(2)]
  const slices = isQuick ? 4 : 8
  const size = isQuick ? 60 : 100
  const ones: Turn[] = []
  const twos: Turn[] = []
  try {
    const all = writePages(0, 2 * size)
    await evaluate(one, all)
    await evaluate(two, all)
    for (let slice = 0; slice < slices; slice++) {
      const measured = writePages(slice * size, (slice + 1) * size)
      // Idle threads end. These pages start the threads again before the measurement.
      const warm = writePages(0, 8)
      for (const jobs of slice % 2 === 0 ? [1, 2] : [2, 1]) {
        const pool = jobs === 1 ? one : two
        await evaluate(pool, warm)
        ;(jobs === 1 ? ones : twos).push(await measureTurn(pool, measured))
      }
    }
  } finally {
    await one.close()
    await two.close()
  }
  const ratio = median(ones.map(({ milliseconds }, i) => milliseconds / (twos[i]?.milliseconds ?? 1)))
  const cores = sum(twos.map(({ busy }) => busy)) / sum(twos.map(({ milliseconds }) => milliseconds))
  const name = `2 jobs against 1, warm threads, median of ${slices} turns of ${size} pages`
  if (cores >= CORES) figure(name, times(ratio), '≥ 1.6', ratio >= 1.6)
  else note(name, `${times(ratio)}; the machine gave 2 jobs ${cores.toFixed(1)} cores, too few to compare`)
  const each = (turns: readonly Turn[], pick: (turn: Turn) => number): string => (sum(turns.map(pick)) / slices / size).toFixed(0)
  note(
    'processor milliseconds per page: all and busiest thread of 1 job, all of 2',
    `${each(ones, ({ busy }) => busy)}, ${each(ones, ({ greatest }) => greatest)}, ${each(twos, ({ busy }) => busy)}`,
  )
  // Assume two free cores: one job takes the time of its busiest thread, and two jobs take half of all processor time.
  const work = sum(ones.map(({ greatest }) => greatest))
  if (work > 0) note('2 jobs against 1 by processor time, for two free cores', times((2 * work) / sum(twos.map(({ busy }) => busy))))
}

reduceOptimisation()
try {
  await measureWholeRun()
  await compareJobs()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
finish()
