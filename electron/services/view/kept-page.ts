/** What was kept of an open page besides its HTML, and how more is added to it. */
import type { KeptResponse, PageBundle } from '../../../shared/contract/bundle'
import type { PageParts } from '../../../shared/contract/capture'
import { shownAddresses } from '../capture/find-kept'
import { isNowhere } from './resource-summary'

/** What was kept of a page, by address. */
export interface KeptPage {
  readonly bundle: PageBundle
  readonly resources: ReadonlyMap<string, KeptResponse>
  readonly redirects: ReadonlyMap<string, string>
  /** Where there is something to show. */
  readonly shown: readonly string[]
}

/** Without what was missing where a saved page was shown, which the page does not ask for any more. */
export function ofTheWeb(bundle: PageBundle): PageBundle {
  return { ...bundle, missing: bundle.missing.filter(({ url }) => !isNowhere(url)) }
}

/** Parts that lie around one address, for a page whose references are resolved against another: what is near the one is near the other. */
export function partsAt(parts: PageParts, from: string | null, to: string): PageParts {
  if (from === null || !/^(?:file|https?):/i.test(from)) return parts
  const [own, other] = [new URL('.', from).href, new URL('.', to).href]
  const there = (url: string): string => (url.startsWith(own) ? other + url.slice(own.length) : url)
  return {
    addresses: parts.addresses.map(there),
    folder: parts.folder === null ? null : there(parts.folder),
    find: (url) => parts.find(url.startsWith(other) ? own + url.slice(other.length) : url),
  }
}

/** What was there stays; what was missing and came is missing no more. */
export function mergeBundles(first: PageBundle, second: PageBundle): PageBundle {
  const there = new Set(first.resources.filter(({ status }) => status < 400).map(({ url }) => url))
  const more = second.resources.filter(({ url }) => !there.has(url))
  const now = new Set([...there, ...more.filter(({ status }) => status < 400).map(({ url }) => url)])
  const missing = new Map([...first.missing, ...second.missing].filter(({ url }) => !now.has(url)).map((one) => [one.url, one]))
  return {
    ...first,
    resources: [...first.resources.filter(({ url }) => there.has(url)), ...more],
    redirects: [...first.redirects, ...second.redirects],
    missing: [...missing.values()],
  }
}

export function keptPage(bundle: PageBundle): KeptPage {
  const resources = new Map(bundle.resources.map((one) => [one.url, one]))
  const redirects = new Map(bundle.redirects.map(({ url, location }) => [url, location]))
  return { bundle, resources, redirects, shown: shownAddresses(resources, redirects) }
}
