import { homedir } from 'node:os'
import { join } from 'node:path'

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
