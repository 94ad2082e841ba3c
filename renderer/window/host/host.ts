/** The window's only connection to its host: a bridge in Electron and on a published site, a worker on other websites, else a WebSocket. */
import { useEffect, useMemo, useState } from 'react'
import { createRequestSlot } from '../../../shared/base/request-slot'
import { bytesOfMessage, createClient, LONGEST_REQUEST, REQUEST_TOO_LONG } from '../../../shared/contract/client'
import type { Channel, Client, HostMessage } from '../../../shared/contract/client'
import { failure, type Failure } from '../../../shared/base/failure'
import type { ClientMessage } from '../../../shared/contract/contract'
import { setState } from '../store'

export interface Bridge {
  /** Prefix of the addresses of page views; null if the window builds the views itself. */
  readonly viewBase: string | null
  /** Requests a channel. The window receives the channel's port with the message `boilerscope:port`. */
  connect(): void
  /** Returns the path of a dropped or chosen file; an empty string if the file is not on the disk. */
  pathOf(file: File): string
}

declare global {
  interface Window {
    readonly boilerscope?: Bridge
  }
}

export interface Connection {
  readonly client: Client
  /**
   * Returns null if the window builds the views itself.
   * @param styled adds stored images and styles
   */
  viewUrl(page: string, styled: boolean): string | null
  /** Returns null if the window cannot read the path, as in a browser. */
  pathOf(file: File): string | null
  onLost?(listener: () => void): void
}

const TOKEN_KEY = 'boilerscope.token'

/**
 * Reads and removes the token in the window's address. Without a token in the address, returns the stored token. Cookies are no option: the
 * browser would send a cookie to all ports of this machine. A token is stored only after the host accepted the token. Otherwise a foreign
 * link with a wrong token would lock out every new window.
 */
function readToken(): { readonly token: string; readonly storeToken: () => void } {
  const hash = new URLSearchParams(location.hash.slice(1))
  const given = hash.get('token')
  if (given === null)
    return { token: sessionStorage.getItem(TOKEN_KEY) ?? localStorage.getItem(TOKEN_KEY) ?? '', storeToken: () => undefined }
  hash.delete('token')
  const rest = hash.toString()
  history.replaceState(null, '', location.pathname + (rest === '' ? '' : `#${rest}`))
  const storeToken = (): void => {
    for (const storage of [sessionStorage, localStorage]) {
      try {
        storage.setItem(TOKEN_KEY, given)
      } catch {
        // The storage is full or blocked. The window continues with its token.
      }
    }
  }
  return { token: given, storeToken }
}

async function whyNot(): Promise<Failure> {
  const isThere = await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
  return isThere
    ? failure(
        'client.not-admitted',
        'Boilerscope does not accept this browser yet.',
        'Open the address that npm start printed (with #token=) once in this browser. Then this link opens too.',
      )
    : failure(
        'client.no-host',
        'Boilerscope is not running at this address.',
        'Start Boilerscope with npm start, and open the printed address.',
      )
}

export function connect(): Connection {
  const bridge = window.boilerscope
  if (bridge) return connectBridge(bridge)
  const worker = document.querySelector<HTMLMetaElement>('meta[name="boilerscope-host"]')
  return worker ? connectWorker(new URL(worker.content, document.baseURI)) : connectSocket(readToken())
}

const viewUrlUnder =
  (base: string): Connection['viewUrl'] =>
  (page, styled) =>
    `${base}${encodeURIComponent(page)}${styled ? '' : '?bare=1'}`

function connectBridge(bridge: Bridge): Connection {
  return {
    client: createClient(portChannel(bridge, window)),
    viewUrl: bridge.viewBase === null ? () => null : viewUrlUnder(bridge.viewBase),
    pathOf: (file) => bridge.pathOf(file) || null,
  }
}

export function portChannel(bridge: Bridge, self: Pick<Window, 'addEventListener'>): Channel {
  const opening = new Promise<MessagePort>((resolve) => {
    self.addEventListener('message', ({ source, data, ports: [port] }) => {
      // Security: accept a channel only from this window.
      if (source === self && data === 'boilerscope:port' && port) resolve(port)
    })
  })
  bridge.connect()
  return {
    send: (message) => opening.then((port) => port.postMessage(message)),
    onMessage(listener) {
      void opening.then((port) => {
        port.onmessage = ({ data }: MessageEvent<HostMessage>) => listener(data)
      })
    },
    onClose: () => undefined,
  }
}

function connectWorker(program: URL): Connection {
  const worker = new Worker(program, { type: 'module', name: 'Boilerscope host' })
  return {
    client: createClient({
      send: (message) => worker.postMessage(message),
      onMessage: (listener) => worker.addEventListener('message', ({ data }: MessageEvent<HostMessage>) => listener(data)),
      onClose: (listener) => worker.addEventListener('error', () => listener(NO_WORKER)),
    }),
    viewUrl: () => null,
    pathOf: () => null,
  }
}

