/** The stored parts of an open page, and additions to them. */
import type { KeptResponse, PageBundle } from '../../../shared/contract/bundle'
import type { PageParts } from '../../../shared/contract/capture'
import { shownAddresses } from '../capture/find-kept'
import { isNowhere } from './resource-summary'

/** Stored parts by address. */
export interface KeptPage {
  readonly bundle: PageBundle
  readonly resources: ReadonlyMap<string, KeptResponse>
  readonly redirects: ReadonlyMap<string, string>
  /** Addresses of visible parts. */
  readonly shown: readonly string[]
}

/** Removes missing parts of the placeholder address of a saved page, which the page no longer requests. */
export function ofTheWeb(bundle: PageBundle): PageBundle {
  return { ...bundle, missing: bundle.missing.filter(({ url }) => !isNowhere(url)) }
}

/** Returns parts for a page whose references have another base URL: paths relative to `from` are used relative to the other. */
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

/** Existing parts stay; a missing part that arrived is no longer missing. */
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
