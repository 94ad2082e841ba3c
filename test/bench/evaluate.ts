/** A run of all extractors with all metrics over 500 pages with gold texts, beside parse5 alone. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'parse5'
import { createEvaluationRunner } from '../../electron/services/evaluation/evaluation-runner'
import { createPageSources } from '../../electron/services/evaluation/page-sources'
import { runFiles } from '../../electron/services/evaluation/run-files'
import { METRIC_IDS } from '../../shared/evaluation/evaluation-row'
import { RunSpec } from '../../shared/evaluation/run-spec'
import { registry } from '../../shared/extractors'
import { figure, finish, mebibytes, note, times } from './figures'
import { loadDataSet, type BenchPage } from './pages'
import { sum, time } from './stopwatch'

const quick = process.argv.includes('--quick')
const PAGES = quick ? 120 : 500

/** The samples with their gold. */
function samples(): BenchPage[] {
  const folder = join(process.cwd(), 'electron', 'samples')
  return readdirSync(join(folder, 'gold')).map((file) => {
    const id = file.replace(/\.txt$/, '')
    return {
      id,
      url: `https://example.org/${id}`,
      html: readFileSync(join(folder, 'pages', `${id}.html`), 'utf8'),
      text: readFileSync(join(folder, 'gold', file), 'utf8'),
    }
  })
}

const real = loadDataSet('aeb').filter(({ text }) => text !== undefined)
const distinct = real.length > 0 ? real : samples()
const characters = sum(distinct.map(({ html }) => html.length)) / distinct.length
note(
  `${PAGES} pages: ${distinct.length} ${real.length > 0 ? 'real ones' : 'samples'} again and again, ${(characters / 1000).toFixed(0)} k characters on average`,
  `Node ${process.version}`,
)

const folder = mkdtempSync(join(tmpdir(), 'boilerscope-bench-'))
const list = join(folder, 'pages.jsonl')
writeFileSync(
  list,
  Array.from({ length: PAGES }, (_, i) => {
    const { id, url, html, text } = distinct[i % distinct.length] as BenchPage
    return `${JSON.stringify({ id: `${id}-${i}`, url, html, text })}\n`
  }).join(''),
)

const configurations = registry.list().map(({ id }) => ({ extractor: id }))
const spec = RunSpec.parse({ source: { kind: 'jsonl', path: list }, configurations })
const sources = createPageSources({
  samples: { list: () => Promise.resolve([]), source: () => Promise.reject(new Error('no samples here')) },
  samplesFolder: folder,
  corpus: () => ({ all: () => sources(spec.source, spec).all() }),
  warc: () => sources(spec.source, spec).all(),
})

interface Run {
  readonly seconds: number
  /** Seconds of processor time of all threads. */
  readonly busy: number
  /** Greatest resident bytes up to each twentieth of the pages. */
  readonly peaks: readonly number[]
  readonly failures: number
}

async function run(jobs: number): Promise<Run> {
  const files = runFiles(join(folder, `run-${jobs}`))
  const runner = createEvaluationRunner({
    worker: join(import.meta.dirname, 'evaluation-worker.mjs'),
    jobs,
    timeout: 600_000,
    maxNodes: 250_000,
  })
  const journal = await files.openJournal()
  const peaks: number[] = []
  let peak = 0
  let failures = 0
  let start = 0
  let cpu = process.cpuUsage()
  try {
    // Threads start and code is compiled before the clock does.
    await runner.run({
      spec: { ...spec, pages: { ...spec.pages, sample: jobs * 4 } },
      metrics: METRIC_IDS,
      entries: sources(spec.source, spec),
      done: new Set(),
      signal: new AbortController().signal,
      append: () => Promise.resolve(),
      progress: () => undefined,
    })
    start = performance.now()
    cpu = process.cpuUsage()
    await runner.run({
      spec,
      metrics: METRIC_IDS,
      entries: sources(spec.source, spec),
      done: new Set(),
      signal: new AbortController().signal,
      append: async (entry) => {
        if (entry.result.failure ?? entry.result.rows.find(({ failure }) => failure)?.failure) failures++
        await journal.append(entry)
      },
      progress: ({ pages }) => {
        peak = Math.max(peak, process.memoryUsage.rss())
        if (pages > 0 && pages % (PAGES / 20) === 0) peaks[(pages * 20) / PAGES - 1] = peak
      },
    })
    const seconds = (performance.now() - start) / 1000
    const { user, system } = process.cpuUsage(cpu)
    return { seconds, busy: (user + system) / 1e6, peaks, failures }
  } finally {
    await journal.close()
    await runner.close()
    rmSync(files.folder, { recursive: true, force: true })
  }
}

const parse5 = (): number =>
  time(() => distinct.map(({ html }) => parse(html, { scriptingEnabled: false }).childNodes.length)) / distinct.length

try {
  parse5()
  const alone = [parse5()]
  const one = await run(1)
  alone.push(parse5())
  const two = await run(2)
  alone.push(parse5())
  const base = sum(alone) / alone.length
  const perPage = (seconds: number): number => (seconds * 1000) / PAGES

  note('parse5 alone, milliseconds a page', base.toFixed(1))
  note(
    `all ${configurations.length} extractors, all ${METRIC_IDS.length} metrics: pages a second, 1 job, 2 jobs`,
    `${(PAGES / one.seconds).toFixed(1)}, ${(PAGES / two.seconds).toFixed(1)}`,
  )
  note('time a page / parse5 alone on one core: 1 job', times(perPage(one.seconds) / base))
  note('time a page / parse5 alone on one core: 2 jobs', times(perPage(two.seconds) / base))
  note('processor time with 2 jobs / with 1', times(two.busy / one.busy))
  const faster = one.seconds / two.seconds
  figure('2 jobs against 1', times(faster), '≥ 1.6', faster >= 1.6)
  const early = two.peaks[3] ?? 0
  const last = two.peaks[19] ?? 0
  figure('peak memory, 2 jobs', mebibytes(last), '≤ 1 GiB', last <= 2 ** 30)
  figure(
    `peak memory from page ${PAGES / 5} to ${PAGES}`,
    `${mebibytes(early)}, ${mebibytes(last)}`,
    'at most a tenth more',
    last <= early * 1.1,
  )
  figure('pages with a failure', String(one.failures + two.failures), 'none', one.failures + two.failures === 0)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
finish()
