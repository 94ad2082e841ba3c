import { totalmem } from 'node:os'

export const PAGE_MEMORY = Math.min(2 * 1024 ** 3, totalmem() / 4)

/** Milliseconds between two checks. A page can fill a gigabyte in about half a second. */
const INTERVAL = 200

export type MemoryWatch = ReturnType<typeof watchMemory>

export function watchMemory(sizes: () => Promise<Iterable<readonly [id: number, bytes: number]>>, limit: number) {
  let ended = 0
  let open = 0
  let isChecking = false
  let timer: NodeJS.Timeout | undefined

  async function checkMemory(): Promise<void> {
    if (isChecking) return
    isChecking = true
    try {
      for (const [id, bytes] of await sizes()) {
        if (bytes <= limit) continue
        ended++
        process.kill(id, 'SIGKILL')
      }
    } finally {
      isChecking = false
    }
  }

  return {
    opened(): void {
      if (++open === 1) timer = setInterval(() => void checkMemory().catch(() => undefined), INTERVAL).unref()
    },
    closed(): void {
      if (--open > 0) return
      clearInterval(timer)
      ended = 0
    },
    consumeEnded(): boolean {
      if (ended === 0) return false
      ended--
      return true
    },
  }
}
