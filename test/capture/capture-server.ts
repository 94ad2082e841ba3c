import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import iconv from 'iconv-lite'
import { CSS, DRAWING, PAGE } from './saves'
import { serveHere } from '../fixtures/listen'

export interface CaptureServer {
  readonly origin: string
  readonly port: number
  readonly requests: string[]
  close(): Promise<void>
}

type Answer = (request: IncomingMessage, response: ServerResponse, path: string) => void

const html = (body: string | Buffer, headers: Record<string, string> = {}, status = 200): Answer => {
  return (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers }).end(body)
  }
}
const typed = (type: string, body: string | Buffer): Answer => html(body, { 'Content-Type': type })

export const ARTICLE = `<!DOCTYPE html>
<html lang="en"><head><title>An article</title><link rel="stylesheet" href="/style.css"><style>.gone{display:none}</style></head>
<body>
<nav><a href="/a">One</a> <a href="/b">Two</a></nav>
<article id="main"><h1>Heading</h1><p id="first">The first paragraph of the article.</p><!-- a comment -->
<p class="gone"><b>Hidden by a style sheet</b></p><p id="linked">Hidden by a linked style sheet</p>
<p hidden>Hidden by an attribute</p><p style="visibility:hidden" id="invisible">Invisible</p>
<div style="display:contents" id="contents"><span>Without a box of its own</span></div>
<noscript><p id="noscript">For browsers without scripts</p></noscript>
<script>document.getElementById('first').textContent = 'Changed by a script.'</script>
</article></body></html>`

const SCRIPT_BUILT = `<!DOCTYPE html><html><head><title>Built</title></head><body><div id="root">Loading</div><script>
setTimeout(async () => {
  const text = await (await fetch('/part')).text()
  document.getElementById('root').innerHTML = '<article><p>' + text + '</p></article>'
}, 150)
</script></body></html>`

const CHINESE = '<!DOCTYPE html><html><head><title>新闻</title></head><body><p>中文网页正文抽取。</p></body></html>'
const BIG = '<!DOCTYPE html><body>' + '<p>0123456789abcdef0123456789abcdef0123456789abcdef</p>'.repeat(1000)

export function deepPage(depth: number): string {
  return '<!DOCTYPE html><html><head></head><body>' + '<div>'.repeat(depth) + 'deepest' + '</div>'.repeat(depth) + '</body></html>'
}

