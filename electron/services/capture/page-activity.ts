/** Detects when a page has loaded and settled, so that the capture contains content that scripts add late. */
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { valueAt } from '../../../shared/base/once'
import type { CaptureOptions } from '../../../shared/contract/capture'
import { type CdpTarget, evaluateIn, type Send } from './cdp-target'

const Event = z.object({ requestId: z.string(), type: z.string(), frameId: z.string() }).partial().catch({})

export type PageActivity = ReturnType<typeof watchActivity>

/** Must be called before the page is opened. */
export function watchActivity(target: CdpTarget) {
  const underWay = new Set<string>()
  const refused = new Set<string>()
  /** Per frame: the ids of requests for documents and style sheets. Electron does not always report the end of these requests. */
  const awaited = new Map<string, Set<string>>()
  let works = 0
  let isLoaded = false
  let changed: () => void = () => undefined
  let changedAt = performance.now()
  const isBusy = (): boolean => works > 0 || underWay.size > 0
  const recordChange = (): void => {
    changedAt = performance.now()
    changed()
  }

  target.on((method, params) => {
    const { requestId = '', type, frameId = '' } = Event.parse(params)
    switch (method) {
      case 'Page.loadEventFired':
        isLoaded = true
        break
      case 'Network.requestWillBeSent':
        if (refused.has(requestId)) return
        underWay.add(requestId)
        if (type === 'Document' || type === 'Stylesheet') valueAt(awaited, frameId, () => new Set()).add(requestId)
        break
      case 'Network.loadingFinished':
      case 'Network.loadingFailed':
        underWay.delete(requestId)
        break
      case 'Page.frameStartedLoading':
        underWay.add(frameId)
        break
      case 'Page.frameStoppedLoading':
        for (const ended of [frameId, ...(awaited.get(frameId) ?? [])]) underWay.delete(ended)
        break
      default:
        return
    }
    recordChange()
  })

  function wait(holds: () => boolean, quiet: number, cap: number): Promise<boolean> {
    return new Promise((resolve) => {
      let calm: NodeJS.Timeout | undefined
      const end = (result: boolean): void => {
        clearTimeout(calm)
        clearTimeout(limit)
        changed = () => undefined
        resolve(result)
      }
      const limit = setTimeout(() => end(false), Math.max(0, cap))
      changed = () => {
        clearTimeout(calm)
        calm = holds() ? setTimeout(() => end(true), quiet) : undefined
      }
      changed()
    })
  }

  return {
    loaded: (cap: number): Promise<boolean> => wait(() => isLoaded, 0, cap),
    /** Resolves to true after `quiet` ms without an open request or promise of `during`. Otherwise resolves to false after `cap` ms. */
    idle: (quiet: number, cap: number): Promise<boolean> => wait(() => !isBusy(), quiet, cap),
    quiet: (): number => (isBusy() ? 0 : performance.now() - changedAt),
    /** Counts a refused request as ended, because Electron does not always report its end. */
    refuse(requestId = ''): void {
      refused.add(requestId)
      if (underWay.delete(requestId)) recordChange()
    },
    async during<T>(work: Promise<T>): Promise<T> {
      works++
      try {
        return await work
      } finally {
        works--
        recordChange()
      }
    },
  }
}

const BUSY_MOST = 1_500

export interface WatchedPage {
  readonly send: Send
  readonly mainFrame: string
  readonly activity: PageActivity
}

/**
 * Waits for a period of `idle` ms without an open request. If `settle` is above 0, also waits until scripts stop changing the document.
 * @param cap latest end, as in `performance.now`
 * @returns `settled`; `changing` if the document still changed at the end; `loading` if the network was not quiet in time
 */
export async function waitUntilSettled(
  { send, mainFrame, activity }: WatchedPage,
  { idle, settle }: Pick<CaptureOptions, 'idle' | 'settle'>,
  cap: number,
): Promise<'settled' | 'changing' | 'loading'> {
  const loaded = performance.now()
  if (!(await activity.idle(idle, cap - loaded))) return 'loading'
  while (settle > 0) {
    const calm = await evaluateIn(send, mainFrame, CALM).catch(() => 0)
    const now = performance.now()
    const mayChange = now < loaded + settle + BUSY_MOST
    const wait = calm === null ? 0 : Math.max(loaded + settle - now, mayChange ? idle - Number(calm) : 0)
    const rest = Math.max(wait, idle - activity.quiet())
    const isCalm = calm === null || Number(calm) >= idle
    if (rest <= 0) return isCalm ? 'settled' : 'changing'
    if (now >= cap) return activity.quiet() < idle ? 'loading' : isCalm ? 'settled' : 'changing'
    await sleep(Math.min(rest, cap - now))
  }
  return 'settled'
}

/**
 * Expression: milliseconds since elements or text of the document last changed, or since the first call if nothing has changed since then.
 * Null if the document has no script, frame or `onload` attribute.
 */
const CALM = `(() => {
  const find = Document.prototype.querySelector
  const runs = 'script:not([type]), script[type=""], script[type*="javascript" i], script[type=module], iframe, frame, [onload]'
  if (find.call(document, runs) === null) return null
  const key = Symbol.for('changed')
  if (globalThis[key] === undefined) {
    globalThis[key] = performance.now()
    new MutationObserver(() => { globalThis[key] = performance.now() }).observe(document, { childList: true, characterData: true, subtree: true })
  }
  return performance.now() - globalThis[key]
})()`
