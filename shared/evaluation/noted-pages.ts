/** Collects notes on pages for the text below a table. */
import { counted, firstFew } from '../base/written-number'
import { valueAt } from '../base/once'
import type { PageResult, RowReason } from './evaluation-row'
import { compare } from './page-units'

const MOST = 5

/** Counts pages by a key, and keeps the first pages of each key. */
export class NotedPages {
  private readonly noted = new Map<string, { pages: number; first: string[] }>()
  private total = 0

  /** @param mostKeys number of kept keys, the first in alphabetical order */
  constructor(private readonly mostKeys = Infinity) {}

  add(key: string, page: string): void {
    this.total++
    const known = valueAt(this.noted, key, () => ({ pages: 0, first: [] }))
    known.pages++
    known.first = [...known.first, page].sort(compare).slice(0, MOST)
    if (this.noted.size > this.mostKeys) this.noted.delete([...this.noted.keys()].sort(compare).at(-1) ?? '')
  }

  /** Number of pages without a kept key. */
  get others(): number {
    return [...this.noted.values()].reduce((left, { pages }) => left - pages, this.total)
  }

  sentences(write: (pages: string, key: string) => string): string[] {
    return [...this.noted]
      .sort(([a], [b]) => compare(a, b))
      .map(([key, { pages, first }]) => write(`${counted(pages, 'page')} (${firstFew(first, MOST, pages)})`, key))
  }
}

/** Collects reasons why pages have no scores. Lists only the `MOST` reasons per failure code that come first in alphabetical order. */
export class LeftOutPages {
  private readonly codes = new Map<string, NotedPages>()

  add(code: string, page: string, reason: string): void {
    valueAt(this.codes, code, () => new NotedPages(MOST)).add(reason, page)
  }

  sentences(): string[] {
    return [...this.codes]
      .sort(([a], [b]) => compare(a, b))
      .flatMap(([, reasons]) => [
        ...reasons.sentences((named, reason) => `Not scored: ${named}: ${reason.replace(/\.$/, '')}.`),
        ...(reasons.others > 0 ? [`Not scored: ${counted(reasons.others, 'more page')}, for similar reasons.`] : []),
      ])
  }
}

interface RowFailure extends RowReason {
  readonly configuration: number
  count: number
  readonly pages: string[]
}

export const MOST_PAGES = 20

/** Collects the failures of rows, with the first `MOST_PAGES` pages per row and failure code. */
export class RowFailures {
  private readonly found = new Map<string, RowFailure>()

  add({ facts, failure: ofPage, rows }: PageResult): void {
    // Skip an unreadable page, because the page fails in every row for the same reason.
    if (ofPage) return
    for (const { configuration, failure } of rows) {
      if (!failure) continue
      // Group by code, because messages often contain the page or a number.
      const known = valueAt(this.found, `${configuration} ${failure.code}`, () => ({ configuration, ...failure, count: 0, pages: [] }))
      known.count++
      if (known.pages.length < MOST_PAGES) known.pages.push(facts.page)
    }
  }

  list(): readonly RowFailure[] {
    return [...this.found.values()].sort((a, b) => a.configuration - b.configuration || b.count - a.count || (a.code < b.code ? -1 : 1))
  }
}

/**
 * Returns, for example, `3 pages: a, b, c`. For more than `MOST_PAGES` pages, returns the first pages and the number of the other pages.
 */
export function pagesSentence({ count, pages }: Pick<RowFailure, 'count' | 'pages'>): string {
  return `${counted(count, 'page')}: ${firstFew(pages, MOST_PAGES, count)}`
}
