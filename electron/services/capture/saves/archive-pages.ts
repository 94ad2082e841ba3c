/** Which answers of a web archive are its pages; told the same in whatever way it is read. */
import { withoutFragment } from '../../../../shared/page/kept-address'
import { headerIn } from '../../files/header-fields'
import { isHtmlPage, type WarcAnswer } from './warc-pages'

/** The address that an answer leads on to, of a page or a part; null where it is no redirect. `''` where it leads nowhere. */
export function ledTo({ url, status, headers }: WarcAnswer): string | null {
  const location = headerIn(headers, 'location')
  if (status < 300 || status >= 400 || location === '') return null
  const base = withoutFragment(url)
  return URL.canParse(location, base) ? new URL(location, base).href : ''
}

/** Whether a page may show what is of a media type; scripts and films it does not. */
export function mayBeShown({ contentType }: { readonly contentType: string }): boolean {
  return !/javascript|json|video\/|audio\//.test(contentType)
}

/** Counts the pages of an archive while it is read. A `revisit` is a page where the one that it repeats came before. */
export class PageCounter {
  readonly #digests = new Set<string>()
  #count = 0

  /** The place of an answer among the pages; null where it is none. */
  entryOf(answer: WarcAnswer): string | null {
    const { type, url, digest } = answer
    if (!/^https?:/i.test(url) || !isHtmlPage(answer)) return null
    if (type === 'revisit' && (digest === null || !this.#digests.has(digest))) return null
    if (digest !== null) this.#digests.add(digest)
    return String(this.#count++)
  }
}
