/**
 * Reads and writes pages as `ground-truth.json`, and as JSON Lines with the keys `id`, `url`, `html` or `htmlPath`, `text`, `pageType`,
 * `with` and `without`. Writes the gold standard of WCXB pages.
 */
import { z } from 'zod'
import { failed, type FailureError } from '../../base/failure'
import { type GoldFields, pageTypeOf, type PageType } from '../gold-file'
import { checkValue, readJson } from '../read-json'

export interface Snippets {
  readonly with: readonly string[]
  readonly without: readonly string[]
}

export interface ExchangePage {
  readonly id: string
  readonly url: string | null
  /** `html` is the HTML, and `htmlPath` is the path of the HTML file in the collection. Both are null if the collection has no HTML. */
  readonly html: string | null
  readonly htmlPath: string | null
  readonly text: string | null
  readonly snippets: Snippets | null
  readonly pageType: PageType | null
  readonly extra: Readonly<Record<string, unknown>>
}

const Entry = z.looseObject({
  articleBody: z.string().nullable().optional(),
  url: z.string().nullable().optional(),
  pageType: z.string().nullable().optional(),
})

export const htmlPathOf = (id: string): string => `html/${id}.html.gz`

/** Reads `ground-truth.json`. @throws FailureError `gold.bad-json`, `gold.bad-value` */
export function readGroundTruth(text: string, file = 'ground-truth.json'): ExchangePage[] {
  const entries = readJson(text, z.record(z.string(), z.unknown()), file)
  return Object.entries(entries).map(([id, value]) => {
    const { articleBody, url, pageType, ...extra } = checkValue(value, Entry, file, JSON.stringify(id))
    return {
      id,
      url: url ?? null,
      html: null,
      htmlPath: htmlPathOf(id),
      text: articleBody ?? null,
      snippets: null,
      pageType: pageTypeOf(pageType),
      extra,
    }
  })
}

/** Writes `ground-truth.json`, sorted by id. Omits pages without gold text. */
export function writeGroundTruth(pages: readonly ExchangePage[]): string {
  const entries = pages
    .filter((page) => page.text !== null)
    .map((page) => [page.id, { articleBody: page.text, url: page.url ?? undefined, pageType: page.pageType ?? undefined, ...page.extra }])
  return `${JSON.stringify(Object.fromEntries(entries.sort((x, y) => ((x[0] as string) < (y[0] as string) ? -1 : 1))), null, 2)}\n`
}

export const wcxbTruthPath = (id: string): string => `ground-truth/${id}.json`

export type FieldTexts = { readonly [name in keyof GoldFields]: string }

/** Writes the gold standard of a WCXB page, with keys in the order of the data set. */
export function writeWcxbTruth({ id, url, text, snippets, pageType }: ExchangePage, { title, author, date }: FieldTexts): string {
  const value = {
    file_id: id,
    url: url ?? null,
    ground_truth: {
      title: title ?? null,
      author: author ?? null,
      publish_date: date ?? null,
      main_content: text,
      with: snippets?.with ?? [],
      without: snippets?.without ?? [],
    },
    _internal: { page_type: { primary: pageType } },
  }
  return `${JSON.stringify(value, null, 2)}\n`
}

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