const NO_WORKER = failure(
  'client.no-worker',
  'This browser could not start Boilerscope’s worker.',
  'Open this site from a web server, not as a file, in a current Chrome, Edge or Firefox. Safari is untested.',
)

function connectSocket({ token, storeToken }: ReturnType<typeof readToken>): Connection {
  const socket = new WebSocket(`ws://${location.host}/socket?token=${encodeURIComponent(token)}`)
  socket.binaryType = 'arraybuffer'
  // Only the browser host packs its messages. Load the unpacker while the socket opens.
  const packing = import('msgpackr/index-no-eval').then(({ Packr }) => new Packr({ structuredClone: true, useRecords: false }))
  const opening = new Promise<void>((resolve) => socket.addEventListener('open', () => resolve()))
  let isOpen = false
  let answer: (message: HostMessage) => void = () => undefined
  const closeListeners = new Set<(reason?: Failure) => void>()
  const opened = Promise.all([packing, opening]).then(([packr]) => {
    storeToken()
    isOpen = true
    return packr
  })
  const send = async (message: ClientMessage): Promise<void> => {
    const bytes = (await opened).pack(message)
    if (bytes.length <= LONGEST_REQUEST) socket.send(bytes)
    else answer({ type: 'result', id: message.id, result: { ok: false, failure: REQUEST_TOO_LONG } })
  }
  // A failed connection also sends "close", after "error".
  socket.addEventListener('close', () => {
    const notifyListeners = (reason?: Failure): void => {
      for (const listener of closeListeners) listener(reason)
    }
    if (isOpen) notifyListeners()
    else void whyNot().then(notifyListeners)
  })
  // If the user opens the printed address after a refused link, only the hash changes and the browser does not load the page.
  addEventListener('hashchange', () => {
    if (!new URLSearchParams(location.hash.slice(1)).has('token')) return
    if (socket.readyState === WebSocket.OPEN) readToken()
    else location.reload()
  })
  const channel: Channel = {
    send,
    onMessage(listener) {
      answer = listener
      // Deliver messages in order. Each message waits for the previous message, because the content of a long message is fetched.
      let last: Promise<unknown> = packing
      socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | string>) => {
        const coming = bytesOfMessage(typeof data === 'string' ? data : new Uint8Array(data), (address) => fetch(address))
        last = Promise.all([packing, coming, last]).then(([packr, bytes]) => listener(packr.unpack(bytes) as HostMessage))
        // Close the socket, because the pending requests would otherwise never end.
        last.catch(() => socket.close())
      })
    },
    onClose: (listener) => closeListeners.add(listener),
  }
  return {
    client: createClient(channel),
    pathOf: () => null,
    viewUrl: viewUrlUnder('/view/'),
    onLost: (listener) => closeListeners.add(() => isOpen && listener()),
  }
}

let line: Connection | null = null

export function openLine(connection = connect()): void {
  connection.onLost?.(() => setState({ lost: true }))
  line = connection
}

function openedLine(): Connection {
  if (!line) throw new Error('The connection to the host is not open yet.')
  return line
}

export const call: Client['call'] = (method, input, options) => openedLine().client.call(method, input, options)

export const onHostEvent: Client['onEvent'] = (listener) => openedLine().client.onEvent(listener)

export const pathOf = (file: File): string | null => openedLine().pathOf(file)

export const WRITTEN_VIEW = 'about:srcdoc,'

function addressOfView(html: string): string {
  return location.protocol === 'file:' ? WRITTEN_VIEW + html : URL.createObjectURL(new Blob([html], { type: 'text/html; charset=utf-8' }))
}

/**
 * Returns null until the address is known.
 * @param styled adds stored images and styles
 * @param version grows when more resources are stored
 */
export function useViewUrl(page: string | null, styled: boolean, version = 0): string | null {
  const served = useMemo(() => (page === null ? null : openedLine().viewUrl(page, styled)), [page, styled])
  const [made, setMade] = useState<{ readonly page: string; readonly styled: boolean; readonly url: string } | null>(null)
  useEffect(() => {
    if (page === null || served !== null) return
    let url: string | null = null
    const making = createRequestSlot()
    void making
      .replace(({ signal }) => call('page.view', { page, styled }, { signal }))
      .then((view) => {
        if (!view?.ok) return
        url = addressOfView(view.value)
        setMade({ page, styled, url })
      })
    return () => {
      making.cancel()
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [page, styled, served])
  if (served === null) return made?.page === page && made.styled === styled ? made.url : null
  return version === 0 ? served : `${served}${served.includes('?') ? '&' : '?'}v=${version}`
}
