import { basename, isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import { failed, FailureError } from '../../../shared/base/failure'
import type { Source } from '../../../shared/contract/capture'
import type { LoadContext } from './loader'
import type { ArchivePlace } from './saves/archive'
import type { SaveReader } from './saves/save-reader'
import { decodeHtml } from '../files/html-bytes'
import { readHtmlBytes, unpackHtmlBytes } from '../files/files'
import { besideFile, kindOfSave, type LocalInput, type SaveKind } from './local-input'
import { tooLargeFailure } from './load-failures'
import { webAddress, withoutUserInfo } from '../../../shared/base/url'
import { pathOfAddress } from '../files/machine'

export interface NetworkInput {
  readonly kind: 'network'
  readonly label: string
  readonly url: string
}

interface ReadOptions {
  readonly maxBytes: number
  readonly archives?: LoadContext['archives']
  readonly saves?: Pick<SaveReader, 'page'>
  readonly signal?: AbortSignal
  readonly timeout?: number
  /** Called before a saved page is read. */
  readonly found?: () => void
}

/** Reads a file, an archive or given HTML. Does not load a web address. @throws FailureError, such as `load.bad-address`. */
export async function readInput(source: Source, options: ReadOptions): Promise<LocalInput | NetworkInput> {
  const { maxBytes, archives } = options
  switch (source.kind) {
    case 'url':
      return addressInput(withoutUserInfo(source.url.trim()), options)
    case 'file':
      if (archives && source.entry !== undefined) return (await archives.open(source.path)).input(source.entry)
      return fileInput(source.path, source.entry ?? null, options)
    case 'bytes': {
      const place = { name: source.name, bytes: source.bytes }
      const kind = source.bytes.length === 0 ? 'html' : await kindOfSave(place)
      if (kind !== 'html') return savedInput(kind, place, source.entry ?? null, options)
      return { kind: 'local', label: source.name, url: null, ...decodeHtml(await unpackHtmlBytes(source.bytes, source.name, maxBytes)) }
    }
    case 'html': {
      const label = source.name ?? 'pasted HTML'
      if (source.html.length > maxBytes) throw new FailureError(tooLargeFailure(label, maxBytes))
      return { kind: 'local', label, url: webAddress(source.url)?.href ?? null, html: source.html, charset: null, notes: [] }
    }
    case 'sample':
      throw failed('sample.unknown', `There is no sample "${source.id}".`, 'Choose one from the list of samples.')
  }
}

async function addressInput(address: string, options: ReadOptions): Promise<LocalInput | NetworkInput> {
  const path = pathOfAddress(address)
  if (path !== null) return fileInput(path, null, options)
  const url = webAddress(address)
  if (url) return { kind: 'network', label: address, url: url.href }
  const message = `"${address.slice(0, 200)}" is not the address of a page.`
  throw failed('load.bad-address', message, 'Enter an address that begins with http:// or https://, or the path of a file.')
}

const SESSION = /^\s*\{\s*"format"\s*:\s*"boilerscope-session"/

async function fileInput(path: string, entry: string | null, options: ReadOptions): Promise<LocalInput> {
  if (!isAbsolute(path)) throw failed('input.not-found', `${path} is not a full path.`, 'Enter the path from the root.')
  const kind = await kindOfSave({ path }).catch(() => 'html' as const)
  if (kind !== 'html') return savedInput(kind, { path }, entry, options)
  const decoded = decodeHtml(await readHtmlBytes(path, options.maxBytes))
  if (SESSION.test(decoded.html)) {
    const message = `${basename(path)} is a saved session or step, not a page.`
    throw failed('input.session', message, 'Open it in the window with “Open session or step …”.')
  }
  return { kind: 'local', label: basename(path), url: pathToFileURL(path).href, ...decoded, resources: besideFile(path) }
}

async function savedInput(
  kind: Exclude<SaveKind, 'html'>,
  place: ArchivePlace,
  entry: string | null,
  { maxBytes, saves, found, signal, timeout }: ReadOptions,
): Promise<LocalInput> {
  found?.()
  const read = saves?.page ?? (await import('./saves/save-reader')).readPageHere
  return read({ kind, place, entry, limit: maxBytes }, { signal, timeout })
}
