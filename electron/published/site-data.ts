/** Files of data of a published site. They are scripts, since a page that was opened as a file may fetch nothing else. */
import { Packr } from 'msgpackr/index-no-eval'
import { failed } from '../../shared/base/failure'
import { SITE_DATA } from '../../shared/contract/published'

declare global {
  interface Window {
    [SITE_DATA]?: (name: string, base64: string) => void
  }
}

async function unpacked(base64: string): Promise<Uint8Array> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Reads files of data by their names, each as often as it is asked for. */
export interface SiteData {
  /** @throws FailureError `site.incomplete` where the file is not there or damaged. */
  bytes(name: string): Promise<Uint8Array>
  /** The value that was packed into it. @throws FailureError `site.incomplete`. */
  value(name: string): Promise<unknown>
}

/** Reads the files below `data/` beside the window's document. */
export function createSiteData(self: Window): SiteData {
  const waiting = new Map<string, (base64: string) => void>()
  self[SITE_DATA] = (name, base64) => waiting.get(name)?.(base64)

  function read(name: string): Promise<string> {
    const script = self.document.createElement('script')
    return new Promise<string>((resolve, reject) => {
      const missing = (): void =>
        reject(failed('site.incomplete', `This site lacks its file data/${name}.js.`, 'Ask whoever published it for the whole folder.'))
      waiting.set(name, resolve)
      script.src = new URL(`data/${name}.js`, self.document.baseURI).href
      script.addEventListener('error', missing)
      // A file that ran and said nothing is not the one that was wanted.
      script.addEventListener('load', missing)
      self.document.head.append(script)
    }).finally(() => {
      waiting.delete(name)
      script.remove()
    })
  }

  const bytes = async (name: string): Promise<Uint8Array> => {
    const base64 = await read(name)
    return unpacked(base64).catch(() => {
      throw failed('site.incomplete', `This site’s file data/${name}.js is damaged.`, 'Ask whoever published it for the whole folder.')
    })
  }
  const packr = new Packr({ structuredClone: true, useRecords: false })
  return { bytes, value: async (name) => packr.unpack(await bytes(name)) }
}
