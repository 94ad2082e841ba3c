/** Starts Electron with new data: the lock for a single instance is in that folder. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication } from '@playwright/test'
import { findElectron, root } from '../../scripts/ensure.mjs'

/** Arguments of an Electron that runs the application in a folder. */
export function argumentsFor(data: string, ...words: readonly string[]): string[] {
  return [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), `--user-data-dir=${data}`, root, ...words]
}

export const makeData = (): string => mkdtempSync(join(tmpdir(), 'boilerscope-electron-'))

export function launch(data = makeData(), ...words: readonly string[]): Promise<ElectronApplication> {
  const executablePath = findElectron()
  if (executablePath === null) throw new Error('Electron is missing: use npm run electron')
  return _electron.launch({ executablePath, args: argumentsFor(data, ...words), chromiumSandbox: true })
}
