/** The host of the web edition, a worker of the window. Refuses methods that need a disk, a program or another website. */
import type { HostInfo } from '../../shared/contract/contract'
import { createDispatcher } from '../../shared/contract/dispatcher'
import { DEFAULT_LIMITS } from '../../shared/contract/capture'
import { descriptions } from '../../shared/extractors'
import { pageHandlers } from '../services/view/page-handlers'
import { createPageThread } from '../services/extraction/page-thread'
import { createPageService } from '../services/view/page-service'
import { FIRST_SAMPLE, samplesOf } from '../services/sources/sample-list'
import { createBlobViews, OWN_BLOBS } from './blob-views'
import { refuseAllMethods, startBrowserThread } from './browser-host'
import { createStaticLoader } from './read-source'

declare const BOILERSCOPE_VERSION: string

const beside = (path: string): string => new URL(path, self.location.href).href

const startThread = () => startBrowserThread(Promise.resolve(beside('tasks.js')), { type: 'module' })

async function readSample(path: string): Promise<string> {
  const response = await fetch(beside(`../samples/${path}`))
  if (!response.ok) throw new Error(`The server responded to ${path} with status ${response.status}.`)
  return response.text()
}

let handles = 0
const pages = createPageService(
  createStaticLoader(() => new Date().toISOString()),
  createPageThread({ start: startThread, timeout: DEFAULT_LIMITS.extractionTimeout }),
  // Handles may be guessable, because only this window can send messages to this worker.
  () => `page-${++handles}`,
)

const views = createBlobViews(pages, OWN_BLOBS)

const initial = { kind: 'sample', id: FIRST_SAMPLE } as const
const host: HostInfo = { kind: 'static', version: BOILERSCOPE_VERSION, initial, fileDialog: false, docs: '../' }

const dispatcher = createDispatcher(
  {
    ...refuseAllMethods(),
    ...pageHandlers({
      host: () => Promise.resolve(host),
      pages,
      views,
      samples: samplesOf(readSample),
      extractors: () => Promise.resolve(descriptions.list()),
      own: () => Promise.resolve({}),
    }),
    'page.view': ({ page, styled }) => views.view(page, styled),
    'page.resources': ({ page }) => views.summary(page),
  },
  (message) => postMessage(message),
)

addEventListener('message', ({ data }: MessageEvent<unknown>) => dispatcher.receive(data))
