import type { ConnectionGate } from './checked-proxy'

/** Decides which requests a page may send and to which addresses it may connect. */
export interface RequestGate extends ConnectionGate {
  /** @param isLeaving whether the request was allowed before and now leaves */
  allows(url: string, isLeaving: boolean): Promise<boolean>
}

/**
 * Port to a browser: one blank page in a separate session, controlled by the Chrome DevTools Protocol. Electron's `webContents.debugger`
 * and Playwright's `CDPSession` implement it. An adapter also guarantees what the protocol cannot: permissions, popups, downloads and
 * service workers are refused, and no data is stored afterwards.
 */
export interface CdpTarget {
  /** Sends a command. Rejects if the browser refuses it or the page is gone; stays pending while the page hangs. */
  send(method: string, params?: Readonly<Record<string, unknown>>): Promise<unknown>
  /** Adds a listener for every event, for the lifetime of the target (one capture). */
  on(listener: (method: string, params: unknown) => void): void
  /** Calls the listener once if the page or its browser ends without `destroy`; `isTooHeavy`: ended because of its memory. */
  onGone(listener: (reason: string, isTooHeavy?: boolean) => void): void
  /**
   * Calls `allows` for every request that the protocol session does not see: of workers and web sockets. They are refused before. Refused
   * requests are counted for the log. Frames share the page's process, so the session sees their requests; an adapter may call `allows`
   * once more when they leave (`isLeaving`), without a note. Every connection of the page uses a `CheckedProxy` with this gate, unless the
   * environment names a proxy.
   */
  guard(gate: RequestGate): Promise<void>
  /** Ends the page at once, even if it hangs, and deletes its session. Never rejects; a second call does nothing. */
  destroy(): Promise<void>
}

/** Opens targets, one per capture. @throws FailureError `browser.missing`, `browser.not-started`. */
export type OpenTarget = () => Promise<CdpTarget>

/** Notifies listeners once that a target is gone, also if it went earlier, but not if it was ended on purpose. */
export function createLoss() {
  let isEnded = false
  let gone: Parameters<Parameters<CdpTarget['onGone']>[0]> | null = null
  let tell: Parameters<CdpTarget['onGone']>[0] = () => undefined
  return {
    lost: (reason: string, isTooHeavy = false): void => {
      if (isEnded || gone !== null) return
      gone = [reason, isTooHeavy]
      tell(...gone)
    },
    onGone: (listener: typeof tell): void => {
      tell = listener
      if (gone !== null) tell(...gone)
    },
    /** Marks the target as ended on purpose. Returns whether it was alive. */
    end: (): boolean => {
      const isFirst = !isEnded
      isEnded = true
      return isFirst
    },
  }
}
