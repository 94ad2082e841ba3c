/** Decides which responses of a web archive are pages, equally for every reader. */
import { withoutFragment } from '../../../../shared/page/kept-address'
import { headerIn } from '../../files/header-fields'
import { isHtmlPage, type WarcAnswer } from './warc-pages'

/** Returns the redirect target of a response; null if it is not a redirect, `''` if it has no target. */
export function ledTo({ url, status, headers }: WarcAnswer): string | null {
  const location = headerIn(headers, 'location')
  if (status < 300 || status >= 400 || location === '') return null
  const base = withoutFragment(url)
  return URL.canParse(location, base) ? new URL(location, base).href : ''
}

/** Whether a page may show a media type; scripts and films it may not. */
export function mayBeShown({ contentType }: { readonly contentType: string }): boolean {
  return !/javascript|json|video\/|audio\//.test(contentType)
}

/** Numbers the pages of an archive while it is read. A `revisit` is a page if the repeated one came before. */
export class PageCounter {
  readonly #digests = new Set<string>()
  #count = 0

  /** Returns the number of a response among the pages; null if it is not a page. */
  entryOf(answer: WarcAnswer): string | null {
    const { type, url, digest } = answer
    if (!/^https?:/i.test(url) || !isHtmlPage(answer)) return null
    if (type === 'revisit' && (digest === null || !this.#digests.has(digest))) return null
    if (digest !== null) this.#digests.add(digest)
    return String(this.#count++)
  }
}
