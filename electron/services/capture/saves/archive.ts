import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { z } from 'zod'
import { failed, FailureError } from '../../../../shared/base/failure'
import type { ArchivedPage, ArchivedPages } from '../../../../shared/contract/capture'
import { withoutFragment } from '../../../../shared/page/kept-address'
import { headerIn } from '../../files/html-bytes'
import { readStart, streamFile, type StreamOptions, unpacked } from '../../files/read-file'
import { type AnswerOptions, isHtmlPage, type WarcAnswer, warcAnswers } from './warc-pages'
import { recordsOf, type WarcRecord } from './warc-records'
import { jsonOf } from '../../../../shared/base/json'

const MOST_LISTED = 10_000

const MOST_RECORDS = 1_000_000

const LONGEST_LIST = 64 * 1024 * 1024

/** Limit of decompressed bytes: 4 GiB, or 100 times the size of the archive file if this is more. */
const MOST_UNPACKED = 4 * 1024 ** 3
const BEST_PACKED = 100

export interface ArchiveOptions extends StreamOptions {
  readonly mostUnpacked?: number
}

const PageLine = z.looseObject({ url: z.string(), title: z.string().optional() })

/** Lists the HTML pages of an archive, in order. If the page list of a WACZ names some of these pages, lists only the named pages. */
export async function listArchive(place: ArchivePlace, limit: number, options: ArchiveOptions): Promise<ArchivedPages> {
  const pages: ArchivedPage[] = []
  const titles = await titlesOf(place, options)
  const entryOf = createPageCounter()
  let total = 0
  let records = 0
  for await (const answer of answersOf(place, { limit, wants: () => false }, options)) {
    if (++records > MOST_RECORDS) break
    const next = readRedirectTarget(answer)
    // `pages.jsonl` names the requested address. The page is stored under the redirect target, so the target gets the same title.
    const title = next ? titles.get(pageName(answer.url)) : undefined
    if (next && title !== undefined && titles.size < 2 * MOST_LISTED && !titles.has(pageName(next))) titles.set(pageName(next), title)
    const entry = entryOf(answer)
    if (entry === null) continue
    total++
    const { url, status, capturedAt } = answer
    if (pages.length < MOST_LISTED) pages.push({ entry, url, status, capturedAt, title: titles.get(pageName(url)) ?? null })
  }
  const titled = pages.filter(({ url }) => titles.has(pageName(url)))
  return titled.length > 0 ? { pages: titled, total: titled.length } : { pages, total }
}

export async function* answersOf(place: ArchivePlace, wanted: AnswerOptions, options: ArchiveOptions): AsyncGenerator<WarcAnswer> {
  for await (const records of archiveRecords(place, options)) yield* warcAnswers(records, wanted)
}

export async function* archiveRecords(place: ArchivePlace, options: ArchiveOptions = {}): AsyncGenerator<AsyncGenerator<WarcRecord>> {
  const name = nameOf(place)
  const packed = 'path' in place ? (await stat(place.path)).size : place.bytes.length
  const limit = options.mostUnpacked ?? Math.max(MOST_UNPACKED, BEST_PACKED * packed)
  const message = `${name} has more than ${(limit / 1024 ** 3).toLocaleString('en', { maximumFractionDigits: 1 })} GiB when unpacked.`
  let size = 0
  const limited = async function* (pieces: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      size += piece.length
      if (size > limit) throw failed('archive.too-large', message, 'Split the archive, or extract the required pages.')
      yield piece
    }
  }
  if (!(await isZip(place))) {
    const stream = 'path' in place ? streamFile(place.path, options) : unpacked(Readable.from([Buffer.from(place.bytes)]), name, options)
    yield recordsOf(limited(stream), name)
    return
  }
  const zip = await openZip(place)
  try {
    const archives = (await entriesOf(zip, name)).filter(({ fileName }) => /^archive\/[^/]+\.warc(?:\.gz)?$/i.test(fileName))
    if (archives.length === 0) throw failed('archive.no-page', `${name} is a ZIP file without a web archive.`, 'Choose a WACZ file.')
    for (const one of archives) {
      const inside = `${one.fileName} in ${name}`
      yield recordsOf(limited(zipPieces(zip, one, inside, name, options)), inside)
    }
  } finally {
    zip.close()
  }
}

function pageName(url: string): string {
  return withoutFragment(URL.canParse(url) ? new URL(url).href : url)
}