const pages: Readonly<Record<string, Answer>> = {
  '/article': html(ARTICLE),
  '/style.css': typed('text/css', '#linked{display:none}'),
  '/built': html(SCRIPT_BUILT),
  '/part': typed('text/plain', 'Fetched by a script.'),
  '/gbk-header': typed('text/html; charset=gbk', iconv.encode(CHINESE, 'gbk')),
  '/gbk-meta': typed('text/html', iconv.encode(CHINESE.replace('<head>', '<head><meta charset="gb2312">'), 'gbk')),
  '/utf16-mark': typed('text/html', iconv.encode(CHINESE, 'utf16le', { addBOM: true })),
  '/wrong-label': typed('text/html; charset=iso-8859-1', Buffer.from(CHINESE)),
  '/deep': html(deepPage(10_000)),
  '/hang': html('<!DOCTYPE html><p>before</p><script>while(1);</script>'),
  '/hang-later': html('<!DOCTYPE html><p>before</p><script>setTimeout(() => { while(1); }, 50)</script>'),
  '/alert': html(
    '<!DOCTYPE html><p>before</p><script>alert(1); document.write("<p>after " + confirm("x") + prompt("y") + "</p>")</script>',
  ),
  '/never': () => undefined,
  '/after-3-s.png': (_, response) => setTimeout(() => response.writeHead(404).end(), 3_000),
  '/slow-image': html('<!DOCTYPE html><title>Slow</title><p>Words that are seen at once.</p><img src="/after-3-s.png">'),
  '/slow-style': html('<!DOCTYPE html><link rel="stylesheet" href="/never"><p>text</p>'),
  '/loop': (_request, response) => response.writeHead(302, { Location: '/loop' }).end(),
  '/to-file': (_request, response) => response.writeHead(302, { Location: 'file:///etc/passwd' }).end(),
  '/missing': html('<!DOCTYPE html><title>Not found</title><p>No such page.</p>', {}, 404),
  '/error': html('', {}, 500),
  '/nothing': (_request, response) => response.writeHead(204).end(),
  '/empty': html(''),
  '/pdf': typed('application/pdf', '%PDF-1.7 …'),
  '/image': typed('image/png', Buffer.from('89504e470d0a1a0a', 'hex')),
  '/binary': html(Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7) % 32))),
  '/download': html('<!DOCTYPE html><p>Attached.</p>', { 'Content-Disposition': 'attachment; filename=page.html' }),
  '/attachment': typed('application/octet-stream', Buffer.from([0, 1, 2, 3, 4, 5, 6, 7])),
  '/long-title': html(`<!DOCTYPE html><meta http-equiv="refresh" content="0;url=/article"><title>${'x'.repeat(100_000)}</title><p>here`, {
    Refresh: '0;url=/article',
  }),
  '/text': typed('text/plain', 'a < b & c\nsecond line'),
  '/xhtml': typed(
    'application/xhtml+xml',
    '<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>X</title></head><body><p>XHTML</p></body></html>',
  ),
  '/octet': typed('application/octet-stream', ARTICLE),
  '/feed': typed('application/rss+xml', '<?xml version="1.0"?><rss><channel></channel></rss>'),
  '/gzip': html(gzipSync(ARTICLE), { 'Content-Encoding': 'gzip' }),
  '/gzip-truncated': html(gzipSync(BIG).subarray(0, 200), { 'Content-Encoding': 'gzip' }),
  '/gzip-damaged': html(Buffer.from('this is no gzip at all, whatever the header says'), { 'Content-Encoding': 'gzip' }),
  '/gzip-file': typed('application/gzip', gzipSync(ARTICLE)),
  '/gzip-file-truncated': typed('application/gzip', gzipSync(BIG).subarray(0, 200)),
  '/broken': (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': '100000' }).write('<p>only the beginning')
    setTimeout(() => response.destroy(), 50)
  },
  '/no-answer': (request) => void request.socket.destroy(),
  '/drip': (_request, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).write('<p>the first drop'),
  '/big': (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' })
    const part = Buffer.alloc(1024 * 1024, '<p>more text</p>')
    let sent = 0
    const send = (): void => {
      while (sent < 40 && !response.destroyed) {
        sent++
        if (!response.write(part)) {
          response.once('drain', send)
          return
        }
      }
      response.end()
    }
    send()
  },
  '/endless': (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' })
    const part = Buffer.alloc(1024 * 1024, '<p>more text</p>')
    const send = (): void => {
      while (!response.destroyed)
        if (!response.write(part)) {
          response.once('drain', send)
          return
        }
    }
    send()
  },
  '/flood': html(`<!DOCTYPE html><p>here<script>
    let count = 0
    setInterval(() => { for (let i = 0; i < 500; i++) fetch('/style.css?' + count++).catch(() => {}); history.pushState(null, '', '#' + count) }, 10)
  </script>`),
  '/many': html('<!DOCTYPE html><body>' + '<div><p>Some <b>text</b> here</p></div>'.repeat(3333) + '</body>'),
  '/clobbered': html(
    '<!DOCTYPE html><body><img name="documentElement"><form><input name="localName"><input name="outerHTML"><input name="firstChild"><p>kept</p></form>' +
      '<script>Element.prototype.checkVisibility = () => { throw 1 }; Array.from = () => []; document.createTreeWalker = null</script></body>',
  ),
}

const COMPOSED = `<!DOCTYPE html><title>Composed</title><style>#framed{margin:40px;border:5px solid;padding:3px;width:400px;height:300px}</style><body>
  <x-open id="open">slotted</x-open>
  <x-empty id="empty"><span id="unslotted">in no slot</span></x-empty>
  <x-closed id="closed"></x-closed>
  <div id="declared"><template shadowrootmode="open"><p id="in-declared">Declared shadow text</p><x-inner><template shadowrootmode="open"><b>Inner shadow text</b></template></x-inner></template></div>
  <iframe id="framed" src="/inner?a=1"></iframe>
  <iframe id="srcdoc" srcdoc="<p>Text of a srcdoc</p>"></iframe>
  <iframe id="written"></iframe><iframe id="gone" style="display:none" srcdoc="<p id=undisplayed>Frame nobody sees</p>"></iframe>
  <canvas id="canvas" width="200" height="100"></canvas>
  <script>
    open.attachShadow = null
    const root = document.getElementById('open')
    Element.prototype.attachShadow.call(root, { mode: 'open' }).innerHTML = '<style>p { position: sticky; top: 0; font-size: 20px; z-index: 3 }</style><p id="in-open">Open shadow text</p><slot></slot>'
    document.getElementById('empty').attachShadow({ mode: 'open' }).innerHTML = '<i>No slot here</i>'
    document.getElementById('closed').attachShadow({ mode: 'closed' }).innerHTML = '<p>Closed shadow text</p>'
    navigator.serviceWorker.register('/worker.js').catch(() => {})
    const written = document.getElementById('written').contentDocument
    written.body.innerHTML = '<p>Written by a script, </' + 'iframe> and all</p>'
    canvas.getContext('2d').fillText('Drawn text', 10, 50)
  </script></body>`
const INNER =
  '<!DOCTYPE html><title>Inner</title><body style="margin:0"><p id="in-frame" style="margin:10px">Text of a frame</p><iframe srcdoc="<p>Frame in a frame</p>"></iframe></body>'
