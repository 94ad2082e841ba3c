/** A page that tries to reach the network and this machine. Servers record the requests that reach them. */
import { readdir } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { networkInterfaces, tmpdir } from 'node:os'
import { WebSocketServer } from 'ws'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createChromiumTargets, type ChromiumTargets } from '../../electron/server/chromium-target'
import { eventually } from '../fixtures/eventually'
import { createPageLoader } from '../../electron/services/capture/page-loader'
import { attribute } from '../../shared/page/page-model'
import { CaptureOptions } from '../../shared/contract/capture'
import { failureOf, type Load, type Loaded } from '../capture/capture-contract'
import { startCaptureServer, type CaptureServer } from '../capture/capture-server'
import { hasChromium, isolatedChromium, loadOver } from '../capture/chromium-loader'
import { listenHere } from '../fixtures/listen'

let web: CaptureServer
let inner: CaptureServer
let sockets: WebSocketServer
let raw: Server
let rawPort = 0
let connections = 0
let socketsOpened = 0
let targets: ChromiumTargets
let load: Load

beforeAll(async () => {
  web = await startCaptureServer()
  inner = await startCaptureServer()
  sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  sockets.on('connection', () => socketsOpened++)
  raw = createServer((socket) => {
    connections++
    socket.on('error', () => undefined)
    socket.destroy()
  })
  rawPort = await listenHere(raw)
  targets = isolatedChromium(web.port)
  load = loadOver(targets)
})
afterAll(async () => {
  await targets.close()
  await Promise.all([web.close(), inner.close()])
  sockets.close()
  raw.close()
})
beforeEach(() => {
  web.requests.length = 0
  inner.requests.length = 0
  connections = 0
  socketsOpened = 0
})

const socketPort = (): number => (sockets.address() as AddressInfo).port

const pageUrl = (html: string, origin = web.origin) => ({ kind: 'url', url: `${origin}/page?html=${encodeURIComponent(html)}` }) as const
const onTheWeb = (html: string): Promise<Loaded> =>
  load(pageUrl(html, 'http://public.test'), { mode: 'rendered', idle: 600, idleCap: 4000 })
const text = (loaded: Loaded): string => loaded.page.text.join('\n')
function textOf(loaded: Loaded, id: string): string {
  const { page } = loaded
  const node = page.tag.findIndex((_, n) => attribute(page, n, 'id') === id)
  return page.text.slice(node, page.subtreeEnd[node]).join('')
}

const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? [])
const privateAddress =
  addresses.find(({ internal, family, address }) => !internal && family === 'IPv6' && /^f[cd]/i.test(address))?.address ?? null

