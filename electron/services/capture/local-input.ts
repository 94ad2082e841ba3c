import { basename, dirname, sep } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath, pathToFileURL } from 'node:url'
import mime from 'mime'
import type { KeptResponse, PageParts } from '../../../shared/contract/capture'
import { pathInside } from '../files/files'
import { kindOf } from '../files/html-bytes'
import { readAtMost, streamFile, unpacked } from '../files/read-file'
import type { ArchivePlace } from './saves/archive'
import { isMhtml } from './saves/mhtml'

/** Resources of a local page. `find` accepts the address that the browser requests, or the original address. */
export interface LocalResources extends PageParts {
  readonly address: string
  original(url: string): string
}

export interface LocalInput {
  readonly kind: 'local'
  readonly label: string
  readonly url: string | null
  readonly html: string
  readonly charset: string | null
  readonly notes: readonly string[]
  readonly resources?: LocalResources
  /** HTML with web addresses instead of `cid:` references, for the browser. Default: `html`. */
  readonly shown?: string
}

export type SaveKind = 'archive' | 'mhtml' | 'html'

/** Detects the kind of a plain or gzip file from its first bytes. @throws FailureError if the file cannot be read. */
export async function kindOfSave(place: ArchivePlace): Promise<SaveKind> {
  const stream = 'path' in place ? streamFile(place.path) : unpacked(Readable.from([Buffer.from(place.bytes)]), place.name)
  const first = await stream.next()
  await stream.return(undefined)
  const start = first.done ? Buffer.alloc(0) : first.value
  if (/^(?:PK\x03\x04|filedesc:|(?:\xef\xbb\xbf)?[\r\n]*WARC\/)/.test(start.subarray(0, 1024).toString('latin1'))) return 'archive'
  return isMhtml(start) ? 'mhtml' : 'html'
}

/** The browser sees the page in `FOLDER`, one level below the root, so that relative paths to parent folders find no file. */
const ROOT = 'https://page.invalid/'
const FOLDER = `${ROOT}folder/`

const LARGEST = 16 * 1024 * 1024

/** Returns the images, styles, fonts and frames in or below the folder of a page. Refuses links out of the folder. */
export function besideFile(path: string): LocalResources {
  const folder = dirname(path)
  const own = pathToFileURL(folder + sep).href
  const original = (url: string): string =>
    url.startsWith(FOLDER) ? own + url.slice(FOLDER.length) : url.startsWith(ROOT) ? `file:///${url.slice(ROOT.length)}` : url
  return {
    address: FOLDER + encodeURIComponent(basename(path)),
    original,
    addresses: [],
    folder: own,
    async find(url) {
      const address = original(url).replace(/[?#].*$/s, '')
      if (!address.startsWith(own)) return null
      try {
        return await read(folder, fileURLToPath(address), address)
      } catch {
        return null
      }
    },
  }
}

const SHOWN = /\.(?:css|x?html?|a?png|jpe?g|jfif|gif|webp|avif|bmp|ico|svg|woff2?|[ot]tf)$/i

async function read(folder: string, path: string, url: string): Promise<KeptResponse | null> {
  const type = SHOWN.test(path) ? mime.getType(path) : null
  if (type === null) return null
  const inner = path.slice(folder.endsWith(sep) ? folder.length : folder.length + 1)
  const body = await readAtMost(await pathInside(folder, ...inner.split(sep)), LARGEST)
  return body && { url, kind: kindOf(type), status: 200, headers: [{ name: 'Content-Type', value: type }], body }
}
