import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { z } from 'zod'
import { Conditions, unusualConditions } from '../../../../shared/contract/conditions'
import { failed } from '../../../../shared/base/failure'
import type { PageFields } from '../../../../shared/contract/corpus-contract'
import { ContentLabels, GuidelinesText, type LabelDefinition, LabelDefinitions, OwnPageTypes } from '../../../../shared/gold/corpus-labels'
import { ANNOTATOR, ANNOTATOR_RULE, PAGE_ID } from '../../../../shared/gold/gold-file'
import { readJson } from '../../../../shared/gold/read-json'
import type { CapturedLayout } from '../../../../shared/page/place-layout'
import { FILE_LIMITS, unpack } from '../../files/files'

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

/** Numbers of which null stands for NaN. */
const Sizes = z.array(z.number().nullable()).transform((sizes) => Float32Array.from(sizes, (x) => x ?? Number.NaN))
const Bytes = (most: number) => z.array(z.number().int().min(0).max(most)).transform((bytes) => Uint8Array.from(bytes))

/** `layout.json.gz`: the layout of a page in the browser at the time of the capture. */
const LayoutFile = z.object({
  format: z.literal('boilerscope-layout'),
  version: z.literal(1),
  viewport: z.object({ width: z.number(), height: z.number() }),
  tagNames: z.array(z.string()).max(65_536),
  tags: z.array(z.number().int().min(0).max(65_535)).transform((tags) => Uint16Array.from(tags)),
  parents: z.array(z.number().int().min(-1)).transform((parents) => Int32Array.from(parents)),
  flags: Bytes(255),
  /** x, y, width and height of each element in CSS pixels; null if the element has no box. */
  boxes: Sizes,
  /** Missing in older files. */
  styles: z
    .object({
      fontSize: Sizes,
      fontWeight: z.array(z.number().int().min(0).max(1000)).transform((weights) => Uint16Array.from(weights)),
      position: Bytes(4),
      stacks: Bytes(1),
      zIndex: z.array(z.number().int()).transform((indices) => Int32Array.from(indices)),
    })
    .nullish(),
})

const rounded = (x: number): number | null => (Number.isFinite(x) ? Math.round(x * 100) / 100 : null)

const pack = promisify(gzip)

export async function packLayout({ viewport, tagNames, tags, parents, flags, boxes, styles }: CapturedLayout): Promise<Buffer> {
  // A replacer function of `JSON.stringify` would be called for each number.
  const listed = (arrays: Readonly<Record<string, ArrayLike<number>>>) =>
    Object.fromEntries(Object.entries(arrays).map(([name, values]) => [name, Array.from(values, rounded)]))
  const file = { format: 'boilerscope-layout', version: 1, viewport, tagNames, ...listed({ tags, parents, flags, boxes }) }
  return pack(JSON.stringify({ ...file, styles: styles && listed({ ...styles }) }))
}

export async function unpackLayout(bytes: Buffer, path: string): Promise<CapturedLayout> {
  const text = (await unpack(bytes, path, FILE_LIMITS.layout)).toString('utf8')
  const { format: _format, version: _version, ...layout } = readJson(text, LayoutFile, path)
  return layout
}
