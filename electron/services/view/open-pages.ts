import { failed, type Result } from '../../../shared/base/failure'
import type { KeptResponse, MissingResource, PageBundle, PageParts } from '../../../shared/contract/capture'
import type { KeptPlace } from '../../../shared/page/view-html'
import type { PageDocument } from '../extraction/tasks'
import { partsIn } from '../capture/find-kept'
import { isNowhere } from './resource-summary'

/** Omits missing resources with a `file:` or placeholder address. With a new base URL, the page requests web addresses instead. */
export function dropUnreachableResources(bundle: PageBundle): PageBundle {
  return { ...bundle, missing: bundle.missing.filter(({ url }) => !isNowhere(url)) }
}

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

/** Resources of `first` stay, except error responses. */
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

export function keptPage(bundle: PageBundle) {
  const resources = new Map(bundle.resources.map((one) => [one.url, one]))
  const redirects = new Map(bundle.redirects.map(({ url, location }) => [url, location]))
  return { bundle, ...partsIn(resources, redirects) }
}

export type Origin = 'web' | 'archive' | 'elsewhere'

/** The object is changed in place, so that concurrent changes are not lost. */
export interface OpenPage {
  kept: ReturnType<typeof keptPage> | null
  /** Null before the first call of `addressesOf`, and after a change of the resources. */
  addresses: KeptAddresses | null
  parts: PageParts | undefined
  /** Resources that the views of the page lack, by address. */
  readonly missing: Map<string, MissingResource>
  /** `web`: missing resources may be requested. `archive`: never, because the site may have changed. `elsewhere`: if `address` is set. */
  readonly origin: Origin
  /** Address that the user entered for a page that was not loaded from the web. */
  address: string | null
  document: PageDocument
  /** The load while the browser computes the layout; null after the capture. */
  arriving: Arriving | null
  /** Maximum milliseconds per task. Default: the pool's limit. */
  readonly timeout: number | undefined
  composed: boolean
}

interface Arriving {
  readonly find: ((url: string) => Promise<KeptResponse | null>) | null
  readonly ended: Promise<null>
  readonly parsed: Promise<Result<unknown>>
  model: Promise<Result<unknown>> | null
}

export type KeptAddresses = Pick<KeptPlace, 'addresses' | 'folder' | 'arriving'>

export type OpenPages = Map<string, OpenPage>

const KEPT_CHARACTERS = 256 * 1024 * 1024

function weightOf({ document, kept }: OpenPage): number {
  let bytes = 0
  for (const { body } of kept?.bundle.resources ?? []) bytes += body.length
  return document.html.length + bytes
}

export function isOfTheWeb(page: OpenPage | undefined): boolean {
  return page !== undefined && (page.origin === 'web' || page.address !== null)
}

export function discardOldest(pages: OpenPages): void {
  let total = 0
  for (const page of pages.values()) total += weightOf(page)
  for (const [id, page] of pages) {
    if (total <= KEPT_CHARACTERS || pages.size === 1) return
    total -= weightOf(page)
    pages.delete(id)
  }
}

/** @throws FailureError `page.unknown` if the page was closed or discarded. */
export function pageOf(pages: OpenPages, id: string): OpenPage {
  const open = pages.get(id)
  if (open) return open
  throw failed('page.unknown', 'This page is no longer in memory.', 'Open it again.')
}

export function partsOf({ kept, parts }: OpenPage): string[] {
  return [...(kept?.addresses ?? []), ...(parts?.addresses ?? [])]
}

/** Returns the same object until further resources arrive. */
export function addressesOf(open: OpenPage): KeptAddresses {
  open.addresses ??= {
    addresses: new Set(partsOf(open)),
    folder: open.parts?.folder ?? null,
    arriving: (open.arriving?.find ?? null) !== null,
  }
  return open.addresses
}

/** Searches the current load, then stored resources, then the parts of a local page, such as files beside the page. */
export async function findPart(open: OpenPage, url: string): Promise<KeptResponse | null> {
  const { arriving } = open
  const coming = arriving?.find ? await Promise.race([arriving.find(url), arriving.ended]) : null
  if (coming && coming.status < 400) return coming
  const found = await open.kept?.find(url)
  if (found && found.status < 400) return found
  return (await open.parts?.find(url)) ?? found ?? null
}
