import { join, normalize, sep } from 'node:path'
import type { MessagePortMain } from 'electron'
import { pathToFileURL } from 'node:url'
import { createDispatcher, type Dispatcher, type Handlers } from '../../shared/contract/dispatcher'
import type { HostMessage } from '../../shared/contract/client'
import type { DocumentationAnswer } from '../services/documentation'
import { paced, type PageViews } from '../services/view/page-views'
import { isOwnFrame, WINDOW_HEADERS } from '../services/view/view-policy'
import type { ElectronPort } from './app-events'

/** Serves the contract to our own pages. A document receives no response to a request of an earlier document. */
export function serveContract(electron: Pick<ElectronPort, 'ipcMain' | 'MessageChannelMain'>, handlers: Handlers) {
  const channels = new Map<MessagePortMain, Dispatcher>()
  const leaving = new Set<Dispatcher>()
  let onClose: () => void = () => undefined

  electron.ipcMain.on('boilerscope:connect', ({ senderFrame: frame }) => {
    // A closing frame also has no parent, so `isOwnFrame` identifies the window by the address.
    if (!frame || !isOwnFrame(frame.url, frame.parent === null)) return
    const { port1: own, port2: theirs } = new electron.MessageChannelMain()
    const dispatcher = createDispatcher(handlers, (message) => own.postMessage(message))
    channels.set(own, dispatcher)
    own.on('message', ({ data }) => dispatcher.receive(data))
    own.on('close', () => {
      channels.delete(own)
      dispatcher.close()
      leaving.add(dispatcher)
      void dispatcher.settled().then(() => leaving.delete(dispatcher))
      onClose()
    })
    own.start()
    frame.postMessage('boilerscope:port', null, [theirs])
  })

  return {
    announce(message: HostMessage): void {
      for (const port of channels.keys()) port.postMessage(message)
    },
    async settled(milliseconds: number): Promise<void> {
      const late = new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref())
      const done = async (): Promise<void> => {
        while (channels.size > 0) await new Promise<void>((resolve) => (onClose = resolve))
        await Promise.all([...leaving].map((dispatcher) => dispatcher.settled()))
      }
      await Promise.race([late, done()])
    },
  }
}

export type ContractServer = ReturnType<typeof serveContract>

const SCHEME = 'boilerscope'

/** Call `declareScheme` before the application is ready. */
export function declareScheme({ protocol }: Pick<ElectronPort, 'protocol'>): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

interface SchemeOptions {
  readonly renderer: string
  readonly views: Pick<PageViews, 'answer'>
  readonly documentation: (path: string) => DocumentationAnswer
}

export function serveScheme(
  { protocol, net }: Pick<ElectronPort, 'protocol' | 'net'>,
  { renderer, views, documentation }: SchemeOptions,
): void {
  /** `net.fetch` derives the content type from the file's name. */
  async function fileWith(file: string, own: Readonly<Record<string, string>>): Promise<Response> {
    const response = await net.fetch(pathToFileURL(file).href).catch(() => null)
    if (response === null) return new Response('Not found', { status: 404 })
    const headers = new Headers(response.headers)
    for (const [name, value] of Object.entries(own)) headers.set(name, value)
    return new Response(response.body, { status: response.status, headers })
  }

  protocol.handle(SCHEME, async (request) => {
    const url = new URL(request.url)
    if (url.host === 'docs') {
      const answer = documentation(url.pathname.slice(1))
      if ('file' in answer) return fileWith(answer.file, answer.headers)
      const { status, headers, body } = answer
      const { Location: location } = headers
      return new Response(body, {
        status,
        headers: location === undefined ? headers : { ...headers, Location: new URL(location, url).href },
      })
    }
    if (url.host !== 'app') return new Response('Not found', { status: 404 })
    const view = await views.answer({ path: url.pathname, query: url.searchParams, origin: `${SCHEME}://app` })
    if (view) {
      const { status, headers, body } = view
      const sent =
        body instanceof ReadableStream ? ReadableStream.from(paced(body)) : typeof body === 'string' ? body : new Uint8Array(body)
      return new Response(sent, { status, headers })
    }
    const file = normalize(join(renderer, decodeURIComponent(url.pathname === '/' ? '/index.html' : url.pathname)))
    if (!file.startsWith(renderer + sep)) return new Response('Not found', { status: 404 })
    return fileWith(file, WINDOW_HEADERS)
  })
}
