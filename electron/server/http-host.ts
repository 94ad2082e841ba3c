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

  const hostFits = (request: IncomingMessage): boolean => hosts.includes(request.headers.host ?? '')

  function refuseUpgrade(request: IncomingMessage): string | null {
    const origin = request.headers.origin ?? ''
    if (!hostFits(request) || !hosts.some((host) => origin === `http://${host}`)) return '403 Forbidden'
    const url = targetOf(request)
    if (url === null) return '400 Bad Request'
    const received = Buffer.from(url.searchParams.get('token') ?? '')
    const isToken = received.length === token.length && timingSafeEqual(received, token)
    return url.pathname === '/socket' && isToken ? null : '403 Forbidden'
  }

  const server = createServer((request, response) => {
    answer(request)
      .then((found) => sendAnswer(response, found))
      .catch(() => {
        if (response.headersSent) response.destroy()
        else void sendAnswer(response, plainAnswer(500, 'Internal error'))
      })
  })

  async function answer(request: IncomingMessage): Promise<ViewAnswer> {
    if (!hostFits(request)) return plainAnswer(403, 'Forbidden: unknown host')
    if (request.method !== 'GET' && request.method !== 'HEAD') return plainAnswer(405, 'Method not allowed')
    const url = targetOf(request)
    if (url === null) return plainAnswer(400, 'Bad request')
    const { pathname: path, searchParams: query } = url
    const message = waiting.get(path)
    if (message) {
      waiting.delete(path)
      return windowAnswer('application/octet-stream', message.bytes, 'no-store')
    }
    const view = await options.views.answer({ path, query, origin: `http://${request.headers.host ?? ''}` })
    if (view) return view
    if (`${path}/` === DOCUMENTATION) return { status: 308, headers: { ...DOCUMENTATION_HEADERS, Location: DOCUMENTATION }, body: '' }
    if (!path.startsWith(DOCUMENTATION)) return files.get(path === '/' ? '/index.html' : path) ?? plainAnswer(404, 'Not found')
    const found = options.documentation(path.slice(DOCUMENTATION.length))
    if (!('file' in found)) return found
    return { status: 200, headers: { ...found.headers, 'Content-Type': typeOf(found.file) }, body: await readFile(found.file) }
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

const plainAnswer = (status: number, body: string): ViewAnswer => ({
  status,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' },
  body,
})

const windowAnswer = (type: string, body: Uint8Array, caching: string): ViewAnswer => ({
  status: 200,
  headers: { ...WINDOW_HEADERS, 'Content-Type': type, 'Cache-Control': caching },
  body,
})

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
function readFiles(folder: string): Map<string, ViewAnswer> {
  const files = new Map<string, ViewAnswer>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const name = `/${relative(folder, path).split(sep).join('/')}`
    const caching = name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-store'
    files.set(name, windowAnswer(typeOf(path), readFileSync(path), caching))
  }
  return files
}