Object.assign(pages, {
  '/composed': html(COMPOSED),
  '/inner': html(INNER),
  '/lazy':
    html(`<!DOCTYPE html><title>Lazy</title><body style="margin:0"><h1>Top</h1><div style="height:3000px"></div><p id="sentinel">more below</p><script>
    let parts = 0
    new IntersectionObserver((seen) => {
      if (!seen[0].isIntersecting || parts >= 2) return
      fetch('/part').then((r) => r.text()).then((t) => { sentinel.insertAdjacentHTML('beforebegin', '<p class=late style="height:1500px">Part ' + ++parts + ': ' + t + '</p>') })
    }).observe(sentinel)
  </script></body>`),
  '/endless-scroll': html(`<!DOCTYPE html><body><p>here</p><script>
    const add = () => { if (scrollY + innerHeight > document.documentElement.scrollHeight - 10) document.body.insertAdjacentHTML('beforeend', '<p style="height:2000px">more</p>') }
    add(); addEventListener('scroll', add)
  </script></body>`),
  '/slow-part': html(
    `<!DOCTYPE html><body><p>here</p><script>setTimeout(() => { document.body.insertAdjacentHTML('beforeend', '<p id=late>Late text</p>') }, 1500)</script></body>`,
  ),
  '/clock': html(`<!DOCTYPE html><body><p id=clock></p><script>setInterval(() => { clock.textContent = Date.now() }, 20)</script></body>`),
  '/banner':
    html(`<!DOCTYPE html><body><p>The article</p><div id="bar" style="position:fixed;bottom:0;left:0;right:0"><p>We value your privacy and use cookies.</p>
    <button onclick="document.body.dataset.said='accept';bar.remove()">Accept all</button><button onclick="document.body.dataset.said='reject';bar.remove()">Reject all</button></div>
    <nav style="position:fixed;top:0"><button onclick="document.body.dataset.said='nav'">Close</button></nav></body>`),
  '/told': ((request, response) =>
    html(`<!DOCTYPE html><style>#wide{display:none}@media (min-width:600px){#wide{display:block}}#dark{display:none}@media (prefers-color-scheme:dark){#dark{display:block}}#still{display:none}@media (prefers-reduced-motion:reduce){#still{display:block}}</style>
      <meta name="viewport" content="width=device-width"><p id="agent">${request.headers['user-agent'] ?? ''}</p><p id="language">${request.headers['accept-language'] ?? ''}</p><p id="wide">wide</p><p id="dark">dark</p><p id="still">still</p>`)(
      request,
      response,
      '/told',
    )) satisfies Answer,
  '/locked': html('<p>for members</p>', { 'WWW-Authenticate': 'Basic realm="members", Digest realm="members", nonce="1", Negotiate' }, 401),
  '/with-locked':
    html(`<!DOCTYPE html><link rel="stylesheet" href="/locked"><p>The article</p><img src="/locked"><iframe src="/locked"></iframe>
    <script src="/locked"></script><script>fetch('/locked'); const x = new XMLHttpRequest(); x.open('GET', '/locked'); x.send()</script>`),
  '/unframable': html('<p>Not in a frame</p>', { 'X-Frame-Options': 'DENY' }),
  '/frameset': html('<!DOCTYPE html><title>Set</title><frameset cols="50%,50%"><frame src="/inner"><frame src="/article"></frameset>'),
})

const ARCHIVED: Readonly<Record<string, Answer>> = {
  'http://old.example/news/': html(PAGE('/a.css', 'http://cdn.example/i.svg')),
  'http://old.example/a.css': typed('text/css', CSS),
  'http://cdn.example/i.svg': typed('image/svg+xml', DRAWING),
}

export async function startCaptureServer(): Promise<CaptureServer> {
  const requests: string[] = []
  const {
    port,
    url: origin,
    close,
  } = await serveHere((request, response) => {
    const path = request.url ?? '/'
    requests.push(path)
    response.on('error', () => undefined)
    const hops = /^\/hops\/(\d+)$/.exec(path)
    if (hops) {
      const left = Number(hops[1])
      response.writeHead(302, { Location: left === 0 ? '/article' : `/hops/${left - 1}` }).end()
      return
    }
    const wait = /^\/wait\/(\d+)/.exec(path)
    if (wait) return void setTimeout(() => html('<p>A late answer</p>')(request, response, path), Number(wait[1]))
    const archived = /^\/web\/\d{14}id_\/(.*)$/.exec(path)
    if (archived) return (ARCHIVED[archived[1] ?? ''] ?? html('<p>not archived</p>', {}, 404))(request, response, path)
    const url = new URL(path, 'http://127.0.0.1')
    const target = url.searchParams.get('url')
    if (url.pathname === '/to' && target !== null) response.writeHead(302, { Location: target }).end()
    else if (url.pathname === '/page') html(url.searchParams.get('html') ?? '')(request, response, path)
    else (pages[url.pathname] ?? html('<p>nothing here</p>', {}, 404))(request, response, path)
  })
  return { origin, port, requests, close }
}
