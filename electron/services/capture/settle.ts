/** When a rendered page has come to rest: content that a script brings late, by a timer or an answer, is then there. */
import type { CaptureOptions } from '../../../shared/contract/source'
import { evaluateIn, type Send } from './isolated-world'
import type { PageActivity } from './page-activity'

/** Milliseconds beyond `settle` that a document may keep changing; clocks and carousels never end. */
const BUSY_MOST = 1_500

/**
 * Waits until nothing was loaded and nothing changed in the document for `idle` milliseconds, and `settle` are over since the load
 * event: a timer that has not gone off shows nowhere. A page without scripts is not waited for, since nothing in it can come late.
 * @param cap `performance.now()` at which the wait ends whatever happens
 * @returns `settled`; `changing` where the document still changed at the end; `loading` where the network was not quiet in time
 */
export async function waitUntilSettled(
  send: Send,
  frameId: string,
  activity: PageActivity,
  { idle, settle }: Pick<CaptureOptions, 'idle' | 'settle'>,
  cap: number,
): Promise<'settled' | 'changing' | 'loading'> {
  const loaded = performance.now()
  if (!(await activity.idle(idle, cap - loaded))) return 'loading'
  while (settle > 0) {
    const calm = await evaluateIn(send, frameId, CALM).catch(() => 0)
    const now = performance.now()
    const mayChange = now < loaded + settle + BUSY_MOST
    const wait = calm === null ? 0 : Math.max(loaded + settle - now, mayChange ? idle - Number(calm) : 0)
    const rest = Math.max(wait, idle - activity.quiet())
    const isCalm = calm === null || Number(calm) >= idle
    if (rest <= 0) return isCalm ? 'settled' : 'changing'
    if (now >= cap) return activity.quiet() < idle ? 'loading' : isCalm ? 'settled' : 'changing'
    await new Promise((resolve) => setTimeout(resolve, Math.min(rest, cap - now)))
  }
  return 'settled'
}

/** Milliseconds since elements or texts of the document changed, or since it was asked first; null where no script can change any. */
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
