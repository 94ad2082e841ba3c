/** Collects notes on pages for the text below a table. */
import { counted, firstFew } from '../base/written-number'
import { valueAt } from '../base/once'
import type { PageResult } from './evaluation-row'
import { compare } from './page-units'

const MOST = 5

export class NotedPages {
  private readonly noted = new Map<string, { pages: number; first: string[] }>()

  add(key: string, page: string): void {
    const known = valueAt(this.noted, key, () => ({ pages: 0, first: [] }))
    known.pages++
    known.first.push(page)
    known.first.sort(compare)
    known.first.length = Math.min(known.first.length, MOST)
  }

  cut(): void {
    if (this.noted.size > MOST) this.noted.delete([...this.noted.keys()].sort(compare).at(-1) ?? '')
  }

  get pages(): number {
    return [...this.noted.values()].reduce((sum, { pages }) => sum + pages, 0)
  }

  sentences(write: (pages: string, key: string) => string): string[] {
    return [...this.noted]
      .sort(([a], [b]) => compare(a, b))
      .map(([key, { pages, first }]) => write(`${counted(pages, 'page')} (${firstFew(first, MOST, pages)})`, key))
  }
}

/** Collects reasons why pages have no scores. Lists only the `MOST` reasons per failure code that come first in alphabetical order. */
export class LeftOutPages {
  private readonly codes = new Map<string, { pages: number; readonly pagesByReason: NotedPages }>()

  add(code: string, page: string, reason: string): void {
    const known = valueAt(this.codes, code, () => ({ pages: 0, pagesByReason: new NotedPages() }))
    known.pages++
    known.pagesByReason.add(reason, page)
    known.pagesByReason.cut()
  }

  sentences(): string[] {
    return [...this.codes]
      .sort(([a], [b]) => compare(a, b))
      .flatMap(([, { pages, pagesByReason: reasons }]) => {
        const sentences = reasons.sentences((named, reason) => `Not scored: ${named}: ${reason.replace(/\.$/, '')}.`)
        const rest = pages - reasons.pages
        return rest > 0 ? [...sentences, `Not scored: ${counted(rest, 'more page')}, for similar reasons.`] : sentences
      })
  }
}

interface RowFailure {
  readonly configuration: number
  readonly code: string
  readonly message: string
  readonly count: number
  readonly pages: readonly string[]
}

export const MOST_PAGES = 20

/** Collects the failures of rows, with the first `MOST_PAGES` pages per row and failure code. */
export class RowFailures {
  private readonly found = new Map<string, Omit<RowFailure, 'pages' | 'count'> & { count: number; readonly pages: string[] }>()

  add({ facts, failure: ofPage, rows }: PageResult): void {
    // Skip an unreadable page, because the page fails in every row for the same reason.
    if (ofPage) return
    for (const { configuration, failure } of rows) {
      if (!failure) continue
      const { code, message } = failure
      // Group by code, because messages often contain the page or a number.
      const key = `${configuration} ${code}`
      const known = valueAt(this.found, key, () => ({ configuration, code, message, count: 0, pages: [] }))
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
