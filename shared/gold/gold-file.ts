/** Reads and writes the labels of one annotator on one page: the file `gold/<annotator>.json`. */
import { z } from 'zod'
import { failed } from '../base/failure'
import { inOrder, readJson, writeJson } from './read-json'

/** A page's id is also the name of its folder. */
export const PAGE_ID = /^[a-z0-9][a-z0-9_-]{0,79}$/

/** Names of annotators and gold texts are also names of files. Windows reserves some names for devices. */
export const ANNOTATOR = /^(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))[\p{L}\p{N}_](?:[\p{L}\p{N}_ .@+-]{0,62}[\p{L}\p{N}_@+-])?$/iu
export const ANNOTATOR_RULE =
  'Use at most 64 letters, digits, spaces and . _ @ + -. Begin with a letter or digit; do not end with a period or space. Windows reserves con, nul and similar names.'

export const PageType = z.string().trim().min(1).max(40)
export type PageType = z.infer<typeof PageType>

/** `overview`: a page that mainly lists other pages. `content`: any other page. */
export const PageKind = z.enum(['overview', 'content'])
export type PageKind = z.infer<typeof PageKind>

/** The seven types of WCXB, `overview` of TextSweeper, and `other`. */
export const PAGE_TYPES: readonly { readonly type: PageType; readonly kind: PageKind; readonly sentence: string }[] = [
  { type: 'article', kind: 'content', sentence: 'A single text: news, a blog post, an encyclopaedia entry.' },
  { type: 'overview', kind: 'overview', sentence: 'Mostly teasers and links to other pages: a front page or a section.' },
  { type: 'forum', kind: 'content', sentence: 'A thread of posts, or a question with its answers.' },
  { type: 'documentation', kind: 'content', sentence: 'A manual, a reference or a tutorial.' },
  { type: 'product', kind: 'content', sentence: 'A single product that is for sale.' },
  { type: 'service', kind: 'content', sentence: 'A service of an organisation, described on one page.' },
  { type: 'collection', kind: 'overview', sentence: 'A category of a shop or of an archive.' },
  { type: 'listing', kind: 'overview', sentence: 'A list of entries: search results, jobs, events.' },
  { type: 'other', kind: 'content', sentence: 'A page of another type.' },
]

const UNKNOWN: ReadonlySet<string> = new Set(['', 'unknown', 'none', 'null'])

/**
 * Returns the page type that a collection states, cut to 40 characters. Null if the value is no text, is empty, or states that the type is
 * unknown.
 */
export function pageTypeOf(value: unknown): PageType | null {
  if (typeof value !== 'string') return null
  const type = value.trim().slice(0, 40).trim()
  return UNKNOWN.has(type.toLowerCase()) ? null : type
}

/** Returns the kind of a page type; null for types that only a corpus defines. */
export function pageKindOf(type: string | null): PageKind | null {
  return PAGE_TYPES.find((known) => known.type === type)?.kind ?? null
}

/** Default page types of a corpus. */
export const STANDARD_TYPES = ['article', 'overview', 'forum', 'other'] as const

export const GOLD_FORMAT = 'boilerscope-gold'
export const GOLD_VERSION = 1

export const LabelStatus = z.enum(['in-progress', 'done', 'skipped', 'adjudicated'])
export type LabelStatus = z.infer<typeof LabelStatus>

/** Limits of a position. One number can store both values exactly, see `positionKey`. */
const MAX_NODE = 2 ** 25 - 1
const MAX_OFFSET = 2 ** 28 - 1

/** A position in a text node. `offset` is in UTF-16 code units of the node's data, as in a DOM Range. */
export const TextPosition = z.object({
  node: z.number().int().min(0).max(MAX_NODE),
  offset: z.number().int().min(0).max(MAX_OFFSET),
})
export type TextPosition = z.infer<typeof TextPosition>

/** The source of a label, such as an extractor's suggestion. */
export const SpanOrigin = z.looseObject({
  kind: z.enum(['extractor', 'annotator', 'import', 'adjudication']),
  /**
   * Depends on `kind`: id of the extractor, name of the annotator, name of the imported collection, or names of the annotators of an
   * adjudication.
   */
  name: z.string().max(200),
  params: z.record(z.string(), z.union([z.number(), z.boolean(), z.string()])).optional(),
})
export type SpanOrigin = z.infer<typeof SpanOrigin>

export const GoldSpan = z.looseObject({
  label: z.string().min(1).max(40),
  start: TextPosition,
  end: TextPosition,
  /** The labelled text with collapsed white space. A long text is shortened to the first and last words, joined by ` … `. */
  quote: z.string().max(2000),
  /** Only for a shortened quote: number of characters of the labelled text, without white space. */
  characters: z.number().int().min(0).optional(),
  /** Only for a shortened quote: the labelled text, one block per line. Missing in older files. */
  text: z.string().optional(),
  /** Some characters before and after the text, to distinguish similar texts on a new capture. */
  prefix: z.string().max(200).optional(),
  suffix: z.string().max(200).optional(),
  origin: SpanOrigin.optional(),
})
export type GoldSpan = z.infer<typeof GoldSpan>

