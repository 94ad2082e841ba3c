import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import mime from 'mime'
import { Packr } from 'msgpackr'
import { type WebSocket, WebSocketServer } from 'ws'
import { createDispatcher, type Dispatcher, type Handlers } from '../../shared/contract/dispatcher'
import { type HostMessage, LONGEST_MESSAGE, LONGEST_REQUEST } from '../../shared/contract/client'
import type { HostEvent } from '../../shared/contract/contract'
import { paced, type PageViews, type ViewAnswer } from '../services/view/page-views'
import { DOCUMENTATION_HEADERS, type DocumentationAnswer } from '../services/documentation'
import { WINDOW_HEADERS } from '../services/view/view-policy'

export interface HttpHostOptions {
  readonly handlers: Handlers
  readonly renderer: string
  /** Views of open pages. A request needs no token, but our `Host` and the unguessable handle of the page. */
  readonly views: Pick<PageViews, 'answer'>
  readonly documentation: (path: string) => DocumentationAnswer
  readonly token: string
  readonly port: number
}

const DOCUMENTATION = '/docs/'

const MESSAGES = '/message/'

const packr = new Packr({ structuredClone: true, useRecords: false })

/**
 * A request needs our `Host`. A socket also needs our `Origin` and the token.
 * The address of a view contains only the random handle of a page, because a hostile page may send the address elsewhere.
 */
