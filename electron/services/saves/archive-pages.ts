/** Which answers of a web archive are its pages; told the same in whatever way it is read. */
import { isHtmlPage, type WarcAnswer } from '../sources/warc-pages'

/** Counts the pages of an archive while it is read. A `revisit` is a page where the one that it repeats came before. */
export class PageCounter {
  readonly #digests = new Set<string>()
  #count = 0

  /** The place of an answer among the pages; null where it is none. */
  entryOf(answer: WarcAnswer): string | null {
    const { type, url, digest } = answer
    if (type === 'resource' || !/^https?:/i.test(url) || !isHtmlPage(answer)) return null
    if (type === 'revisit' && (digest === null || !this.#digests.has(digest))) return null
    if (digest !== null) this.#digests.add(digest)
    return String(this.#count++)
  }
}
