/** Files beside a page that was opened from disk, such as the `_files` folder that browsers save with a page. */
import { basename, dirname, extname, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { KeptResponse, ResourceKind } from '../../../../shared/contract/bundle'
import type { LocalResources } from '../local-input'
import { pathInside } from '../../files/files'
import { readAtMost } from '../../files/read-file'

/** Where the browser sees the page's folder: one level down, so that a way out of it leads to nothing. */
const ROOT = 'https://page.invalid/'
const FOLDER = `${ROOT}folder/`

/** Bytes of one file. */
const LARGEST = 16 * 1024 * 1024

/**
 * What a page of this disk may show: images, style sheets, fonts and frames in its own folder and below, links resolved. Nothing of it
 * can leave, since the page reaches no network.
 */
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
        // No file, no right to read it, a link out of the folder: for the page it is not there.
        return null
      }
    },
  }
}

/** What a page shows, by the ending of its file; any other file is none of its business. */
const TYPES: ReadonlyMap<string, readonly [kind: ResourceKind, type: string]> = new Map([
  ['.css', ['stylesheet', 'text/css']],
  ['.html', ['document', 'text/html']],
  ['.htm', ['document', 'text/html']],
  ['.xhtml', ['document', 'application/xhtml+xml']],
  ['.png', ['image', 'image/png']],
  ['.apng', ['image', 'image/apng']],
  ['.jpg', ['image', 'image/jpeg']],
  ['.jpeg', ['image', 'image/jpeg']],
  ['.jfif', ['image', 'image/jpeg']],
  ['.gif', ['image', 'image/gif']],
  ['.webp', ['image', 'image/webp']],
  ['.avif', ['image', 'image/avif']],
  ['.bmp', ['image', 'image/bmp']],
  ['.ico', ['image', 'image/x-icon']],
  ['.svg', ['image', 'image/svg+xml']],
  ['.woff', ['font', 'font/woff']],
  ['.woff2', ['font', 'font/woff2']],
  ['.ttf', ['font', 'font/ttf']],
  ['.otf', ['font', 'font/otf']],
])

async function read(folder: string, path: string, url: string): Promise<KeptResponse | null> {
  const [kind, type] = TYPES.get(extname(path).toLowerCase()) ?? []
  if (kind === undefined || type === undefined) return null
  const inner = path.slice(folder.endsWith(sep) ? folder.length : folder.length + 1)
  const body = await readAtMost(await pathInside(folder, ...inner.split(sep)), LARGEST)
  return body && { url, kind, status: 200, headers: [{ name: 'Content-Type', value: type }], body }
}
