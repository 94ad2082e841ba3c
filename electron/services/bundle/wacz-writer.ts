import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import type { KeptResponse, PageBundle } from '../../../shared/contract/capture'
import { openGrowing } from '../files/write-whole'
import {
  documentResponse,
  indexLine,
  infoRecord,
  payloadDigest,
  redirectRecord,
  resourceRecord,
  responseRecord,
  revisitRecord,
  sortedIndex,
  type WrittenRecord,
} from './warc-writer'
import { failAbout, sha256 } from '../files/files'

interface WaczPage {
  readonly url: string
  readonly title: string
  /** ISO 8601. */
  readonly capturedAt: string
  readonly mode: 'source' | 'rendered'
  readonly html: string
  readonly bundle: PageBundle | null
}

const ARCHIVE = 'data.warc.gz'

/** Writes all records to a temporary file. Only `finish` writes `path`. */
export async function createWacz(path: string, software: string) {
  const data = `${path}.data`
  const packed = `${path}.part`
  const created = new Date().toISOString()
  const file = await openGrowing(data)
  const hash = createHash('sha256')
  const lines: string[] = []
  const pages: string[] = ['{"format":"json-pages-1.0","id":"pages","title":"All pages"}']
  const first = new Map<string, { readonly url: string; readonly date: string }>()
  let offset = 0

  async function append(bytes: Uint8Array): Promise<void> {
    hash.update(bytes)
    offset += bytes.length
    await file.append(bytes)
  }
  async function record({ bytes, index }: WrittenRecord): Promise<void> {
    lines.push(indexLine(index, ARCHIVE, offset, bytes.length))
    await append(bytes)
  }
  async function response(answer: KeptResponse, date: string): Promise<void> {
    const digest = payloadDigest(answer.body)
    const before = first.get(digest)
    if (before?.url === answer.url) return
    if (before && answer.body.length > 0) return record(await revisitRecord(answer, date, before))
    first.set(digest, { url: answer.url, date })
    await record(await responseRecord(answer, date))
  }

  await append(await infoRecord(ARCHIVE, created, { software }))
  return {
    async add({ url, title, capturedAt, mode, html, bundle }: WaczPage): Promise<void> {
      for (const { url: from, status, location } of bundle?.redirects ?? [])
        await record(await redirectRecord(from, status, location, capturedAt))
      const served = bundle?.document ?? null
      // The archive contains no scripts, so the page must be the rendered HTML in rendered mode.
      const isServed = mode === 'source' && served !== null
      const shown = isServed ? served : documentResponse(url, html, mode)
      await response(shown, capturedAt)
      if (served && !isServed) await record(await resourceRecord(`urn:served:${url}`, 'text/html', served.body, capturedAt))
      for (const one of bundle?.resources ?? []) await response(one, capturedAt)
      if (bundle?.screenshot)
        await record(await resourceRecord(`urn:fullPage:${url}`, bundle.screenshot.type, bundle.screenshot.bytes, capturedAt))
      pages.push(JSON.stringify({ id: randomUUID(), url: shown.url, ts: capturedAt, title }))
    },
    async finish(): Promise<void> {
      await file.finish()
      const zip = new yazl.ZipFile()
      const listed: { name: string; path: string; hash: string; bytes: number }[] = []
      const list = (at: string, digest: string, bytes: number): void => {
        listed.push({ name: at.replace(/^.*\//, ''), path: at, hash: `sha256:${digest}`, bytes })
      }
      // Players read the archive and the index directly in the ZIP file, so the entries are not compressed.
      zip.addFile(data, `archive/${ARCHIVE}`, { compress: false })
      list(`archive/${ARCHIVE}`, hash.digest('hex'), (await stat(data)).size)
      const put = (at: string, text: string): string => {
        const bytes = Buffer.from(text)
        const digest = sha256(bytes)
        zip.addBuffer(bytes, at, { compress: false })
        list(at, digest, bytes.length)
        return digest
      }
      put('indexes/index.cdx', sortedIndex(lines))
      put('pages/pages.jsonl', `${pages.join('\n')}\n`)
      const manifest = { profile: 'data-package', wacz_version: '1.1.1', title: 'Pages', software, created, resources: [...listed] }
      const digest = put('datapackage.json', JSON.stringify(manifest, null, 2))
      put('datapackage-digest.json', JSON.stringify({ path: 'datapackage.json', hash: `sha256:${digest}` }, null, 2))
      zip.end()
      await pipeline(zip.outputStream, createWriteStream(packed, { flush: true })).catch(failAbout(path))
      await rename(packed, path)
      await rm(data, { force: true })
    },
    async discard(): Promise<void> {
      await file.discard()
      await Promise.all([data, packed].map((file) => rm(file, { force: true })))
    },
  }
}
