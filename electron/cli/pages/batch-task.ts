import { failed, type Failure, toFailure } from '../../../shared/base/failure'
import { runExtractor, traceExtractor, findExtractor, type Registry } from '../../../shared/extractors/core/run'
import type { ParamValue, Preset } from '../../../shared/extractors/core/params'
import type { Extractor } from '../../../shared/extractors/core/extractor'
import type { CapturedLayout } from '../../../shared/page/place-layout'
import { parsePage } from '../../../shared/page/parse-page'
import type { OwnData } from '../../services/own/own-file'
import { printedPage } from './printed-page'

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

export interface BatchPage {
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
    const { maxBytes, maxNodes, composed, streamed } = settings
    if (html.length > maxBytes)
      throw failed('input.too-large', `The page has more than ${maxBytes.toLocaleString('en')} characters of HTML.`, 'Raise --max-bytes.')
    const page = parsePage(html, {
      ...options,
      sourcePositions: extractor.needsSource ?? false,
      maxNodes,
      composed,
      streamed,
    })
    const extraction = settings.nodes
      ? traceExtractor(page, extractor, settings.params).extraction
      : runExtractor(page, extractor, settings.params)
    return {
      line: JSON.stringify(printedPage(page, extraction, { id: id ?? '', preset: settings.preset, withNodes: settings.nodes })),
      failed: false,
    }
  } catch (thrown) {
    return errorLine(id, toFailure(thrown))
  }
}
