/** Page types. An open list: corpora define additional types, which are kept, used for groups and written back. */
import { z } from 'zod'

/** A page type as a corpus writes it: a short name in lower case by custom (`article`, `product`, `recipe`). */
export const PageType = z.string().trim().min(1).max(40)
export type PageType = z.infer<typeof PageType>

/** Whether a page's main part is a list of other pages (overview) or stands for itself (content). */
export const PageKind = z.enum(['overview', 'content'])
export type PageKind = z.infer<typeof PageKind>

export interface KnownPageType {
  readonly type: PageType
  readonly kind: PageKind
  readonly sentence: string
}

/**
 * The types that are known: TextSweeper's two, and the seven of WCXB (article, documentation, forum, product, service,
 * collection, listing).
 */
export const PAGE_TYPES: readonly KnownPageType[] = [
  { type: 'article', kind: 'content', sentence: 'One text: news, a blog post, an encyclopaedia entry.' },
  { type: 'overview', kind: 'overview', sentence: 'Mostly teasers and links to other pages: a front page or a section.' },
  { type: 'forum', kind: 'content', sentence: 'A thread of posts, or a question with its answers.' },
  { type: 'documentation', kind: 'content', sentence: 'A manual, a reference or a tutorial.' },
  { type: 'product', kind: 'content', sentence: 'One thing that is for sale.' },
  { type: 'service', kind: 'content', sentence: 'A service of an organisation, described on one page.' },
  { type: 'collection', kind: 'overview', sentence: 'A category of a shop or of an archive.' },
  { type: 'listing', kind: 'overview', sentence: 'A list of entries: search results, jobs, events.' },
  { type: 'other', kind: 'content', sentence: 'None of these.' },
]

/** Values of collections for unknown types; `none` is also the filter value for pages without a type. */
const UNKNOWN: ReadonlySet<string> = new Set(['', 'unknown', 'none', 'null'])

/** A page type as collections write it; null if it says nothing (`unknown` is not a negative). Names of more than 40 characters are cut. */
export function pageTypeOf(value: unknown): PageType | null {
  if (typeof value !== 'string') return null
  const type = value.trim().slice(0, 40).trim()
  return UNKNOWN.has(type.toLowerCase()) ? null : type
}

/** Returns whether a type is an overview or content; null for types that only a corpus defines. */
export function pageKindOf(type: string | null): PageKind | null {
  return PAGE_TYPES.find((known) => known.type === type)?.kind ?? null
}

/** Default types of a corpus; each has a key. */
export const STANDARD_TYPES = ['article', 'overview', 'forum', 'other'] as const
