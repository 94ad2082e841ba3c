import { z } from 'zod'
import type { Screenshot } from '../../../shared/contract/capture'
import type { ConnectionGate } from './checked-proxy'

export type Send = (method: string, params?: Readonly<Record<string, unknown>>) => Promise<unknown>

export const WORLD = 'boilerscope'
const World = z.object({ executionContextId: z.number() })
const Evaluated = z.object({ result: z.object({ value: z.unknown().optional() }), exceptionDetails: z.unknown().optional() })

export async function evaluate(send: Send, expression: string, where: { readonly contextId?: number } = {}): Promise<unknown> {
  const answer = await send('Runtime.evaluate', { expression, ...where, awaitPromise: true, returnByValue: true })
  const { result, exceptionDetails } = Evaluated.parse(answer)
  if (exceptionDetails !== undefined) throw new Error('the expression threw an error in the page')
  return result.value
}

/** Returns the id of our context in a frame. Scripts of the page have another context. */
export async function contextOf(send: Send, frameId: string): Promise<number> {
  return World.parse(await send('Page.createIsolatedWorld', { frameId, worldName: WORLD })).executionContextId
}

export async function evaluateIn(send: Send, frameId: string, expression: string): Promise<unknown> {
  return evaluate(send, expression, { contextId: await contextOf(send, frameId) })
}

const Metrics = z.object({ cssContentSize: z.object({ width: z.number(), height: z.number() }) })
export const Picture = z.object({ data: z.string() })

/** Maximum height of a picture in CSS pixels. Above 16,383 pixels per side, Chromium returns an empty WebP picture. */
const HIGHEST = 16_383

const LARGE = 512 * 1024

export async function captureScreenshot(send: CdpTarget['send'], viewportWidth: number): Promise<Screenshot> {
  const { cssContentSize } = Metrics.parse(await send('Page.getLayoutMetrics'))
  const width = Math.max(1, Math.min(viewportWidth, Math.ceil(cssContentSize.width)))
  const height = Math.max(1, Math.min(HIGHEST, Math.ceil(cssContentSize.height)))
  const takePicture = async (scale: number): Promise<Buffer> => {
    const clip = { x: 0, y: 0, width, height, scale }
    const how = { format: 'webp', quality: 80, captureBeyondViewport: true, optimizeForSpeed: true }
    return Buffer.from(Picture.parse(await send('Page.captureScreenshot', { ...how, clip })).data, 'base64')
  }
  const whole = await takePicture(1)
  return { type: 'image/webp', width, height, bytes: whole.length <= LARGE ? whole : await takePicture(0.5) }
}

export interface RequestGate extends ConnectionGate {
  /** @param isLeaving false when the request starts, true immediately before the browser sends the request */
  allows(url: string, isLeaving: boolean): Promise<boolean>
}

/**
 * One blank page of a browser in a separate session, controlled by the Chrome DevTools Protocol. Adapters refuse permissions, popups,
 * downloads and service workers, and store no data.
 */
export interface CdpTarget {
  /** Rejects if the browser refuses the command or the page is gone. Stays pending while the page hangs. */
  send(method: string, params?: Readonly<Record<string, unknown>>): Promise<unknown>
  on(listener: (method: string, params: unknown) => void): void
  /** Calls the listener once if the page or its browser ends without `destroy`. `isTooHeavy`: the page used too much memory. */
  onGone(listener: (reason: string, isTooHeavy?: boolean) => void): void
  /**
   * Sets the gate for requests that the protocol session does not always report, such as requests of workers and web sockets. All
   * connections of the page also use a `CheckedProxy` with this gate, unless the environment names a proxy.
   */
  guard(gate: RequestGate): Promise<void>
  /** Ends the page immediately, even if the page hangs, and deletes the data of its session. Never rejects. */
  destroy(): Promise<void>
}

/** @throws FailureError, such as `browser.missing` or `browser.not-started`. */
export type OpenTarget = () => Promise<CdpTarget>

export function createLoss() {
  let isEnded = false
  let gone: Parameters<Parameters<CdpTarget['onGone']>[0]> | null = null
  let notifyGone: Parameters<CdpTarget['onGone']>[0] = () => undefined
  return {
    lost: (reason: string, isTooHeavy = false): void => {
      if (isEnded || gone !== null) return
      gone = [reason, isTooHeavy]
      notifyGone(...gone)
    },
    onGone: (listener: typeof notifyGone): void => {
      notifyGone = listener
      if (gone !== null) notifyGone(...gone)
    },
    end: (): boolean => {
      const isFirst = !isEnded
      isEnded = true
      return isFirst
    },
  }
}
