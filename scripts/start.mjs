// npm start [-- [--host electron|browser] [--port N] [--no-open] [PAGE]]
// Installs what is missing, builds if stale, and opens Boilerscope in Electron or in the browser host.
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CHROMIUM_HELP, ensureBuild, ensureChromium, ensureDependencies, fetchElectron, findElectron, root } from './ensure.mjs'

const { values, positionals } = parseArgs({
  options: {
    host: { type: 'string' },
    port: { type: 'string', default: '4747' },
    'no-open': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
  allowPositionals: true,
})
if (values.help || (values.host !== undefined && values.host !== 'electron' && values.host !== 'browser')) {
  console.log(
    'npm start -- [--host electron|browser] [--port N] [--no-open] [PAGE]\nPAGE is a URL or a path; without it a sample is shown.',
  )
  process.exit(values.help ? 0 : 2)
}

ensureDependencies()
ensureBuild()

// npm changes to the project's folder; a relative path means the folder the person is in.
const from = process.env.INIT_CWD ?? process.cwd()
const page = positionals[0] !== undefined && existsSync(resolve(from, positionals[0])) ? resolve(from, positionals[0]) : positionals[0]
const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)

let electron = null
if (values.host !== 'browser') {
  if (!hasDisplay && values.host !== 'electron') console.log('There is no display for Electron: starting the browser host.')
  else electron = findElectron() ?? fetchElectron({ again: values.host === 'electron' })
  if (!electron && values.host === 'electron') {
    console.error('Electron is not available. Run "npx install-electron" where GitHub can be reached, or start with --host browser.')
    process.exit(1)
  }
}

if (electron) {
  const sandbox = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const child = spawn(electron, [...sandbox, root, ...(page ? [page] : [])], { stdio: 'inherit', cwd: from })
  child.on('exit', (code) => process.exit(code ?? 1))
} else {
  const chromium = ensureChromium()
  if (!chromium) {
    console.error(CHROMIUM_HELP)
    process.exit(1)
  }
  const child = spawn(process.execPath, [join(root, 'out', 'main', 'server.js'), '--port', values.port, ...(page ? [page] : [])], {
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { ...process.env, BOILERSCOPE_CHROMIUM: chromium },
    cwd: from,
  })
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (text) => {
    process.stdout.write(text)
    const url = /https?:\/\/\S+/.exec(text)?.[0]
    if (url && !values['no-open'] && hasDisplay) open(url)
    else if (url) console.log('Open this address in a browser on this machine. Ctrl-C stops Boilerscope.')
  })
  child.on('exit', (code) => process.exit(code ?? 1))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
}

function open(url) {
  const [command, args] =
    process.platform === 'darwin' ? ['open', [url]] : process.platform === 'win32' ? ['cmd', ['/c', 'start', '', url]] : ['xdg-open', [url]]
  spawn(command, args, { stdio: 'ignore', detached: true })
    .on('error', () => console.log('Open this address in a browser on this machine.'))
    .unref()
}
