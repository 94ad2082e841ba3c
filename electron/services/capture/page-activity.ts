import { z } from 'zod'
import type { CdpTarget } from './cdp-target'

const Request = z.object({ requestId: z.string() })
const Frame = z.object({ frameId: z.string() })

/** What the page is busy with: its load event, and the requests under way. */
export interface PageActivity {
  /** Waits for the load event. Resolves to whether it came within the milliseconds. */
  loaded(cap: number): Promise<boolean>
  /** Waits until nothing was under way for `quiet` milliseconds. Resolves to whether that was within `cap`. */
  idle(quiet: number, cap: number): Promise<boolean>
  /** Milliseconds that nothing has been under way; 0 while something is. */
  quiet(): number
  /** Counts as a request under way until the promise settles. */
  during<T>(work: Promise<T>): Promise<T>
}

/** Watches from now on; call it before the page is opened. */
export function watchActivity(target: CdpTarget): PageActivity {
  const underWay = new Set<string>()
  let works = 0
  let isLoaded = false
  let changed: () => void = () => undefined
  let changedAt = performance.now()
  const isBusy = (): boolean => works > 0 || underWay.size > 0

  target.on((method, params) => {
    if (method === 'Page.loadEventFired') isLoaded = true
    else if (method === 'Network.requestWillBeSent') {
      const request = Request.safeParse(params)
      if (request.success) underWay.add(request.data.requestId)
    } else if (method === 'Network.loadingFinished' || method === 'Network.loadingFailed') {
      const request = Request.safeParse(params)
      if (request.success) underWay.delete(request.data.requestId)
    } else if (method === 'Page.frameStartedLoading' || method === 'Page.frameStoppedLoading') {
      const frame = Frame.safeParse(params)
      if (!frame.success) return
      if (method === 'Page.frameStartedLoading') underWay.add(frame.data.frameId)
      else underWay.delete(frame.data.frameId)
    } else return
    changedAt = performance.now()
    changed()
  })

  /** Waits until `holds` was true for `quiet` milliseconds on end. */
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
    loaded: (cap) => wait(() => isLoaded, 0, cap),
    idle: (quiet, cap) => wait(() => !isBusy(), quiet, cap),
    quiet: () => (isBusy() ? 0 : performance.now() - changedAt),
    async during(work) {
      works++
      try {
        return await work
      } finally {
        works--
        changedAt = performance.now()
        changed()
      }
    },
  }
}
