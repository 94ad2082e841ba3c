/** What it costs to keep a page and to show it from what was kept: a page of 10,000 nodes against its bare view, and a page of middling size on disk. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { withoutFeatures } from '../../electron/server/browser-process'
import { createChromiumTargets } from '../../electron/server/chromium-target'
import { createCorpus } from '../../electron/services/corpus/store/corpus-store'
import { seededRandom } from '../../shared/base/random'
import { CaptureOptions } from '../../shared/contract/source'
import { findChromium } from '../../scripts/ensure.mjs'
import { startViewHost } from '../capture/view-host'
import { figure, finish, least, median } from './stopwatch'

const root = process.cwd()
const rounds = process.argv.includes('--quick') ? 3 : 9
const executablePath = findChromium()
if (!executablePath) {
  console.log('skipped: no Chromium')
  process.exit(0)
}

/** 10,000 nodes, 3,000 rules in three style sheets, 94 drawings. */
const rules = (from: number): string =>
  Array.from(
    { length: 1000 },
    (_, i) =>
      `.c${from + i} > p:nth-child(${i % 7}n) { color: #${((i * 7919) % 4096).toString(16).padStart(3, '0')}; margin: ${i % 9}px; background: ${i % 30 === 0 ? `url("/img/${i}.svg")` : 'none'} }`,
  ).join('\n')
const LARGE = `<!doctype html><title>Large</title>${[0, 1, 2].map((i) => `<link rel=stylesheet href=/css/${i}.css>`).join('')}<body>${Array.from(
  { length: 1100 },
  (_, i) =>
    `<div class="c${i}"><p class="x${i % 50}">Some words of a paragraph number ${i} that is long enough <a href="/l/${i}">a link</a> <b>bold</b></p>${i % 17 === 0 ? `<img src="/img/${i}.svg" width=80 height=40>` : ''}</div>`,
).join('\n')}`

/** As many images, style sheets and fonts, and as large, as a page has that is in the middle of the HTTP Archive (desktop, 2024), without its scripts. */
const IMAGES = { count: 18, bytes: 58_000 }
const SHEETS = { count: 8, bytes: 10_000 }
const FONT = readFileSync(join(root, 'node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2'))
const FONTS = 3
const list = (count: number, of: (i: number) => string): string => Array.from({ length: count }, (_, i) => of(i)).join('\n')
const MIDDLING = `<!doctype html><title>Middling</title>${list(SHEETS.count, (i) => `<link rel=stylesheet href=/sheet/${i}.css>`)}<body>${list(
  IMAGES.count,
  (i) =>
    `<h2 style="font-family:F${i % FONTS}">Part ${i}</h2><img src=/photo/${i}.bmp width=300 height=200>${`<p>${'Words that a reader came for, in a line of usual length. '.repeat(6)}</p>`.repeat(4)}`,
)}`
const random = seededRandom(7)
const photo = (): Buffer => {
  const side = Math.round(Math.sqrt(IMAGES.bytes / 3))
  const bytes = Buffer.alloc(54 + side * side * 3)
  bytes.write('BM')
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.writeUInt32LE(54, 10)
  for (const [value, at] of [
    [40, 14],
    [side, 18],
    [side, 22],
  ] as const)
    bytes.writeUInt32LE(value, at)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  // As hard to pack as a photograph that is packed already.
  for (let at = 54; at < bytes.length; at++) bytes[at] = Math.floor(random() * 256)
  return bytes
}
const photos = Array.from({ length: IMAGES.count }, photo)

