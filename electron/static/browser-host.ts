/** Threads and refusals of hosts in a browser. These hosts have no disk and no other programs, and cannot read other sites. */
import { failed } from '../../shared/base/failure'
import { contract } from '../../shared/contract/contract'
import type { Handlers } from '../../shared/contract/dispatcher'
import type { PageReply, PageWorker } from '../services/extraction/page-thread'

/** Empty responses to requests that the window sends without an action of the user. */
const EMPTY = {
  'own.list': () => Promise.resolve([]),
  'own.sources': () => Promise.resolve([]),
  'corpus.recent': () => Promise.resolve([]),
  'evaluation.list': () => Promise.resolve({ runs: [], damaged: [] }),
  'window.theme': () => Promise.resolve(null),
  'menu.set': () => Promise.resolve(null),
} satisfies Partial<Handlers>

const WORK: Readonly<Record<string, string>> = {
  corpus: 'Corpora are folders, which a website cannot read.',
  evaluation: 'An evaluation reads a collection from the disk, which a website cannot do.',
  own: 'A custom extractor is a file or a program on your machine, which a website cannot read.',
  library: 'A website cannot install or run other programs.',
  reduce: 'This website cannot reduce pages.',
  snippets: 'Snippets are in a folder, which a website cannot read.',
  archive: 'This website cannot read web archives.',
  figure: 'A website cannot take a picture of a page. Charts can be exported.',
  dialog: 'A website cannot choose files by their path.',
  page: 'A website cannot load missing files of a page.',
}

/** Refuses every method, except the methods of `EMPTY`. The host replaces the handlers of available methods. */
export function refuseAllMethods(): Handlers {
  const refused = Object.fromEntries(
    Object.keys(contract).map((method) => {
      const message = WORK[method.split('.')[0] ?? ''] ?? 'This cannot be done on a website.'
      return [method, () => Promise.reject(failed('static.not-here', message, 'Install Boilerscope to do this.'))]
    }),
  )
  return { ...(refused as unknown as Handlers), ...EMPTY }
}

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
