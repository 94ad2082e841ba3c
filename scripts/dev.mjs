// npm run dev [-- [--host=browser] [PAGE]]: builds and starts Boilerscope in Electron or in the browser host, and again after a change in
// electron, renderer or shared.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { ensureDependencies, fetchElectron, findElectron, root } from './ensure.mjs'

const QUIET = 300

ensureDependencies()
const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
const wantsElectron = !process.argv.includes('--host=browser') && hasDisplay
const host = wantsElectron && (findElectron() ?? (await fetchElectron())) ? 'electron' : 'browser'
const page = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))

let running = null
let next = null

function start() {
  next = null
  // The port stays the same, so a browser window only needs a reload.
  running = spawn(process.execPath, [join(root, 'scripts', 'start.mjs'), '--host', host, '--no-open', ...page], { stdio: 'inherit' })
  running.on('exit', () => {
    running = null
    next?.()
  })
}

function then(step) {
  next = step
  if (running) running.kill()
  else step()
}

start()
let timer
for (const folder of ['electron', 'renderer', 'shared']) {
  watch(join(root, folder), { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => then(start), QUIET)
  })
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => then(() => process.exit(0)))
