import { failed, FailureError, type Failure } from '../../../shared/base/failure'
import type { PageGold, PageGroups } from '../../../shared/evaluation/evaluate-page'
import type { ExchangePage } from '../../../shared/gold/formats/ground-truth'
import type { FoundGold, GoldLabels } from '../../../shared/gold/gold-text'
import type { CapturedLayout } from '../../../shared/page/place-layout'

export interface PageContent {
  readonly html: string
  readonly gold: PageGold
  readonly labels?: GoldLabels | null
  readonly scriptingEnabled: boolean
  /** Layout from the capture, if any. */
  readonly layout?: CapturedLayout | null
  /** Path of the HTML file, only for a page of a Boilerscope corpus. The window opens the page's capture by this path. */
  readonly file?: string
  readonly url?: string | null
  /** Whether the encoding of the gold text is a guess. */
  readonly guessed?: boolean
}

/** Returns the gold text or the labels of a page; null if the page has neither. */
export function foundGold({ gold, labels }: Pick<PageContent, 'gold' | 'labels'>): FoundGold | null {
  return gold.text !== null ? { text: gold.text } : labels ? { labels } : null
}

interface PageOrigin {
  readonly status?: number
  /** ISO 8601. */
  readonly capturedAt?: string | null
  /** Whether the record has no id. If so, the id is made from address and content, as in a corpus. */
  readonly unnamed?: true
  /** Unchecked labels from an export of Boilerscope. */
  readonly labels?: unknown
  /** Further keys and values of the record. */
  readonly extra?: Readonly<Record<string, unknown>>
}

/** One page of a collection in any format. Large parts are read on demand. */
export interface PageRecord {
  /** The collection's id. Default: the address; in archives, an id from address and content; for a damaged record, its position. */
  readonly id: string
  /** The id in the output: the record's own id, otherwise `id`; null for a damaged record without an id. */
  readonly key: string | number | null
  /** Name of the record in messages, such as the file with the line or the address. */
  readonly place: string
  readonly url: string | null
  /** The collection's page type; `unknown` if missing. */
  readonly pageType: string
  readonly origin?: PageOrigin
  read(): Promise<PageContent>
}

export interface PageCollection {
  /** Yields the records in a fixed order. Can be called again, unless the source is a stream. */
  all(signal?: AbortSignal): AsyncIterable<PageRecord>
  /** Returns the number of pages. Missing if the pages must be read to count them. */
  count?(signal?: AbortSignal): Promise<number>
}

export const NO_GOLD: PageGold = { text: null, with: [], without: [], pageType: 'unknown' }

/** Returns a record. By default, the record has no address and no page type, and its key is its id. */
export function createRecord(id: string, place: string, known: Pick<PageRecord, 'read'> & Partial<PageRecord>): PageRecord {
  return { id, key: id, place, url: null, pageType: 'unknown', ...known }
}

/** Returns a record whose `read` fails, so that the page is counted and the run continues. @param unnamed id for a record without id */
export function brokenRecord(place: string, unnamed: string, reason: Failure, key: string | number | null = null): PageRecord {
  return createRecord(key === null ? unnamed : String(key), place, { key, read: () => Promise.reject(new FailureError(reason)) })
}

export function noPages(what: string, next: string): FailureError {
  return failed('input.no-pages', `${what} contains no page.`, next)
}

type GoldParts = {
  readonly [K in 'text' | 'snippets' | 'pageType']?: ExchangePage[K] | undefined
} & { readonly markdown?: string | null | undefined; readonly groups?: PageGroups | undefined }

export function contentOf({ text, snippets, pageType, markdown, groups }: GoldParts, html: string): PageContent {
  return {
    html,
    gold: {
      text: text ?? null,
      with: [...(snippets?.with ?? [])],
      without: [...(snippets?.without ?? [])],
      pageType: pageType ?? 'unknown',
      ...(markdown ? { markdown } : {}),
      ...(groups && Object.keys(groups).length > 0 ? { groups } : {}),
    },
    scriptingEnabled: false,
  }
}
