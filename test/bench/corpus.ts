/** Opens a corpus of 10,000 pages (2,000 with --quick). Measures memory and loading times. Needs --expose-gc. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256 } from '../../electron/services/files/files'
import { createAnalysisPool } from '../../electron/services/corpus/analysis/page-analyst'
import { threadBudget } from '../../electron/services/threads/thread-pool'
import { labelQueue, matchesFilter } from '../../shared/contract/corpus-list'
import { newGoldFile, writeGoldFile } from '../../shared/gold/gold-file'
import { corporaWith } from '../fixtures/corpora'
import { collectGarbage, figure, finish, isQuick, mebibytes, median, note, times } from './stopwatch'
import { syntheticPage } from './pages'

const PAGES = isQuick ? 2_000 : 10_000
const NOW = '2026-01-02T03:04:05.000Z'
const folder = mkdtempSync(join(tmpdir(), 'boilerscope-bench-'))
const root = join(folder, 'corpus')

function makeCorpus(): void {
  mkdirSync(join(root, 'pages'), { recursive: true })
  writeFileSync(
    join(root, 'corpus.json'),
    JSON.stringify({ format: 'boilerscope-corpus', version: 1, name: 'Large', created: NOW, labels: [{ name: 'content' }] }),
  )
  const html = syntheticPage(300)
  for (let i = 0; i < PAGES; i++) {
    const id = `page-${String(i).padStart(6, '0')}`
    const page = join(root, 'pages', id)
    const source = `${html}<!--${i}-->`
    mkdirSync(join(page, 'gold'), { recursive: true })
    writeFileSync(join(page, 'page.html'), source)
    const hash = sha256(source)
    writeFileSync(
      join(page, 'capture.json'),
      JSON.stringify({
        url: `https://example.org/${i}`,
        finalUrl: `https://example.org/${i}`,
        capturedAt: NOW,
        mode: 'source',
        status: 200,
        charset: 'UTF-8',
        viewport: null,
        sha256: hash,
        loader: 'import',
        label: `Page ${i}`,
      }),
    )
    if (i % 2 === 1) continue
    const spans = Array.from({ length: 20 }, (_, n) => ({
      label: 'content',
      start: { node: 90 + 9 * n, offset: 0 },
      end: { node: 90 + 9 * n, offset: 20 },
      quote: `Paragraph ${n} has a sentence`,
    }))
    writeFileSync(
      join(page, 'gold', 'ab.json'),
      writeGoldFile({ ...newGoldFile(id, hash, 'ab', NOW), spans, status: 'done', pageType: 'article' }),
    )
  }
}

async function readFiles(): Promise<void> {
  const pages = readdirSync(join(root, 'pages'))
  let next = 0
  const reader = async (): Promise<void> => {
    while (next < pages.length) {
      const page = join(root, 'pages', pages[next++] as string)
      await stat(join(page, 'page.html'))
      JSON.parse(await readFile(join(page, 'capture.json'), 'utf8'))
      for (const file of readdirSync(join(page, 'gold'))) JSON.parse(await readFile(join(page, 'gold', file), 'utf8'))
    }
  }
  await Promise.all(Array.from({ length: 16 }, reader))
}

const pool = createAnalysisPool(join(import.meta.dirname, 'corpus-worker.mjs'), threadBudget('analysis', availableParallelism(), false))
try {
  makeCorpus()
  await readFiles()
  let start = performance.now()
  await readFiles()
  const plain = performance.now() - start

  const { ask: request } = corporaWith({ analyst: pool.analyst })
  collectGarbage()
  const before = process.memoryUsage()
  start = performance.now()
  const cpu = process.cpuUsage()
  await request('corpus.open', { path: root })
  const opened = performance.now() - start
  const first = await request('corpus.list', { corpus: root })
  const usable = performance.now() - start
  let list = first
  let peak = process.memoryUsage.rss()
  const durations: number[] = []
  while (!list.complete) {
    const begin = performance.now()
    list = await request('corpus.list', { corpus: root })
    durations.push(performance.now() - begin)
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  const complete = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  collectGarbage()
  const after = process.memoryUsage()

  note(`${PAGES.toLocaleString('en')} pages, half of them labelled: open returns after`, `${opened.toFixed(0)} ms`)
  figure(
    `list usable after, with ${first.entries.length} entries`,
    `${usable.toFixed(0)} ms`,
    '≤ 1000 ms',
    usable <= 1000 && first.entries.length > 0,
  )
  note('list complete after', `${(complete / 1000).toFixed(1)} s`)
  note('processor time until complete', `${((user + system) / 1e6).toFixed(1)} s`)
  figure('complete / reading the same files', times(complete / plain), '≤ 4', complete <= plain * 4)
  note('request for the incomplete list, median', durations.length === 0 ? 'none' : `${median(durations).toFixed(0)} ms`)
  const heap = after.heapUsed - before.heapUsed
  figure('heap of the list', `${mebibytes(heap)}, ${(heap / PAGES).toFixed(0)} B per page`, '≤ 4 KiB per page', heap <= PAGES * 4096)
  note('increase of the peak resident memory', mebibytes(peak - before.rss))

  start = performance.now()
  const { entries } = await request('corpus.list', { corpus: root })
  note('request for the complete list', `${(performance.now() - start).toFixed(0)} ms`)
  start = performance.now()
  const found = entries.filter((entry) => matchesFilter(entry, { text: 'page 77', status: 'done' }))
  note(`filtering the complete list, ${found.length} found`, `${(performance.now() - start).toFixed(0)} ms`)
  start = performance.now()
  const queue = labelQueue(entries, null, { annotator: 'cd', order: 'random', seed: 7, mine: false })
  note(`the queue, ${queue.next.length} of ${queue.pages.length}`, `${(performance.now() - start).toFixed(0)} ms`)

  const sample = Array.from({ length: isQuick ? 100 : 300 }, (_, i) => `page-${String(i * 2).padStart(6, '0')}`)
  start = performance.now()
  await request('corpus.measure', { corpus: root, pages: sample })
  note('measuring disagreement and F1, pages per second', ((sample.length * 1000) / (performance.now() - start)).toFixed(0))
} finally {
  await pool.close()
  rmSync(folder, { recursive: true, force: true })
}
finish()
