// npm start [-- [--host electron|browser] [--port N] [--no-open] [--self-check FILE] [--extractor FILE]… [PAGE]]: installs missing
// packages, builds if stale, and opens Boilerscope in Electron or in the browser host.
import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  areDocsStale,
  CHROMIUM_HELP,
  ensureBuild,
  ensureChromium,
  ensureDependencies,
  fetchElectron,
  findElectron,
  root,
} from './ensure.mjs'

const { values, positionals } = parseArgs({
  options: {
    host: { type: 'string' },
    port: { type: 'string', default: '4747' },
    'no-open': { type: 'boolean' },
    'self-check': { type: 'string' },
    extractor: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', short: 'h' },
  },
  allowPositionals: true,
})
if (values.help || (values.host !== undefined && values.host !== 'electron' && values.host !== 'browser')) {
  console.log(
    'npm start -- [--host electron|browser] [--port N] [--no-open] [--self-check FILE] [--extractor FILE]… [PAGE]\n' +
      'PAGE is a URL or a path; default: a sample. --extractor adds a custom extractor: a module (.ts, .js), or a .json that\n' +
      'describes a program. --self-check uses every part once, writes a report, and ends.',
  )
  process.exit(values.help ? 0 : 2)
}

ensureDependencies()
ensureBuild()

// npm changes to the project's folder, but a relative path refers to the user's current folder.
const from = process.env.INIT_CWD ?? process.cwd()
const page = positionals[0] !== undefined && existsSync(resolve(from, positionals[0])) ? resolve(from, positionals[0]) : positionals[0]
const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)

const selfCheck = values['self-check'] === undefined ? [] : ['--self-check', resolve(from, values['self-check'])]
const extractors = values.extractor.flatMap((file) => ['--extractor', resolve(from, file)])

if (values.host === 'browser') startBrowserHost()
else if (!hasDisplay && values.host !== 'electron') startBrowserHost('there is no display')
else {
  const electron = findElectron() ?? (await fetchElectron({ again: values.host === 'electron' }))
  if (electron) startElectron(electron)
  else if (values.host === 'electron') {
    console.error('Electron is not available. Run "npx install-electron" where GitHub can be reached, or start with --host browser.')
    process.exit(1)
  } else startBrowserHost('its program cannot be downloaded here (--host electron tries again)')
}

function startElectron(electron) {
  // Chromium has no sandbox for root. For other users, the sandbox stays on.
  const sandbox = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const args = [...sandbox, root.replace(/[\\/]$/, ''), ...selfCheck, ...extractors, ...(page ? [page] : [])]
  const child = spawn(electron, args, { stdio: 'inherit', cwd: from })
  if (selfCheck.length === 0) makeDocs()
  const started = performance.now()
  const end = (code, reason) => {
    const isFailedStart = code !== 0 && performance.now() - started < 5000
    if (isFailedStart && values.host !== 'electron' && selfCheck.length === 0) startBrowserHost(reason)
    else process.exit(code ?? 1)
  }
  child.on('error', (thrown) => end(1, thrown.message))
  child.on('exit', (code, signal) => end(code, `it ended with ${signal ?? `code ${code}`}`))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => child.kill(signal))
}

/** Starts the browser host. @param {string} [instead] why Electron does not run */
function startBrowserHost(instead) {
  if (instead) console.log(`Electron could not be started: ${instead}. The browser host shows the same application.`)
  const chromium = ensureChromium()
  if (!chromium) {
    console.error(CHROMIUM_HELP)
    process.exit(1)
  }
  const server = join(root, 'out', 'main', 'server.js')
  const child = spawn(process.execPath, [server, '--port', values.port, ...selfCheck, ...extractors, ...(page ? [page] : [])], {
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { ...process.env, BOILERSCOPE_CHROMIUM: chromium },
    cwd: from,
  })
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (text) => {
    process.stdout.write(text)
    const url = /https?:\/\/\S+/.exec(text)?.[0]
    if (!url || selfCheck.length > 0) return
    makeDocs()
    if (!values['no-open'] && hasDisplay) open(url)
    else console.log('Open this address in a browser on this machine. Ctrl-C stops Boilerscope.')
  })
  child.on('exit', (code) => process.exit(code ?? 1))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
}

function makeDocs() {
  if (!areDocsStale()) return
  const child = spawn(process.execPath, [join(root, 'scripts', 'docs.mjs')], { cwd: root, stdio: 'ignore' })
  child.on('spawn', () => setPriority(child.pid, constants.priority.PRIORITY_LOW))
  child.on('error', () => undefined)
  process.on('exit', () => child.kill())
}

function open(url) {
  const [command, args] =
    process.platform === 'darwin' ? ['open', [url]] : process.platform === 'win32' ? ['cmd', ['/c', 'start', '', url]] : ['xdg-open', [url]]
  spawn(command, args, { stdio: 'ignore', detached: true })
    .on('error', () => console.log('Open this address in a browser on this machine.'))
    .unref()
}
