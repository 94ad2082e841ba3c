/** Notes on pages below a table, in constant memory and independent of the order of pages. */
import { counted, firstFew } from '../base/written-number'
import { valueAt } from '../base/once'
import { compare } from './page-units'

/** Pages that are named, and sentences of one code, at most. */
const MOST = 5

/** Pages by note: the count, and the first few by id. */
export class NotedPages {
  private readonly noted = new Map<string, { pages: number; first: string[] }>()

  add(key: string, page: string): void {
    const known = valueAt(this.noted, key, () => ({ pages: 0, first: [] }))
    known.pages++
    known.first.push(page)
    known.first.sort(compare)
    known.first.length = Math.min(known.first.length, MOST)
  }

  /** Removes the last entries of a long list. An entry that is added again is removed again. */
  cut(): void {
    if (this.noted.size > MOST) this.noted.delete([...this.noted.keys()].sort(compare).at(-1) ?? '')
  }

  /** How many pages there are. */
  get pages(): number {
    return [...this.noted.values()].reduce((sum, { pages }) => sum + pages, 0)
  }

  /** A sentence for each, in their order. */
  sentences(say: (pages: string, key: string) => string): string[] {
    return [...this.noted]
      .sort(([a], [b]) => compare(a, b))
      .map(([key, { pages, first }]) => say(`${counted(pages, 'page')} (${firstFew(first, MOST, pages)})`, key))
  }
}

/** Reasons for unscored pages. Failures of one code may have different reasons: the first few are listed. */
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
      .flatMap(([, { pages, pagesByReason: told }]) => {
        const sentences = told.sentences((named, reason) => `Not scored: ${named}: ${reason.replace(/\.$/, '')}.`)
        const rest = pages - told.pages
        return rest > 0 ? [...sentences, `Not scored: ${counted(rest, 'page')} more, for reasons of this kind.`] : sentences
      })
  }
}
