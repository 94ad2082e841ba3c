/**
 * Stands where the tests import `electron/server/chromium-target`: the same shape, over the hidden windows of a real Electron 9, which
 * runs as a child (`main.ts`). `ELECTRON9` is its program, `ELECTRON9_MAIN` the bundle; scripts/electron-9.mjs sets both.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChromiumOptions, ChromiumTargets } from '../../electron/server/chromium-target'
import type { CdpTarget } from '../../electron/services/capture/cdp-target'
import { failed } from '../../shared/base/failure'
import type { Ask, Tell } from './messages'

export type { ChromiumOptions, ChromiumTargets }

export const findChromium = (): string | null => process.env.ELECTRON9 ?? null

/** As electron-host.ts starts Electron; for the superuser Chromium has no sandbox. */
const SWITCHES = ['--no-sandbox', '--disable-site-isolation-trials']

interface Page {
  listen(method: string, params: unknown): void
  gone(reason: string, isTooHeavy: boolean): void
  allows: (url: string, isLeaving: boolean) => Promise<boolean>
}

export function createChromiumTargets(options: ChromiumOptions = {}): ChromiumTargets {
  let running: ReturnType<typeof start> | null = null
  return {
    async open() {
      const program = options.executablePath ?? findChromium()
      if (program === null || !existsSync(program)) throw failed('browser.missing', 'No Chrome or Chromium was found.', 'Install one.')
      if (!running?.isThere()) running = start(program, options)
      return running.open()
    },
    prepare: () => undefined,
    close: async () => running?.close(),
  }
}

function start(program: string, { args = [], pageMemory }: ChromiumOptions) {
  const data = mkdtempSync(join(tmpdir(), 'boilerscope-electron-9-'))
  const child = spawn(program, [...SWITCHES, ...args, process.env.ELECTRON9_MAIN ?? ''], {
    stdio: ['ignore', 'ignore', process.env.ELECTRON9_SAYS ? 'inherit' : 'ignore', 'ipc'],
    env: { ...process.env, USER_DATA: data, ...(pageMemory === undefined ? {} : { PAGE_MEMORY: String(pageMemory) }) },
  })
  const pages = new Map<number, Page>()
  const waiting = new Map<number, { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }>()
  let count = 0
  let onReady: () => void = () => undefined
  const ready = new Promise<void>((resolve) => (onReady = resolve))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))

  const ask = (given: Ask): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (!child.connected) return reject(new Error('Electron ended'))
      waiting.set(++count, { resolve, reject })
      child.send({ id: count, ask: given })
    })
  child.on('message', (told: Tell) => {
    if (told.type === 'ready') return onReady()
    if (told.type === 'answer' || told.type === 'failed') {
      const wait = waiting.get(told.id)
      waiting.delete(told.id)
      return told.type === 'answer' ? wait?.resolve(told.value) : wait?.reject(new Error(told.message))
    }
    const page = pages.get(told.target)
    if (told.type === 'event') page?.listen(told.method, told.params)
    else if (told.type === 'gone') page?.gone(told.reason, told.isTooHeavy)
    else
      page?.allows(told.url, told.isLeaving).then(
        (allowed) => ask({ method: 'allowed', question: told.question, allowed }),
        () => ask({ method: 'allowed', question: told.question, allowed: false }),
      )
  })
  child.on('exit', () => {
    for (const page of pages.values()) page.gone('the browser ended', false)
    for (const { reject } of waiting.values()) reject(new Error('Electron ended'))
    try {
      rmSync(data, { recursive: true, force: true })
    } catch {
      // Its other processes may still write there for a moment: what is left lies in the system's temporary folder.
    }
  })

  async function open(): Promise<CdpTarget> {
    await Promise.race([ready, ended])
    const target = Number(await ask({ method: 'open' }))
    const listeners: ((method: string, params: unknown) => void)[] = []
    let gone: [string, boolean] | null = null
    let onGone: (reason: string, isTooHeavy: boolean) => void = () => undefined
    const page: Page = {
      listen: (method, params) => listeners.forEach((listener) => listener(method, params)),
      gone: (...why) => {
        gone = why
        onGone(...why)
      },
      allows: () => Promise.resolve(false),
    }
    pages.set(target, page)
    return {
      send: (command, params) => ask({ method: 'send', target, command, params }),
      on: (listener) => void listeners.push(listener),
      onGone(listener) {
        onGone = listener
        if (gone) listener(...gone)
      },
      async guard(allows) {
        page.allows = allows
        await ask({ method: 'guard', target })
      },
      async destroy() {
        pages.delete(target)
        await ask({ method: 'destroy', target }).catch(() => undefined)
      },
    }
  }

  return {
    open,
    isThere: () => child.connected,
    async close() {
      // Its pages are the tests' own: nothing is saved.
      child.kill('SIGKILL')
      await ended
    },
  }
}
