import { totalmem } from 'node:os'

/** Maximum bytes of memory of a page's process: 2 GiB, or a quarter of the machine's memory if that is less. */
export const PAGE_MEMORY = Math.min(2 * 1024 ** 3, totalmem() / 4)

/** Milliseconds between two checks. A page can fill a gigabyte in about half a second. */
const INTERVAL = 200

export type MemoryWatch = ReturnType<typeof watchMemory>

/** Ends page processes that use more than `limit` bytes of resident memory. @param sizes returns pairs of process id and bytes */
export function watchMemory(sizes: () => Promise<Iterable<readonly [id: number, bytes: number]>>, limit: number) {
  let ended = 0
  let open = 0
  let isChecking = false
  let timer: NodeJS.Timeout | undefined

  function scheduleCheck(): void {
    if (isChecking) return
    isChecking = true
    checkMemory()
      .catch(() => undefined)
      .finally(() => (isChecking = false))
  }

  async function checkMemory(): Promise<void> {
    for (const [id, bytes] of await sizes()) {
      if (bytes <= limit) continue
      ended++
      process.kill(id, 'SIGKILL')
    }
  }

  return {
    opened(): void {
      if (++open === 1) timer = setInterval(scheduleCheck, INTERVAL).unref()
    },
    closed(): void {
      if (--open > 0) return
      clearInterval(timer)
      // No page is left that could report the failure.
      ended = 0
    },
    /** Returns whether a process was ended because of its memory. Returns true once per ended process. */
    consumeEnded(): boolean {
      if (ended === 0) return false
      ended--
      return true
    },
  }
}
