/** Starts Electron with a separate data folder, which also contains the lock of the single instance. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication } from '@playwright/test'
import { findElectron, root } from '../../scripts/ensure.mjs'

export function argumentsFor(data: string, ...words: readonly string[]): string[] {
  return [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), `--user-data-dir=${data}`, root, ...words]
}

export const makeData = (): string => mkdtempSync(join(tmpdir(), 'boilerscope-electron-'))

export function launch(data = makeData(), ...words: readonly string[]): Promise<ElectronApplication> {
  const executablePath = findElectron()
  if (executablePath === null) throw new Error('Electron is missing: use npm run electron')
  return _electron.launch({ executablePath, args: argumentsFor(data, ...words), chromiumSandbox: true })
}
