import { basename, isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import { failed, FailureError } from '../../../shared/base/failure'
import type { Source } from '../../../shared/contract/source'
import type { LoadContext } from '../page-service'
import { besideFile } from '../saves/beside-file'
import { MOST_MHTML } from '../saves/mhtml'
import { archivedInput, kindOfSave, mhtmlInput } from '../saves/saved-page'
import { readAtMost } from '../sources/read-file'
import { decodeHtml, readHtmlBytes, unpackHtmlBytes } from './decode-html'
import type { LocalInput } from './local-input'
import { tooLargeFailure } from './load-failures'
import { webAddress } from '../../../shared/base/url'
import { pathOfAddress } from '../file-address'

/** A page that the browser must ask for. */
export interface NetworkInput {
  readonly kind: 'network'
  readonly label: string
  readonly url: string
}

/**
 * Reads a source as far as that needs no browser.
 * @param archives where pages of an archive come from that is open already
 * @throws FailureError `load.bad-address`, `load.too-large`, `input.*` (see `readHtmlBytes`).
 */
export async function readInput(source: Source, maxBytes: number, archives?: LoadContext['archives']): Promise<LocalInput | NetworkInput> {
  switch (source.kind) {
    case 'url':
      return addressInput(source.url.trim(), maxBytes)
    case 'file':
      if (archives && source.entry !== undefined) return (await archives.open(source.path)).input(source.entry)
      return fileInput(source.path, maxBytes, source.entry ?? null)
    case 'bytes': {
      const place = { name: source.name, bytes: source.bytes }
      const kind = source.bytes.length === 0 ? 'html' : await kindOfSave(place)
      if (kind === 'archive') return archivedInput(place, source.entry ?? null, maxBytes)
      if (kind === 'mhtml') return mhtmlInput(await plainBytes(source.bytes, source.name), source.name, null)
      const { html, charset, notes } = decodeHtml(await unpackHtmlBytes(source.bytes, source.name, maxBytes))
      return { kind: 'local', label: source.name, url: null, html, charset, notes }
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

async function addressInput(address: string, maxBytes: number): Promise<LocalInput | NetworkInput> {
  const path = pathOfAddress(address)
  if (path !== null) return fileInput(path, maxBytes, null)
  const url = webAddress(address)
  if (url) return { kind: 'network', label: address, url: url.href }
  throw failed(
    'load.bad-address',
    `"${address.slice(0, 200)}" is not the address of a page.`,
    'Give an address that begins with http:// or https://, or the path of a file.',
  )
}

async function fileInput(path: string, maxBytes: number, entry: string | null): Promise<LocalInput> {
  if (!isAbsolute(path)) throw failed('input.not-found', `${path} is not a full path.`, 'Give the path from the root.')
  const kind = await kindOfSave({ path }).catch(() => 'html' as const)
  if (kind === 'archive') return archivedInput({ path }, entry, maxBytes)
  if (kind === 'mhtml') return mhtmlInput(await plainBytes(await readWhole(path), path), basename(path), path)
  const { html, charset, notes } = decodeHtml(await readHtmlBytes(path, maxBytes))
  return { kind: 'local', label: basename(path), url: pathToFileURL(path).href, html, charset, notes, resources: besideFile(path) }
}

async function readWhole(path: string): Promise<Uint8Array> {
  const bytes = await readAtMost(path, MOST_MHTML)
  if (bytes === null) throw new FailureError(tooLargeFailure(path, MOST_MHTML))
  return bytes
}

/** A message is text, also where its parts are not. */
async function plainBytes(bytes: Uint8Array, name: string): Promise<Uint8Array> {
  return unpackHtmlBytes(bytes, name, MOST_MHTML)
}