export const FIELDS = ['title', 'author', 'date'] as const
export type FieldName = (typeof FIELDS)[number]
export const isFieldName = (name: string | null): name is FieldName => (FIELDS as readonly (string | null)[]).includes(name)

/** The text of a field, and the position of a field that was marked on the page. */
const GoldField = z.looseObject({
  text: z.string().min(1).max(2000),
  start: TextPosition.optional(),
  end: TextPosition.optional(),
})

export const GoldFields = z.object({ title: GoldField.optional(), author: GoldField.optional(), date: GoldField.optional() })
export type GoldFields = z.infer<typeof GoldFields>

export const GoldDecision = z.looseObject({
  about: z.enum(['stretch', 'edit', 'pageType', 'title', 'author', 'date', 'notes']),
  start: TextPosition.optional(),
  end: TextPosition.optional(),
  quote: z.string().max(2000).optional(),
  /** The chosen value; null for no label, type, field or notes. */
  value: z.string().max(100_000).nullable(),
  /** Annotators with the chosen value; empty for an edit, or if no annotator had this value. */
  of: z.array(z.string().max(80)).max(1000),
  by: z.string().max(80),
  /** Time in ISO 8601. */
  at: z.string().max(40),
})
export type GoldDecision = z.infer<typeof GoldDecision>

const GoldAdjudication = z.looseObject({
  annotators: z.array(z.string().max(80)).max(1000),
  decisions: z.array(GoldDecision).max(100_000),
})

/** The keys have the order of the keys in the file. */
export const GoldFile = z.looseObject({
  format: z.literal(GOLD_FORMAT),
  version: z.number().int().min(1),
  page: z.string().min(1).max(80),
  /** SHA-256 of the `page.html` to which the positions refer. */
  pageSha256: z.string().regex(/^[0-9a-f]{64}$/),
  annotator: z.string().min(1).max(80),
  /** Time in ISO 8601. */
  updatedAt: z.string().max(40),
  pageType: PageType.nullable(),
  status: LabelStatus.default('in-progress'),
  flags: z.array(z.string().min(1).max(80)).max(100).optional(),
  seconds: z.number().min(0).optional(),
  notes: z.string().max(100_000).default(''),
  /** Whether the annotator confirmed that the page has no main content. A change of the labels removes the confirmation. */
  noContent: z.boolean().optional(),
  fields: GoldFields.optional(),
  spans: z.array(GoldSpan).max(100_000),
  /** Spans that were not found on a recaptured page. */
  lost: z.array(GoldSpan).max(100_000).optional(),
  adjudication: GoldAdjudication.optional(),
})
export type GoldFile = z.infer<typeof GoldFile>

/** Reads a gold file, and keeps unknown keys. @throws FailureError `gold.bad-json`, `gold.bad-value`, `gold.newer-version` */
export function readGoldFile(text: string, file: string): GoldFile {
  return checkGoldFile(readJson(text, GoldFile, file), file)
}

/** Checks the version, and that each span ends after its start. @throws FailureError `gold.bad-value`, `gold.newer-version` */
export function checkGoldFile(gold: GoldFile, file: string): GoldFile {
  if (gold.version > GOLD_VERSION) {
    const message = `${file} has version ${gold.version} of the format of gold files; this Boilerscope reads version ${GOLD_VERSION}.`
    throw failed('gold.newer-version', message, 'Update Boilerscope to read the file. The file is unchanged.')
  }
  for (const [i, span] of gold.spans.entries()) {
    if (positionKey(span.start) < positionKey(span.end)) continue
    const message = `${file} at spans.${i}: the span does not end after its start.`
    throw failed('gold.bad-value', message, 'Correct or remove the span. The file is unchanged.')
  }
  return gold
}

/** Writes a gold file with keys in a fixed order and one span per line. */
export function writeGoldFile(gold: GoldFile): string {
  const ordered = (spans: readonly GoldSpan[]): unknown[] => spans.map((span) => inOrder(span, Object.keys(GoldSpan.shape)))
  return writeJson({ ...gold, spans: ordered(gold.spans), ...(gold.lost ? { lost: ordered(gold.lost) } : {}) }, GoldFile)
}

/** Returns a position as one number in document order. */
export function positionKey(position: TextPosition): number {
  return position.node * (MAX_OFFSET + 1) + position.offset
}

export function newGoldFile(page: string, pageSha256: string, annotator: string, updatedAt: string): GoldFile {
  return {
    format: GOLD_FORMAT,
    version: GOLD_VERSION,
    page,
    pageSha256,
    annotator,
    updatedAt,
    pageType: null,
    spans: [],
    notes: '',
    status: 'in-progress',
  }
}
