/**
 * The window's one line to its host, over Electron's preload bridge, a WebSocket to the browser host, or a worker of a web site without
 * a server: everything that the window asks goes through `call`.
 */
import { useEffect, useMemo, useState } from 'react'
import { create } from 'zustand'
import { createRequestSlot } from '../../../shared/base/request-slot'
import {
  bytesOfMessage,
  createClient,
  LONGEST_REQUEST,
  REQUEST_TOO_LONG,
  type Channel,
  type Client,
  type HostMessage,
} from '../../../shared/contract/client'
import { failure, type Failure } from '../../../shared/base/failure'
import type { ClientMessage } from '../../../shared/contract/contract'
import { setState } from '../store'

/** What electron/preload exposes, and the host of a published site. */
export interface Bridge {
  /** Null where no address answers: the window then makes the views itself. */
  readonly viewBase: string | null
  /** Asks for a channel to the host; its end comes as the message `boilerscope:port` of this window to itself. */
  connect(): void
  /** Path of a file that the person dropped or chose; empty for one that is not on the disk. */
  pathOf(file: File): string
}

declare global {
  interface Window {
    readonly boilerscope?: Bridge
  }
}

export interface Connection {
  readonly client: Client
  /** Address of an open page's view, for a frame. `styled`: with the images and styles that were kept. Null where nothing serves it. */
  viewUrl(page: string, styled: boolean): string | null
  /** Path of a file that the person dropped or chose; null where the window is not told, as in a browser. */
  pathOf(file: File): string | null
  /** Called once when a host that was there is gone; a host of this window's own never is. */
  onLost?(listener: () => void): void
}

const TOKEN_KEY = 'boilerscope.token'

/**
 * The run's token: from the address that the host printed, where it does not stay, else from what an earlier window of this
 * browser kept, so that a copied link opens. Kept in the storage of this origin and not in a cookie, which every other
 * server on this machine would be sent, since cookies know no ports. Kept once the host admitted it: a stranger's link with any token
 * would else lock every new window out.
 */
function takeToken(): { readonly token: string; readonly keep: () => void } {
  const hash = new URLSearchParams(location.hash.slice(1))
  const given = hash.get('token')
  if (given === null) return { token: sessionStorage.getItem(TOKEN_KEY) ?? localStorage.getItem(TOKEN_KEY) ?? '', keep: () => undefined }
  hash.delete('token')
  const rest = hash.toString()
  history.replaceState(null, '', location.pathname + (rest === '' ? '' : `#${rest}`))
  const keep = (): void => {
    for (const storage of [sessionStorage, localStorage]) {
      try {
        storage.setItem(TOKEN_KEY, given)
      } catch {
        // A full storage: this window has its token all the same.
      }
    }
  }
  return { token: given, keep }
}

/** Why no connection came about: the host refused this window's token, or there is no host. */
async function whyNot(): Promise<Failure> {
  const isThere = await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
  return isThere
    ? failure(
        'client.not-admitted',
        'This link needs a window that Boilerscope knows.',
        'Open the address that npm start printed (with #token=) in this browser once; then this link opens, too.',
      )
    : failure('client.no-host', 'Boilerscope is not running at this address.', 'Start it with npm start, and open the address it prints.')
}

/** Connects to whichever host shows this window. */
export function connect(): Connection {
  const bridge = window.boilerscope
  if (bridge) return connectBridge(bridge)
  const worker = document.querySelector<HTMLMetaElement>('meta[name="boilerscope-host"]')
  return worker ? connectWorker(new URL(worker.content, document.baseURI)) : connectSocket(takeToken())
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

/** The channel that a bridge gets; what is sent before it is there is sent as soon as it is. */
export function portChannel(bridge: Bridge, self: Pick<Window, 'addEventListener'>): Channel {
  let port: MessagePort | null = null
  const waiting: ClientMessage[] = []
  const listeners = new Set<(message: HostMessage) => void>()
  self.addEventListener('message', (event) => {
    const [given] = event.ports
    // Nobody else may hand this window a channel.
    if (event.source !== self || event.data !== 'boilerscope:port' || !given || port) return
    port = given
    given.onmessage = (message: MessageEvent<HostMessage>) => {
      for (const listener of listeners) listener(message.data)
    }
    for (const message of waiting.splice(0)) given.postMessage(message)
  })
  bridge.connect()
  return {
    send: (message) => (port ? port.postMessage(message) : void waiting.push(message)),
    onMessage: (listener) => listeners.add(listener),
    onClose: () => undefined,
  }
}

/** Starts the host of a web site without a server; it serves no addresses, so the window makes the views itself. */
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
  'Open this site from a web server, not as a file, in a current Chrome, Edge or Firefox. Safari has not been tried.',
)

