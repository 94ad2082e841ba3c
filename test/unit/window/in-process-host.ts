/**
 * Runs the window's modules in Node over a host in the same process, with the real contract, services and threads. Only the capturing
 * browser is missing.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { createApplication, type Application } from '../../../electron/services/application'
import type { LoadPage } from '../../../electron/services/capture/loader'
import { failure, FailureError, type Failure } from '../../../shared/base/failure'
import { createClient, type HostMessage } from '../../../shared/contract/client'
import type { Connection } from '../../../renderer/window/host/host'
import type { ClientMessage } from '../../../shared/contract/contract'
import { createDispatcher } from '../../../shared/contract/dispatcher'
import { root } from '../../../scripts/ensure.mjs'
import { captureOf } from '../../fixtures/captured'

const loaderOf =
  (sites: ReadonlyMap<string, string>): LoadPage =>
  (source, options) => {
    const html =
      source.kind === 'html'
        ? source.html
        : source.kind === 'bytes'
          ? new TextDecoder().decode(source.bytes)
          : source.kind === 'url'
            ? (sites.get(source.url) ?? null)
            : null
    if (html === null) throw new FailureError(failure('load.unknown-host', 'There is no network here.', 'Paste the page.'))
    const label = (source.kind === 'html' || source.kind === 'bytes' ? source.name : undefined) ?? 'pasted HTML'
    const url = source.kind === 'html' || source.kind === 'url' ? (source.url ?? null) : null
    return Promise.resolve(captureOf(html, { label, url, mode: options.mode }))
  }

function storage(): Storage {
  const values = new Map<string, string>()
  return {
    get length() {
      return values.size
    },
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (key) => void values.delete(key),
    setItem: (key, value) => void values.set(key, value),
  }
}

/** Import modules of the window only after this call. */
export function startInProcessHost() {
  const folder = mkdtempSync(join(tmpdir(), 'boilerscope-window-'))
  const sites = new Map<string, string>()
  const initial = { kind: 'sample', id: 'news-article' } as const
  const host = { kind: 'browser', version: '0', initial, fileDialog: false, docs: './docs/' } as const
  const application: Application = createApplication({ root, data: folder, host, loadPage: loaderOf(sites) })
  const requests: { readonly method: string; readonly input: Record<string, unknown> }[] = []
  /** Per method: milliseconds before a call is forwarded, and failures that are returned instead of forwarding calls. */
  const [delays, refusals] = [new Map<string, number>(), new Map<string, Failure>()]
  const listeners = new Set<(message: HostMessage) => void>()
  const answer = (message: HostMessage): void => {
    for (const listener of listeners) listener(structuredClone(message))
  }
  const dispatcher = createDispatcher(application.handlers, answer)
  const client = createClient({
    onClose: () => undefined,
    send(message: ClientMessage): void {
      const received = structuredClone(message)
      if (received.type === 'call') requests.push({ method: received.method, input: received.input as Record<string, unknown> })
      const refusal = received.type === 'call' ? refusals.get(received.method) : undefined
      if (refusal) return answer({ type: 'result', id: received.id, result: { ok: false, failure: refusal } })
      const delay = received.type === 'call' ? delays.get(received.method) : undefined
      if (delay === undefined) dispatcher.receive(received)
      else setTimeout(() => dispatcher.receive(received), delay)
    },
    onMessage: (listener) => void listeners.add(listener),
  })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible', querySelector: () => null }))
  vi.stubGlobal('navigator', { userAgent: 'node' })
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('requestAnimationFrame', (then: (time: number) => void) => setTimeout(() => then(performance.now()), 0))
  vi.stubGlobal('addEventListener', () => undefined)
  vi.resetModules()
  const connection: Connection = { client, viewUrl: (page) => `view:${page}`, pathOf: () => null, onLost: () => undefined }
  return {
    ...{ connection, requests, folder, delays, refusals, sites },
    calls: (method: string) => requests.filter((request) => request.method === method).map(({ input }) => input),
    async close() {
      dispatcher.close()
      await application.close()
      vi.unstubAllGlobals()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
