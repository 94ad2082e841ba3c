import type { PageReply, PageWorker } from '../services/extraction/page-thread'

/** Starts a thread of the browser. Messages wait until the address of the program is known. */
export function startBrowserThread(program: Promise<string>, options: WorkerOptions = {}): PageWorker {
  let worker: Worker | null = null
  let isOver = false
  const started = program.then((address) => {
    if (!isOver) worker = new Worker(address, { ...options, name: 'Boilerscope extraction' })
    return worker
  })
  return {
    post: (message) => void started.then((running) => running?.postMessage(message)),
    onReply: (listener) =>
      void started.then((running) => running?.addEventListener('message', ({ data }: MessageEvent<PageReply>) => listener(data))),
    onError: (listener) =>
      void started.then((running) => running?.addEventListener('error', ({ message }) => listener(new Error(message))), listener),
    end: () => {
      isOver = true
      worker?.terminate()
      return Promise.resolve()
    },
  }
}
