import type { ConnectionGate } from './checked-proxy'

/** Decides what a page may request, and to which addresses its connections lead. */
export interface RequestGate extends ConnectionGate {
  /** @param isLeaving whether the request was decided before and leaves now */
  allows(url: string, isLeaving: boolean): Promise<boolean>
}

/**
 * The port a capture needs of a browser: one blank page in a session of its own, spoken to in the Chrome DevTools
 * Protocol. Electron's `webContents.debugger` and Playwright's `CDPSession` both fit. An adapter also promises what the
 * protocol cannot: permissions, popups, downloads and service workers are refused, and nothing is kept afterwards.
 */
export interface CdpTarget {
  /** Sends a command. Rejects when the browser refuses it or the page is gone; never resolves while the page is stuck. */
  send(method: string, params?: Readonly<Record<string, unknown>>): Promise<unknown>
  /** Calls the listener for every event; there is no unsubscribing, a target lives for one capture. */
  on(listener: (method: string, params: unknown) => void): void
  /** Calls the listener once when the page or its browser went away without `destroy`; `isTooHeavy`: ended for its memory. */
  onGone(listener: (reason: string, isTooHeavy?: boolean) => void): void
  /**
   * Calls `allows` for every request the protocol session cannot see: of workers, of web sockets. Nothing of that is allowed
   * before. What it refuses is counted for the log. Frames share the page's process, so the session sees what they request; if an
   * adapter can, it calls `allows` once more when those leave (`isLeaving`), without a note. Every connection of the page goes through a
   * `CheckedProxy` with this gate, except on a machine whose environment names a proxy.
   */
  guard(gate: RequestGate): Promise<void>
  /** Ends the page at once, stuck or not, and forgets its session. Never rejects; a second call does nothing. */
  destroy(): Promise<void>
}

/** Opens targets; one for each capture. @throws FailureError `browser.missing`, `browser.not-started`. */
export type OpenTarget = () => Promise<CdpTarget>

/** What becomes of a target: whoever listens is told once that it is gone, also where it went before, and not where it was ended on purpose. */
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
    /** It is ended on purpose. Returns whether it was not before. */
    end: (): boolean => {
      const isFirst = !isEnded
      isEnded = true
      return isFirst
    },
  }
}
