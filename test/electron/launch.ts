/** Starts Electron for a test file, with data of its own: the lock that lets only one instance run lies in that folder. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication } from '@playwright/test'
import { findElectron, root } from '../../scripts/ensure.mjs'

/** Path of the Electron program; null where there is none. */
export const electron = findElectron()

export function launch(): Promise<ElectronApplication> {
  const data = mkdtempSync(join(tmpdir(), 'boilerscope-electron-'))
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return _electron.launch({ executablePath: electron ?? '', args: [...sandbox, `--user-data-dir=${data}`, root] })
}
