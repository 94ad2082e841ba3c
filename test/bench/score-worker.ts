import { parentPort, workerData } from 'node:worker_threads'
import { parse } from 'parse5'
import { registry } from '../../electron/peers/registry'
import { createProgramProcess } from '../../electron/services/own/program-process'
import type { Extractor } from '../../shared/extractors/core/extractor'
import { resolveParams, runExtractor } from '../../shared/extractors/core/run'
import { programExtraction, programInfo } from '../../shared/extractors/own/program-extraction'
import { ProgramAnswer } from '../../shared/extractors/own/program-protocol'
import { ngramCounts, overlapCounts, overlapScore } from '../../shared/metrics/ngrams'
import { snippetCounts, type SnippetCounts } from '../../shared/metrics/snippets'
import { scoreText, type TextScore } from '../../shared/metrics/text-scores'
import { wordRuns } from '../../shared/metrics/tokens'
import type { PageModel } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { htmlOf, ownText, type ScoredSet, type SetPage } from './pages'
import type { Setting } from './score-settings'

export interface PageResult {
  readonly page: string
  readonly url?: string
  readonly pageType: string
  readonly setting: string
  readonly text: TextScore | null
  readonly wordF1: number | null
  /** Word F1 of a program's text before the text is located in the page. Null for other extractors, and for sets other than WCXB. */
  readonly ownWordF1: number | null
  readonly snippets: SnippetCounts | null
  readonly empty: boolean
  readonly failure: string | null
  /** Milliseconds. `parse` is 0 for a program. `run` of a program ends with its response. */
  readonly parse5: number
  readonly parse: number
  readonly run: number
}

export interface Shard {
  readonly set: ScoredSet
  readonly pages: readonly SetPage[]
  readonly settings: readonly Setting[]
}

const { set, pages, settings } = workerData as Shard
const MORE_RUNS = set === 'aeb' ? 3 : 0
/** Maximum milliseconds of a first run that is repeated. */
const LONG_MS = 200

async function timed<T>(run: () => T | Promise<T>): Promise<{ readonly value: T; readonly milliseconds: number }> {
  const once = async (): Promise<{ value: T; milliseconds: number }> => {
    const start = performance.now()
    const value = await run()
    return { value, milliseconds: performance.now() - start }
  }
  const first = await once()
  if (MORE_RUNS === 0 || first.milliseconds > LONG_MS) return first
  const { value } = first
  let milliseconds = Number.POSITIVE_INFINITY
  for (let i = 0; i < MORE_RUNS; i++) milliseconds = Math.min(milliseconds, (await once()).milliseconds)
  return { value, milliseconds }
}

const programs = new Map(settings.flatMap(({ name, program }) => (program ? [[name, createProgramProcess(program)] as const] : [])))
const firstRequest = { protocol: 1, id: 'first', url: null, html: '<p>First</p>', params: {} } as const
for (const program of programs.values()) await program.requestAnswer(firstRequest).catch(() => undefined)

interface Run {
  readonly text: string
  /** Text of a program before the text is located in the page; null for other extractors. */
  readonly own: string | null
  readonly milliseconds: number
}

async function runOf(setting: Setting, source: SetPage, page: PageModel): Promise<Run> {
  const program = programs.get(setting.name)
  if (setting.program && program) {
    const info = programInfo(setting.program.program)
    const params = resolveParams(info, setting.preset, setting.params)
    const request = {
      protocol: 1,
      id: source.id,
      url: setting.withoutAddress ? null : (source.url ?? null),
      html: page.html,
      params,
    } as const
    const { value, milliseconds } = await timed(() => program.requestAnswer(request))
    const answer = ProgramAnswer.parse(value)
    const { program: description } = setting.program
    const extractor: Extractor = { ...info, run: (on, _, probe) => programExtraction(on, description, probe, () => answer) }
    return { text: runExtractor(page, extractor, params).text, own: ownText(answer), milliseconds }
  }
  const extractor = registry.get(setting.extractor)
  if (!extractor) throw new Error(`There is no extractor ${setting.extractor}.`)
  const params = resolveParams(extractor, setting.preset, setting.params)
  const { value, milliseconds } = await timed(() => runExtractor(page, extractor, params))
  return { text: value.text, own: null, milliseconds }
}

for (const source of pages) {
  const html = htmlOf(source)
  const { milliseconds: parse5 } = await timed(() => parse(html))
  const { milliseconds: plain } = await timed(() => parsePage(html))
  const { milliseconds: located } = await timed(() => parsePage(html, { sourcePositions: true }))
  const page = parsePage(html, { sourcePositions: true, url: source.url })
  const bag = (text: string) => ngramCounts(wordRuns(text.toLowerCase()), 1)
  const gold = set === 'wcxb' ? bag(source.text ?? '') : null
  const wordF1 = (text: string): number | null => (gold ? overlapScore(overlapCounts(bag(text), gold)).f1 : null)
  const { with: kept = [], without = [] } = source
  const results: PageResult[] = []
  for (const setting of settings) {
    const ownParse = setting.program === undefined ? (registry.get(setting.extractor)?.needsSource === true ? located : plain) : 0
    let finished: Run = { text: '', own: null, milliseconds: 0 }
    let failure: string | null = null
    try {
      finished = await runOf(setting, source, page)
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error)
    }
    const { text, own, milliseconds } = finished
    results.push({
      ...{ page: source.id, url: source.url, pageType: source.pageType, setting: setting.name, parse5, parse: ownParse },
      text: set === 'aeb' && source.text !== undefined ? scoreText(text, source.text, { unit: 'alphanumeric', cjk: false }) : null,
      wordF1: wordF1(text),
      ownWordF1: setting.program ? wordF1(own ?? '') : null,
      snippets: kept.length + without.length > 0 ? snippetCounts(text, { with: kept, without }) : null,
      empty: text.trim() === '',
      failure,
      run: milliseconds,
    })
  }
  parentPort?.postMessage(results)
}
for (const program of programs.values()) program.close()
