import { failure, type Failure, type Result } from '../base/failure'
import type { ClientMessage, HostEvent, Input, Method, Output, Progress } from './contract'

export type HostMessage =
  | { readonly type: 'result'; readonly id: number; readonly result: Result<unknown> }
  | { readonly type: 'progress'; readonly id: number; readonly progress: Progress }
  | { readonly type: 'event'; readonly event: HostEvent }

/** A two-way pipe of messages: Electron IPC or a WebSocket. */
export interface Channel {
  send(message: ClientMessage): void
  onMessage(listener: (message: HostMessage) => void): void
  /** Called when the pipe is gone, with the reason where it is known; pending and later calls fail with it. */
  onClose(listener: (reason?: Failure) => void): void
}

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}

/** The interface the renderer calls. Failures are data: a call never rejects. */
export interface Client {
  readonly call: <M extends Method>(method: M, input: Input<M>, options?: CallOptions) => Promise<Result<Output<M>>>
  /** Listens to what the host says unasked. Returns the way to stop. */
  readonly onEvent: (listener: (event: HostEvent) => void) => () => void
}

const lost = failure(
  'client.disconnected',
  'The connection to Boilerscope’s host was lost.',
  'Reload this page; if that does not help, start Boilerscope again.',
)

/** Makes the typed client of a channel. */
export function createClient(channel: Channel): Client {
  let nextId = 1
  const pending = new Map<number, { resolve: (result: Result<never>) => void; onProgress?: (progress: Progress) => void }>()
  const listeners = new Set<(event: HostEvent) => void>()
  let closed: Failure | null = null

  channel.onMessage((message) => {
    if (message.type === 'event') {
      for (const listener of listeners) listener(message.event)
      return
    }
    const call = pending.get(message.id)
    if (!call) return
    if (message.type === 'progress') {
      call.onProgress?.(message.progress)
      return
    }
    pending.delete(message.id)
    // The host runs the same version of the contract: its output has the method's type.
    call.resolve(message.result as Result<never>)
  })
  channel.onClose((reason = lost) => {
    closed = reason
    for (const call of pending.values()) call.resolve({ ok: false, failure: reason })
    pending.clear()
  })

  return {
    call(method, input, options = {}) {
      if (closed) return Promise.resolve({ ok: false, failure: closed })
      if (options.signal?.aborted) return Promise.resolve({ ok: false, failure: cancelled })
      const id = nextId++
      return new Promise((resolve) => {
        const cancel = (): void => channel.send({ type: 'cancel', id })
        const end = (result: Result<never>): void => {
          options.signal?.removeEventListener('abort', cancel)
          resolve(result)
        }
        pending.set(id, { resolve: end, onProgress: options.onProgress })
        options.signal?.addEventListener('abort', cancel, { once: true })
        channel.send({ type: 'call', id, method, input })
      })
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** What a cancelled request gives. */
export const cancelled = failure('cancelled', 'Cancelled.', 'Nothing was changed; start it again whenever you like.')

/** Bytes that a window takes in at once: it stands still while it does. */
const PIECE = 1024 * 1024

/** Sends the bytes of a message over a socket; those of a long one in pieces, after their number as a text. */
export function sendInPieces(bytes: Uint8Array, send: (data: Uint8Array | string) => void): void {
  if (bytes.length <= PIECE) return send(bytes)
  send(String(bytes.length))
  for (let at = 0; at < bytes.length; at += PIECE) send(bytes.subarray(at, at + PIECE))
}

/** Takes what `sendInPieces` sent, one after the other, and gives the bytes of each message. */
export function joinPieces(read: (bytes: Uint8Array) => void): (data: Uint8Array | string) => void {
  let whole: Uint8Array | null = null
  let at = 0
  return (data) => {
    if (typeof data === 'string') {
      whole = new Uint8Array(Number(data))
      at = 0
      return
    }
    if (!whole) return read(data)
    whole.set(data, at)
    at += data.length
    if (at < whole.length) return
    const bytes = whole
    whole = null
    read(bytes)
  }
}
