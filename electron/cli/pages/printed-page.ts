import { failed, type Failure, toFailure } from '../../../shared/base/failure'
import type { Extractor } from '../../../shared/extractors/core/extractor'
import type { ParamValue, Preset } from '../../../shared/extractors/core/params'
import {
  extractedText,
  type Extraction,
  findExtractor,
  type Registry,
  runExtractor,
  traceExtractor,
} from '../../../shared/extractors/core/run'
import { nodePaths, ELEMENT, tagName, type PageModel } from '../../../shared/page/page-model'
import { parsePage } from '../../../shared/page/parse-page'
import type { CapturedLayout } from '../../../shared/page/place-layout'
import { describeStreamed } from '../../../shared/page/streamed-content'
import type { OwnData } from '../../services/own/own-file'

export const HELP = 'See "boilerscope extract --help".'

export const FORMATS = ['text', 'markdown', 'html', 'json', 'xml'] as const
export type Format = (typeof FORMATS)[number]

interface NodeResult {
  readonly id: number
  /** For example `body>div[0]>p[2]`. Each number is an index among the element siblings. */
  readonly path: string
  readonly tag: string
  /** 0 dropped, 1 kept, 2 contains kept text. */
  readonly selected: number
  /** Measures by name. Missing measures are omitted, and infinite measures are null. */
  readonly measures: Readonly<Record<string, number | null>>
}

export function printedPage(
  page: PageModel,
  extraction: Extraction,
  { id, preset, withNodes }: { readonly id: string | number; readonly preset: Preset; readonly withNodes: boolean },
) {
  const { extractor, params, verdict = null } = extraction
  const warnings = [...describeStreamed(page), ...extraction.warnings]
  const result = { id, url: page.url, extractor, preset, params, text: extractedText(extraction), verdict, warnings }
  return withNodes ? { ...result, nodes: nodeResults(page, extraction) } : result
}

function nodeResults(page: PageModel, { selected, measures }: Extraction): NodeResult[] {
  const nodes: NodeResult[] = []
  if (page.body < 0) return nodes
  const pathOf = nodePaths(page)
  const columns = Object.entries(measures)
  for (let n: number = page.body; n < (page.subtreeEnd[page.body] ?? 0); n++) {
    if (page.kind[n] !== ELEMENT) continue
    const own: Record<string, number | null> = {}
    for (const [name, values] of columns) {
      const value = values[n] ?? Number.NaN
      if (!Number.isNaN(value)) own[name] = Number.isFinite(value) ? value : null
    }
    nodes.push({ id: n, path: pathOf(n), tag: tagName(page, n), selected: selected[n] ?? 0, measures: own })
  }
  return nodes
}

export interface BatchSettings {
  readonly extractor: string
  readonly preset: Preset
  readonly params: Readonly<Record<string, ParamValue>>
  readonly nodes: boolean
  readonly maxBytes: number
  readonly maxNodes: number
  readonly composed?: boolean
  readonly streamed?: boolean
}

interface BatchPage {
  readonly id: string | number | null
  readonly url: string | null
  readonly html: string
  readonly scriptingEnabled: boolean
  readonly layout: CapturedLayout | null
}

export interface BatchTask {
  readonly page: BatchPage
  readonly own?: OwnData | undefined
  readonly settings: BatchSettings
}

export interface BatchReply {
  readonly line: string
  readonly failed: boolean
}

export function errorLine(id: string | number | null, { code, message }: Failure): BatchReply {
  return { line: JSON.stringify({ id, error: { code, message } }), failed: true }
}

/** Never throws. A failure becomes an error line. */
export function extractRecord({ page: { id, html, ...options }, settings }: BatchTask, registry: Registry<Extractor>): BatchReply {
  try {
    const extractor = findExtractor(registry, settings.extractor)
    const { maxBytes, maxNodes, composed, streamed, preset, nodes: withNodes } = settings
    if (html.length > maxBytes)
      throw failed('input.too-large', `The page has more than ${maxBytes.toLocaleString('en')} characters of HTML.`, 'Raise --max-bytes.')
    const page = parsePage(html, { ...options, sourcePositions: extractor.needsSource ?? false, maxNodes, composed, streamed })
    const extraction = withNodes
      ? traceExtractor(page, extractor, settings.params).extraction
      : runExtractor(page, extractor, settings.params)
    return { line: JSON.stringify(printedPage(page, extraction, { id: id ?? '', preset, withNodes })), failed: false }
  } catch (thrown) {
    return errorLine(id, toFailure(thrown))
  }
}
