// Shared by the scripts. Imports only modules of Node, because packages may be missing.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs a program without a shell, because a shell would split paths at spaces. Returns whether the program succeeded. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  return result.status === 0
}

/**
 * Returns the path of a package's program, so that the caller can run the program with the current Node. On Windows, the link in `.bin`
 * would need a shell.
 */
export function packageProgram(/** @type {string} */ name, /** @type {string} */ program) {
  const folder = join(root, 'node_modules', ...name.split('/'))
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[program])
}

export function runNpm(/** @type {readonly string[]} */ args, options = {}) {
  const folder = join(dirname(process.execPath), ...(process.platform === 'win32' ? [] : ['..', 'lib']), 'node_modules')
  const beside = join(folder, 'npm', 'bin', 'npm-cli.js')
  const program = [process.env.npm_execpath, beside].find((path) => path && /npm-cli\.c?js$/.test(path) && existsSync(path))
  return program ? run(process.execPath, [program, ...args], options) : run('npm', args, options)
}

/** Installs the dependencies if node_modules does not match the lock file. Ignores optional packages. */
export function ensureDependencies() {
  const lock = join(root, 'package-lock.json')
  const stamp = join(root, 'node_modules', '.package-lock.json')
  if (existsSync(stamp) && existsSync(join(root, 'node_modules', 'electron-vite'))) {
    const wanted = Object.entries(JSON.parse(readFileSync(lock, 'utf8')).packages)
    const have = JSON.parse(readFileSync(stamp, 'utf8')).packages
    const stale = wanted.some(([name, entry]) => name !== '' && !entry.optional && have[name]?.version !== entry.version)
    if (!stale) return
  }
  console.log('Installing dependencies …')
  if (!runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error'])) {
    console.error('npm ci failed. Check the network and that npm can reach its registry, then try again.')
    process.exit(1)
  }
}

/** @returns {string | null} */
export function findChromium() {
  const configured = process.env.BOILERSCOPE_CHROMIUM
  if (configured) return existsSync(configured) ? configured : null
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge']
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) {
      const file = join(folder, process.platform === 'win32' ? `${name}.exe` : name)
      if (existsSync(file)) return file
    }
  }
  const known = {
    darwin: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'],
    win32: [
      join(process.env['ProgramFiles'] ?? 'C:\\Program Files', 'Google\\Chrome\\Application\\chrome.exe'),
      join(process.env['ProgramFiles(x86)'] ?? 'C:\\Program Files (x86)', 'Microsoft\\Edge\\Application\\msedge.exe'),
    ],
  }
  return known[process.platform]?.find((file) => existsSync(file)) ?? null
}

export const canInstall = () => process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

export function aptGet(/** @type {readonly string[]} */ ...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return run('apt-get', [...args, '-y', '-qq', '--no-install-recommends'], { stdio: ['ignore', 'ignore', 'inherit'], env })
}

export function ensureChromium() {
  const found = findChromium()
  if (found || !canInstall()) return found
  console.log('Installing Chromium (apt-get install chromium) …')
  aptGet('update')
  aptGet('install', 'chromium', 'fonts-noto-cjk')
  return findChromium()
}

/**
 * Debian's headless shell is faster than Chromium. Returns null if the shell is missing, or if `findChromium` does not find Debian's
 * Chromium.
 */
export function findHeadlessShell() {
  const file = '/usr/lib/chromium/chromium-headless-shell'
  return findChromium() === '/usr/bin/chromium' && existsSync(file) ? file : null
}

export const findFirefox = () => ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((file) => existsSync(file)) ?? null

export function findWebKit() {
  if (!existsSync('/usr/bin/WebKitWebDriver') || !existsSync('/usr/bin/Xvfb')) return null
  const folders = ['x86_64', 'aarch64'].flatMap((system) => ['4.1', '4.0'].map((api) => `/usr/lib/${system}-linux-gnu/webkit2gtk-${api}`))
  return folders.map((folder) => join(folder, 'MiniBrowser')).find((file) => existsSync(file)) ?? null
}

export function ensureTestTools() {
  if (!canInstall()) return
  if (!existsSync('/usr/bin/parallel')) aptGet('install', 'parallel')
  if (findHeadlessShell() !== null) return
  // Installs the shell only in the version of the installed Chromium, because another version would replace the installed Chromium.
  const { status, stdout } = spawnSync('dpkg-query', ['--show', '--showformat', '${Version}', 'chromium'], { encoding: 'utf8' })
  if (status === 0) aptGet('install', `chromium-headless-shell=${stdout}`)
}

export const CHROMIUM_HELP =
  'No Chrome or Chromium was found. Install one (Debian, Ubuntu: sudo apt-get install chromium; macOS, Windows: Google Chrome), ' +
  'or set BOILERSCOPE_CHROMIUM to the path of its program.'

/** Does not load the `electron` package, because the package would start a download. */
export function findElectron() {
  const folder = join(root, 'node_modules', 'electron')
  const named = join(folder, 'path.txt')
  const program = existsSync(named) ? readFileSync(named, 'utf8') : null
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  const path = override ? join(override, program ?? 'electron') : program ? join(folder, 'dist', program) : null
  return path && existsSync(path) ? path : null
}

