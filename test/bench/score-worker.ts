import { parentPort, workerData } from 'node:worker_threads'
import { parse } from 'parse5'
import { registry } from '../../electron/peers/registry'
import { resolveParams, runExtractor } from '../../shared/extractors/core/run'
import { ngramCounts, overlapCounts, overlapScore } from '../../shared/metrics/ngrams'
import { snippetCounts, type SnippetCounts } from '../../shared/metrics/snippets'
import { scoreText, type TextScore } from '../../shared/metrics/text-scores'
import { wordRuns } from '../../shared/metrics/tokens'
import { parsePage } from '../../shared/page/parse-page'
import { htmlOf, type ScoredSet, type SetPage } from './score-pages'
import type { Setting } from './score-settings'

export interface PageResult {
  readonly page: string
  readonly url: string
  readonly pageType: string
  readonly setting: string
  /** Of aeb. */
  readonly text: TextScore | null
  /** Of WCXB. */
  readonly wordF1: number | null
  /** Of trafilatura's pages and WCXB. */
  readonly snippets: SnippetCounts | null
  readonly empty: boolean
  readonly failure: string | null
  /** Milliseconds: parse5 alone, our parse, the extractor. 0 where nothing was timed. */
  readonly parse5: number
  readonly parse: number
  readonly run: number
}

export interface Shard {
  readonly set: ScoredSet
  readonly pages: readonly SetPage[]
  readonly settings: readonly Setting[]
}

/** Shortest of three runs after a first: the machine's other work is not the extractor's. */
function least(run: () => unknown, runs: number): number {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < runs; i++) {
    const start = performance.now()
    run()
    best = Math.min(best, performance.now() - start)
  }
  return best
}

const { set, pages, settings } = workerData as Shard
/** WCXB has many and large pages: a single run of each is summed up. */
const RUNS = { aeb: 3, trafilatura: 0, wcxb: 1 }[set]

for (const source of pages) {
  const html = htmlOf(source)
  const timed = (run: () => unknown): number => (RUNS === 0 ? 0 : least(run, RUNS))
  const parse5 = timed(() => parse(html))
  const plain = timed(() => parsePage(html))
  const located = timed(() => parsePage(html, { sourcePositions: true }))
  const page = parsePage(html, { sourcePositions: true, url: source.url })
  const goldWords = set === 'wcxb' ? ngramCounts(wordRuns((source.text ?? '').toLowerCase()), 1) : null
  const results = settings.flatMap((setting): PageResult[] => {
    const extractor = registry.get(setting.extractor)
    if (!extractor) return []
    const base = {
      page: source.id,
      url: source.url,
      pageType: source.pageType,
      setting: setting.name,
      parse5,
      parse: extractor.needsSource === true ? located : plain,
    }
    try {
      const params = resolveParams(extractor, setting.preset, setting.params)
      const { text } = runExtractor(page, extractor, params)
      const run = timed(() => runExtractor(page, extractor, params))
      const { with: wanted = [], without = [] } = source
      return [
        {
          ...base,
          text: set === 'aeb' && source.text !== undefined ? scoreText(text, source.text, { unit: 'alphanumeric', cjk: false }) : null,
          wordF1: goldWords ? overlapScore(overlapCounts(ngramCounts(wordRuns(text.toLowerCase()), 1), goldWords)).f1 : null,
          snippets: wanted.length + without.length > 0 ? snippetCounts(text, { with: wanted, without }) : null,
          empty: text.trim() === '',
          failure: null,
          run,
        },
      ]
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      return [{ ...base, text: null, wordF1: null, snippets: null, empty: true, failure, run: 0 }]
    }
  })
  parentPort?.postMessage(results)
}
