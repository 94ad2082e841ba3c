/** Reads files beside a page from disk, such as the `_files` folder that browsers save. */
import { basename, dirname, extname, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { KeptResponse, ResourceKind } from '../../../../shared/contract/bundle'
import type { LocalResources } from '../local-input'
import { pathInside } from '../../files/files'
import { readAtMost } from '../../files/read-file'

/** Address of the page's folder for the browser: one level down, so that parent paths lead nowhere. */
const ROOT = 'https://page.invalid/'
const FOLDER = `${ROOT}folder/`

/** Limit of bytes per file. */
const LARGEST = 16 * 1024 * 1024

/**
 * Returns the parts that a page on disk may show: images, style sheets, fonts and frames in its folder and below, links resolved. Nothing
 * can leave, because the page has no network.
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
        // A missing or unreadable file or a link out of the folder is missing for the page.
        return null
      }
    },
  }
}

/** Types by file extension; other files are refused. */
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
