import { setTimeout as sleep } from 'node:timers/promises'
import { CANCELLED, type Failure, FailureError } from '../../../shared/base/failure'
import type { Capture, CaptureOptions, KeptEntry, KeptResponse, PageParts, Source } from '../../../shared/contract/capture'
import type { Progress } from '../../../shared/contract/contract'
import type { SpooledArchive } from './saves/spooled-archive'

export interface ArrivedPage extends Pick<Capture, 'html' | 'url'> {
  readonly parts?: PageParts | undefined
  /** Returns a resource from the network as soon as the resource arrives; null if the resource does not arrive. Never rejects. */
  readonly find?: (url: string) => Promise<KeptResponse | null>
}

export interface LoadContext {
  readonly signal: AbortSignal
  progress(progress: Progress): void
  /** Whether a page that is not from the network may load resources from the web. */
  readonly fetches?: boolean
  readonly archives?: { open(path: string): Promise<SpooledArchive> }
  readonly kept?: KeptEntry | undefined
  /** Receives a page in source mode when its HTML arrives, before the browser computes the layout. */
  arrived?(page: ArrivedPage): void
  loaded?(): void
}

export type KeptCapture = Omit<Capture, 'timings'>

export type LoadPage = (source: Source, options: CaptureOptions, context: LoadContext) => Promise<Capture>

/** Rejects with the error of `late` if the promise takes longer. */
export async function limitDuration<T>(promise: Promise<T>, milliseconds: number, late: () => Error): Promise<T> {
  const clock = new AbortController()
  const end = sleep(milliseconds, null, { signal: clock.signal }).then(() => {
    throw late()
  })
  return Promise.race([promise, end]).finally(() => clock.abort())
}

export type Deadline = ReturnType<typeof startDeadline>

export function startDeadline(milliseconds: number, signal: AbortSignal, expired: () => Failure) {
  let reason: Failure | null = null
  let reject: (error: FailureError) => void = () => undefined
  const ended = new Promise<never>((_, no) => (reject = no))
  ended.catch(() => undefined)
  /** Only the first failure counts. */
  const fail = (cause: Failure): void => {
    reason ??= cause
    reject(new FailureError(reason))
  }
  const cancel = (): void => fail(CANCELLED)
  let left = milliseconds
  let since = performance.now()
  const expire = (): void => fail(expired())
  let timer = setTimeout(expire, left)
  if (signal.aborted) cancel()
  else signal.addEventListener('abort', cancel, { once: true })
  const race = <T>(promise: Promise<T>): Promise<T> => {
    promise.catch(() => undefined)
    return Promise.race([ended, promise])
  }
  return {
    race,
    /** Like `race`, but stops the clock. Fails if the promise takes longer than the remaining time and `most` milliseconds together. */
    async raceAside<T>(promise: Promise<T>, most: number): Promise<T> {
      clearTimeout(timer)
      left = Math.max(0, left - (performance.now() - since))
      timer = setTimeout(expire, left + most)
      const value = await race(promise)
      clearTimeout(timer)
      since = performance.now()
      timer = setTimeout(expire, left)
      return value
    },
    fail,
    failure: (): Failure | null => reason,
    dispose(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
    },
  }
}
