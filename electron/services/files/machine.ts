/** What programs ask of the machine that they run on. */
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Where runs and settings are kept outside Electron, which has a folder of its own: `BOILERSCOPE_DATA`, else the platform's
 * place for a program's data.
 */
export function dataFolder(environment: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform): string {
  const named = environment.BOILERSCOPE_DATA
  if (named) return named
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Boilerscope')
  if (platform === 'win32') return join(environment.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Boilerscope')
  return join(environment.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'boilerscope')
}

/** Identifies this start of the machine; null where the system does not say. */
export const BOOT = readOrNull('/proc/sys/kernel/random/boot_id')?.trim() ?? null

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** When a process started, in ticks since the machine did; null where the system does not say, 'ended' for one that only waits for its parent. */
export function startOf(id: number): string | null {
  // After the name, which may hold anything: state is field 3, the start field 22.
  const fields = readOrNull(`/proc/${id}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ')
  return fields ? (/[ZX]/.test(fields[0] ?? '') ? 'ended' : (fields[19] ?? null)) : null
}

/** Whether a process of this id runs on this machine, somebody else's too. @param start see `startOf`: ids are given out again */
export function isAlive(id: number, start: string | null = null): boolean {
  try {
    process.kill(id, 0)
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH') return false
  }
  const now = startOf(id)
  return now === null || (now !== 'ended' && (start === null || now === start))
}

/** The path that a `file:` address names; null for other addresses, and for files of another machine. */
export function pathOfAddress(address: string): string | null {
  if (!/^file:/i.test(address)) return null
  try {
    return fileURLToPath(address)
  } catch {
    return null
  }
}
