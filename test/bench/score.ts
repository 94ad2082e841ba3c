import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { loadDataSet, type BenchPage } from './pages'
import { report } from './score-report'
import { settings as allSettings } from './score-settings'
import type { PageResult, Shard } from './score-worker'

const onlyAt = process.argv.indexOf('--only')
const only = onlyAt < 0 ? null : new Set((process.argv[onlyAt + 1] ?? '').split(','))
const settings = allSettings().filter((s) => only === null || only.has(s.extractor) || only.has(s.name))
const articles = loadDataSet('aeb')
const snippets = loadDataSet('trafilatura')
if (articles.length + snippets.length === 0) {
  console.log('There are no real pages beside this checkout (../shared/data): nothing to score.')
  process.exit(0)
}

/** Runs a shard in a thread of its own; a page that crashes the thread is counted as missing by the report. */
function runShard(pages: readonly BenchPage[], results: PageResult[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(join(import.meta.dirname, 'score-worker.mjs'), { workerData: { pages, settings } satisfies Shard })
    worker.on('message', (result: PageResult) => results.push(result))
    worker.on('error', reject)
    worker.on('exit', () => resolve())
  })
}

const threads = Math.max(1, Math.min(8, availableParallelism()))
const started = Date.now()
async function score(pages: readonly BenchPage[]): Promise<PageResult[]> {
  const results: PageResult[] = []
  await Promise.all(
    Array.from({ length: threads }, (_, shard) =>
      runShard(
        pages.filter((_page, i) => i % threads === shard),
        results,
      ),
    ),
  )
  return results
}
const cache = join(process.cwd(), '.cache', 'score-results.json')
const stored = process.argv.includes('--report')
  ? (JSON.parse(readFileSync(cache, 'utf8')) as { articles: PageResult[]; snippets: PageResult[] })
  : null
const onArticles = stored?.articles ?? (await score(articles))
console.log(`${articles.length} article pages scored in ${((Date.now() - started) / 1000).toFixed(0)} s`)
const onSnippets = stored?.snippets ?? (await score(snippets))
console.log(`${snippets.length} snippet pages scored in ${((Date.now() - started) / 1000).toFixed(0)} s`)

const { markdown, summary } = report({
  settings,
  articles: onArticles,
  snippets: onSnippets,
  pages: { articles: articles.length, snippets: snippets.length },
})
console.log(summary)
if (only === null) {
  writeFileSync(cache, JSON.stringify({ articles: onArticles, snippets: onSnippets }))
  const file = join(process.cwd(), 'docs', 'results.md')
  // The section of the field's libraries is written by a program of its own (field.ts).
  const field = /<!-- field -->[\s\S]*<!-- \/field -->/.exec(readFileSync(file, 'utf8'))?.[0]
  writeFileSync(file, field === undefined ? markdown : `${markdown.trimEnd()}\n\n${field}\n`)
  console.log('docs/results.md is written.')
}