const server = createServer((request, response) => {
  const path = request.url ?? '/'
  const send = (type: string, body: string | Buffer): void => void response.writeHead(200, { 'Content-Type': type }).end(body)
  if (path === '/large') send('text/html', LARGE)
  else if (path === '/middling') send('text/html', MIDDLING)
  else if (path.startsWith('/css/')) send('text/css', rules(Number(path[5]) * 1000))
  else if (path.startsWith('/sheet/'))
    send(
      'text/css',
      `@font-face{font-family:F${Number(path[7]) % FONTS};src:url(/font/${Number(path[7]) % FONTS}.woff2)}\n${list(200, (i) => `.s${path[7]}-${i} { margin: ${i}px }`).padEnd(SHEETS.bytes)}`,
    )
  else if (path.startsWith('/photo/')) send('image/bmp', photos[Number.parseInt(path.slice(7), 10)] ?? Buffer.alloc(0))
  // Of its own bytes each, so that none is counted as another.
  else if (path.startsWith('/font/')) send('font/woff2', Buffer.concat([FONT, Buffer.from(path)]))
  else
    send(
      'image/svg+xml',
      `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><rect width="80" height="40" fill="#${((path.length * 99) % 4096).toString(16).padStart(3, '0')}"/></svg>`,
    )
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
const folder = mkdtempSync(join(tmpdir(), 'boilerscope-bench-'))
const targets = createChromiumTargets({
  args: [`--host-resolver-rules=MAP *.test 127.0.0.1:${port}`, `--ip-address-space-overrides=127.0.0.1:${port}=public`],
})
const { application, host, loader } = await startViewHost(root, folder, targets)
const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0, args: [withoutFeatures()] })
const context = { signal: new AbortController().signal, progress: () => undefined }

try {
  const options = CaptureOptions.parse({ mode: 'rendered' })
  const page = await application.handlers['page.open']({ source: { kind: 'url', url: 'http://replay.test/large' }, options }, context)
  const times = { bare: [] as number[], kept: [] as number[] }
  for (let round = 0; round <= rounds; round++)
    for (const kind of ['bare', 'kept'] as const) {
      const tab = await browser.newPage({ viewport: { width: 1280, height: 900 } })
      const start = performance.now()
      await tab.goto(`http://127.0.0.1:${host.port}/view/${page.id}${kind === 'bare' ? '?bare=1' : ''}`, { waitUntil: 'load' })
      // A view runs no scripts, so it has no animation frames either: a picture of it waits until it is drawn.
      await tab.screenshot({ clip: { x: 0, y: 0, width: 8, height: 8 } })
      // The first is for the worker's own start.
      if (round > 0) times[kind].push(performance.now() - start)
      await tab.close()
    }
  console.log(
    `${page.nodes} nodes: bare ${median(times.bare).toFixed(0)} ms, kept ${median(times.kept).toFixed(0)} ms (least ${least(times.bare).toFixed(0)}, ${least(times.kept).toFixed(0)})`,
  )
  const more = median(times.kept) - median(times.bare)
  figure('replay of 10,000 nodes, beyond the bare view', `${more.toFixed(0)} ms`, '≤ 500 ms', more <= 500)

  const store = await createCorpus(join(folder, 'corpus'), 'Bench', new Date().toISOString())
  const capture = await loader.load({ kind: 'url', url: 'http://replay.test/middling' }, { ...options, screenshot: true }, context)
  await store.add({ capture, loader: 'chromium' })
  const size = readdirSync(store.root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((total, entry) => total + statSync(join(entry.parentPath, entry.name)).size, 0)
  const served = capture.bundle?.resources.reduce((total, { body }) => total + body.length, 0) ?? 0
  console.log(
    `a page of ${capture.bundle?.resources.length ?? 0} parts, ${(served / 1e6).toFixed(2)} MB as served, picture ${((capture.bundle?.screenshot?.bytes.length ?? 0) / 1e6).toFixed(2)} MB`,
  )
  figure('it lies in a corpus with', `${(size / 1e6).toFixed(2)} MB`, '≤ 2 MB', size <= 2e6)
} finally {
  await browser.close()
  await host.close()
  await application.close()
  await targets.close()
  server.close()
  rmSync(folder, { recursive: true, force: true })
}
finish()
