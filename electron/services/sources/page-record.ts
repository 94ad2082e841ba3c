import { failed, FailureError, type Failure } from '../../../shared/base/failure'
import type { PageGold, PageGroups } from '../../../shared/evaluation/evaluate-page'
import type { ExchangePage } from '../../../shared/gold/formats/exchange-pages'
import type { FoundGold, GoldLabels } from '../../../shared/gold/gold-text'
import type { CapturedLayout } from '../../../shared/page/place-layout'

export interface PageContent {
  readonly html: string
  readonly gold: PageGold
  readonly labels?: GoldLabels | null
  readonly scriptingEnabled: boolean
  readonly layout?: CapturedLayout | null
  /** Path of the HTML file of a corpus page. The window opens the page's capture by this path. */
  readonly file?: string
  readonly url?: string | null
  readonly guessed?: boolean
}

export function foundGold({ gold, labels }: Pick<PageContent, 'gold' | 'labels'>): FoundGold | null {
  return gold.text !== null ? { text: gold.text } : labels ? { labels } : null
}

interface PageOrigin {
  readonly status?: number
  /** ISO 8601. */
  readonly capturedAt?: string | null
  readonly unnamed?: true
  /** Unchecked labels from an export of Boilerscope. */
  readonly labels?: unknown
  readonly extra?: Readonly<Record<string, unknown>>
}

/** A page of a collection in any format. `read` returns the HTML and the gold standard. */
export interface PageRecord {
  /** The id in the collection. Default: the address; in archives, an id from address and content; for a damaged record, its position. */
  readonly id: string
  /** The id in the output: the record's own id, otherwise `id`. Null for a damaged record without an id. */
  readonly key: string | number | null
  readonly place: string
  readonly url: string | null
  readonly pageType: string
  readonly origin?: PageOrigin
  read(): Promise<PageContent>
}

export interface PageCollection {
  /** Yields the records in a fixed order. A stream can be read only once. */
  all(signal?: AbortSignal): AsyncIterable<PageRecord>
  /** Returns the number of pages; may read all pages. Undefined in the collections of `lines-run.ts`, which are read only once. */
  count?(signal?: AbortSignal): Promise<number>
}

export const NO_GOLD: PageGold = { text: null, with: [], without: [], pageType: 'unknown' }

export function createRecord(id: string, place: string, known: Pick<PageRecord, 'read'> & Partial<PageRecord>): PageRecord {
  return { id, key: id, place, url: null, pageType: 'unknown', ...known }
}

/**
 * The `read` of the record fails, so the page is counted and the run continues.
 * @param unnamed id for a record without an id
 */
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
