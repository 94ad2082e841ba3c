import { CANCELLED, failure, type Failure, type Result } from '../base/failure'
import { unpackModel, type PageModel } from '../page/page-model'
import type { ClientMessage, HostEvent, Input, Method, OpenEvent, Output, Progress } from './contract'

export type HostMessage =
  | { readonly type: 'result'; readonly id: number; readonly result: Result<unknown> }
  | { readonly type: 'progress'; readonly id: number; readonly progress: Progress }
  | { readonly type: 'opening'; readonly id: number; readonly event: OpenEvent }
  | { readonly type: 'event'; readonly event: HostEvent }

/** A two-way connection between window and host: Electron IPC, a WebSocket or a worker. */
export interface Channel {
  /** Rejects if the message cannot be sent. */
  send(message: ClientMessage): void | Promise<void>
  onMessage(listener: (message: HostMessage) => void): void
  /** Registers a listener for the end of the connection. Pending calls and later calls fail with `reason`. */
  onClose(listener: (reason?: Failure) => void): void
}

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
  readonly onOpening?: (event: OpenEvent) => void
}

/** If the host fails, a call resolves to a failure. */
export interface Client {
  readonly call: <M extends Method>(method: M, input: Input<M>, options?: CallOptions) => Promise<Result<Output<M>>>
  readonly onEvent: (listener: (event: HostEvent) => void) => () => void
}

const lost = failure(
  'client.disconnected',
  'The connection to Boilerscope’s host was lost.',
  'Reload this page; if that does not help, start Boilerscope again.',
)

export function createClient(channel: Channel): Client {
  let nextId = 1
  const pending = new Map<number, { resolve: (result: Result<never>) => void } & Omit<CallOptions, 'signal'>>()
  const listeners = new Set<(event: HostEvent) => void>()
  let closed: Failure | null = null

  channel.onMessage((message) => {
    if (message.type === 'event') return listeners.forEach((listener) => listener(message.event))
    const call = pending.get(message.id)
    if (!call) return
    if (message.type === 'progress') return call.onProgress?.(message.progress)
    if (message.type === 'opening') return call.onOpening?.(message.event)
    pending.delete(message.id)
    // The host runs the same version of the contract, so the output has the type that the method defines.
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
      if (options.signal?.aborted) return Promise.resolve({ ok: false, failure: CANCELLED })
      const id = nextId++
      return new Promise((resolve, reject) => {
        const cancel = (): void => void channel.send({ type: 'cancel', id })
        const end = (result: Result<never>): void => {
          options.signal?.removeEventListener('abort', cancel)
          resolve(result)
        }
        pending.set(id, { ...options, resolve: end })
        options.signal?.addEventListener('abort', cancel, { once: true })
        Promise.resolve(channel.send({ type: 'call', id, method, input })).catch(reject)
      })
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Returns a page's model from the events of a request that opens a page. @throws Error if the page did not open */
export function modelOfEvents(events: readonly OpenEvent[]): PageModel {
  const model = events.findLast((event) => event.is === 'model')
  const page = events.find((event) => event.is === 'page')
  if (!model || !page) throw new Error('the page did not open')
  return { ...unpackModel(model.model), layout: page.layout }
}

/** Maximum bytes of a message on a socket. The window fetches longer messages by HTTP, because HTTP is faster than a socket. */
export const LONGEST_MESSAGE = 256 * 1024

/** Maximum bytes of a request on a socket. A longer request ends the connection. */
export const LONGEST_REQUEST = 64 * 1024 * 1024

export const REQUEST_TOO_LONG = failure(
  'client.too-long',
  'The content is larger than 64 MB, the maximum that a window can send to its host.',
  'Open the page by its path: type the path of the file into the address field.',
)

/** Returns the bytes of a message. If `data` is an address, fetches the message. @throws Error if the response has an error status */
export async function bytesOfMessage(
  data: Uint8Array | string,
  fetchFromHost: (address: string) => Promise<{ readonly ok: boolean; readonly status: number; arrayBuffer(): Promise<ArrayBuffer> }>,
): Promise<Uint8Array> {
  if (typeof data !== 'string') return data
  const response = await fetchFromHost(data)
  if (!response.ok) throw new Error(`The host responded with status ${response.status}.`)
  return new Uint8Array(await response.arrayBuffer())
}
