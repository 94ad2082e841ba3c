import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import { failure, FailureError, toFailure, type Failure } from '../../shared/contract/failure'
import { runExtractor } from '../../shared/extractors/core/run'
import type { ParamValue, Preset } from '../../shared/extractors/core/params'
import type { Registry } from '../../shared/extractors/core/registry'
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

/** One line of a batch. */
export interface BatchTask {
  readonly line: string
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

/** The id a line has, as far as it can be read. */
export function idOfLine(line: string): string | number | null {
  try {
    return Identified.safeParse(JSON.parse(line)).data?.id ?? null
  } catch {
    return null
  }
}

/** Does one record: reads the page, runs the extractor, writes the line. Whatever goes wrong is a line, too. */
export async function performRecord({ line, settings }: BatchTask, registry: Registry): Promise<BatchReply> {
  try {
    const record = readRecord(line)
    const extractor = extractorNamed(registry, settings.extractor)
    const { maxBytes, maxNodes } = settings
    const html =
      record.htmlPath === undefined
        ? (record.html ?? '')
        : decodeHtml(
            await readHtmlBytes(isAbsolute(record.htmlPath) ? record.htmlPath : resolve(settings.folder, record.htmlPath), maxBytes),
          ).html
    if (html.length > maxBytes) throw tooLarge(maxBytes)
    const page = parsePage(html, { sourcePositions: extractor.needsSource ?? false, maxNodes, url: record.url ?? null })
    const extraction = runExtractor(page, extractor, settings.params)
    return { line: JSON.stringify(pageResult(page, extraction, record.id, settings.preset, settings.nodes)), failed: false }
  } catch (thrown) {
    return errorLine(idOfLine(line), toFailure(thrown))
  }
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
