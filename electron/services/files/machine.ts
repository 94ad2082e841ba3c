/** What programs ask of the machine that they run on. */
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

/** Whether a process of this id runs on this machine, somebody else's too. */
export function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch (thrown) {
    return !(thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH')
  }
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
