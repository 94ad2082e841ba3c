import { contract, ClientMessage, type Checked, type Method, type OpenEvent, type Output, type Progress } from './contract'
import type { HostMessage } from './client'
import { CANCELLED, failure, toFailure, type Result } from '../base/failure'

export interface CallContext {
  readonly signal: AbortSignal
  progress(progress: Progress): void
  opening?(event: OpenEvent): void
}

export type Handlers = { readonly [M in Method]: (input: Checked<M>, context: CallContext) => Promise<Output<M>> }

export type Dispatcher = ReturnType<typeof createDispatcher>

function isMethod(name: string): name is Method {
  return Object.hasOwn(contract, name)
}

export function createDispatcher(handlers: Handlers, send: (message: HostMessage) => void) {
  const running = new Map<number, AbortController>()
  const underWay = new Set<Promise<void>>()
  let closed = false
  const sendMessage = (message: HostMessage): void => {
    if (!closed) send(message)
  }

  function sendResult(id: number, method: Method, result: Result<unknown>): void {
    try {
      sendMessage({ type: 'result', id, result })
    } catch (thrown) {
      const why = thrown instanceof Error ? thrown.message.slice(0, 300) : 'no reason was given'
      const message = `The response to ${method} could not be sent to the window: ${why}.`
      const reason = failure('contract.not-sendable', message, 'Try again with a smaller page.')
      try {
        sendMessage({ type: 'result', id, result: { ok: false, failure: reason } })
      } catch {
        // The channel is closed, so no window waits for the response.
      }
    }
  }

  async function answer<M extends Method>(method: M, input: unknown, context: CallContext): Promise<Result<unknown>> {
    const parsed = contract[method].in.safeParse(input)
    if (!parsed.success) {
      const issue = parsed.error.issues[0]
      const where = issue?.path.join('.') ?? ''
      const message = `The request ${method} is malformed${where ? ` at ${where}` : ''}: ${issue?.message ?? ''}`
      return { ok: false, failure: failure('contract.invalid-input', message, 'Check the value and try again.') }
    }
    try {
      return { ok: true, value: await handlers[method](parsed.data as Checked<M>, context) }
    } catch (thrown) {
      return { ok: false, failure: context.signal.aborted ? CANCELLED : toFailure(thrown) }
    }
  }

  return {
    /** Handles a message. Ignores a value that is not a `ClientMessage`. Sends a failure for an unknown method or a malformed input. */
    receive(given: unknown): void {
      const message = ClientMessage.safeParse(given).data
      if (!message) return
      if (message.type === 'cancel') return running.get(message.id)?.abort()
      const { id, method } = message
      if (running.has(id)) return
      if (!isMethod(method)) {
        const next = 'Update Boilerscope: window and host have different versions.'
        const reason = failure('contract.unknown-method', `There is no request "${method}".`, next)
        return sendMessage({ type: 'result', id, result: { ok: false, failure: reason } })
      }
      const controller = new AbortController()
      running.set(id, controller)
      const context: CallContext = {
        signal: controller.signal,
        progress: (progress) => sendMessage({ type: 'progress', id, progress }),
        opening: (event) => sendMessage({ type: 'opening', id, event }),
      }
      const call = answer(method, message.input, context).then((result) => {
        underWay.delete(call)
        running.delete(id)
        sendResult(id, method, result)
      })
      underWay.add(call)
    },
    /** Cancels the calls of a closed window, and discards the results. */
    close(): void {
      closed = true
      for (const controller of running.values()) controller.abort()
      running.clear()
    },
    /** Resolves when no call is running. Calls such as saves continue after `close`. */
    async settled(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
