/** A web archive for one or many pages. The file is read once; its bodies are stored in a temporary file. */
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failed, type Failure, FailureError, toFailure } from '../../../../shared/base/failure'
import { valueAt } from '../../../../shared/base/once'
import {
  type Header,
  type KeptRedirect,
  type KeptResponse,
  type PageBundle,
  type ResourceKind,
  DEFAULT_LIMITS,
} from '../../../../shared/contract/capture'
import { withoutFragment } from '../../../../shared/page/kept-address'
import { pageAddresses, sheetAddresses } from '../../../../shared/page/view-html'
import { parsePage } from '../../../../shared/page/parse-page'
import type { LocalInput } from '../local-input'
import { findKept } from '../find-kept'
import { type ArchiveOptions, type ArchivePlace, answersOf, createPageCounter, nameOf, readRedirectTarget } from './archive'
import { decodeCss, decodeHtml, headerIn, kindOf } from '../../files/html-bytes'

/** Resources above these limits are omitted; pages are always stored. */
const MOST_BYTES = 8 * 1024 * 1024 * 1024
const MOST_PARTS = 200_000

const READING = /^content-(?:type|language)$/i

interface Spot {
  readonly kind: ResourceKind
  readonly status: number
  readonly headers: readonly Header[]
  readonly offset: number
  readonly length: number
}

interface SpooledPage {
  readonly url: string
  readonly capturedAt: string | null
  readonly contentType: string
  readonly place: Spot | Failure
  readonly cut?: Failure | undefined
}

export type SpooledArchive = Awaited<ReturnType<typeof spoolArchive>>

/** @param limit bytes per page or resource, both compressed and decompressed @throws FailureError if the archive cannot be read. */
export async function spoolArchive(place: ArchivePlace, limit: number, options: ArchiveOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'boilerscope-archive-'))
  const bodies = await open(join(folder, 'bodies'), 'wx+')
  // Deletes the folder immediately if the system permits this. The open file stays readable until it is closed.
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  await remove().catch(() => undefined)
  const close = async (): Promise<void> => {
    await bodies.close()
    await remove()
  }
  const { pages, parts, redirects } = await spoolBodies(place, bodies, limit, options).catch(async (thrown: unknown) => {
    await close()
    throw thrown
  })

  async function page(entry: string): Promise<ArchivedHtml> {
    const found = /^\d{1,9}$/.test(entry) ? pages[Number(entry)] : undefined
    if (!found) throw failed('archive.no-page', `${nameOf(place)} has no page number ${entry}.`, 'Open the archive again.')
    const { url, capturedAt, contentType, place: spot, cut } = found
    if (!('offset' in spot)) throw new FailureError(spot)
    const { html, charset, notes } = decodeHtml(await read(spot), contentType)
    return { label: url, url, capturedAt, html, charset, notes: cut ? [...notes, cut.message] : notes }
  }

  async function input(entry: string): Promise<LocalInput> {
    const { capturedAt, ...found } = await page(entry)
    const resources = {
      address: withoutFragment(found.url),
      original: (url: string) => url,
      addresses: parts.addresses(),
      folder: null,
      find: (url: string) => find(withoutFragment(url), capturedAt),
    }
    return { kind: 'local', ...found, resources }
  }

  /** Returns redirects and up to `most` bytes of resources, first resources that the page names. `isCut`: the limit excluded resources. */
  async function partsOf({ html, url, capturedAt }: ArchivedHtml, most: number) {
    const spots = parts.at(capturedAt)
    const addresses = parts.addresses().filter((address) => address !== withoutFragment(url))
    const bytes = addresses.reduce((sum, address) => sum + (spots.get(address)?.length ?? 0), 0)
    const named = bytes > most ? await bundle(html, { url, capturedAt, rendered: false }) : null
    const kept = new Map<string, KeptResponse>()
    let left = most
    let isCut = false
    for (const address of new Set([...(named?.resources ?? []).map((part) => part.url), ...addresses])) {
      const spot = spots.get(address)
      if (!spot) continue
      if (spot.length > left) {
        isCut = true
        continue
      }
      left -= spot.length
      kept.set(address, await load(address, spot))
    }
    const targets = redirects.at(capturedAt)
    return { parts: kept, redirects: new Map(redirects.addresses().map((address) => [address, targets.get(address) ?? ''])), isCut }
  }

  /** Returns the resources that a page, its style sheets and its frames name, up to `maxResourceBytes`; null without resources. */
  async function bundle(html: string, page: { url: string; capturedAt: string | null; rendered: boolean }): Promise<PageBundle | null> {
    const { url, capturedAt, rendered } = page
    const targets = redirects.at(capturedAt)
    const wanted = [...pageAddresses(parsePage(html, { url, scriptingEnabled: rendered }))]
    const seen = new Set(wanted)
    const resources = new Map<string, KeptResponse>()
    const followed = new Map<string, KeptRedirect>()
    let bytes = 0
    for (let address = wanted.pop(); address !== undefined; address = wanted.pop()) {
      const found = await find(address, capturedAt)
      if (!found || found.url === withoutFragment(url) || resources.has(found.url)) continue
      if (bytes + found.body.length > DEFAULT_LIMITS.maxResourceBytes) continue
      bytes += found.body.length
      resources.set(found.url, found)
      for (
        let at = address, next = targets.get(at);
        at !== found.url && next !== undefined;
        at = withoutFragment(next), next = targets.get(at)
      )
        followed.set(at, { url: at, status: 302, location: next })
      for (const inner of innerAddresses(found)) {
        if (seen.has(inner)) continue
        seen.add(inner)
        wanted.push(inner)
      }
    }
    if (resources.size === 0) return null
    return {
      document: null,
      redirects: [...followed.values()],
      resources: [...resources.values()],
      missing: [],
      styles: { sheets: [], adopted: [] },
      screenshot: null,
      userAgent: null,
    }
  }

  async function find(url: string, capturedAt: string | null): Promise<KeptResponse | null> {
    const found = findKept(url, parts.at(capturedAt), redirects.at(capturedAt))
    return found && load(found.url, found.part)
  }

  async function load(url: string, spot: Spot): Promise<KeptResponse> {
    const { kind, status, headers } = spot
    return { url, kind, status, headers, body: await read(spot) }
  }

  async function read({ offset, length }: Spot): Promise<Uint8Array> {
    const bytes = Buffer.alloc(length)
    await bodies.read(bytes, 0, length, offset)
    return bytes
  }

  return { page, input, partsOf, bundle, close }
}

