import { failed, toFailure, type FailureError, type Failure } from '../../../shared/base/failure'
import { runExtractor, traceExtractor } from '../../../shared/extractors/core/run'
import type { ParamValue, Preset } from '../../../shared/extractors/core/params'
import type { Extractor } from '../../../shared/extractors/core/extractor'
import { extractorNamed, type Registry } from '../../../shared/extractors/core/registry'
import type { CapturedLayout } from '../../../shared/page/place-layout'
import { parsePage } from '../../../shared/page/parse-page'
import type { OwnData } from '../../services/own/own-data'
import { printedPage } from './printed-page'

/** What all records of a batch have in common. */
export interface BatchSettings {
  readonly extractor: string
  readonly preset: Preset
  /** Checked and complete. */
  readonly params: Readonly<Record<string, ParamValue>>
  readonly nodes: boolean
  /** Characters of HTML. */
  readonly maxBytes: number
  readonly maxNodes: number
  /** Whether shadow roots and frames are read; default: as the page's mode has it. */
  readonly composed?: boolean
  /** Whether streamed content is read where scripts would put it; default: unless scripts ran. */
  readonly streamed?: boolean
}

/** A page of a batch, read. */
export interface BatchPage {
  /** As its record writes it. */
  readonly id: string | number | null
  readonly url: string | null
  readonly html: string
  readonly scriptingEnabled: boolean
  readonly layout: CapturedLayout | null
}

/** One page of a batch. */
export interface BatchTask {
  readonly page: BatchPage
  /** The file of the extractor, where it is a person's own. */
  readonly own?: OwnData | undefined
  readonly settings: BatchSettings
}

/** The line to print for a record. */
export interface BatchReply {
  readonly line: string
  readonly failed: boolean
}

/** The line that stands for a record that failed. */
export function errorLine(id: string | number | null, { code, message }: Failure): BatchReply {
  return { line: JSON.stringify({ id, error: { code, message } }), failed: true }
}

/** Runs the extractor on a page and writes the line. Whatever goes wrong is a line, too. */
export function performRecord({ page: { id, html, ...options }, settings }: BatchTask, registry: Registry<Extractor>): BatchReply {
  try {
    const extractor = extractorNamed(registry, settings.extractor)
    const { maxBytes, maxNodes, composed, streamed } = settings
    if (html.length > maxBytes) throw tooLarge(maxBytes)
    const page = parsePage(html, {
      ...options,
      sourcePositions: extractor.needsSource ?? false,
      maxNodes,
      ...(composed !== undefined && { composed }),
      ...(streamed !== undefined && { streamed }),
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

function tooLarge(limit: number): FailureError {
  return failed('input.too-large', `The page has more than ${limit.toLocaleString('en')} characters of HTML.`, 'Raise --max-bytes.')
}
