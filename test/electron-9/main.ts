/** Runs in Electron 9: offers the hidden windows of electron/main to the test that started it, as `targets.ts` asks for them. */
import { app, BrowserWindow, session } from 'electron'
import { createHiddenWindows } from '../../electron/main/hidden-window'
import type { CdpTarget } from '../../electron/services/capture/cdp-target'
import type { Ask, Tell } from './messages'
import { portOf } from './electron-9'

// Node 12 has none.
const hasNone: { canParse?: typeof URL.canParse } = URL
hasNone.canParse ??= (url, base) => {
  try {
    return new URL(url, base) instanceof URL
  } catch {
    return false
  }
}
process.on('uncaughtException', (thrown) => {
  console.error(thrown)
  app.exit(1)
})

const tell = (message: Tell): void => void process.send?.(message)
const targets = new Map<number, CdpTarget>()
/** Answers to what the guard asked the test. */
const asked = new Map<number, (allowed: boolean) => void>()
let count = 0

async function perform(ask: Ask): Promise<unknown> {
  if (ask.method === 'allowed') return asked.get(ask.question)?.(ask.allowed)
  if (ask.method === 'open') {
    const target = await windows.open()
    const id = ++count
    targets.set(id, target)
    target.on((method, params) => tell({ type: 'event', target: id, method, params }))
    target.onGone((reason, isTooHeavy) => tell({ type: 'gone', target: id, reason, isTooHeavy: isTooHeavy === true }))
    return id
  }
  const target = targets.get(ask.target)
  if (!target) throw new Error('there is no such page')
  if (ask.method === 'send') return target.send(ask.command, ask.params)
  if (ask.method === 'destroy') return target.destroy()
  return target.guard(
    (url, isLeaving) =>
      new Promise((resolve) => {
        const question = ++count
        asked.set(question, resolve)
        tell({ type: 'guard', target: ask.target, question, url, isLeaving })
      }),
  )
}

const windows = createHiddenWindows(portOf({ app, BrowserWindow, session }), {
  ...(process.env.PAGE_MEMORY === undefined ? {} : { pageMemory: Number(process.env.PAGE_MEMORY) }),
})
app.disableHardwareAcceleration()
app.setPath('userData', process.env.USER_DATA ?? '')
// A page is closed after each capture.
app.on('window-all-closed', () => undefined)
process.on('disconnect', () => app.exit(0))
process.on('message', (given: { readonly id: number; readonly ask: Ask }) => {
  perform(given.ask).then(
    (value) => tell({ type: 'answer', id: given.id, value }),
    (thrown: unknown) => tell({ type: 'failed', id: given.id, message: thrown instanceof Error ? thrown.message : String(thrown) }),
  )
})
void app.whenReady().then(() => tell({ type: 'ready' }))