async function titlesOf(place: ArchivePlace, options: StreamOptions): Promise<Map<string, string | null>> {
  const titles = new Map<string, string | null>()
  if (!(await isZip(place))) return titles
  const zip = await openZip(place)
  try {
    const list = (await entriesOf(zip, nameOf(place))).find(({ fileName }) => fileName === 'pages/pages.jsonl')
    if (!list) return titles
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of zipPieces(zip, list, list.fileName, nameOf(place), options)) {
      chunks.push(chunk)
      length += chunk.length
      if (length > LONGEST_LIST) break
    }
    for (const line of Buffer.concat(chunks).toString('utf8').split('\n')) {
      if (titles.size >= MOST_LISTED) break
      const page = jsonOf(line, PageLine)
      if (page) titles.set(pageName(page.url), page.title?.slice(0, 1000) ?? null)
    }
    return titles
  } finally {
    zip.close()
  }
}

/** Returns null if the response is no redirect, and `''` if the target is not a valid URL. */
export function readRedirectTarget({ url, status, headers }: WarcAnswer): string | null {
  const location = headerIn(headers, 'location')
  if (status < 300 || status >= 400 || location === '') return null
  const base = withoutFragment(url)
  return URL.canParse(location, base) ? new URL(location, base).href : ''
}

/** The returned function numbers the pages of an archive in their order. A `revisit` counts as a page if it repeats an earlier page. */
export function createPageCounter(): (answer: WarcAnswer) => string | null {
  const digests = new Set<string>()
  let count = 0
  return (answer) => {
    const { type, url, digest } = answer
    if (!/^https?:/i.test(url) || !isHtmlPage(answer)) return null
    if (type === 'revisit' && (digest === null || !digests.has(digest))) return null
    if (digest !== null) digests.add(digest)
    return String(count++)
  }
}

export type ArchivePlace = { readonly path: string } | { readonly name: string; readonly bytes: Uint8Array }

const MOST_ENTRIES = 10_000

export const nameOf = (place: ArchivePlace): string => ('path' in place ? place.path : place.name)

async function isZip(place: ArchivePlace): Promise<boolean> {
  const start = 'path' in place ? await readStart(place.path, 4) : place.bytes.subarray(0, 4)
  return Buffer.from(start).toString('latin1').startsWith('PK\u0003\u0004')
}

/** The caller must close the file. @throws FailureError `archive.damaged`. */
function openZip(place: ArchivePlace): Promise<yauzl.ZipFile> {
  // The package refuses parent and absolute paths, and compares sizes with the index.
  const options = { autoClose: false, validateEntrySize: true, strictFileNames: true } as const
  const opening = 'path' in place ? yauzl.openPromise(place.path, options) : yauzl.fromBufferPromise(Buffer.from(place.bytes), options)
  return opening.catch(damaged(nameOf(place)))
}

/** @throws FailureError `archive.too-large`, `archive.damaged`. */
async function entriesOf(zip: yauzl.ZipFile, name: string): Promise<yauzl.Entry[]> {
  if (zip.entryCount > MOST_ENTRIES)
    throw failed(
      'archive.too-large',
      `${name} is a ZIP file of ${zip.entryCount.toLocaleString('en')} files; the limit is ${MOST_ENTRIES.toLocaleString('en')}.`,
      'Unpack it, and open its WARC files.',
    )
  const entries: yauzl.Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry)
  } catch (thrown) {
    damaged(name)(thrown)
  }
  let end = 0
  const inOrder = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  for (const { relativeOffsetOfLocalHeader: start, compressedSize } of inOrder) {
    if (start < end) damaged(name)(new Error('its files overlap'))
    end = start + compressedSize
  }
  return entries
}

async function* zipPieces(zip: yauzl.ZipFile, entry: yauzl.Entry, inside: string, name: string, options: StreamOptions) {
  try {
    yield* unpacked(await zip.openReadStreamPromise(entry), inside, options)
  } catch (thrown) {
    if (thrown instanceof FailureError) throw thrown
    damaged(name)(thrown)
  }
}

const damaged =
  (name: string) =>
  (thrown: unknown): never => {
    const reason = thrown instanceof Error ? thrown.message.slice(0, 200) : ''
    throw failed('archive.damaged', `${name} is a damaged ZIP file (${reason}).`, 'Copy or download it again.')
  }
