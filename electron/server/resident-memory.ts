import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Resident memory of a process in bytes; 0 where it is gone or cannot be asked. Linux and macOS; elsewhere nothing is known, since asking
 * costs a program each time.
 */
export async function residentBytes(id: number): Promise<number> {
  try {
    if (process.platform === 'linux') return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0)
    if (process.platform === 'darwin') return 1024 * Number((await run('ps', ['-o', 'rss=', '-p', String(id)])).stdout)
    return 0
  } catch {
    return 0
  }
}
