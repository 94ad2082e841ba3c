/**
 * A corpus stores the bundle of a page in `pages/<id>/resources.warc.gz`. Each resource body of more than `OWN` bytes, without an error
 * status, is a separate WARC file in `resources/`.
 */
import { lstat, readdir, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pLimit from 'p-limit'
import { z } from 'zod'
import { toFailure } from '../../../shared/base/failure'
import type { KeptRedirect, KeptResponse, MissingResource, PageBundle, ResourceKind, Screenshot } from '../../../shared/contract/capture'
import { FILE_LIMITS, ifMissing, isThere, makeFolder, pathInside } from '../files/files'
import { writeWhole } from '../files/write-whole'
import { Styles } from '../capture/changed-styles'
import { warcAnswers, type WarcAnswer } from '../capture/saves/warc-pages'
import { warcRecords } from '../capture/saves/warc-records'
import {
  indexLine,
  infoRecord,
  mimeOf,
  payloadDigest,
  redirectRecord,
  resourceRecord,
  responseRecord,
  revisitRecord,
  sortedIndex,
  type WrittenRecord,
} from './warc-writer'
import { jsonOf } from '../../../shared/base/json'

export const BUNDLE_FILE = 'resources.warc.gz'
export const BUNDLE_INDEX = 'resources.cdxj'

/** Bytes above which the body of a resource without an error status is stored in `resources/`. */
const OWN = 2 * 1024

const KINDS = ['document', 'stylesheet', 'image', 'font', 'media', 'other'] as const satisfies readonly ResourceKind[]

const PageInfo = z.looseObject({
  url: z.string(),
  userAgent: z.string().nullable().default(null),
  kinds: z.record(z.string(), z.enum(KINDS)).default({}),
  redirects: z
    .array(z.object({ url: z.string(), status: z.number().int(), location: z.string() }))
    .max(10_000)
    .default([]),
  missing: z
    .array(z.object({ url: z.string(), kind: z.enum(KINDS), reason: z.string(), isFinal: z.boolean().optional() }))
    .max(10_000)
    .default([]),
  styles: Styles.default({ sheets: [], adopted: [], roots: [] }),
  screenshot: z.object({ width: z.number(), height: z.number() }).nullable().default(null),
})

/**
 * Writes resource bodies of more than `OWN` bytes, without an error status, to separate files, unless the files exist. The caller writes
 * the returned contents of `BUNDLE_FILE` and `BUNDLE_INDEX`.
 */
export async function packBundle(root: string, pageUrl: string, bundle: PageBundle, date: string) {
  const records: Uint8Array[] = [await infoRecord(BUNDLE_FILE, date, { software: 'Boilerscope' })]
  const lines: string[] = []
  let offset = records[0]?.length ?? 0
  const add = ({ bytes, index }: WrittenRecord, line = indexLine(index, BUNDLE_FILE, offset, bytes.length)): void => {
    records.push(bytes)
    lines.push(line)
    offset += bytes.length
  }
  for (const { url, status, location } of bundle.redirects) add(await redirectRecord(url, status, location, date))
  if (bundle.document) add(await responseRecord(bundle.document, date))
  const few = pLimit(4)
  const shared = bundle.resources.filter(({ body, status }) => body.length > OWN && status < 400)
  const lengths = new Map(await Promise.all(shared.map((one) => few(async () => [one.url, await share(root, one, date)] as const))))
  for (const one of bundle.resources) {
    const length = lengths.get(one.url)
    if (length === undefined) {
      add(await responseRecord(one, date))
      continue
    }
    const revisit = await revisitRecord(one, date)
    // The index points to the body's file, not to the `revisit` record.
    add(revisit, indexLine({ ...revisit.index, mime: mimeOf(one.headers) }, `../../${sharedName(one.body)}`, 0, length))
  }
  const { screenshot } = bundle
  if (screenshot) add(await resourceRecord(`urn:fullPage:${pageUrl}`, screenshot.type, screenshot.bytes, date))
  const info: z.input<typeof PageInfo> = {
    url: pageUrl,
    userAgent: bundle.userAgent,
    kinds: Object.fromEntries(bundle.resources.map(({ url, kind }) => [url, kind])),
    redirects: [...bundle.redirects],
    missing: [...bundle.missing],
    styles: structuredClone(bundle.styles) as z.input<typeof PageInfo>['styles'],
    screenshot: screenshot && { width: screenshot.width, height: screenshot.height },
  }
  add(await resourceRecord(`urn:pageinfo:${pageUrl}`, 'application/json', Buffer.from(JSON.stringify(info)), date))
  return { warc: Buffer.concat(records), index: sortedIndex(lines) }
}

async function share(root: string, response: KeptResponse, date: string): Promise<number> {
  const path = await pathInside(root, sharedName(response.body))
  const there = await stat(path).catch(() => null)
  if (there && there.size > 0) {
    // The new time stamp prevents `unusedBodies` from removing the body before a page refers to the body.
    const now = new Date()
    await utimes(path, now, now).catch(() => undefined)
    return there.size
  }
  const { bytes } = await responseRecord(response, date)
  await makeFolder(dirname(path))
  await writeWhole(path, Buffer.from(bytes))
  return bytes.length
}

const sharedName = (body: Uint8Array): string => fileOfDigest(payloadDigest(body))

const DIGEST = /^sha256:[0-9a-f]{64}$/

function fileOfDigest(digest: string): string {
  const hash = digest.replace(/^sha256:/, '')
  return join('resources', hash.slice(0, 2), `${hash}.warc.gz`)
}

/** Returns the paths of the bodies to which the bundle at `path` refers, relative to the corpus, with `/` as separator. */
export async function sharedBodies(path: string): Promise<string[]> {
  const names: string[] = []
  const options = { limit: FILE_LIMITS.resources, wants: () => false, ofDisk: true }
  for await (const { type, digest } of warcAnswers(warcRecords(path), options))
    if (type === 'revisit' && digest !== null && DIGEST.test(digest)) names.push(fileOfDigest(digest).replaceAll('\\', '/'))
  return names
}

export interface ReadOptions {
  /** Approximate maximum of the bytes to read. The remaining bodies count as missing. */
  readonly limit?: number
  readonly picture?: boolean
}

/** Returns null if the page has no bundle. The property `missing` lists missing and damaged bodies. */
export async function readBundle(
  root: string,
  id: string,
  { limit = FILE_LIMITS.resources, picture: withPicture = true }: ReadOptions = {},
): Promise<PageBundle | null> {
  const path = await pathInside(root, 'pages', id, BUNDLE_FILE)
  if (!(await isThere(path))) return null
  const answers: WarcAnswer[] = []
  let info: z.infer<typeof PageInfo> | null = null
  let picture: Uint8Array | null = null
  let total = 0
  const wants = ({ url }: { readonly url: string }): boolean =>
    url.startsWith('urn:fullPage:') ? withPicture : url.startsWith('urn:pageinfo:') || total < limit
  for await (const answer of warcAnswers(warcRecords(path), { limit: FILE_LIMITS.resources, wants, ofDisk: true })) {
    const bytes = answer.content && 'bytes' in answer.content ? answer.content.bytes : null
    total += bytes?.length ?? 0
    if (answer.url.startsWith('urn:pageinfo:') && bytes) info = jsonOf(Buffer.from(bytes).toString('utf8'), PageInfo)
    else if (answer.url.startsWith('urn:fullPage:')) picture = bytes
    else if (answers.length < MOST_ANSWERS) answers.push(answer)
  }
  const missing: MissingResource[] = [...(info?.missing ?? [])]
  const resources: KeptResponse[] = []
  let document: KeptResponse | null = null
  const redirects: readonly KeptRedirect[] = info?.redirects ?? []
  const led = new Set(redirects.map(({ url }) => url))
  const bodies = new Map<string, Uint8Array>()
  for (const { type, url, status, headers, content, digest } of answers) {
    const kind = info?.kinds[url]
    if (kind === undefined && (led.has(url) || document !== null)) continue
    let body = content && 'bytes' in content ? content.bytes : null
    let isOver = total >= limit
    if (type === 'revisit' && digest !== null && DIGEST.test(digest)) {
      const found = bodies.get(digest) ?? (isOver ? null : await readShared(root, digest, limit - total))
      isOver ||= found === 'over'
      body = found === 'over' ? null : found
      if (body && !bodies.has(digest)) total += body.length
      if (body) bodies.set(digest, body)
    }
    if (!body) missing.push({ url, kind: kind ?? 'other', ...(isOver ? over(limit) : { reason: DAMAGED }) })
    else if (kind === undefined) document = { url, kind: 'document', status, headers, body }
    else resources.push({ url, kind, status, headers, body })
  }
  const size = info?.screenshot ?? null
  const screenshot: Screenshot | null = picture && size ? { type: 'image/webp', ...size, bytes: picture } : null
  return {
    document,
    redirects,
    resources,
    missing,
    styles: info?.styles ?? { sheets: [], adopted: [] },
    screenshot,
    userAgent: info?.userAgent ?? null,
  }
}

const MOST_ANSWERS = 100_000

export const DAMAGED = 'its file in the corpus is missing or damaged'

const over = (limit: number): Pick<MissingResource, 'reason' | 'isFinal'> => ({
  reason: `over the limit of ${Math.round(limit / 1024 / 1024)} MB per page`,
  isFinal: true,
})

async function readShared(root: string, digest: string, limit: number): Promise<Uint8Array | 'over' | null> {
  try {
    const path = await pathInside(root, fileOfDigest(digest))
    for await (const { content } of warcAnswers(warcRecords(path), { limit, wants: () => true, ofDisk: true })) {
      if (content && 'failure' in content && content.failure.code === 'input.too-large') return 'over'
      const body = content && 'bytes' in content ? content.bytes : null
      return body && payloadDigest(body) === digest ? body : null
    }
  } catch (thrown) {
    if (toFailure(thrown).code === 'internal') throw thrown
  }
  return null
}

/** Minimum age, in milliseconds, at which an unused body is removed. A capture writes a body before the page that uses the body. */
export const LEAST_AGE = 60 * 60 * 1000

/**
 * Returns bodies older than `LEAST_AGE` that no page in `pages` or `trash` uses.
 * @param isRemoved whether to remove these bodies
 * @throws FailureError before the first removal if a page's bundle is damaged
 */
export async function unusedBodies(root: string, now: number, isRemoved = false) {
  const names: string[] = []
  for (const folder of await namesIn(root, 'resources'))
    for (const name of await namesIn(root, 'resources', folder)) names.push(`resources/${folder}/${name}`)
  if (names.length === 0) return []
  const used = new Set<string>()
  for (const home of ['pages', 'trash'])
    for (const page of await namesIn(root, home)) {
      const path = await pathInside(root, home, page, BUNDLE_FILE)
      if (await lstat(path).catch(() => null)) for (const name of await sharedBodies(path)) used.add(name)
    }
  const unused: { readonly place: string; readonly bytes: number }[] = []
  for (const place of names) {
    if (used.has(place) || !/^resources\/[0-9a-f]{2}\/[0-9a-f]{64}\.warc\.gz$/.test(place)) continue
    const path = await pathInside(root, ...place.split('/'))
    // The age is read now, because a capture may have started to use the body since the search.
    const entry = await lstat(path).catch(() => null)
    if (!entry?.isFile() || now - entry.mtimeMs <= LEAST_AGE) continue
    if (isRemoved) await rm(path, { force: true })
    unused.push({ place, bytes: entry.size })
  }
  return unused
}

async function namesIn(root: string, ...folder: string[]): Promise<string[]> {
  return readdir(await pathInside(root, ...folder)).catch(ifMissing([]))
}
