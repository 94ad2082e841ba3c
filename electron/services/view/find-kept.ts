import type { KeptRedirect, KeptResponse, PageBundle } from '../../../shared/contract/bundle'
import type { PageParts } from '../../../shared/contract/capture'
import { withoutFragment } from '../../../shared/page/kept-address'
import { headerIn } from '../sources/header-fields'
import { sniffResource } from './sniff-resource'

/** Redirects that are followed inside a bundle. */
const MOST_HOPS = 20

/** Finds what was kept under an address, and the address that redirects led to. */
export function findKept<Part>(
  url: string,
  parts: ReadonlyMap<string, Part>,
  redirects: ReadonlyMap<string, string>,
): { readonly url: string; readonly part: Part } | null {
  let at = url
  for (let hops = 0; hops <= MOST_HOPS; hops++) {
    const part = parts.get(at)
    if (part !== undefined) return { url: at, part }
    const next = redirects.get(at)
    if (next === undefined) return null
    at = withoutFragment(next)
  }
  return null
}

/** What came with a page, as its parts. */
export function partsIn(parts: ReadonlyMap<string, KeptResponse>, redirects: ReadonlyMap<string, string>): PageParts {
  return {
    // Asked for where the page is shown; an archive may have very many.
    get addresses() {
      return shownAddresses(parts, redirects)
    },
    folder: null,
    find: (url) => Promise.resolve(findKept(withoutFragment(url), parts, redirects)?.part ?? null),
  }
}

/** The type that an answer is shown as, see `sniffResource`; null for one that shows nothing by itself. */
export function shownType(response: KeptResponse): string | null {
  return sniffResource(response.body, response.kind, headerIn(response.headers, 'content-type'))
}

/** The addresses, redirects among them, under which there is something that a page can show. */
export function shownAddresses(resources: ReadonlyMap<string, KeptResponse>, redirects: ReadonlyMap<string, string>): string[] {
  const shown: string[] = []
  for (const url of new Set([...resources.keys(), ...redirects.keys()])) {
    const found = findKept(url, resources, redirects)?.part
    if (found && found.status < 400 && (found.kind === 'document' || shownType(found) !== null)) shown.push(url)
  }
  return shown
}

/** The redirects among those of a bundle that led to its page, in order. */
export function redirectsToPage({ document, redirects }: PageBundle): KeptRedirect[] {
  const chain: KeptRedirect[] = []
  let at = document?.url
  while (at !== undefined && chain.length < MOST_HOPS) {
    const to: string = at
    const found: KeptRedirect | undefined = redirects.find((one) => withoutFragment(one.location) === to && !chain.includes(one))
    if (found) chain.unshift(found)
    at = found?.url
  }
  return chain
}
