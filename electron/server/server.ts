/** The browser host: `node out/main/server.js [--port N] [PAGE]`. Prints its address; the start script opens it. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createPageLoader } from '../services/capture/page-loader'
import { createApplication } from '../services/application'
import { dataFolder } from '../services/data-folder'
import { sourceOfArgument } from '../services/initial-source'
import { createChromiumTargets } from './chromium-target'
import { startHttpHost, type HttpHostOptions } from './http-host'

const { values, positionals } = parseArgs({
  options: { port: { type: 'string', default: '0' }, token: { type: 'string' }, 'extraction-timeout': { type: 'string' } },
  allowPositionals: true,
})
// out/main/server.js: the application's root is two up.
const root = join(import.meta.dirname, '..', '..')
const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : ''

const targets = createChromiumTargets()
const application = createApplication({
  root,
  data: dataFolder(),
  host: { kind: 'browser', version, initial: sourceOfArgument(positionals[0], process.cwd()), fileDialog: false },
  loader: createPageLoader(() => targets.open()),
  ...(values['extraction-timeout'] === undefined ? {} : { extractionTimeout: Number(values['extraction-timeout']) }),
})
const options: Omit<HttpHostOptions, 'port'> = {
  handlers: application.handlers,
  renderer: join(root, 'out', 'renderer'),
  view: (page, remote) => application.view(page, remote),
  // `--token` can be read by everybody on this machine who lists its processes; the environment by its owner alone.
  token: values.token ?? (process.env.BOILERSCOPE_TOKEN || randomBytes(24).toString('hex')),
}
// A port that is taken (a second Boilerscope) is no reason not to start.
const host = await startHttpHost({ ...options, port: Number(values.port) }).catch((thrown: unknown) => {
  if (thrown instanceof Error && 'code' in thrown && thrown.code === 'EADDRINUSE') return startHttpHost({ ...options, port: 0 })
  throw thrown
})
console.log(`Boilerscope is at ${host.url}`)

let closing = false
async function close(): Promise<void> {
  if (closing) return
  closing = true
  await host.close()
  await Promise.allSettled([application.close(), targets.close()])
  process.exit(0)
}
process.on('SIGINT', () => void close())
process.on('SIGTERM', () => void close())
// Started by another process: when that goes away, so does this.
process.on('disconnect', () => void close())
