/** Views of open pages without a server. References become `blob:` addresses of the stored resources. */
import type { KeptResponse, MissingResource, ResourceSummary } from '../../shared/contract/capture'
import { type KeptPlace, keptStyle } from '../../shared/page/view-attributes'
import { sheetAddresses } from '../../shared/page/view-html'
import { decodeCss, decodeHtml, headerIn } from '../services/files/html-bytes'
import type { WrittenView } from '../services/extraction/tasks'
import type { PageService } from '../services/view/page-service'
import { shownType } from '../services/capture/find-kept'
import { describeMissingResource, summaryOf } from '../services/view/resource-summary'
import { valueAt } from '../../shared/base/once'

export interface Blobs {
  createUrl(body: string | Uint8Array, type: string): string
  forget(address: string): void
}

export const OWN_BLOBS: Blobs = {
  createUrl: (body, type) => URL.createObjectURL(new Blob([typeof body === 'string' ? body : body.slice()], { type })),
  forget: (url) => URL.revokeObjectURL(url),
}

const DEEPEST = 8

const MOST_FRAMES = 64

const HTML = 'text/html; charset=utf-8'

type BlobPages = Pick<PageService, 'run' | 'resource' | 'parts' | 'document'>

type Parts = ReadonlyMap<string, KeptResponse>

type WrittenPage = Awaited<ReturnType<typeof writePage>>

interface Made {
  /** With images and styles, and without. */
  readonly written: Map<boolean, Promise<WrittenPage>>
  readonly parts: Promise<Parts>
  readonly blobs: string[]
  isGone: boolean
}

export function createBlobViews(pages: BlobPages, blobs: Blobs) {
  const open = new Map<string, Made>()

  const madeOf = (page: string): Made => valueAt(open, page, () => ({ written: new Map(), parts: partsOf(page), blobs: [], isGone: false }))

  async function partsOf(page: string): Promise<Map<string, KeptResponse>> {
    const parts = new Map<string, KeptResponse>()
    for (const address of pages.parts(page)) {
      const found = await pages.resource(page, address)
      if (found) parts.set(address, found)
    }
    return parts
  }

  function createUrl(made: Made, body: string | Uint8Array, type: string): string {
    const address = blobs.createUrl(body, type)
    if (made.isGone) blobs.forget(address)
    else made.blobs.push(address)
    return address
  }

  function written(page: string, styled: boolean): Promise<WrittenPage> {
    const made = madeOf(page)
    return valueAt(made.written, styled, () => {
      const parts = styled ? made.parts : Promise.resolve(null)
      const writing = parts.then((found) => writePage(pages, page, found, (body, type) => createUrl(made, body, type)))
      writing.catch(() => made.written.delete(styled))
      return writing
    })
  }

  return {
    /** @param styled whether to include images and styles @throws FailureError `page.unknown`, or of the task, as `extraction.timeout` */
    view: async (page: string, styled: boolean): Promise<string> => (await written(page, styled)).html,
    async summary(page: string): Promise<ResourceSummary> {
      const { missing } = await written(page, true)
      return summaryOf([...(await madeOf(page).parts).values()], missing, { userAgent: null, fetchable: false, addressable: false })
    },
    forget(page: string): void {
      const made = open.get(page)
      if (!made) return
      open.delete(page)
      made.isGone = true
      for (const address of made.blobs) blobs.forget(address)
    },
  }
}

async function writePage(pages: BlobPages, page: string, parts: Parts | null, createUrl: Blobs['createUrl']) {
  const resources = storeResources(parts ?? new Map(), createUrl)
  const frames = new Map<string, string>()
  const documents = new Map<number, string>()
  const missing = new Map<string, MissingResource>()
  const rendered = pages.document(page).scriptingEnabled
  const place = (): KeptPlace | null =>
    parts ? { resources, frames, addresses: new Set([...resources.keys(), ...frames.keys()]), folder: null } : null

  /** If frames of the document got addresses, the document is written again with the addresses. */
  async function writeDocument(writeFrame: () => Promise<WrittenView>, above: readonly (string | number)[]): Promise<string> {
    let written = await writeFrame()
    let isMore = false
    for (const [url, kind] of written.lacked) if (kind === 'document' && (await hasFrame(url, above))) isMore = true
    for (const node of written.frames) if (await hasDocument(node, above)) isMore = true
    if (isMore) written = await writeFrame()
    for (const [url, kind] of written.lacked) missing.set(url, describeMissingResource(url, kind, rendered))
    return written.html
  }

  const isFull = (above: readonly (string | number)[]): boolean => above.length >= DEEPEST || frames.size + documents.size >= MOST_FRAMES

  async function hasFrame(url: string, above: readonly (string | number)[]): Promise<boolean> {
    if (frames.has(url)) return true
    const found = parts?.get(url)
    const kept = place()
    if (!found || !kept || found.kind !== 'document' || above.includes(url) || isFull(above)) return false
    const { html } = decodeHtml(found.body, headerIn(found.headers, 'content-type'))
    const writeFrame = (): Promise<WrittenView> => pages.run(page, { kind: 'frame', html, url: found.url, kept: place() ?? kept })
    frames.set(url, createUrl(await writeDocument(writeFrame, [...above, url]), HTML))
    return true
  }

  async function hasDocument(node: number, above: readonly (string | number)[]): Promise<boolean> {
    if (documents.has(node)) return true
    if (isFull(above)) return false
    documents.set(node, createUrl(await writeDocument(() => view(node), [...above, node]), HTML))
    return true
  }

  const view = (root: number | null): Promise<WrittenView> =>
    pages.run(page, { kind: 'view', kept: place(), styles: null, documents, root })

  return { html: await writeDocument(() => view(null), []), missing: [...missing.values()] }
}

function storeResources(parts: Parts, createUrl: Blobs['createUrl']): Map<string, string> {
  const resources = new Map<string, string>()
  const sheets: [address: string, part: KeptResponse][] = []
  for (const [address, part] of parts) {
    const type = part.status < 400 && part.kind !== 'document' ? shownType(part) : null
    if (type === 'text/css') sheets.push([address, part])
    else if (type !== null) resources.set(address, createUrl(part.body, type))
  }
  const bySheet = new Map(sheets)
  const write = (address: string, part: KeptResponse, above: readonly string[]): void => {
    const css = decodeCss(part.body, headerIn(part.headers, 'content-type'))
    if (above.length < DEEPEST)
      for (const inner of sheetAddresses(css, part.url)) {
        const imported = resources.has(inner) || above.includes(inner) ? undefined : bySheet.get(inner)
        if (imported && inner !== address) write(inner, imported, [...above, address])
      }
    const kept: KeptPlace = { resources, frames: '', addresses: resources, folder: null }
    resources.set(address, createUrl(keptStyle(css, { kept, base: part.url }), 'text/css; charset=utf-8'))
  }
  for (const [address, part] of sheets) if (!resources.has(address)) write(address, part, [])
  return resources
}
