/** A million score lines, made by this program, merged into a table: time and memory. `--quick` makes a tenth. */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mergedPages } from '../../electron/services/evaluation/score-lines'
import { seededRandom } from '../../shared/base/random'
import type { PageResult } from '../../shared/evaluation/evaluation-row'
import { METRIC_IDS } from '../../shared/evaluation/metric-list'
import { metricTable, withComparisons } from '../../shared/evaluation/result-table'
import { scoreLine, type ScoredRun } from '../../shared/evaluation/score-line'
import { ScoreSums } from '../../shared/evaluation/score-sums'
import { scoredPage } from '../fixtures/scored-pages'
import { tableMarkdown } from '../../shared/evaluation/table-text'

const PAGES = process.argv.includes('--quick') ? 100_000 : 1_000_000
const SHARDS = 20
const MOST_SECONDS = 60
const MOST_BYTES = 2 ** 30

const run: ScoredRun = {
  id: 'bench',
  extractors: ['cectd-ds', 'bte'],
  metrics: METRIC_IDS.filter((id) => ['precision', 'recall', 'f1', 'cleanEval', 'snippetAccuracy'].includes(id)),
}

function page(number: number, random: () => number): PageResult {
  const id = `https://site-${number % 977}.example/articles/${number}`
  const metrics = () => ({ precision: random(), recall: random(), f1: random(), cleanEval: random() })
  return scoredPage(id, run.extractors.map(metrics), {
    facts: { url: id, pageType: number % 5 === 0 ? 'listing' : 'article' },
    row: () => ({ lengths: { common: Math.round(random() * 4000), kept: 5000, gold: 4500 }, errors: ['body lost'] }),
  })
}

const folder = mkdtempSync(join(tmpdir(), 'boilerscope-merge-'))
let ok: boolean
try {
  const random = seededRandom(1)
  const files: string[] = []
  for (let shard = 0; shard < SHARDS; shard++) {
    const file = join(folder, `part-${shard}.jsonl`)
    files.push(file)
    const out = createWriteStream(file)
    for (let number = shard; number < PAGES; number += SHARDS)
      if (!out.write(`${scoreLine(page(number, random), run, false)}\n`)) await once(out, 'drain')
    out.end()
    await once(out, 'close')
  }

  const started = performance.now()
  const cpu = process.cpuUsage()
  const sums = new ScoreSums(run.extractors.length, run.metrics)
  for await (const { result } of mergedPages(files, new AbortController().signal)) sums.add(result)
  const read = (performance.now() - started) / 1000
  const table = tableMarkdown(withComparisons(metricTable(sums, run.extractors, run.metrics), sums, { against: 'best' }))
  const wall = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const seconds = (user + system) / 1e6
  const { maxRSS } = process.resourceUsage()
  ok = seconds < MOST_SECONDS && maxRSS * 1024 < MOST_BYTES && table.includes('cectd-ds')
  console.log(
    `${ok ? '  ' : '✗ '}merge of ${PAGES.toLocaleString('en')} score lines (${run.extractors.length} extractors)   ` +
      `${wall.toFixed(1)} s (${read.toFixed(1)} s reading), ${seconds.toFixed(1)} s of processor; peak resident ${(maxRSS / 1024).toFixed(0)} MiB`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = ok ? 0 : 1
