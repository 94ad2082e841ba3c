import { toFailure } from '../../../shared/base/failure'
import { Replay } from '../../../shared/demo/replay'
import type { ExtractionResult } from '../../../shared/contract/contract'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { resolveParams } from '../../../shared/extractors/core/run'
import { type PageModel, TEXT } from '../../../shared/page/page-model'
import { parsePage } from '../../../shared/page/parse-page'
import { KEPT, PATH } from '../../../shared/page/output'
import type { ExtractionPool } from '../extraction/extraction-pool'
import type { CheckPage } from './check-pages'
import type { OwnData } from './own-file'

export interface PageCheck {
  readonly page: string
  /** Milliseconds of the extraction, without parsing. */
  readonly milliseconds: number
  readonly characters: number
  readonly wrong: readonly string[]
  readonly notes: readonly string[]
}

interface CheckWatch {
  readonly own: OwnData | undefined
  readonly signal: AbortSignal
  readonly progress: (check: PageCheck) => void
}

/** Milliseconds per page. A slower run adds a note. */
const SLOW = 2_000
/** Maximum share of extracted words that the page does not contain. A larger share adds a note. */
const LOST = 0.05
const MAX_NODES = 1_000_000

/** Runs the extractor on each page. If the run succeeds, runs the extractor again, because both runs must return the same text. */
export async function checkExtractor(
  extractor: ExtractorInfo,
  pages: readonly CheckPage[],
  pool: ExtractionPool,
  { signal, progress, own }: CheckWatch,
): Promise<PageCheck[]> {
  const params = resolveParams(extractor, 'default', {})
  const checks: PageCheck[] = []
  for (const [i, page] of pages.entries()) {
    if (signal.aborted) break
    const document = { html: page.html, url: null, layout: null, scriptingEnabled: false, maxNodes: MAX_NODES }
    const run = (trace: boolean): ReturnType<typeof pool.run<'run'>> =>
      pool.run(`check-${i}`, document, { kind: 'run', trace, extractor: extractor.id, preset: 'default', params, own }, { signal })
    const first = await run(true)
    const check = first.ok
      ? checkRuns(page, extractor, first.value, await run(false))
      : { page: page.name, milliseconds: 0, characters: 0, wrong: [`${first.failure.message} [${first.failure.code}]`], notes: [] }
    checks.push(check)
    progress(check)
  }
  return checks
}

function checkRuns(
  { name, html, ordinary }: CheckPage,
  { measures }: ExtractorInfo,
  first: ExtractionResult,
  again: Awaited<ReturnType<ExtractionPool['run']>>,
): PageCheck {
  const { extraction, trace, timings } = first
  const { selected, text, values, warnings } = extraction
  const page = parsePage(html, { maxNodes: MAX_NODES })
  const wrong = selectionFaults(page, selected)
  const notes: string[] = []
  for (const { id } of measures.filter(({ per }) => per === 'node')) {
    const column = extraction.measures[id]
    if (!column) wrong.push(`It returns no values for its measure "${id}".`)
    else if (column.length !== page.count) wrong.push(`The measure "${id}" has ${column.length} values for ${page.count} nodes.`)
  }
  if (!again.ok) wrong.push(`It fails in the second run: ${again.failure.message}`)
  else if ((again.value as ExtractionResult).extraction.text !== text) wrong.push('It returns another text in the second run.')
  if (trace && wrong.length === 0) {
    try {
      const replay = new Replay(page, extraction, trace)
      const replayed = replay.selectedIn(replay.seek(trace.decisionCount))
      let other = 0
      for (let n = Math.max(0, page.body); n < page.count; n++)
        if (page.kind[n] === TEXT && /\S/.test(page.text[n] ?? '') && (selected[n] === KEPT) !== (replayed[n] === KEPT)) other++
      if (other > 0) wrong.push(`Its decisions and its result differ for ${other} texts: Why and Demonstrate would contradict the result.`)
    } catch (thrown) {
      wrong.push(`Its decisions cannot be replayed: ${toFailure(thrown).message}`)
    }
  }
  if (ordinary && text === '') wrong.push('It keeps no text of a normal page.')
  const { outputWords = 0, unalignedWords = 0 } = values
  if (outputWords > 0 && unalignedWords / outputWords > LOST)
    notes.push(`${unalignedWords} of ${outputWords} words of its text are not on the page.`)
  if (timings.extract > SLOW) notes.push(`It takes ${(timings.extract / 1000).toFixed(1)} seconds.`)
  notes.push(...warnings.filter((warning) => !/missing in the parsed page/.test(warning)))
  return { page: name, milliseconds: timings.extract, characters: text.length, wrong, notes }
}

function selectionFaults(page: PageModel, selected: Uint8Array): string[] {
  if (selected.length !== page.count) return [`Its selection has ${selected.length} nodes; the page has ${page.count}.`]
  const end = page.body < 0 ? 0 : (page.subtreeEnd[page.body] ?? 0)
  let outside = 0
  let unknown = 0
  for (let n = 0; n < page.count; n++) {
    const value = selected[n] ?? 0
    if (value > PATH) unknown++
    if (value === KEPT && (n < page.body || n >= end)) outside++
  }
  return [
    ...(unknown > 0 ? [`${unknown} nodes have an unknown value in the selection.`] : []),
    ...(outside > 0 ? [`It keeps ${outside} nodes outside the body.`] : []),
  ]
}
