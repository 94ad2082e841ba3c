import { keepLatest } from '../../../shared/base/latest'
/**
 * Which thread does a page's next task is the pool's choice, and a thread that does not hold the page must parse it. So a task waits
 * for the thread that does, as long as starting another and parsing again would take and no longer: opening a page asks for its view
 * while its first extraction runs, and on a machine of few cores a second parse then slows down what the person waits for.
 */
export interface PageTurns {
  /** Waits where all threads that hold the page work on it. @returns tells how the task ended */
  enter(page: string, signal?: AbortSignal): Promise<Turn>
  /** The page is known by another name from now on. */
  rename(from: string, to: string): void
}

interface Turn {
  /** A thread that did not hold the page has parsed it. @param milliseconds that took */
  parsed(milliseconds: number): void
  /** Call it once, however the task ended. */
  leave(): void
}

interface Held {
  /** Threads that parsed it; one that ended since is counted still, which only makes nobody wait. */
  threads: number
  running: number
  /** Milliseconds that parsing took at least. */
  parsing: number
  readonly waiting: Set<() => void>
}

/** Milliseconds that a new thread takes to load its program, at least. */
const THREAD_START = 250

/** Pages that are known; of those before, nobody waits. */
const KNOWN_PAGES = 64

export function createPageTurns(): PageTurns {
  const pages = new Map<string, Held>()

  function heldOf(page: string): Held {
    const held = pages.get(page) ?? { threads: 0, running: 0, parsing: Infinity, waiting: new Set() }
    keepLatest(pages, page, held, KNOWN_PAGES)
    return held
  }

  /** Until a task of the page ends, the milliseconds are over, or it is no longer wanted. */
  function oneEnds({ waiting }: Held, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        waiting.delete(end)
        signal?.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, milliseconds)
      waiting.add(end)
      signal?.addEventListener('abort', end, { once: true })
    })
  }

  return {
    async enter(page, signal) {
      const held = heldOf(page)
      const start = performance.now()
      while (held.threads > 0 && held.running >= held.threads && signal?.aborted !== true) {
        const left = THREAD_START + held.parsing - (performance.now() - start)
        if (left <= 0) break
        await oneEnds(held, left, signal)
      }
      held.running++
      return {
        parsed(milliseconds) {
          held.threads++
          held.parsing = Math.min(held.parsing, milliseconds)
        },
        leave() {
          held.running--
          for (const end of [...held.waiting]) end()
        },
      }
    },
    rename(from, to) {
      const held = pages.get(from)
      if (!held) return
      pages.delete(from)
      pages.set(to, held)
    },
  }
}