function createCaptures<Value>() {
  const captures = new Map<string, { readonly capturedAt: string | null; readonly value: Value }[]>()
  let count = 0
  return {
    isFull: (): boolean => count >= MOST_PARTS,
    addresses: (): string[] => [...captures.keys()],
    add(url: string, capturedAt: string | null, value: Value): void {
      valueAt(captures, url, () => []).push({ capturedAt, value })
      count++
    },
    /** Returns, per address, the value of the capture nearest in time to `page`. If two captures are equally near, the first counts. */
    at(page: string | null): { get(url: string): Value | undefined } {
      const far = ({ capturedAt }: { readonly capturedAt: string | null }): number => {
        const between = Math.abs(Date.parse(capturedAt ?? '') - Date.parse(page ?? ''))
        return Number.isNaN(between) ? Infinity : between
      }
      return {
        get: (url) => {
          const [first, ...others] = captures.get(url) ?? []
          return first && others.reduce((best, one) => (far(one) < far(best) ? one : best), first).value
        },
      }
    },
  }
}

async function spoolBodies(place: ArchivePlace, bodies: FileHandle, limit: number, options: ArchiveOptions) {
  const pages: SpooledPage[] = []
  const entryOf = createPageCounter()
  const pagesByDigest = new Map<string, SpooledPage>()
  const addPage = (page: SpooledPage, digest: string | null): void => {
    pages.push(page)
    if (digest !== null && !pagesByDigest.has(digest)) pagesByDigest.set(digest, page)
  }
  const parts = createCaptures<Spot>()
  const byDigest = new Map<string, Spot>()
  const redirects = createCaptures<string>()
  const again: { url: string; digest: string; status: number; capturedAt: string | null }[] = []
  let offset = 0
  try {
    const wants = ({ contentType }: { readonly contentType: string }): boolean => !/javascript|json|video\/|audio\//.test(contentType)
    for await (const answer of answersOf(place, { limit, wants }, options)) {
      const { status, headers, contentType, content, digest, capturedAt } = answer
      const url = withoutFragment(answer.url)
      const next = readRedirectTarget(answer)
      if (next && !redirects.isFull()) redirects.add(url, capturedAt, next)
      if (next !== null) continue
      const isOne = entryOf(answer) !== null
      const same = answer.type === 'revisit' && isOne && digest !== null ? pagesByDigest.get(digest) : undefined
      if (same) addPage({ ...same, url: answer.url, capturedAt }, digest)
      if (digest !== null && (answer.type === 'revisit' || (!isOne && byDigest.has(digest)))) {
        if (again.length < MOST_PARTS) again.push({ url, digest, status, capturedAt })
        continue
      }
      if (content && 'failure' in content) {
        if (isOne) addPage({ url: answer.url, capturedAt, contentType, place: content.failure }, digest)
        continue
      }
      const bytes = content?.bytes
      if (!bytes || (!isOne && (parts.isFull() || offset + bytes.length > MOST_BYTES))) continue
      const spot: Spot = {
        kind: kindOf(contentType),
        status,
        headers: headers.filter(({ name }) => READING.test(name)),
        offset,
        length: bytes.length,
      }
      await bodies.writeFile(bytes)
      offset += bytes.length
      if (isOne) addPage({ url: answer.url, capturedAt, contentType, place: spot, cut: content.cut }, digest)
      parts.add(url, capturedAt, spot)
      if (digest !== null && !byDigest.has(digest)) byDigest.set(digest, spot)
    }
  } catch (thrown) {
    // The records before the damage are used.
    if (toFailure(thrown).code !== 'warc.invalid') throw thrown
  }
  for (const { url, digest, status, capturedAt } of again) {
    const same = byDigest.get(digest)
    if (same) parts.add(url, capturedAt, { ...same, status })
  }
  return { pages, parts, redirects }
}

type ArchivedHtml = Pick<LocalInput, 'label' | 'html' | 'charset' | 'notes'> & {
  readonly url: string
  readonly capturedAt: string | null
}

function innerAddresses(part: KeptResponse): Iterable<string> {
  const type = headerIn(part.headers, 'content-type')
  if (part.kind === 'stylesheet') return sheetAddresses(decodeCss(part.body, type), part.url)
  if (part.kind === 'document') return pageAddresses(parsePage(decodeHtml(part.body, type).html, { url: part.url }))
  return []
}