describe.skipIf(!hasChromium)('a hostile page of the web', () => {
  test('reaches no server on this machine or in a private network, by any element or function', async () => {
    const to = inner.origin
    const loaded = await onTheWeb(`<!DOCTYPE html>
      <link rel="stylesheet" href="${to}/style"><link rel="preload" as="image" href="${to}/preload"><link rel="prefetch" href="${to}/prefetch">
      <link rel="preconnect" href="http://127.0.0.1:${rawPort}"><link rel="dns-prefetch" href="//leak.test"><link rel="icon" href="${to}/icon">
      <script type="speculationrules">{"prerender":[{"urls":["${to}/prerender"]}],"prefetch":[{"urls":["${to}/speculative"]}]}</script>
      <style>@import "${to}/import"; body { background: url(${to}/background) } @font-face { font-family: x; src: url(${to}/font) } p { font-family: x }</style>
      <p>text</p><img src="${to}/image"><img srcset="${to}/srcset 1x"><video src="${to}/video" autoplay></video><audio src="${to}/audio" autoplay></audio>
      <object data="${to}/object"></object><embed src="${to}/embed"><iframe src="${to}/frame"></iframe>
      <iframe srcdoc="<img src='${to}/srcdoc'>"></iframe>
      <iframe sandbox="allow-scripts" srcdoc="<img src='${to}/sandboxed'><script>fetch('${to}/sandboxed-fetch')</script>"></iframe>
      <iframe src="data:text/html,<img src='${to}/data-frame'>"></iframe>
      <svg><image href="${to}/svg"></image><use href="${to}/use#a"></use></svg>
      <form id="f" action="${to}/form" method="post"><input name="a"></form><a id="ping" href="#" ping="${to}/ping">x</a>
      <script src="${to}/script"></script>
      <script>
        const attempt = (name, f) => { try { f() } catch {} }
        attempt('fetch', () => fetch('${to}/fetch', { mode: 'no-cors' }).catch(() => {}))
        attempt('mapped', () => fetch('http://[::ffff:127.0.0.1]:${inner.port}/mapped', { mode: 'no-cors' }).catch(() => {}))
        attempt('decimal', () => fetch('http://2130706433:${inner.port}/decimal', { mode: 'no-cors' }).catch(() => {}))
        attempt('name', () => fetch('http://localhost:${inner.port}/name', { mode: 'no-cors' }).catch(() => {}))
        attempt('redirect', () => fetch('/to?url=${encodeURIComponent(`${to}/redirected`)}', { mode: 'no-cors' }).catch(() => {}))
        attempt('redirect-img', () => { new Image().src = '/to?url=${encodeURIComponent(`${to}/redirected-image`)}' })
        attempt('xhr', () => { const x = new XMLHttpRequest(); x.open('GET', '${to}/xhr'); x.send() })
        attempt('beacon', () => navigator.sendBeacon('${to}/beacon', 'x'))
        attempt('event source', () => new EventSource('${to}/events'))
        attempt('socket', () => new WebSocket('ws://127.0.0.1:${socketPort()}/'))
        attempt('public socket', () => new WebSocket('ws://public.test/socket'))
        attempt('worker', () => new Worker(URL.createObjectURL(new Blob(["fetch('${to}/worker', {mode:'no-cors'}); new WebSocket('ws://127.0.0.1:${socketPort()}/')"]))))
        attempt('shared worker', () => new SharedWorker(URL.createObjectURL(new Blob(["fetch('${to}/shared-worker', {mode:'no-cors'})"]))))
        attempt('peer', () => {
          const peer = new RTCPeerConnection({ iceServers: [{ urls: 'turn:127.0.0.1:${rawPort}?transport=tcp', username: 'a', credential: 'b' }] })
          peer.createDataChannel('x'); peer.createOffer().then((o) => peer.setLocalDescription(o))
        })
        attempt('transport', () => new WebTransport('https://127.0.0.1:${rawPort}/'))
        attempt('module', () => import('${to}/module').catch(() => {}))
        attempt('popup', () => open('${to}/popup'))
        attempt('ping', () => document.getElementById('ping').click())
        attempt('form', () => document.getElementById('f').submit())
        attempt('frame', () => { const f = document.createElement('iframe'); document.body.append(f); f.contentWindow.fetch('${to}/blank-frame').catch(() => {}) })
        setTimeout(() => { location.href = '${to}/navigation' }, 300)
      </script>`)
    expect([inner.requests, socketsOpened]).toEqual([[], 0])
    expect(connections, 'also no connection was opened in advance').toBe(0)
    expect(web.requests.filter((path) => path.startsWith('/socket'))).toEqual([])
    expect(loaded.url).toMatch(/^http:\/\/public\.test\/page/)
    expect(loaded.log.join(' ')).toMatch(/requests were refused: only public web addresses/)
    expect(loaded.log.join(' ')).toMatch(/tried to open another page/)
  })

  test('reads no file and opens no other program', async () => {
    const loaded = await onTheWeb(`<!DOCTYPE html><p id="out">nothing</p><img src="file:///etc/hostname" onload="out.textContent='image'">
      <script>
        fetch('file:///etc/passwd').then((r) => r.text()).then((t) => { out.textContent = t }).catch(() => {})
        setTimeout(() => { try { location.href = 'file:///etc/passwd' } catch {} }, 50)
        setTimeout(() => { try { location.href = 'mailto:x@example.org' } catch {} }, 100)
        setTimeout(() => { try { location.href = 'chrome://settings' } catch {} }, 150)
      </script>`)
    expect(textOf(loaded, 'out')).toBe('nothing')
    expect(loaded.url).toMatch(/^http:\/\/public\.test/)
  })

  test('gets no permission, popup, download, service worker or credentials', async () => {
    const before = new Set(await readdir(tmpdir()))
    const loaded =
      await onTheWeb(`<!DOCTYPE html><pre id="out"></pre><a id="d" download="evil.exe" href="data:application/octet-stream,x">x</a>
      <script>
        const say = (name, value) => { out.textContent += name + '=' + value + '\\n' }
        const names = ['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'clipboard-read', 'persistent-storage']
        for (const name of names) navigator.permissions.query({ name }).then((p) => say(name, p.state), () => say(name, 'unknown'))
        if (self.Notification) Notification.requestPermission().then((p) => say('asked', p))
        navigator.geolocation && navigator.geolocation.getCurrentPosition(() => say('position', 'given'), () => say('position', 'refused'))
        say('popup', window.open('about:blank') ? 'opened' : 'blocked')
        if (navigator.serviceWorker) navigator.serviceWorker.register('/script.js').then(() => say('worker', 'registered'), () => say('worker', 'refused'))
        say('peer', typeof RTCPeerConnection)
        document.getElementById('d').click()
        setTimeout(() => { location.href = '/attachment' }, 100)
      </script>`)
    const out = textOf(loaded, 'out')
    expect(out).not.toMatch(/granted|given|opened|=registered/)
    for (const result of ['popup=blocked', 'peer=undefined']) expect(out).toContain(result)
    expect((await readdir(tmpdir())).filter((name) => !before.has(name) && /evil/.test(name))).toEqual([])
  })

  test('that redirects into a private network is refused with both names', async () => {
    const to = encodeURIComponent(`${inner.origin}/article`)
    const failure = await failureOf(load({ kind: 'url', url: `http://public.test/to?url=${to}` }))
    expect(failure).toMatchObject({
      code: 'load.private-address',
      message: expect.stringContaining('public.test redirects to 127.0.0.1') as string,
    })
    expect(inner.requests).toEqual([])
  })

  test('may load from the web, and navigate to another page of the web', async () => {
    const loaded = await onTheWeb(`<!DOCTYPE html><script>setTimeout(() => { location.href = 'http://other.test/built' }, 100)</script>`)
    expect(loaded.url).toBe('http://other.test/built')
    expect(text(loaded)).toMatch(/Fetched by a script/)
  })

  test('that navigates endlessly is captured after fifty navigations', async () => {
    const again = pageUrl('<p>here</p><script>location.href = location.href + "&x"</script>', 'http://public.test')
    const loaded = await load(again, { mode: 'rendered', idle: 300, idleCap: 3000 })
    expect(text(loaded)).toMatch(/here/)
    expect(web.requests.length).toBeLessThan(70)
  })

  test('does not follow a refresh in source mode', async () => {
    const loaded = await load({ kind: 'url', url: 'http://public.test/long-title' })
    expect([loaded.url, loaded.page.title.length]).toEqual(['http://public.test/long-title', 1000])
    expect(web.requests).not.toContain('/article')
  })
})