export async function startHttpHost(options: HttpHostOptions) {
  const files = readFiles(options.renderer)
  const token = Buffer.from(options.token)
  let hosts: readonly string[] = []
  const waiting: WaitingMessages = new Map()

  const tokenFits = (url: URL): boolean => {
    const received = Buffer.from(url.searchParams.get('token') ?? '')
    return received.length === token.length && timingSafeEqual(received, token)
  }
  const hostFits = (request: IncomingMessage): boolean => hosts.includes(request.headers.host ?? '')

  function refuseUpgrade(request: IncomingMessage): string | null {
    const origin = request.headers.origin ?? ''
    if (!hostFits(request) || !hosts.some((host) => origin === `http://${host}`)) return '403 Forbidden'
    const url = targetOf(request)
    if (url === null) return '400 Bad Request'
    return url.pathname === '/socket' && tokenFits(url) ? null : '403 Forbidden'
  }

  const server = createServer((request, response) => {
    void respond(request, response).catch(() => {
      if (response.headersSent) response.destroy()
      else send(response, 500, 'text/plain', 'Internal error')
    })
  })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!hostFits(request)) return send(response, 403, 'text/plain', 'Forbidden: unknown host')
    if (request.method !== 'GET' && request.method !== 'HEAD') return send(response, 405, 'text/plain', 'Method not allowed')
    const url = targetOf(request)
    if (url === null) return send(response, 400, 'text/plain', 'Bad request')
    const message = waiting.get(url.pathname)
    if (message) {
      waiting.delete(url.pathname)
      return sendToWindow(response, { type: 'application/octet-stream', bytes: message.bytes }, 'no-store')
    }
    const view = await options.views.answer({
      path: url.pathname,
      query: url.searchParams,
      origin: `http://${request.headers.host ?? ''}`,
    })
    if (view) return sendAnswer(response, view)
    if (`${url.pathname}/` === DOCUMENTATION)
      return sendAnswer(response, { status: 308, headers: { ...DOCUMENTATION_HEADERS, Location: DOCUMENTATION }, body: '' })
    if (url.pathname.startsWith(DOCUMENTATION)) {
      const answer = options.documentation(url.pathname.slice(DOCUMENTATION.length))
      if (!('file' in answer)) return sendAnswer(response, answer)
      const headers = { ...answer.headers, 'Content-Type': typeOf(answer.file) }
      return sendAnswer(response, { status: 200, headers, body: await readFile(answer.file) })
    }
    const name = url.pathname === '/' ? '/index.html' : url.pathname
    const file = files.get(name)
    if (!file) return send(response, 404, 'text/plain', 'Not found')
    sendToWindow(response, file, name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-store')
  }

  const sockets = new WebSocketServer({ noServer: true, maxPayload: LONGEST_REQUEST })
  server.on('upgrade', (request, socket, head) => {
    // Without a listener for errors, a reset connection would end the process.
    socket.on('error', () => socket.destroy())
    const refusal = refuseUpgrade(request)
    if (refusal !== null) {
      socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\n\r\n`, () => socket.destroy())
      return
    }
    sockets.handleUpgrade(request, socket, head, (ws) => serve(ws, options.handlers, waiting))
  })

  await once(server.listen(options.port, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  hosts = [`127.0.0.1:${port}`, `localhost:${port}`]

  return {
    port,
    url: `http://127.0.0.1:${port}/#token=${options.token}`,
    announce(event: HostEvent): void {
      const bytes = packr.pack({ type: 'event', event } satisfies HostMessage)
      for (const ws of sockets.clients) if (ws.readyState === ws.OPEN) ws.send(bytes)
    },
    async close(): Promise<void> {
      for (const ws of sockets.clients) ws.terminate()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

export type HttpHost = Awaited<ReturnType<typeof startHttpHost>>

interface ServedFile {
  readonly type: string
  readonly bytes: Uint8Array
}

/** Long messages by unguessable path. A message is removed after reading, or when its window closes. */
type WaitingMessages = Map<string, { readonly bytes: Uint8Array; readonly window: WebSocket }>

function serve(ws: WebSocket, handlers: Handlers, waiting: WaitingMessages): void {
  const dispatcher: Dispatcher = createDispatcher(handlers, (message: HostMessage) => {
    if (ws.readyState !== ws.OPEN) return
    const bytes = packr.pack(message)
    if (bytes.length <= LONGEST_MESSAGE) return ws.send(bytes)
    const path = MESSAGES + randomBytes(24).toString('hex')
    waiting.set(path, { bytes, window: ws })
    ws.send(path)
  })
  ws.on('message', (data, isBinary) => {
    if (!isBinary || !Buffer.isBuffer(data)) return
    try {
      dispatcher.receive(packr.unpack(data))
    } catch {
      ws.close(1007, 'malformed message')
    }
  })
  ws.on('close', () => {
    for (const [path, { window }] of waiting) if (window === ws) waiting.delete(path)
    dispatcher.close()
  })
  ws.on('error', () => ws.terminate())
}

function targetOf(request: IncomingMessage): URL | null {
  const target = request.url ?? '/'
  // Without the prefix, `evil` would be the host of `//evil/socket`.
  const address = `http://127.0.0.1${target}`
  return target.startsWith('/') && URL.canParse(address) ? new URL(address) : null
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8`, 'X-Content-Type-Options': 'nosniff' }).end(text)
}

function sendToWindow(response: ServerResponse, { type, bytes }: ServedFile, caching: string): void {
  response.writeHead(200, { ...WINDOW_HEADERS, 'Content-Type': type, 'Cache-Control': caching }).end(bytes)
}

function typeOf(path: string): string {
  const type = mime.getType(path) ?? 'application/octet-stream'
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type
}

async function sendAnswer(response: ServerResponse, { status, headers, body }: ViewAnswer): Promise<void> {
  response.writeHead(status, headers)
  // A frame can navigate before the end of the response, so an early close is no error.
  if (body instanceof ReadableStream) await pipeline(paced(body), response).catch(() => undefined)
  else response.end(body)
}

/** All files are read at the start, so a request cannot reach a file outside the folder. */
function readFiles(folder: string): Map<string, ServedFile> {
  const files = new Map<string, ServedFile>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files.set('/' + relative(folder, path).split(sep).join('/'), { type: typeOf(path), bytes: readFileSync(path) })
  }
  return files
}
