/** The host of a published site. Runs in the window's thread, because only the window can read the data of a site opened as a file. */
import { createDispatcher } from '../../shared/contract/dispatcher'
import { type PublishedRun, SITE_DATA } from '../../shared/contract/published'
import { DEFAULT_LIMITS } from '../../shared/contract/capture'
import { createPageThread } from '../services/extraction/page-thread'
import { siteHandlers } from './site-handlers'
import { Packr } from 'msgpackr/index-no-eval'
import { failed, type FailureError } from '../../shared/base/failure'
import { OWN_BLOBS } from '../static/blob-views'
import { startBrowserThread } from '../static/browser-host'
import { valueAt } from '../../shared/base/once'

const data = createSiteData(window)

/** The thread's program is a data file. A `blob:` address always has the origin of the window. */
const program = data.bytes('tasks').then((bytes) => URL.createObjectURL(new Blob([bytes.slice()], { type: 'text/javascript' })))

function serve(port: MessagePort): void {
  const site = data.value('site') as Promise<PublishedRun>
  const thread = createPageThread({ start: () => startBrowserThread(program), timeout: DEFAULT_LIMITS.extractionTimeout, stays: true })
  const handlers = siteHandlers({ site, page: (file) => data.value(file), thread, blobs: OWN_BLOBS })
  const dispatcher = createDispatcher(handlers, (message) => port.postMessage(message))
  port.onmessage = ({ data: message }: MessageEvent<unknown>) => dispatcher.receive(message)
}

const bridge = {
  viewBase: null,
  connect(): void {
    const { port1, port2 } = new MessageChannel()
    serve(port1)
    // The origin of a page opened as a file has no name, so the target is `*`.
    window.postMessage('boilerscope:port', '*', [port2])
  },
  pathOf: (): string => '',
}

Object.defineProperty(window, 'boilerscope', { value: bridge })

declare global {
  interface Window {
    [SITE_DATA]?: (name: string, base64: string) => void
  }
}

const incomplete = (name: string, state: string): FailureError =>
  failed('site.incomplete', `The file data/${name}.js of this site is ${state}.`, 'Request the complete site from its publisher.')

async function unpacked(base64: string): Promise<Uint8Array> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** A page opened as a file cannot fetch, so scripts in `data/` contain the data. The methods throw FailureError `site.incomplete`. */
function createSiteData(self: Window) {
  const waiting = new Map<string, (base64: string) => void>()
  const reading = new Map<string, Promise<string>>()
  self[SITE_DATA] = (name, base64) => waiting.get(name)?.(base64)

  // Simultaneous reads of a file share one request, because the script delivers the contents once.
  const read = (name: string): Promise<string> => valueAt(reading, name, () => requestFile(name).finally(() => reading.delete(name)))

  function requestFile(name: string): Promise<string> {
    const script = self.document.createElement('script')
    return new Promise<string>((resolve, reject) => {
      const missing = (): void => reject(incomplete(name, 'missing'))
      waiting.set(name, resolve)
      script.src = new URL(`data/${name}.js`, self.document.baseURI).href
      script.addEventListener('error', missing)
      // After `load`, the promise is still pending only if the script is not the expected file.
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
      throw incomplete(name, 'damaged')
    })
  }
  const packr = new Packr({ structuredClone: true, useRecords: false })
  return { bytes, value: async (name: string): Promise<unknown> => packr.unpack(await bytes(name)) }
}
