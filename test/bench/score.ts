import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { format } from 'oxfmt'
import { ScoreCache } from './score-cache'
import { pagesOf, type ScoredSet, type SetPage } from './pages'
import { programSettings, settings as allSettings } from './score-settings'
import { paperTables } from './paper-tables'
import { articleFigures, lensTables, writeReport, type Results } from './score-report'
import type { PageResult, Shard } from './score-worker'

function option(name: string): string | null {
  const at = process.argv.indexOf(name)
  return at < 0 ? null : (process.argv[at + 1] ?? '')
}
const names = option('--only')
const only = names === null ? null : new Set(names.split(','))
const threads = Math.max(1, Number(option('--threads') ?? Math.min(8, availableParallelism())))
const until = Date.now() + Number(option('--seconds') ?? Number.POSITIVE_INFINITY) * 1000
const reportOnly = process.argv.includes('--report')
const programs = await programSettings(process.cwd())
const settings = [...allSettings(), ...programs.settings].filter((s) => only === null || only.has(s.extractor) || only.has(s.name))

const SETS = ['aeb', 'trafilatura', 'wcxb'] as const
/** Pages per set in a trial; null without a trial. A trial writes nothing to docs. */
const trial = option('--pages')
const pages = Object.fromEntries(SETS.map((set) => [set, pagesOf(set).slice(0, Number(trial ?? Number.POSITIVE_INFINITY))])) as Record<
  ScoredSet,
  SetPage[]
>
if (SETS.every((set) => pages[set].length === 0)) {
  console.log('../shared/data is missing: there are no pages to score.')
  process.exit(0)
}

// A change of a built program except `score.mjs` invalidates the stored scores. `--report` uses the scores of the last run with all
// settings.
const worker = join(import.meta.dirname, 'score-worker.mjs')
const stateFile = join(process.cwd(), '.cache', 'score-state.json')
const inputs = reportOnly
  ? (JSON.parse(readFileSync(stateFile, 'utf8')) as string[])
  : [programHash(), ...settings.map((s) => JSON.stringify(s))]
if (!reportOnly && only === null) writeFileSync(stateFile, JSON.stringify(inputs))
const caches = Object.fromEntries(SETS.map((set) => [set, new ScoreCache(set, inputs)])) as Record<ScoredSet, ScoreCache>

/** Hash of all built programs except `score.mjs`, which contains the report. */
function programHash(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(import.meta.dirname).sort())
    if (name.endsWith('.mjs') && name !== 'score.mjs') hash.update(readFileSync(join(import.meta.dirname, name)))
  return hash.digest('hex')
}

function runShard(set: ScoredSet, shard: readonly SetPage[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(worker, { workerData: { set, pages: shard, settings } satisfies Shard })
    const timer = Number.isFinite(until) ? setTimeout(() => void thread.terminate(), Math.max(0, until - Date.now())) : null
    thread.on('message', (results: PageResult[]) => caches[set].add(results))
    thread.on('error', reject)
    thread.on('exit', () => {
      if (timer) clearTimeout(timer)
      resolve()
    })
  })
}

const started = Date.now()
if (!reportOnly)
  for (const set of SETS) {
    const left = pages[set].filter(({ id }) => !caches[set].has(id))
    if (left.length > 0 && Date.now() < until)
      await Promise.all(
        Array.from({ length: threads }, (_, shard) =>
          runShard(
            set,
            left.filter((_page, i) => i % threads === shard),
          ),
        ),
      )
    const done = pages[set].filter(({ id }) => caches[set].has(id)).length
    console.log(`${set}: ${done} of ${pages[set].length} pages scored after ${((Date.now() - started) / 1000).toFixed(0)} s`)
  }

function resultsOf(set: ScoredSet): PageResult[] {
  const chosen = new Set(pages[set].map(({ id }) => id))
  return caches[set].results().filter(({ page }) => chosen.has(page))
}

const results: Results = {
  settings,
  notInstalled: programs.missing,
  articles: resultsOf('aeb'),
  snippets: resultsOf('trafilatura'),
  wcxb: resultsOf('wcxb'),
  pages: { articles: pages.aeb.length, snippets: pages.trafilatura.length, wcxb: pages.wcxb.length },
}
const { markdown, summary } = writeReport(results)
console.log(summary)
const missing = SETS.flatMap((set) => pages[set].filter(({ id }) => !caches[set].has(id)))
if (only !== null) console.log('docs/results.md is not written: it needs all extractors.')
else if (missing.length > 0 && Date.now() >= until)
  console.log(`docs/results.md is not written yet: ${missing.length} pages are left. Run npm run score again to continue.`)
else {
  const file = join(process.cwd(), 'docs', 'results.md')
  const field = /<!-- field -->[\s\S]*<!-- \/field -->/.exec(readFileSync(file, 'utf8'))?.[0]
  const whole = field === undefined ? markdown : `${markdown.trimEnd()}\n\n${field}\n`
  const path = trial === null ? file : join(process.cwd(), '.cache', 'results-trial.md')
  writeFileSync(path, whole)
  console.log(`${path} is written.`)
  const tables = join(process.cwd(), 'docs', 'paper-tables.md')
  if (trial === null) writeFileSync(tables, (await format(tables, paperTables(articleFigures(results), results.pages.articles))).code)
  const paper = join(process.cwd(), 'docs', 'lens.md')
  const text = readFileSync(paper, 'utf8').replace(
    /<!-- peers -->[\s\S]*<!-- \/peers -->/,
    () => `<!-- peers -->\n\n${lensTables(results)}\n\n<!-- /peers -->`,
  )
  if (trial === null) writeFileSync(paper, (await format(paper, text)).code)
}
