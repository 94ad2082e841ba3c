/** The worker thread of evaluations. Returns the scores of all configurations, or faults, changes or extracted texts. */
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { failure, toFailure } from '../../shared/base/failure'
import { evaluatePage, failedPage, type ReadyConfiguration } from '../../shared/evaluation/evaluate-page'
import { completeParams } from '../../shared/evaluation/run-spec'
import { pageChanges, writeKept } from '../../shared/evaluation/guard/page-changes'
import { ruleFaults } from '../../shared/evaluation/rule-faults'
import { textOfLabels } from '../../shared/gold/gold-text'
import type { Extractor } from '../../shared/extractors/core/extractor'
import { findExtractor, extractedText, runExtractor, traceExtractor } from '../../shared/extractors/core/run'
import { registryFor } from '../peers/registry-for'
import { addOwnExtractors } from '../services/own/own-extractors'
import type { PageModel } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import type { EvaluationReply, EvaluationTask, ExtractedText } from '../services/evaluation/evaluation-runner'
import { createGarbageCollector, serveThread } from '../services/threads/thread-program'

const ports = { gzipSize: (text: string) => gzipSync(text).length, now: () => performance.now() }

interface Ready extends ReadyConfiguration {
  readonly extractor: Extractor
}

/** Returns rows with the failure of a page that cannot be parsed. @throws FailureError for a wrong configuration or custom extractor */
export async function evaluate(task: EvaluationTask): Promise<EvaluationReply> {
  const known = await addOwnExtractors(await registryFor(task.configurations.map(({ extractor }) => extractor)), task.own)
  const { id, url, html, labels, layout } = task
  let gold = task.gold
  const configurations = task.configurations.map((configuration): Ready => {
    const extractor = findExtractor(known, configuration.extractor)
    return { extractor, params: completeParams(extractor, configuration) }
  })
  const content = createHash('sha256')
    .update(html)
    .update('\0')
    .update(JSON.stringify([gold, labels ?? null]))
  // Visibility and position decide which nodes are kept, so the hash includes the layout.
  if (layout) {
    const { tags, parents, flags, boxes, viewport } = layout
    content.update(tags).update(parents).update(flags).update(boxes).update(`${viewport.width} ${viewport.height}`)
  }
  const hash = content.digest('hex')
  const start = performance.now()
  try {
    const { scriptingEnabled, maxNodes } = task
    const page = parsePage(html, { sourcePositions: true, scriptingEnabled, maxNodes, url, layout: layout ?? null })
    const parse = performance.now() - start
    if (labels) gold = { ...gold, text: textOfLabels(page, labels) }
    const [first] = configurations
    const unscored = { hash, result: failedPage({ id, url, gold }, 0, NOT_SCORED), timings: [] }
    if (task.faults && first) return { ...unscored, faults: gold.text === null ? null : ruleFaults(page, traced(page, first), gold.text) }
    if (task.keeps) {
      const texts = configurations.map((one, i) => extractedOf(page, one, task.keeps?.includes(i) ?? false))
      return { ...unscored, extracted: { gold: gold.text, texts } }
    }
    if (task.changes && first) return { ...unscored, changes: pageChanges(page, traced(page, first), gold, task.changes.before) }
    const kept: (string | null)[] = configurations.map(() => null)
    const onSelected = (i: number, selected: Uint8Array): void => void (kept[i] = writeKept(page, selected))
    const { result, timings } = evaluatePage(
      { id, url, page, gold, configurations, tokens: task.tokens, metrics: new Set(task.metrics) },
      task.kept ? { ...ports, onSelected } : ports,
    )
    return { hash, result, timings: [parse, ...timings], ...(task.kept && { kept }) }
  } catch (thrown) {
    return {
      hash,
      result: failedPage({ id, url, gold }, configurations.length, toFailure(thrown)),
      timings: [performance.now() - start, ...configurations.map(() => 0)],
    }
  }
}

const NOT_SCORED = failure('cancelled', 'Nothing was scored.', '')

const traced = (page: PageModel, { extractor, params }: Ready) => ({ ...traceExtractor(page, extractor, params), rules: extractor.rules })

function extractedOf(page: PageModel, { extractor, params }: ReadyConfiguration, whole: boolean): ExtractedText {
  const start = performance.now()
  try {
    const { extraction, trace } = whole
      ? traceExtractor(page, extractor, params)
      : { extraction: runExtractor(page, extractor, params), trace: null }
    const text = extractedText(extraction)
    const timings = { parse: 0, extract: performance.now() - start }
    return {
      text: { hash: createHash('sha256').update(text).digest('hex'), characters: text.length },
      ...(whole && { stored: { ok: true, value: { extraction, trace, timings } } }),
    }
  } catch (thrown) {
    return { text: null, ...(whole && { stored: { ok: false, failure: toFailure(thrown) } }) }
  }
}

/** Minimum bytes in use before a garbage collection. Without the collection, documents of libraries fill half a gigabyte. */
const COLLECTS_ABOVE = 64 * 2 ** 20
const collectGarbage = createGarbageCollector(COLLECTS_ABOVE)

serveThread((task: EvaluationTask) => {
  collectGarbage()
  return evaluate(task)
})