describe.skipIf(!hasChromium)('a page on this machine that the user opened', () => {
  test('loads from its origin, but not from another port', async () => {
    const html = `<link rel="stylesheet" href="/style.css"><img src="${inner.origin}/image"><p id="linked">x</p>`
    const loaded = await load(pageUrl(html))
    expect(web.requests).toContain('/style.css')
    expect(inner.requests).toEqual([])
    expect(loaded.log.join(' ')).toMatch(/1 request was refused/)
  })
})

describe.skipIf(!hasChromium)('a page on this machine, in a separate browser', () => {
  let plain: ChromiumTargets
  let loadPlain: Load
  beforeAll(() => {
    plain = isolatedChromium(web.port, { pageMemory: 600 * 1024 * 1024 })
    loadPlain = loadOver(plain)
  })
  afterAll(() => plain.close())

  test('loads the style sheets of its server', async () => {
    const loaded = await loadPlain({ kind: 'url', url: `${web.origin}/article` })
    expect(web.requests).toContain('/style.css')
    expect(loaded.log).toEqual([])
  })

  test.skipIf(privateAddress === null)('loads the style sheets also under a private address', async () => {
    const requests: string[] = []
    const server = createHttpServer((request, response) => {
      requests.push(request.url ?? '')
      const isPage = request.url === '/'
      response.writeHead(200, { 'Content-Type': isPage ? 'text/html' : 'text/css' })
      response.end(isPage ? '<!DOCTYPE html><link rel="stylesheet" href="/style.css"><p id="linked">x' : '#linked { display: none }')
    })
    await new Promise<void>((resolve) => server.listen(0, '::', resolve))
    const browser = createChromiumTargets()
    const { port } = server.address() as AddressInfo
    const loaded = await loadOver(browser)({ kind: 'url', url: `http://[${privateAddress}]:${port}/` })
    await browser.close()
    server.closeAllConnections()
    server.close()
    expect(requests).toContain('/style.css')
    expect(loaded.log).toEqual([])
  })

  test('reaches no other port by socket, worker, event source or transport, from the page, a worker or a frame', async () => {
    const to = inner.origin
    const socket = `ws://127.0.0.1:${socketPort()}/`
    const tries = `
      const attempt = (f) => { try { f() } catch {} }
      attempt(() => new WebSocket('${socket}'))
      attempt(() => new WebSocket.prototype.constructor('${socket}'))
      attempt(() => new EventSource('${to}/events'))
      attempt(() => new Worker('${to}/worker.js'))
      attempt(() => new SharedWorker('${to}/shared.js'))
      attempt(() => new WebTransport('https://127.0.0.1:${rawPort}/'))
      attempt(() => fetch('${to}/fetch', { mode: 'no-cors' }).catch(() => {}))
      attempt(() => navigator.sendBeacon('${to}/beacon', 'x'))`
    const inWorker = JSON.stringify(tries)
    const html = `<!DOCTYPE html><pre id="out"></pre><iframe id="blank"></iframe>
      <form id="f" action="${to}/form" method="post" target="_blank"></form>
      <iframe srcdoc="<script>${tries.replaceAll('"', '&quot;')}</script>"></iframe>
      <script>${tries}
        const blob = URL.createObjectURL(new Blob([${inWorker}]))
        attempt(() => { const w = new Worker(blob); w.onmessage = () => {} })
        attempt(() => new SharedWorker(blob))
        attempt(() => { const f = document.createElement('iframe'); document.body.append(f)
          new f.contentWindow.WebSocket('${socket}'); f.contentWindow.fetch('${to}/frame-fetch').catch(() => {}) })
        attempt(() => { const f = document.createElement('iframe'); f.src = blob; document.body.append(f) })
        attempt(() => { const f = document.createElement('iframe'); f.src = '${to}/frame'; document.body.append(f) })
        attempt(() => document.getElementById('f').submit())
        out.textContent = 'tried ' + [typeof RTCPeerConnection, typeof WebTransport, print.toString().includes('native')]
      </script>`
    for (const mode of ['rendered', 'source'] as const) {
      const loaded = await loadPlain(pageUrl(html), { mode, idle: 800 })
      if (mode === 'rendered') expect(textOf(loaded, 'out')).toBe('tried undefined,undefined,false')
    }
    expect([inner.requests, socketsOpened, connections]).toEqual([[], 0, 0])
  })

  test('cannot be reached by a redirect to an unknown name', async () => {
    const to = encodeURIComponent(`http://servfail.example:${inner.port}/article`)
    expect((await failureOf(load({ kind: 'url', url: `http://public.test/to?url=${to}` }))).code).toBe('load.unknown-host')
    expect(inner.requests).toEqual([])
  })

  test('that fills the memory is stopped, and the next page loads', async () => {
    const html = `<!DOCTYPE html><p>here<script>const kept = []; setInterval(() => {
      if (kept.length < 40) kept.push(new Uint8Array(64 * 1024 * 1024).fill(kept.length + 1)) }, 20)</script>`
    const heavy = await failureOf(loadPlain(pageUrl(html), { mode: 'rendered', idle: 8000, idleCap: 20_000 }))
    expect(heavy.code).toBe('load.too-heavy')
    expect((await loadPlain({ kind: 'url', url: `${web.origin}/missing` })).status).toBe(404)
  })
})

