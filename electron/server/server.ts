/**
 * The browser host: `node out/main/server.js [--port N] [--token TOKEN] [--extraction-timeout MS] [--extractor FILE]… [--self-check FILE]
 * [PAGE]`.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { firstIssue, jsonOf } from '../../shared/base/json'
import { evaluate } from '../services/capture/cdp-target'
import { createPageLoader } from '../services/capture/page-loader'
import { saveReaderIn } from '../services/capture/saves/save-reader'
import { createApplication } from '../services/application'
import { createDocumentation } from '../services/documentation'
import { dataFolder } from '../services/files/machine'
import { writeWhole } from '../services/files/write-whole'
import { sourceOfArgument } from '../services/initial-source'
import { selfCheckTo, untilShown } from '../services/self-check/self-check'
import { createChromiumTargets } from './chromium-target'
import { type HttpHost, type HttpHostOptions, startHttpHost } from './http-host'

/** Port and token of the last host with a chosen port and a random token. A new host at this port accepts the windows of the last host. */
const Kept = z.object({ port: z.number().int().min(1).max(65535), token: z.string().regex(/^[0-9a-f]{48}$/) })

const tokenFile = (data: string): string => join(data, 'browser-host.json')

const newToken = (): string => randomBytes(24).toString('hex')

const Numbers = z.object({
  port: z.coerce.number().int().min(0).max(65535),
  'extraction-timeout': z.coerce.number().positive().optional(),
})

function readArguments() {
  const { values, positionals } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      token: { type: 'string' },
      'extraction-timeout': { type: 'string' },
      'self-check': { type: 'string' },
      extractor: { type: 'string', multiple: true, default: [] },
    },
    allowPositionals: true,
  })
  const numbers = Numbers.safeParse(values)
  if (!numbers.success) throw new Error(`--${firstIssue(numbers.error, '')}`)
  return { values, numbers: numbers.data, positionals }
}

function refuseToStart(thrown: unknown): never {
  console.error(`boilerscope: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
  process.exit(2)
}

const { values, numbers, positionals } = await Promise.resolve().then(readArguments).catch(refuseToStart)
// Every user can read `--token` in the list of processes, but only the owner can read the environment.
const given = values.token ?? process.env.BOILERSCOPE_TOKEN
// The environment of Chromium, programs and threads must not contain the token.
delete process.env.BOILERSCOPE_TOKEN
// The path of this file is out/main/server.js, two levels below the application's root.
const root = join(import.meta.dirname, '..', '..')
const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))

const selfCheck = values['self-check']
const data = selfCheck === undefined ? dataFolder() : await mkdtemp(join(tmpdir(), 'boilerscope-self-check-'))
const targets = createChromiumTargets({ isKeptReady: true })
const saves = saveReaderIn(root)
const windows: { host?: HttpHost } = {}
const application = createApplication({
  root,
  data,
  host: { kind: 'browser', version, initial: sourceOfArgument(positionals[0], process.cwd()), fileDialog: false, docs: './docs/' },
  loadPage: createPageLoader(targets.open, {}, saves),
  saves,
  openTarget: targets.open,
  announce: (event) => windows.host?.announce(event),
  own: { named: values.extractor, folder: process.cwd() },
  ...(numbers['extraction-timeout'] === undefined ? {} : { extractionTimeout: numbers['extraction-timeout'] }),
})
const options: Omit<HttpHostOptions, 'port' | 'token'> = {
  handlers: application.handlers,
  renderer: join(root, 'out', 'renderer'),
  views: application.views,
  documentation: createDocumentation(root),
}
const { port } = numbers
const kept = jsonOf(await readFile(tokenFile(data), 'utf8').catch(() => ''), Kept)
const token = given || (kept?.port === port && kept.token) || newToken()
const started = await startHttpHost({ ...options, token, port })
  .catch((thrown: unknown) => {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'EADDRINUSE')
      return startHttpHost({ ...options, token: given || newToken(), port: 0 })
    throw thrown
  })
  .catch(refuseToStart)
// If the folder cannot be written, a later host does not accept the windows of this host.
if (!given && started.port === port)
  await mkdir(data, { recursive: true })
    .then(() => writeWhole(tokenFile(data), `${JSON.stringify({ port, token })}\n`, { mode: 0o600 }))
    .catch(() => undefined)
windows.host = started
console.log(`Boilerscope is at ${started.url}`)
targets.prepare()

let closing = false
async function close(code = 0): Promise<void> {
  if (closing) return
  closing = true
  await started.close()
  await Promise.allSettled([application.close(), targets.close()])
  if (selfCheck !== undefined) await rm(data, { recursive: true, force: true, maxRetries: 5 })
  process.exit(code)
}
process.on('SIGINT', () => void close())
process.on('SIGTERM', () => void close())
// `disconnect` follows the end of a parent process with an IPC channel.
process.on('disconnect', () => void close())

if (selfCheck !== undefined) {
  await close(await selfCheckTo(resolve(selfCheck), application.handlers, { window: checkWindow }))
}

/** Opens the window in the capturing browser, and waits for its first page. @throws Error after 30 seconds */
async function checkWindow(): Promise<string> {
  const target = await targets.open()
  try {
    const { hostname } = new URL(started.url)
    const isHost = (host: string, port: number): boolean => host === hostname && port === started.port
    // By default, a new page cannot connect. The gate allows connections to this host only.
    await target.guard({
      allows: (url) => Promise.resolve(new URL(url).host === new URL(started.url).host),
      addresses: (host, port) => Promise.resolve(isHost(host, port) ? [hostname] : []),
      unreachable: () => undefined,
    })
    await target.send('Page.navigate', { url: started.url })
    return await untilShown((expression) => evaluate(target.send.bind(target), expression))
  } finally {
    await target.destroy()
  }
}
