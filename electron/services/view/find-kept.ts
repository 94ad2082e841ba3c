import type { KeptResponse } from '../../../shared/contract/bundle'
import { withoutFragment } from '../../../shared/page/kept-address'

/** Redirects that are followed inside a bundle. */
const MOST_HOPS = 20

/** Finds what was kept under an address, redirects followed. */
export function findKept(
  url: string,
  resources: ReadonlyMap<string, KeptResponse>,
  redirects: ReadonlyMap<string, string>,
): KeptResponse | null {
  let at = url
  for (let hops = 0; hops <= MOST_HOPS; hops++) {
    const found = resources.get(at)
    if (found) return found
    const next = redirects.get(at)
    if (next === undefined) return null
    at = withoutFragment(next)
  }
  return null
}
