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
  /** As it was captured, where the source has it: extractors then leave out what was hidden. */
  readonly layout?: CapturedLayout | null
  /** The file of a page of one of our corpora, which is opened as it was captured. */
  readonly file?: string
  /** Address that only its gold text says. */
  readonly url?: string | null
  /** The encoding of its gold text is a guess. */
  readonly guessed?: boolean
}

/** What should be kept of a page; null where it has snippets or nothing. */
export function foundGold({ gold, labels }: Pick<PageContent, 'gold' | 'labels'>): FoundGold | null {
  return gold.text !== null ? { text: gold.text } : labels ? { labels } : null
}

/** What an import keeps of a page besides its content. */
interface PageOrigin {
  readonly status?: number
  /** ISO 8601. */
  readonly capturedAt?: string | null
  /** Its id was made here from address and content, as a corpus makes them. */
  readonly unnamed?: true
  /** All its labels as an export of ours wrote them, not checked yet. */
  readonly labels?: unknown
  /** Keys of its record that mean nothing to us. */
  readonly extra?: Readonly<Record<string, unknown>>
}

/** One page of a collection, whatever its format; what is large is read only when its turn comes. */
export interface PageRecord {
  /** The collection's own id; where it has none, made from address and content, or the place it stands at. */
  readonly id: string
  /** The id as it is written, for programs that read it again; null where there is none. */
  readonly key: string | number | null
  /** File, and line or member of it: what messages call it. */
  readonly place: string
  readonly url: string | null
  /** As the collection names it; `unknown` where it does not say. */
  readonly pageType: string
  readonly origin?: PageOrigin
  /** @throws FailureError where the page cannot be read. */
  read(): Promise<PageContent>
}

/** The pages of a collection. */
export interface PageCollection {
  /** In a fixed order; may be asked for again, except from a stream. */
  all(signal?: AbortSignal): AsyncIterable<PageRecord>
  /** How many there are, where that is known without reading them. */
  count?(signal?: AbortSignal): Promise<number>
}

export const NO_GOLD: PageGold = { text: null, with: [], without: [], pageType: 'unknown' }

/** A page of which its collection says no more than what is given: no address and no type, and the id is written as it is. */
export function recordNamed(id: string, place: string, known: Pick<PageRecord, 'read'> & Partial<PageRecord>): PageRecord {
  return { id, key: id, place, url: null, pageType: 'unknown', ...known }
}

/** A record that is malformed is a page that fails when it is read, so that it is counted and the rest goes on. @param unnamed its id where it has none */
export function brokenRecord(place: string, unnamed: string, reason: Failure, key: string | number | null = null): PageRecord {
  return recordNamed(key === null ? unnamed : String(key), place, { key, read: () => Promise.reject(new FailureError(reason)) })
}

/** There is nothing to read at all. */
export function noPages(what: string, next: string): FailureError {
  return failed('input.no-pages', `${what} holds no page.`, next)
}

/** What a collection says of a page's gold; what is left out it does not say. */
type GoldParts = {
  readonly [K in 'text' | 'snippets' | 'pageType']?: ExchangePage[K] | undefined
} & { readonly markdown?: string | null | undefined; readonly groups?: PageGroups | undefined }

/** A page with its gold text and snippets, and what else its collection says. */
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
