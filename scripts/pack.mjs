// Packs the application's archive as electron-builder does it, without the Electron binary: an empty program stands in its place.
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, Platform } from 'electron-builder'
import { root } from './ensure.mjs'

/** The position of the fuses in the program, as electron-builder searches for it; all fuses inverted. */
const FUSES = `dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01\x09101101010`

/**
 * @param {string} folder working folder
 * @returns {Promise<{ archive: string, program: string }>} paths of `app.asar` and of the program in place of Electron
 */
export async function packArchive(folder) {
  const stand = join(folder, 'electron')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(stand, 'resources'), { recursive: true })
  for (const name of ['electron', 'chrome-sandbox', 'LICENSE', 'LICENSES.chromium.html']) {
    writeFileSync(join(stand, name), name === 'electron' ? FUSES : '')
    chmodSync(join(stand, name), 0o755)
  }
  const output = join(folder, 'release')
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget('dir'),
    publish: 'never',
    config: { electronDist: stand, directories: { output } },
  })
  const packed = join(output, 'linux-unpacked')
  return { archive: join(packed, 'resources', 'app.asar'), program: join(packed, 'boilerscope') }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await packArchive(join(root, '.cache', 'pack')))
