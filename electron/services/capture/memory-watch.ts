import { totalmem } from 'node:os'

/** Bytes of memory that the process of a page may take where nothing else is said: 2 GiB, and a quarter of what the machine has at most. */
export const PAGE_MEMORY = Math.min(2 * 1024 ** 3, totalmem() / 4)

/** Milliseconds between two looks: a page fills a gigabyte in about half a second. */
const INTERVAL = 200

export interface MemoryWatch {
  /** A page is open from here on: there is something to look at. */
  opened(): void
  closed(): void
  /** Whether a process was ended for its memory and nobody has asked for the reason yet; asking takes one away. */
  takeEnded(): boolean
}

/**
 * Ends processes of pages that take more memory than `limit`, as long as any is open.
 * @param sizes ids of the processes to look at, with the bytes of their resident memory
 * @param limit bytes
 */
export function watchMemory(sizes: () => Promise<Iterable<readonly [id: number, bytes: number]>>, limit: number): MemoryWatch {
  let ended = 0
  let open = 0
  let isLooking = false
  let timer: NodeJS.Timeout | undefined

  function lookAgain(): void {
    if (isLooking) return
    isLooking = true
    look()
      .catch(() => undefined)
      .finally(() => (isLooking = false))
  }

  async function look(): Promise<void> {
    for (const [id, bytes] of await sizes()) {
      if (bytes <= limit) continue
      ended++
      process.kill(id, 'SIGKILL')
    }
  }

  return {
    opened() {
      if (++open === 1) timer = setInterval(lookAgain, INTERVAL).unref()
    },
    closed() {
      if (--open > 0) return
      clearInterval(timer)
      // Nobody is left to ask for a reason.
      ended = 0
    },
    takeEnded() {
      if (ended === 0) return false
      ended--
      return true
    },
  }
}
