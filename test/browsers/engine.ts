/** Controls Firefox by WebDriver BiDi, and WebKitGTK by WebDriver. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'

type Json = Record<string, unknown>

export interface Engine {
  open(url: string): Promise<void>
  run(expression: string): Promise<unknown>
  perform(sources: readonly Json[]): Promise<void>
  readonly errors: readonly string[]
  readonly downloads: string | null
  close(): Promise<void>
}

const SIZE = { width: 1440, height: 900 }

/** `match` resolves to the first group of `pattern` in the program's output. */
function startProgram(command: string, args: readonly string[], env: NodeJS.ProcessEnv, pattern: RegExp, onText?: (text: string) => void) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const match = new Promise<string>((resolve, reject) => {
    let output = ''
    const read = (data: Buffer): void => {
      onText?.(data.toString())
      output += data.toString()
      const found = pattern.exec(output)
      if (found) resolve(found[1] ?? '')
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`${command} ended: ${output}`)))
  })
  // Without this handler, a failure that no caller awaits would be an unhandled rejection.
  match.catch(() => undefined)
  return { child, match }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  process.kill(-child.pid, 'SIGKILL')
  await ended
}

const makeFolder = (): string => mkdtempSync(join(tmpdir(), 'boilerscope-browser-'))

export async function startFirefox(binary: string): Promise<Engine> {
  const folder = makeFolder()
  const downloads = join(folder, 'Downloads')
  mkdirSync(downloads)
  const settings = {
    'browser.download.folderList': 2,
    'browser.download.dir': downloads,
    'browser.shell.checkDefaultBrowser': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'network.proxy.type': 0,
  }
  writeFileSync(
    join(folder, 'user.js'),
    Object.entries(settings)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  )
  const args = ['--headless', '--remote-debugging-port=0', '--profile', folder, '--width', `${SIZE.width}`, '--height', `${SIZE.height}`]
  const { child, match } = startProgram(binary, args, { HOME: folder }, /BiDi listening on (ws:\S+)/)
  const socket = new WebSocket(`${await match}/session`)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const errors: string[] = []
  const waiting = new Map<number, (message: Json) => void>()
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as Json
    const entry = message['params'] as Json | undefined
    if (message['method'] === 'log.entryAdded' && entry?.['level'] === 'error') errors.push(String(entry['text']))
    waiting.get(message['id'] as number)?.(message)
  })
  let last = 0
  const send = (method: string, params: Json): Promise<Json> =>
    new Promise((resolve, reject) => {
      const id = ++last
      waiting.set(id, (message) => {
        if (message['type'] === 'success') resolve(message['result'] as Json)
        else reject(new Error(`${method}: ${JSON.stringify(message)}`))
      })
      socket.send(JSON.stringify({ id, method, params }))
    })
  await send('session.new', { capabilities: {} })
  const { contexts } = (await send('browsingContext.getTree', {})) as { contexts: { context: string }[] }
  const context = contexts[0]?.context
  await send('session.subscribe', { events: ['log.entryAdded'] })
  await send('browsingContext.setViewport', { context, viewport: SIZE })
  return {
    errors,
    downloads,
    async open(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async run(expression) {
      const params = {
        expression: `(async () => JSON.stringify((await (${expression})) ?? null))()`,
        target: { context },
        awaitPromise: true,
      }
      const { result, exceptionDetails } = (await send('script.evaluate', params)) as { result?: Json; exceptionDetails?: Json }
      if (exceptionDetails) throw new Error(String(exceptionDetails['text']))
      return JSON.parse(String(result?.['value'])) as unknown
    },
    async perform(actions) {
      await send('input.performActions', { context, actions })
    },
    async close() {
      socket.close()
      await end(child)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export async function startWebKit(binary: string): Promise<Engine> {
  const folder = makeFolder()
  const screen = startProgram('Xvfb', ['-displayfd', '1', '-screen', '0', `${SIZE.width}x${SIZE.height + 120}x24`], {}, /^(\d+)\n/m)
  const env = { DISPLAY: `:${await screen.match}`, HOME: folder }
  const errors: string[] = []
  const onText = (text: string): void => {
    for (const line of text.split('\n')) if (/^CONSOLE \S+ ERROR/.test(line)) errors.push(line)
  }
  const port = 20_000 + (process.pid % 20_000)
  const { child } = startProgram('WebKitWebDriver', [`--port=${port}`], env, /$^/, onText)
  const send = async (method: string, path: string, body?: Json): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}/session${path}`, { method, body: body ? JSON.stringify(body) : null })
    const { value } = (await response.json()) as { value: Json }
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`)
    return value
  }
  // WebCodecs crashes in GStreamer in this build of WebKitGTK.
  const args = ['--automation', '--features=-WebCodecsVideo', '--enable-write-console-messages-to-stdout=true']
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args } } }
  const isReady = async (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/status`).then(
      () => true,
      () => false,
    )
  while (!(await isReady())) if (child.exitCode !== null) throw new Error('WebKitWebDriver ended')
  const { sessionId } = (await send('POST', '', { capabilities })) as { sessionId: string }
  await send('POST', `/${sessionId}/window/rect`, { x: 0, y: 0, width: SIZE.width, height: SIZE.height + 120 })
  return {
    errors,
    downloads: null,
    async open(url) {
      await send('POST', `/${sessionId}/url`, { url })
    },
    async run(expression) {
      const script = `return (async () => (await (${expression})) ?? null)()`
      return send('POST', `/${sessionId}/execute/sync`, { script, args: [] })
    },
    async perform(actions) {
      await send('POST', `/${sessionId}/actions`, { actions })
    },
    async close() {
      // After a crash of the window, the session no longer exists.
      await send('DELETE', `/${sessionId}`).catch(() => undefined)
      await end(child)
      await end(screen.child)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
