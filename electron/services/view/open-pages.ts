/** The pages that are open, and what is known of each: its parts, and where they may be had. */
import { failed } from '../../../shared/base/failure'
import type { KeptResponse } from '../../../shared/contract/bundle'
import type { PageParts } from '../../../shared/contract/capture'
import type { KeptPlace } from '../../../shared/page/view-html'
import type { PageDocument } from '../extraction/tasks'
import type { KeptPage } from './kept-page'
import { findKept } from '../capture/find-kept'

export type Origin = 'web' | 'archive' | 'elsewhere'

/** An open page: one object, changed in place, so that what came meanwhile is never lost with a copy. */
export interface OpenPage {
  kept: KeptPage | null
  /** Null until it is asked for. */
  addresses: KeptAddresses | null
  parts: PageParts | undefined
  /** `web`: it came from there itself, and what is missing may be asked for there. `archive`: that is not its site of today. */
  readonly origin: Origin
  /** Of which address somebody said that it is, for one that came from elsewhere. */
  address: string | null
  document: PageDocument
  /** While the browser still lays it out; null once it is captured. */
  arriving: Arriving | null
  /** Milliseconds for each task; undefined for the pool's own limit. */
  readonly timeout: number | undefined
  /** Whether extractors read what its shadow roots and frames hold. */
  composed: boolean
}

/** What comes of a page that is still being loaded. */
interface Arriving {
  /** A part as soon as the browser has it; null where it does not come, or the load ended. */
  readonly find: ((url: string) => Promise<KeptResponse | null>) | null
  /** The load ended, whatever became of it. */
  readonly ended: Promise<null>
}

/** Where something of a page may be had, see `KeptPlace`. */
export type KeptAddresses = Pick<KeptPlace, 'addresses' | 'folder' | 'arriving'>

/** By handle, the latest at the end. */
export type OpenPages = Map<string, OpenPage>

/** Characters of HTML and bytes of resources kept for open pages; the oldest are forgotten beyond it. */
const KEPT_CHARACTERS = 256 * 1024 * 1024

function weightOf({ document, kept }: OpenPage): number {
  let bytes = 0
  for (const { body } of kept?.resources.values() ?? []) bytes += body.length
  return document.html.length + bytes
}

/** Whether what is missing of it may be fetched. */
export function isOfTheWeb(page: OpenPage | undefined): boolean {
  return page !== undefined && (page.origin === 'web' || page.address !== null)
}

/** Forgets the oldest pages beyond what is kept in memory, but never the last one. */
export function forgetOldest(pages: OpenPages): void {
  let total = 0
  for (const page of pages.values()) total += weightOf(page)
  for (const [id, page] of pages) {
    if (total <= KEPT_CHARACTERS || pages.size === 1) return
    total -= weightOf(page)
    pages.delete(id)
  }
}

/** @throws FailureError `page.unknown` for a handle that was closed. */
export function pageOf(pages: OpenPages, id: string): OpenPage {
  const open = pages.get(id)
  if (open) return open
  throw failed('page.unknown', 'This page is no longer in memory.', 'Open it again.')
}

/** Addresses of the parts that are known to be here. */
export function partsOf({ kept, parts }: OpenPage): string[] {
  return [...(kept?.shown ?? []), ...(parts?.addresses ?? [])]
}

/** Where parts of a page are; the same object until there are more. */
export function addressesOf(open: OpenPage): KeptAddresses {
  open.addresses ??= {
    addresses: new Set(partsOf(open)),
    folder: open.parts?.folder ?? null,
    arriving: open.arriving?.find !== undefined && open.arriving?.find !== null,
  }
  return open.addresses
}

/** The part that was kept under an address, redirects followed, or that lies with the page; null where there is none. */
export async function findPart(open: OpenPage, url: string): Promise<KeptResponse | null> {
  const { arriving } = open
  const coming = arriving?.find ? await Promise.race([arriving.find(url), arriving.ended]) : null
  if (coming && coming.status < 400) return coming
  const found = open.kept && findKept(url, open.kept.resources, open.kept.redirects)?.part
  if (found && found.status < 400) return found
  return (await open.parts?.find(url)) ?? found ?? null
}