function connectSocket({ token, keep }: ReturnType<typeof takeToken>): Connection {
  const socket = new WebSocket(`ws://${location.host}/socket?token=${encodeURIComponent(token)}`)
  socket.binaryType = 'arraybuffer'
  // The other hosts pack nothing: what does is read while the socket opens.
  const packing = import('msgpackr/index-no-eval').then(({ Packr }) => new Packr({ structuredClone: true, useRecords: false }))
  const opening = new Promise<void>((resolve) => socket.addEventListener('open', () => resolve()))
  let send: ((message: ClientMessage) => void) | null = null
  let answer: (message: HostMessage) => void = () => undefined
  const waiting: ClientMessage[] = []
  const closeListeners = new Set<(reason?: Failure) => void>()
  void Promise.all([packing, opening]).then(([packr]) => {
    keep()
    send = (message) => {
      const bytes = packr.pack(message)
      if (bytes.length <= LONGEST_REQUEST) socket.send(bytes)
      else answer({ type: 'result', id: message.id, result: { ok: false, failure: REQUEST_TOO_LONG } })
    }
    for (const message of waiting.splice(0)) send(message)
  })
  // Without a connection there is no later "close" to wait for: an error is followed by one.
  socket.addEventListener('close', () => {
    const tell = (reason?: Failure): void => {
      for (const listener of closeListeners) listener(reason)
    }
    if (send) tell()
    else void whyNot().then(tell)
  })
  // The printed address, given where a link was refused, changes nothing but what is behind the "#".
  addEventListener('hashchange', () => {
    if (!new URLSearchParams(location.hash.slice(1)).has('token')) return
    // A window that is admitted needs no other token; it only does not stay in the address.
    if (socket.readyState === WebSocket.OPEN) takeToken()
    else location.reload()
  })
  const channel: Channel = {
    send: (message) => (send ? send(message) : void waiting.push(message)),
    onMessage(listener) {
      answer = listener
      // The host is ours and speaks the same version of the contract.
      const take = async (data: ArrayBuffer | string): Promise<void> => {
        const coming = bytesOfMessage(typeof data === 'string' ? data : new Uint8Array(data), (address) => fetch(address))
        listener((await packing).unpack(await coming) as HostMessage)
      }
      socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | string>) => {
        // Who asked would wait for ever.
        take(data).catch(() => socket.close())
      })
    },
    onClose: (listener) => closeListeners.add(listener),
  }
  return {
    client: createClient(channel),
    pathOf: () => null,
    viewUrl: viewUrlUnder('/view/'),
    onLost: (listener) => closeListeners.add(() => send && listener()),
  }
}

const useLine = create<{ readonly connection: Connection | null }>()(() => ({ connection: null }))

/** Opens the line; once, before anything is asked. */
export function openLine(connection = connect()): void {
  connection.onLost?.(() => setState({ lost: true }))
  useLine.setState({ connection })
}

function line(): Connection {
  const { connection } = useLine.getState()
  if (!connection) throw new Error('The line to the host is not open yet.')
  return connection
}

/** Asks the host; failures are data. */
export const call: Client['call'] = (method, input, options) => line().client.call(method, input, options)

/** Listens to what the host says unasked. Returns the way to stop. */
export const onHostEvent: Client['onEvent'] = (listener) => line().client.onEvent(listener)

/** Path of a file that the person dropped or chose; null where the window is not told, as in a browser. */
export const pathOf = (file: File): string | null => line().pathOf(file)

/** What a view's address begins with where the document itself follows. */
export const WRITTEN_VIEW = 'about:srcdoc,'

/**
 * Gives a view that the window made an address. Where the window was opened as a file, nothing that has an address is of its origin, and
 * the frame is given the document.
 */
function addressOfView(html: string): string {
  return location.protocol === 'file:' ? WRITTEN_VIEW + html : URL.createObjectURL(new Blob([html], { type: 'text/html; charset=utf-8' }))
}

/**
 * Address of an open page's view; null until there is one. `styled`: with the images and styles that were kept. `version`: grows where
 * it has more to show.
 */
export function useViewUrl(page: string | null, styled: boolean, version = 0): string | null {
  const served = useMemo(() => (page === null ? null : line().viewUrl(page, styled)), [page, styled])
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
