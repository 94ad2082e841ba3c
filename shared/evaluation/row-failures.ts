/** Why rows of a table failed on pages: the same reason of one row said once, with its pages. */
import type { PageResult } from './evaluation-row'

export interface RowFailure {
  readonly configuration: number
  readonly code: string
  /** As told of the first page. */
  readonly message: string
  readonly count: number
  /** The first pages, at most `MOST_PAGES`. */
  readonly pages: readonly string[]
}

/** Pages that a reason names at most. */
export const MOST_PAGES = 20

/** Gathers failures page by page, in memory that does not grow with the pages. */
export class RowFailures {
  private readonly found = new Map<string, Omit<RowFailure, 'pages' | 'count'> & { count: number; readonly pages: string[] }>()

  add({ facts, failure: ofPage, rows }: PageResult): void {
    // A page that could not be read fails in every row for one reason, which is the page's.
    if (ofPage) return
    for (const { configuration, failure } of rows) {
      if (!failure) continue
      const { code, message } = failure
      // Sentences often name the page or a number: the code tells reasons apart.
      const key = `${configuration} ${code}`
      const known = this.found.get(key) ?? { configuration, code, message, count: 0, pages: [] }
      known.count++
      if (known.pages.length < MOST_PAGES) known.pages.push(facts.page)
      this.found.set(key, known)
    }
  }

  /** By row, the commonest reason first. */
  list(): readonly RowFailure[] {
    return [...this.found.values()].sort((a, b) => a.configuration - b.configuration || b.count - a.count || (a.code < b.code ? -1 : 1))
  }
}

/** `3 pages: a, b, c`, or the first of them and how many more. */
export function pagesSentence({ count, pages }: Pick<RowFailure, 'count' | 'pages'>): string {
  const more = count - pages.length
  return `${count} ${count === 1 ? 'page' : 'pages'}: ${pages.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
