import { parentPort, workerData } from 'node:worker_threads'
import { parse } from 'parse5'
import { registry } from '../../electron/peers/registry'
import { resolveParams, runExtractor } from '../../shared/extractors/core/run'
import { snippetCounts, type SnippetCounts } from '../../shared/metrics/snippets'
import { scoreText, type TextScore } from '../../shared/metrics/text-scores'
import { parsePage } from '../../shared/page/parse-page'
import type { BenchPage } from './pages'
import type { Setting } from './score-settings'

export interface PageResult {
  readonly page: string
  readonly url: string
  readonly setting: string
  readonly text: TextScore | null
  readonly snippets: SnippetCounts | null
  readonly empty: boolean
  readonly failure: string | null
  /** Milliseconds: parse5 alone, our parse, the extractor. */
  readonly parse5: number
  readonly parse: number
  readonly run: number
}

export interface Shard {
  readonly pages: readonly BenchPage[]
  readonly settings: readonly Setting[]
}

/** Shortest of three runs after a first: the machine's other work is not the extractor's. */
function least(run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < 3; i++) {
    const start = performance.now()
    run()
    best = Math.min(best, performance.now() - start)
  }
  return best
}

const { pages, settings } = workerData as Shard
for (const source of pages) {
  const timed = source.text !== undefined
  const parse5 = timed ? least(() => parse(source.html)) : 0
  const plain = timed ? least(() => parsePage(source.html)) : 0
  const located = timed ? least(() => parsePage(source.html, { sourcePositions: true })) : 0
  const page = parsePage(source.html, { sourcePositions: true, url: source.url })
  for (const setting of settings) {
    const extractor = registry.get(setting.extractor)
    if (!extractor) continue
    const base = {
      page: source.id,
      url: source.url,
      setting: setting.name,
      parse5,
      parse: extractor.needsSource === true ? located : plain,
    }
    try {
      const params = resolveParams(extractor, setting.preset, setting.params)
      const { text } = runExtractor(page, extractor, params)
      const run = timed ? least(() => runExtractor(page, extractor, params)) : 0
      parentPort?.postMessage({
        ...base,
        text: source.text === undefined ? null : scoreText(text, source.text, { unit: 'alphanumeric', cjk: false }),
        snippets: source.with ? snippetCounts(text, { with: source.with, without: source.without ?? [] }) : null,
        empty: text.trim() === '',
        failure: null,
        run,
      } satisfies PageResult)
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      parentPort?.postMessage({ ...base, text: null, snippets: null, empty: true, failure, run: 0 } satisfies PageResult)
    }
  }
}
