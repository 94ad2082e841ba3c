import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Milliseconds between two looks: a page fills a gigabyte in about half a second. */
const INTERVAL = 200

export interface MemoryWatch {
  /** Whether a process was ended for its memory and nobody has asked for the reason yet; asking takes one away. */
  takeEnded(): boolean
  stop(): void
}

/**
 * Ends processes of pages that take more memory than `limit`. Linux and macOS; elsewhere nothing is watched, since asking
 * costs a program each time.
 * @param processes ids of the processes to look at
 * @param limit bytes of resident memory
 */
export function watchMemory(processes: () => Promise<readonly number[]>, limit: number): MemoryWatch {
  let ended = 0
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    look()
      .catch(() => undefined)
      .finally(() => (isLooking = false))
  }, INTERVAL)
  timer.unref()

  async function look(): Promise<void> {
    for (const id of await processes()) {
      if ((await residentBytes(id)) <= limit) continue
      ended++
      process.kill(id, 'SIGKILL')
    }
  }

  return {
    takeEnded() {
      if (ended === 0) return false
      ended--
      return true
    },
    stop: () => clearInterval(timer),
  }
}

const run = promisify(execFile)

/** Resident memory of a process in bytes; 0 where it is gone or cannot be asked. */
async function residentBytes(id: number): Promise<number> {
  try {
    if (process.platform === 'linux') return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0)
    if (process.platform === 'darwin') return 1024 * Number((await run('ps', ['-o', 'rss=', '-p', String(id)])).stdout)
    return 0
  } catch {
    return 0
  }
}
