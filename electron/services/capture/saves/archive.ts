import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { failed, type FailureError } from '../../../../shared/base/failure'
import type { ArchivedPage, ArchivedPages } from '../../../../shared/contract/capture'
import { withoutFragment } from '../../../../shared/page/kept-address'
import { streamFile, type StreamOptions, unpacked } from '../../files/read-file'
import { type AnswerOptions, type WarcAnswer, warcAnswers } from './warc-pages'
import { recordsOf, type WarcRecord } from './warc-records'
import { jsonOf } from '../../../../shared/base/json'
import { type ArchivePlace, entriesOf, isZip, readRedirectTarget, nameOf, openZip, PageCounter, zipPieces, zipStream } from './archive-file'

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
  const counter = new PageCounter()
  let total = 0
  let records = 0
  for await (const answer of answersOf(place, { limit, wants: () => false }, options)) {
    if (++records > MOST_RECORDS) break
    const next = readRedirectTarget(answer)
    // `pages.jsonl` names the requested address. The page is stored under the redirect target, so the target gets the same title.
    const title = next ? titles.get(pageName(answer.url)) : undefined
    if (next && title !== undefined && titles.size < 2 * MOST_LISTED && !titles.has(pageName(next))) titles.set(pageName(next), title)
    const entry = counter.entryOf(answer)
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
  const limit = options.mostUnpacked ?? Math.max(MOST_UNPACKED, BEST_PACKED * (await sizeOf(place)))
  let size = 0
  const limited = async function* (pieces: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      size += piece.length
      if (size > limit) throw tooLarge(name, limit)
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
      yield recordsOf(limited(zipPieces(await zipStream(zip, one, name), inside, name, options)), inside)
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
    for await (const chunk of zipPieces(await zipStream(zip, list, nameOf(place)), list.fileName, nameOf(place), options)) {
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

async function sizeOf(place: ArchivePlace): Promise<number> {
  return 'path' in place ? (await stat(place.path)).size : place.bytes.length
}

function tooLarge(name: string, limit: number): FailureError {
  const message = `${name} has more than ${(limit / 1024 ** 3).toLocaleString('en', { maximumFractionDigits: 1 })} GiB when unpacked.`
  return failed('archive.too-large', message, 'Split the archive, or extract the required pages.')
}