/** Milliseconds to wait for the response of a server. */
const PATIENCE = 8000

const firstVariable = (...names) => names.map((name) => process.env[name]).find(Boolean)

const electronMirror = () =>
  firstVariable('npm_config_electron_mirror', 'NPM_CONFIG_ELECTRON_MIRROR', 'npm_package_config_electron_mirror', 'ELECTRON_MIRROR') ??
  'https://github.com/electron/electron/releases/download/'

const proxy = () => firstVariable('HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy') ?? process.env.ELECTRON_GET_USE_PROXY ?? ''

async function canBeReached(mirror, version) {
  try {
    await fetch(`${mirror}v${version}/SHASUMS256.txt`, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(PATIENCE) })
    return true
  } catch {
    return false
  }
}

function isElectronCached(mirror, version) {
  const home = homedir()
  const folders = {
    darwin: join(home, 'Library', 'Caches', 'electron'),
    win32: join(process.env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'electron', 'Cache'),
  }
  const usual = folders[process.platform] ?? join(process.env.XDG_CACHE_HOME || join(home, '.cache'), 'electron')
  const folder = process.env.electron_config_cache || usual
  const name = `electron-v${version}-${process.platform}-${process.arch}.zip`
  const place = new URL(`${mirror}v${version}`)
  place.hash = place.search = ''
  return existsSync(join(folder, createHash('sha256').update(place.href).digest('hex'), name))
}

/**
 * Installs Electron from its cache or the network. Returns the path of its program; null after a failure. A failure is remembered if the
 * mirror was unreachable, or if the installation failed with a proxy. After such a failure, later calls with the same version, mirror and
 * proxy return null, unless `again` is set or the cache contains Electron.
 */
export async function fetchElectron({ again = false } = {}) {
  const version = JSON.parse(readFileSync(join(root, 'node_modules', 'electron', 'package.json'), 'utf8')).version
  const memory = join(root, '.cache', 'electron-not-reached')
  const mirror = electronMirror()
  const way = [version, mirror, proxy()].join('\n')
  const isCached = isElectronCached(mirror, version)
  if (!again && !isCached && existsSync(memory) && readFileSync(memory, 'utf8') === way) return null
  const remember = () => {
    mkdirSync(join(root, '.cache'), { recursive: true })
    writeFileSync(memory, way)
    return null
  }
  // The test of the mirror cannot use a proxy. With `again`, the user should see the message of `@electron/get`.
  if (!isCached && !again && proxy() === '' && !(await canBeReached(mirror, version))) return remember()
  console.log(
    isCached
      ? `Unpacking Electron ${version} …`
      : `Downloading Electron ${version}, about 120 MB, once (to avoid this, press Ctrl-C and start with --host browser) …`,
  )
  const env = { ...process.env, ...(proxy() === '' ? {} : { ELECTRON_GET_USE_PROXY: 'true' }) }
  run(process.execPath, [join(root, 'node_modules', 'electron', 'install.js')], { env })
  return findElectron() ?? (proxy() === '' ? null : remember())
}

function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  let time = 0
  for (const name of readdirSync(path)) time = Math.max(time, newest(join(path, name)))
  return time
}

/** `docsMarker` exists while scripts/docs.mjs builds the documentation. */
export const docsFolder = join(root, 'out', 'docs')
export const docsMarker = join(root, '.cache', 'docs-making.json')

export function areDocsStale() {
  const made = newest(join(docsFolder, '.made'))
  return (
    made === 0 || ['docs', 'electron', 'renderer', 'shared', 'scripts', 'package-lock.json'].some((name) => newest(join(root, name)) > made)
  )
}

export function ensureBuild() {
  const stamp = join(root, 'out', '.built')
  const sources = ['electron', 'renderer', 'shared', 'electron.vite.config.ts', 'scripts/ensure.mjs', 'package-lock.json'].map((name) =>
    newest(join(root, name)),
  )
  const built = newest(stamp)
  if (built > 0 && Math.max(...sources) <= built) return
  console.log('Building …')
  const started = new Date()
  const steps = [[packageProgram('electron-vite', 'electron-vite'), 'build', '--logLevel', 'warn'], [join(root, 'scripts', 'site.mjs')]]
  if (!steps.every((step) => run(process.execPath, step))) {
    console.error('The build failed; the messages above show where.')
    process.exit(1)
  }
  writeFileSync(stamp, '')
  utimesSync(stamp, started, started)
}

/** Entry files of the command line by output name. Custom modules import `extractor`. */
export const CLI_PROGRAMS = {
  cli: 'electron/cli/cli.ts',
  'batch-worker': 'electron/worker/batch-worker.ts',
  'corpus-worker': 'electron/worker/corpus-worker.ts',
  'evaluation-worker': 'electron/worker/evaluation-worker.ts',
  worker: 'electron/worker/extraction-worker.ts',
  'reduce-worker': 'electron/worker/reduce-worker.ts',
  'program-thread': 'electron/worker/program-thread.ts',
  'module-runner': 'electron/worker/module-runner.ts',
  'module-hooks': 'electron/worker/module-hooks.ts',
  extractor: 'shared/extractors/own/extractor-kit.ts',
}
