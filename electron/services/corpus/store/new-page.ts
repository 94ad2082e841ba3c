import { withoutUserInfo } from '../../../../shared/base/url'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { failed } from '../../../../shared/base/failure'
import type { Conditions } from '../../../../shared/contract/conditions'
import { writeJson } from '../../../../shared/gold/read-json'
import type { Capture } from '../../../../shared/contract/capture'
import { BUNDLE_FILE, BUNDLE_INDEX, packBundle } from '../../bundle/bundle-files'
import { FILE_LIMITS, isThere, makeFolder, pathInside, sha256 } from '../../files/files'
import { writeWhole, beginWriting, endWriting } from '../../files/write-whole'
import { CaptureFile, packLayout, SnippetsFile } from './corpus-schema'

export interface NewPage {
  readonly capture: Omit<Capture, 'timings' | 'layout' | 'log'> & Partial<Pick<Capture, 'layout' | 'log'>>
  readonly loader: string
  /** Requested id. Default: an id from address and hash. If another page has the id, a part of the hash is added. */
  readonly id?: string
  readonly requested?: string | null
  readonly conditions?: Partial<Conditions> | undefined
  readonly texts?: Readonly<Record<string, string>>
  readonly snippets?: Readonly<Record<string, { readonly with: readonly string[]; readonly without: readonly string[] }>>
  readonly imported?: { readonly id: string; readonly from: string } & Readonly<Record<string, unknown>>
}

/** @param what the page, for the message @throws FailureError `corpus.too-large`. */
export function bytesOfPage(html: string, what: string, next: string) {
  const bytes = Buffer.from(html, 'utf8')
  if (bytes.length <= FILE_LIMITS.html) return { bytes, hash: sha256(bytes) }
  const [size, limit] = [bytes.length, FILE_LIMITS.html].map((length) => `${Math.round(length / 1024 / 1024)} MB`)
  throw failed('corpus.too-large', `${what} has ${size} of HTML; the limit of a corpus is ${limit} per page.`, next)
}

/**
 * Writes the page to a temporary folder, so that no reader sees an incomplete page.
 * @param place moves the folder. If `place` fails, the folder is removed.
 */
export async function placePage(
  root: string,
  id: string,
  page: NewPage,
  { bytes, hash }: ReturnType<typeof bytesOfPage>,
  place: (temporary: string) => Promise<void>,
): Promise<void> {
  const { capture } = page
  const file: CaptureFile = {
    url: shownAddress(page.requested ?? capture.url),
    finalUrl: shownAddress(capture.url),
    capturedAt: capture.capturedAt,
    mode: capture.mode,
    status: capture.status,
    charset: capture.charset,
    viewport: capture.layout?.viewport ?? null,
    sha256: hash,
    loader: page.loader,
    label: withoutUserInfo(capture.label).slice(0, 8192),
    ...(capture.log && capture.log.length > 0 ? { log: capture.log.slice(0, 1000) } : {}),
    ...(page.conditions ? { conditions: page.conditions } : {}),
    ...(page.imported ? { imported: page.imported } : {}),
  }
  const temporary = await pathInside(root, 'pages', `.new-${id}.${beginWriting()}`)
  try {
    await mkdir(join(temporary, 'gold'), { recursive: true })
    await writeFile(join(temporary, 'page.html'), bytes, { flush: true })
    await writeFile(join(temporary, 'capture.json'), writeJson(file, CaptureFile), { flush: true })
    if (capture.layout) await writeFile(join(temporary, 'layout.json.gz'), await packLayout(capture.layout), { flush: true })
    for (const [name, content] of await bundleFiles(root, id, capture)) await writeFile(join(temporary, name), content, { flush: true })
    for (const [name, content] of goldFiles(page)) await writeFile(join(temporary, 'gold', name), content, { flush: true })
    await place(temporary)
  } catch (thrown) {
    await rm(temporary, { recursive: true, force: true }).catch(() => undefined)
    throw thrown
  } finally {
    endWriting(temporary)
  }
}

/** The index is written first: if the archive file exists, both files are complete. */
async function bundleFiles(
  root: string,
  id: string,
  { url, bundle, capturedAt }: NewPage['capture'],
): Promise<[string, string | Buffer][]> {
  if (!bundle) return []
  const { warc, index } = await packBundle(root, url ?? `urn:boilerscope:${id}`, bundle, capturedAt)
  return [
    [BUNDLE_INDEX, index],
    [BUNDLE_FILE, warc],
  ]
}

const shownAddress = (url: string | null): string | null => (url === null ? null : withoutUserInfo(url))

function goldFiles({ texts = {}, snippets = {} }: Pick<NewPage, 'texts' | 'snippets'>): [name: string, content: string][] {
  return [
    ...Object.entries(texts).map(([name, text]): [string, string] => [`${name}.txt`, text]),
    ...Object.entries(snippets).map(([name, own]): [string, string] => [
      `${name}.snippets.json`,
      writeJson({ format: 'boilerscope-snippets', version: 1, ...own }, SnippetsFile),
    ]),
  ]
}

/** Adds resources to a page without resources. The capture must have the same HTML as the page. */
export async function addBundle(root: string, id: string, capture: NewPage['capture']): Promise<void> {
  if (!capture.bundle || (await isThere(await pathInside(root, 'pages', id, BUNDLE_FILE)))) return
  for (const [name, content] of await bundleFiles(root, id, capture)) await writeWhole(await pathInside(root, 'pages', id, name), content)
}

export async function addGoldFiles(root: string, id: string, gold: Pick<NewPage, 'texts' | 'snippets'>): Promise<boolean> {
  let added = false
  for (const [name, content] of goldFiles(gold)) {
    const path = await pathInside(root, 'pages', id, 'gold', name)
    if (await isThere(path)) continue
    await makeFolder(dirname(path))
    await writeWhole(path, content)
    added = true
  }
  return added
}

export function pageIdOf(url: string | null, hash: string): string {
  const parsed = url !== null && URL.canParse(url) ? new URL(url) : null
  const path = parsed ? safeDecode(parsed.pathname) : 'page'
  // Omits the folders of a file address, because they are private.
  const name = parsed?.protocol === 'file:' ? path.replace(/^.*\//, '') : `${parsed?.host ?? ''}${path}`
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 71)
    .replace(/-+$/, '')
  return `${slug === '' ? 'page' : slug}-${hash.slice(0, 8)}`
}

function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
