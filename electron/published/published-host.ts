/**
 * The host of a published site, in the window's own thread: nothing but files answers here, and a worker could read none of them where
 * the site was opened as a file. It hands the window a port, as Electron's preload does.
 */
import { createDispatcher } from '../../shared/contract/dispatcher'
import type { PublishedRun } from '../../shared/contract/published'
import { DEFAULT_LIMITS } from '../../shared/contract/source'
import { createPageThread, type TaskReply, type Thread } from '../services/extraction/page-thread'
import { createBlobs } from './window-blobs'
import { createSiteData } from './site-data'
import { siteHandlers } from './site-handlers'

const data = createSiteData(window)

/** The thread's program is a file of data, too: it starts from a `blob:`, which is of this window's origin wherever the site lies. */
const program = data.bytes('tasks').then((bytes) => URL.createObjectURL(new Blob([bytes.slice()], { type: 'text/javascript' })))

function startThread(): Thread {
  let worker: Worker | null = null
  let isOver = false
  const started = program.then((address) => {
    if (!isOver) worker = new Worker(address, { name: 'Boilerscope extraction' })
    return worker
  })
  return {
    post: (message) => void started.then((running) => running?.postMessage(message)),
    onReply: (listener) =>
      void started.then((running) => running?.addEventListener('message', ({ data }: MessageEvent<TaskReply>) => listener(data))),
    onError: (listener) =>
      void started.then((running) => running?.addEventListener('error', ({ message }) => listener(new Error(message))), listener),
    end: () => {
      isOver = true
      worker?.terminate()
      return Promise.resolve()
    },
  }
}

/** Answers on a port. */
function serve(port: MessagePort): void {
  const site = data.value('site') as Promise<PublishedRun>
  const thread = createPageThread({ start: startThread, timeout: DEFAULT_LIMITS.extractionTimeout, stays: true })
  const handlers = siteHandlers({ site, page: (file) => data.value(file), thread, blobs: createBlobs() })
  const dispatcher = createDispatcher(handlers, (message) => port.postMessage(message))
  port.onmessage = ({ data: message }: MessageEvent<unknown>) => dispatcher.receive(message)
}

/** What the window takes for a preload bridge. */
const bridge = {
  viewBase: null,
  connect(): void {
    const { port1, port2 } = new MessageChannel()
    serve(port1)
    // An origin that was opened as a file has no name to be told.
    window.postMessage('boilerscope:port', '*', [port2])
  },
  pathOf: (): string => '',
}

Object.defineProperty(window, 'boilerscope', { value: bridge })
