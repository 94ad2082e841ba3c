/** The window's one connection to its host: Electron's preload bridge, a WebSocket to the browser host, or a worker of a web site without a server. */
import { Packr } from 'msgpackr/index-no-eval'
import { createClient, type Channel, type Client, type HostMessage } from '../../../shared/contract/client'
import { failure, type Failure } from '../../../shared/base/failure'
import type { ClientMessage } from '../../../shared/contract/contract'

/** What electron/preload exposes. */
export interface Bridge {
  readonly viewBase: string
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
  /** Called once when a host that was there is gone. */
  onLost(listener: () => void): void
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

function connectBridge(bridge: Bridge): Connection {
  return {
    client: createClient(portChannel(bridge, window)),
    viewUrl: (page, styled) => `${bridge.viewBase}${encodeURIComponent(page)}${styled ? '' : '?bare=1'}`,
    pathOf: (file) => bridge.pathOf(file) || null,
    onLost: () => undefined,
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
  const client = createClient({
    send: (message) => worker.postMessage(message),
    onMessage: (listener) => worker.addEventListener('message', ({ data }: MessageEvent<HostMessage>) => listener(data)),
    onClose: (listener) => worker.addEventListener('error', () => listener(NO_WORKER)),
  })
  return {
    client,
    viewUrl: () => null,
    pathOf: () => null,
    onLost: () => undefined,
  }
}

const NO_WORKER = failure(
  'client.no-worker',
  'This browser could not start Boilerscope’s worker.',
  'Open this site in a current Firefox, Chrome, Edge or Safari, from a web server and not as a file.',
)

function connectSocket({ token, keep }: ReturnType<typeof takeToken>): Connection {
  const packr = new Packr({ structuredClone: true, useRecords: false })
  const socket = new WebSocket(`ws://${location.host}/socket?token=${encodeURIComponent(token)}`)
  socket.binaryType = 'arraybuffer'
  const waiting: ClientMessage[] = []
  const closeListeners = new Set<(reason?: Failure) => void>()
  let opened = false
  socket.addEventListener('open', () => {
    opened = true
    keep()
    for (const message of waiting.splice(0)) socket.send(packr.pack(message))
  })
  // Without a connection there is no later "close" to wait for: an error is followed by one.
  socket.addEventListener('close', () => {
    const tell = (reason?: Failure): void => {
      for (const listener of closeListeners) listener(reason)
    }
    if (opened) tell()
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
    send(message) {
      if (socket.readyState === WebSocket.OPEN) socket.send(packr.pack(message))
      else if (socket.readyState === WebSocket.CONNECTING) waiting.push(message)
    },
    onMessage(listener) {
      socket.addEventListener('message', (event) => {
        // The host is ours and speaks the same version of the contract.
        if (event.data instanceof ArrayBuffer) listener(packr.unpack(new Uint8Array(event.data)) as HostMessage)
      })
    },
    onClose: (listener) => closeListeners.add(listener),
  }
  return {
    client: createClient(channel),
    pathOf: () => null,
    viewUrl: (page, styled) => `/view/${encodeURIComponent(page)}${styled ? '' : '?bare=1'}`,
    onLost: (listener) => closeListeners.add(() => opened && listener()),
  }
}
