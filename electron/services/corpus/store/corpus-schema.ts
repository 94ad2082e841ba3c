import { z } from 'zod'
import { Conditions, unusualConditions } from '../../../../shared/contract/conditions'
import { failed } from '../../../../shared/base/failure'
import type { PageFields } from '../../../../shared/contract/corpus-contract'
import { ContentLabels, GuidelinesText, type LabelDefinition, LabelDefinitions, OwnPageTypes } from '../../../../shared/gold/corpus-labels'
import { ANNOTATOR, ANNOTATOR_RULE, PAGE_ID } from '../../../../shared/gold/gold-file'

/** Windows refuses files with these device names. */
const DEVICE_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)$/

export function checkPageId(id: string): string {
  if (PAGE_ID.test(id)) return id
  const message = `"${id.slice(0, 100)}" is not a page id.`
  throw failed('corpus.bad-id', message, 'Use lower-case letters, digits, - and _; at most 80 characters; begin with a letter or digit.')
}

/** Whether a new page may have this id. Existing pages with a device name can still be opened. */
export function isNewPageId(id: string): boolean {
  return PAGE_ID.test(id) && !DEVICE_NAME.test(id)
}

export function checkNewPageId(id: string): string {
  if (isNewPageId(checkPageId(id))) return id
  throw failed('corpus.bad-id', `"${id}" cannot be a page id: Windows reserves the name for a device.`, 'Choose another id.')
}

export function checkAnnotator(name: string): string {
  if (ANNOTATOR.test(name)) return name
  throw failed('corpus.bad-annotator', `"${name.slice(0, 100)}" cannot be the name of an annotator.`, ANNOTATOR_RULE)
}

export const CORPUS_VERSION = 1

export const DEFAULT_LABELS: readonly LabelDefinition[] = [{ name: 'content', key: '1' }]

export const CorpusFile = z.looseObject({
  format: z.literal('boilerscope-corpus'),
  version: z.number().int().min(1),
  name: z.string().max(200),
  /** ISO 8601. */
  created: z.string().max(40),
  labels: LabelDefinitions.default([...DEFAULT_LABELS]),
  contentLabels: ContentLabels.optional(),
  pageTypes: OwnPageTypes.optional(),
  guidelines: GuidelinesText.optional(),
})
export type CorpusFile = z.infer<typeof CorpusFile>

export const CaptureFile = z.looseObject({
  url: z.string().max(8192).nullable(),
  /** Address after redirects. It is the base URL of the page's links. */
  finalUrl: z.string().max(8192).nullable().optional(),
  capturedAt: z.string().max(40),
  mode: z.enum(['source', 'rendered']),
  status: z.number().int().nullable().default(null),
  charset: z.string().max(100).nullable().default(null),
  viewport: z.looseObject({ width: z.number(), height: z.number() }).nullable().default(null),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** `chromium` for a web address, `import`, `sample`, or the kind of the source. */
  loader: z.string().max(200).default('unknown'),
  label: z.string().max(8192).optional(),
  log: z.array(z.string().max(10_000)).max(1000).optional(),
  /** Capture conditions that differ from the defaults. Unreadable conditions count as defaults. */
  conditions: Conditions.transform(unusualConditions).optional().catch(undefined),
  imported: z.looseObject({ id: z.string().max(1024), from: z.string().max(1024) }).optional(),
})
export type CaptureFile = z.infer<typeof CaptureFile>

const Field = z.string().trim().min(1).max(10_000).nullish().catch(null)

const RecordFields = z.looseObject({
  title: Field,
  author: Field,
  byline: Field,
  date: Field,
  publish_date: Field,
  publishedTime: Field,
})

export function recordFields({ imported }: CaptureFile): PageFields | undefined {
  const record = RecordFields.safeParse(imported?.record).data
  if (!record) return undefined
  const { title, author, byline, date, publish_date: published, publishedTime } = record
  const found = { title, author: author ?? byline, date: date ?? published ?? publishedTime }
  const fields = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null && value !== undefined))
  return Object.keys(fields).length > 0 ? fields : undefined
}

/** Removes the record of the collection, because the record may contain the whole gold text. */
export function withoutRecord(file: CaptureFile): CaptureFile {
  return file.imported ? { ...file, imported: { id: file.imported.id, from: file.imported.from } } : file
}

/** `gold/<name>.snippets.json`. A correct result contains each text of `with` and no text of `without`. */
export const SnippetsFile = z.looseObject({
  format: z.literal('boilerscope-snippets'),
  version: z.number().int().min(1),
  with: z.array(z.string()).max(10_000),
  without: z.array(z.string()).max(10_000),
})

/** @throws FailureError `corpus.read-only` for a corpus of a newer version. */
export function checkWritable(file: CorpusFile): void {
  if (file.version <= CORPUS_VERSION) return
  const message = `The corpus "${file.name}" has version ${file.version} of the format; this Boilerscope supports version ${CORPUS_VERSION} and opens it read-only.`
  throw failed('corpus.read-only', message, 'Update Boilerscope to change the corpus.')
}
