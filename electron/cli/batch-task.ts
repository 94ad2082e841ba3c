import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import { failure, FailureError, toFailure, type Failure } from '../../shared/base/failure'
import { runExtractor } from '../../shared/extractors/core/run'
import type { ParamValue, Preset } from '../../shared/extractors/core/params'
import type { Extractor } from '../../shared/extractors/core/extractor'
import type { Registry } from '../../shared/extractors/core/registry'
import type { CapturedLayout } from '../../shared/page/place-layout'
import { parsePage } from '../../shared/page/parse-page'
import { decodeHtml, readHtmlBytes } from '../services/capture/decode-html'
import { pageResult } from './page-result'
import { extractorNamed } from './param-settings'

/** What all records of a batch have in common. */
export interface BatchSettings {
  readonly extractor: string
  readonly preset: Preset
  /** Checked and complete. */
  readonly params: Readonly<Record<string, ParamValue>>
  readonly nodes: boolean
  /** Folder that `htmlPath` is read from. */
  readonly folder: string
  readonly maxBytes: number
  readonly maxNodes: number
}

/** A page that was read already. */
export interface BatchPage {
  readonly id: string
  readonly url: string | null
  readonly html: string
  readonly scriptingEnabled: boolean
  readonly layout: CapturedLayout | null
}

/** One record of a batch: a line of JSON, or a page of a corpus, folder or archive. */
export interface BatchTask {
  readonly record: string | BatchPage
  readonly settings: BatchSettings
  /** Shared with who waits: its first element is set when the work begins. */
  readonly started?: Int32Array
}

/** The line to print for a record. */
export interface BatchReply {
  readonly line: string
  readonly failed: boolean
}

const Record = z
  .object({
    id: z.union([z.string(), z.number()]),
    url: z.string().nullish(),
    html: z.string().optional(),
    htmlPath: z.string().min(1).optional(),
  })
  .refine((record) => (record.html === undefined) !== (record.htmlPath === undefined), 'give either "html" or "htmlPath"')

/** The id of a record that may be malformed otherwise. */
const Identified = z.object({ id: z.union([z.string(), z.number()]) })

/** The line that stands for a record that failed. */
export function errorLine(id: string | number | null, { code, message }: Failure): BatchReply {
  return { line: JSON.stringify({ id, error: { code, message } }), failed: true }
}

/** The id a record has, as far as it can be read. */
export function idOfRecord(record: string | BatchPage): string | number | null {
  if (typeof record !== 'string') return record.id
  try {
    return Identified.safeParse(JSON.parse(record)).data?.id ?? null
  } catch {
    return null
  }
}

/** Does one record: reads the page where it is not read yet, runs the extractor, writes the line. Whatever goes wrong is a line, too. */
export async function performRecord({ record, settings }: BatchTask, registry: Registry<Extractor>): Promise<BatchReply> {
  try {
    const extractor = extractorNamed(registry, settings.extractor)
    const { maxBytes, maxNodes } = settings
    const { id, html, ...options } = typeof record === 'string' ? await pageOfLine(record, settings) : record
    if (html.length > maxBytes) throw tooLarge(maxBytes)
    const page = parsePage(html, { ...options, sourcePositions: extractor.needsSource ?? false, maxNodes })
    const extraction = runExtractor(page, extractor, settings.params)
    return { line: JSON.stringify(pageResult(page, extraction, id, settings.preset, settings.nodes)), failed: false }
  } catch (thrown) {
    return errorLine(idOfRecord(record), toFailure(thrown))
  }
}

async function pageOfLine(line: string, settings: BatchSettings): Promise<Omit<BatchPage, 'id'> & { readonly id: string | number }> {
  const { id, url, html, htmlPath } = readRecord(line)
  const page = { id, url: url ?? null, scriptingEnabled: false, layout: null }
  if (htmlPath === undefined) return { ...page, html: html ?? '' }
  const path = isAbsolute(htmlPath) ? htmlPath : resolve(settings.folder, htmlPath)
  return { ...page, html: decodeHtml(await readHtmlBytes(path, settings.maxBytes)).html }
}

function tooLarge(limit: number): FailureError {
  return new FailureError(
    failure('input.too-large', `The page has more than ${limit.toLocaleString('en')} characters of HTML.`, 'Raise --max-bytes.'),
  )
}

function readRecord(line: string): z.infer<typeof Record> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new FailureError(failure('record.not-json', 'The line is not JSON.', 'Write one JSON object a line.'))
  }
  const parsed = Record.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const where = issue?.path.join('.') ?? ''
  throw new FailureError(
    failure(
      'record.invalid',
      `The record is not valid${where === '' ? '' : ` at "${where}"`}: ${issue?.message ?? ''}.`,
      'Write {"id", "html"} or {"id", "htmlPath"}.',
    ),
  )
}
