import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export function dataFolder(environment: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform): string {
  const configured = environment.BOILERSCOPE_DATA
  if (configured) return configured
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Boilerscope')
  if (platform === 'win32') return join(environment.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Boilerscope')
  return join(environment.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'boilerscope')
}

export const BOOT = readOrNull('/proc/sys/kernel/random/boot_id')?.trim() ?? null

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** Returns the start time of a process in ticks since boot; null if unknown, 'ended' for a zombie. */
export function startOf(id: number): string | null {
  // The process name may contain any character and is removed. `fields[0]` is the state, `fields[19]` is the start time.
  const fields = readOrNull(`/proc/${id}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ')
  return fields ? (/[ZX]/.test(fields[0] ?? '') ? 'ended' : (fields[19] ?? null)) : null
}

/** Returns whether any user runs a process with this id. @param start start time of the process, see `startOf` */
export function isAlive(id: number, start: string | null = null): boolean {
  try {
    process.kill(id, 0)
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH') return false
  }
  const now = startOf(id)
  return now === null || (now !== 'ended' && (start === null || now === start))
}

/** Returns the path of a `file:` address; null for other or invalid addresses and, except on Windows, for files on another machine. */
export function pathOfAddress(address: string): string | null {
  if (!/^file:/i.test(address)) return null
  try {
    return fileURLToPath(address)
  } catch {
    return null
  }
}