describe.skipIf(!hasChromium)('a closed page', () => {
  test('sends nothing on unload, and has no payment requests', async () => {
    const to = `https://127.0.0.1:${rawPort}`
    const html = `<p>Private words of my file.</p><script>
      const say = (name) => {
        navigator.sendBeacon('${to}/beacon-' + name, document.querySelector('p').textContent)
        fetch('${to}/fetch-' + name, { method: 'POST', body: name, mode: 'no-cors', keepalive: true }).catch(() => {})
        new Image().src = '${to}/image-' + name
      }
      for (const name of ['pagehide', 'unload', 'beforeunload']) addEventListener(name, () => say(name))
      document.addEventListener('visibilitychange', () => say('hidden'))
      document.querySelector('p').textContent += typeof PaymentRequest
    </script>`
    for (let round = 0; round < 3; round++) {
      const loaded = await load({ kind: 'html', html }, { mode: 'rendered', idle: 200 })
      expect(text(loaded)).toContain('Private words of my file.undefined')
    }
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(connections).toBe(0)
  })
})

describe.skipIf(!hasChromium)('many pages at once', () => {
  test('load at most six at the same time, and the other pages wait', async () => {
    let open = 0
    let most = 0
    const counted = createPageLoader(async () => {
      most = Math.max(most, ++open)
      const target = await targets.open()
      return {
        ...target,
        async destroy() {
          await target.destroy()
          open--
        },
      }
    })
    const progress: string[] = []
    const html = (i: number): Promise<unknown> =>
      counted({ kind: 'html', html: `<p>page ${i}` }, CaptureOptions.parse({}), {
        signal: new AbortController().signal,
        progress: ({ message }) => progress.push(message),
      })
    await Promise.all(Array.from({ length: 16 }, (_, i) => html(i)))
    expect(most).toBeLessThanOrEqual(6)
    expect(progress).toContain('Waiting for other pages to load …')
    await eventually(() => expect(open).toBe(0))
  })

  test('each have their whole time limit after the wait for a session', async () => {
    let delay: Promise<unknown> = Promise.resolve()
    // Chromium does not limit sessions, so the test delays the second session instead.
    const open: ChromiumTargets['open'] = async () => {
      const target = await targets.open()
      await delay
      return target
    }
    const one = loadOver({ ...targets, open })
    const source = { kind: 'url', url: `${web.origin}/article` } as const
    const began = performance.now()
    await one(source)
    // The host waits at most one minute for a session.
    const timeout = Math.min(50_000, Math.max(2000, Math.ceil(4 * (performance.now() - began))))
    const held = await Promise.all(Array.from({ length: 4 }, () => targets.open()))
    delay = new Promise((resolve) => setTimeout(resolve, timeout + 500)).then(() => Promise.all(held.map((target) => target.destroy())))
    expect(text(await one(source, { timeout }))).toMatch(/article/)
  })

  test('can be cancelled at once while they wait', async () => {
    const controller = new AbortController()
    const loads = Array.from({ length: 8 }, () => failureOf(load({ kind: 'url', url: `${web.origin}/never` }, { timeout: 2000 })))
    const waiting = failureOf(load({ kind: 'url', url: `${web.origin}/article` }, {}, controller.signal))
    controller.abort()
    expect((await waiting).code).toBe('cancelled')
    for (const failed of await Promise.all(loads)) expect(failed.code).toBe('load.timeout')
    expect(web.requests).not.toContain('/article')
  })
})

describe.skipIf(!hasChromium)('after a capture', () => {
  test('no cookie remains', async () => {
    const cookie = `<script>document.body.append(document.cookie || 'no cookie'); document.cookie = 'a=b; max-age=9999'; localStorage.a = 1</script>`
    await onTheWeb(`<body>${cookie}`)
    expect(text(await onTheWeb(`<body>${cookie}`))).toMatch(/no cookie/)
  })
})
