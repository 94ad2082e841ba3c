/** A local web server with pages that try forbidden actions, and a second server that no page may reach. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `OTHER` is the origin of the second server. */
const PAGES = {
  article:
    '<!doctype html><title>Article</title><p>Source HTML.<script>document.querySelector("p").textContent = ["Scripts", "ran."].join(" ")</script>',
  styled: '<!doctype html><title>Styled</title><link rel=stylesheet href="/styled.css"><p>Shown.<p id=hidden>Hidden.',
  scale:
    '<!doctype html><title>Scale</title><p>Source HTML.<script>document.querySelector("p").textContent = "Scale " + devicePixelRatio + "."</script>',
  attachment: '<!doctype html><title>Attached</title><p>Shown, not saved.',
  frames:
    '<!doctype html><title>Frames</title><p>Drawn <b></b><script>let n = 0; const step = () => { if (++n < 5) requestAnimationFrame(step); else document.querySelector("b").textContent = ["frame", "by", "frame."].join(" ") }; requestAnimationFrame(step)</script>',
  print:
    '<!doctype html><title>Print</title><p>Before. <b></b><script>print(); document.execCommand("print"); alert("x"); document.querySelector("b").textContent = ["Still", "running."].join(" ")</script>',
  popup:
    '<!doctype html><title>Popup</title><p>Before. <b></b><script>open("/popup-a"); open("/popup-b", "named"); document.querySelector("b").textContent = ["Still", "running."].join(" ")</script>',
  reach: `<!doctype html><title>Reach</title><p>Tried: <b></b>
<iframe src="OTHER/frame"></iframe><object data="OTHER/object"></object><img src="OTHER/image"><link rel=stylesheet href="OTHER/style"><script src="OTHER/script"></script>
<form action="OTHER/form" method=post target=_blank></form>
<script>
const done = []
const attempt = (name, run) => { try { run(); done.push(name) } catch { done.push(name + ' refused') } }
const worker = "try { new WebSocket('OTHERSOCKET/worker-socket') } catch {} fetch('OTHER/worker-fetch').catch(() => 0)"
attempt('fetch', () => fetch('OTHER/fetch', { mode: 'no-cors' }).catch(() => 0))
attempt('beacon', () => navigator.sendBeacon('OTHER/beacon', 'x'))
attempt('socket', () => new WebSocket('OTHERSOCKET/socket'))
attempt('events', () => new EventSource('OTHER/events'))
attempt('worker', () => new Worker(URL.createObjectURL(new Blob([worker], { type: 'text/javascript' }))))
attempt('own worker', () => new Worker('/worker.js'))
attempt('form', () => document.forms[0].submit())
document.querySelector('b').textContent = done.length + ' ways.'
</script>`,
} as const

const UNWANTED = /^\/(?:popup-|worker)/

export async function startCheckSite() {
  const reached: string[] = []
  const other = createServer((request, response) => {
    reached.push(`other ${request.url ?? ''}`)
    response.writeHead(200, { 'Content-Type': 'text/plain', 'Access-Control-Allow-Origin': '*' }).end('x')
  })
  other.on('upgrade', (request, socket) => {
    reached.push(`other ${request.url ?? ''}`)
    socket.destroy()
  })
  const otherPort = await listen(other)
  const site = createServer((request, response) => {
    const path = request.url ?? '/'
    if (UNWANTED.test(path)) reached.push(path)
    if (path === '/styled.css') return response.writeHead(200, { 'Content-Type': 'text/css' }).end('#hidden { display: none }')
    const html = Object.entries(PAGES).find(([name]) => path === `/${name}`)?.[1]
    if (html === undefined) return response.writeHead(404).end()
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      ...(path === '/attachment' ? { 'Content-Disposition': 'attachment; filename=page.html' } : {}),
    })
    response.end(html.replaceAll('OTHERSOCKET', `ws://127.0.0.1:${otherPort}`).replaceAll('OTHER', `http://127.0.0.1:${otherPort}`))
  })
  const port = await listen(site)
  return {
    page: (name: keyof typeof PAGES): string => `http://127.0.0.1:${port}/${name}`,
    /** Forbidden requests: requests to the second server, and requests for `UNWANTED` paths. */
    reached: reached as readonly string[],
    close: () => Promise.all([close(site), close(other)]),
  }
}

export type CheckSite = Awaited<ReturnType<typeof startCheckSite>>

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
