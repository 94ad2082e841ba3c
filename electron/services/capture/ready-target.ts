/** Keeps a blank page ready, because opening a page takes 0.1 s. The page has a separate session and is used once. */
import type { CdpTarget } from './cdp-target'

/** Milliseconds between a capture and the opening of the next page. Meanwhile, the window needs the cores to render the capture. */
const AFTER_CAPTURE = 800

const UNUSED = 10 * 60_000

export function createReadyTargets(openTarget: () => Promise<CdpTarget>) {
  interface Kept {
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

  async function claim(): Promise<CdpTarget | null> {
    const one = kept
    if (one === null) return null
    forget(one)
    const target = await one.opening
    return one.isGone ? null : target
  }

  return {
    async open(): Promise<CdpTarget> {
      const target = (await claim()) ?? (await openTarget())
      return {
        ...target,
        async destroy() {
          await target.destroy()
          prepareSoon()
        },
      }
    },
    prepare,
    async close(): Promise<void> {
      closed = true
      clearTimeout(soon)
      if (kept !== null) await drop(kept)
    },
  }
}
