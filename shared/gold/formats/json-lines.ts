/** Reads and writes pages as JSON Lines, with the keys `id`, `url`, `html` or `htmlPath`, `text`, `pageType`, `with` and `without`. */
import { z } from 'zod'
import { pageTypeOf } from '../gold-file'
import { failed, type FailureError } from '../../base/failure'
import type { ExchangePage } from './ground-truth'

const Id = z.union([z.string().min(1).max(1000), z.number()])

const Line = z.looseObject({
  id: Id.optional(),
  url: z.string().max(8192).nullable().optional(),
  html: z.string().nullable().optional(),
  htmlPath: z.string().min(1).max(4096).nullable().optional(),
  text: z.string().nullable().optional(),
  with: z.array(z.string()).optional(),
  without: z.array(z.string()).optional(),
  pageType: z.string().nullable().optional(),
})

/** Matches a file name, because some collections store a file name under `html`. */
const FILE_NAME = /^[^<>\n\r]{1,1024}\.x?html?(?:\.gz)?$/i

export function jsonOfLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw failed('record.not-json', 'Invalid JSON.', 'Write one JSON object per line.')
  }
}

/** Returns the id of a record, even if other keys are malformed; null if missing or invalid. */
export function writtenIdOf(value: unknown): string | number | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null
  return Id.safeParse(id).data ?? null
}

/** Returns the page of a record. A record without an id gets its address as id. @throws FailureError `record.invalid` */
export function pageOfRecord(value: unknown): ExchangePage {
  const parsed = Line.safeParse(value)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const at = issue && issue.path.length > 0 ? ` at ${issue.path.map(String).join('.')}` : ''
    throw invalid(`The record is not valid${at}: ${issue?.message ?? 'unexpected value'}.`)
  }
  const { id, url, html, htmlPath, text, with: wanted, without, pageType, ...extra } = parsed.data
  const name = id ?? (url === '' ? null : url?.slice(0, 1000)) ?? null
  if (name === null) throw invalid('The record has neither "id" nor "url".')
  const isFileName = typeof html === 'string' && FILE_NAME.test(html)
  return {
    id: String(name),
    url: url ?? null,
    html: isFileName ? null : (html ?? null),
    htmlPath: htmlPath ?? (isFileName ? html : null),
    text: text ?? null,
    snippets: wanted || without ? { with: wanted ?? [], without: without ?? [] } : null,
    pageType: pageTypeOf(pageType),
    extra: pageType === undefined || pageType === null || pageTypeOf(pageType) !== null ? extra : { ...extra, pageType },
  }
}

function invalid(message: string): FailureError {
  return failed('record.invalid', message, 'Write {"id", "html"} or {"id", "htmlPath"} per line.')
}

export function writeJsonLine(page: ExchangePage): string {
  return JSON.stringify({
    id: page.id,
    url: page.url ?? undefined,
    html: page.html ?? undefined,
    htmlPath: page.htmlPath ?? undefined,
    text: page.text ?? undefined,
    with: page.snippets?.with,
    without: page.snippets?.without,
    pageType: page.pageType ?? undefined,
    ...page.extra,
  })
}
