/**
 * A blank page that is open before anybody asks for one. Opening it takes a tenth of a second, and the first of all starts the browser
 * too: whoever opens a page need not wait for that. It is as blank as one that is opened then, in a session of its own, and is handed
 * out once: nothing of one capture reaches another.
 */
import type { CdpTarget } from './cdp-target'

/** Milliseconds after a capture before the next page is made: what was captured is drawn first, on the same cores. */
const AFTER_CAPTURE = 800

/** Milliseconds after which a page that nobody asked for is closed: it holds the memory of a process. */
const UNUSED = 10 * 60_000

export interface ReadyTargets {
  /** The page that is kept ready, or a new one. @throws what opening throws. */
  open(): Promise<CdpTarget>
  /** Has one kept ready from now on, and again after each capture. Where none can be opened, `open` says why. */
  prepare(): void
  /** Closes what is kept; nothing is kept any more. */
  close(): Promise<void>
}

/** Keeps at most one page of those that `openTarget` opens. */
export function createReadyTargets(openTarget: () => Promise<CdpTarget>): ReadyTargets {
  interface Kept {
    /** Null where it could not be opened. */
    readonly opening: Promise<CdpTarget | null>
    readonly unused: NodeJS.Timeout
    isGone: boolean
  }
  let kept: Kept | null = null
  let soon: NodeJS.Timeout | undefined
  let closed = false

  function forget(one: Kept): void {
    clearTimeout(one.unused)
    if (kept === one) kept = null
  }

  function drop(one: Kept): Promise<void> {
    forget(one)
    return one.opening.then((target) => target?.destroy())
  }

  function prepare(): void {
    clearTimeout(soon)
    if (closed || kept !== null) return
    const opening = openTarget().catch(() => null)
    const one: Kept = { opening, unused: setTimeout(() => void drop(one), UNUSED).unref(), isGone: false }
    kept = one
    void opening.then((target) => {
      if (target === null) return forget(one)
      target.onGone(() => {
        one.isGone = true
        void drop(one)
      })
    })
  }

  function prepareSoon(): void {
    clearTimeout(soon)
    if (!closed) soon = setTimeout(prepare, AFTER_CAPTURE).unref()
  }

  /** The page that is kept, which is kept no more; null where there is none that lives. */
  async function take(): Promise<CdpTarget | null> {
    const one = kept
    if (one === null) return null
    forget(one)
    const target = await one.opening
    return one.isGone ? null : target
  }

  return {
    async open() {
      const target = (await take()) ?? (await openTarget())
      return {
        ...target,
        async destroy() {
          await target.destroy()
          prepareSoon()
        },
      }
    },
    prepare,
    async close() {
      closed = true
      clearTimeout(soon)
      if (kept !== null) await drop(kept)
    },
  }
}
