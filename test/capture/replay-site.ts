import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { serveHere } from '../fixtures/listen'

export interface ReplaySite {
  readonly port: number
  readonly origin: string
  readonly requests: string[]
  stop(): Promise<void>
}

const OTHER = 'http://other.test'

function png(width: number, height: number, red: number, green: number, blue: number): Buffer {
  const picture = new PNG({ width, height })
  picture.data = Buffer.alloc(width * height * 4, Buffer.from([red, green, blue, 255]))
  return PNG.sync.write(picture)
}

const FONT = readFileSync(
  join(import.meta.dirname, '../../node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2'),
)
const TEXT =
  'The harbour town had waited for the ship since spring. When it came, nobody was at the pier, for the bells had rung in the night and the boats were out. '

const PAGE = `<!doctype html><html lang=en><head><meta charset=utf-8><title>Replay</title>
<link rel=stylesheet href=/css/main.css><style id=speedy></style><style>@import "/css/late-import.css";</style></head>
<body><header class=sticky>Sticky head <svg width=24 height=24><use href="/img/sprite.svg#disc"/></svg> <svg width=24 height=24><use href="#own"/></svg></header>
<svg hidden><symbol id=own viewBox="0 0 10 10"><path d="M0 10 5 0 10 10z" fill="#a06000"/></symbol></svg>
<main><h1>A page with everything</h1><p class=lead>${TEXT.repeat(3)}</p>
<picture><source srcset="/img/wide.png" media="(min-width: 900px)"><img src="/img/narrow.png" width=400 height=80 alt="by media"></picture>
<img srcset="/img/one.png 1x, /img/two.png 2x" width=120 height=60 alt="by density"> <img src="/img/moved.png" width=60 height=60 alt=redirected>
<div class=ground></div><p>${TEXT.repeat(8)}</p><div class=set></div>
<ul><li>one<li>two<li>three</ul><table><tr><th>a<th>b<tr><td>1<td>2</table><p id=late></p><div id=boxes></div><details open><summary>Open</summary>${TEXT}</details>
<p style="height:1500px">tall</p><img loading=lazy src="/img/lazy.png" width=200 height=100 alt=lazy><p>${TEXT}</p></main>
<script>
  document.getElementById('speedy').sheet.insertRule('.made { background: #204080; color: white; padding: 12px }')
  const sheet = new CSSStyleSheet(); sheet.replaceSync('.adopted { border: 8px solid #a02020; padding: 6px; background: url(/img/two.png) }')
  document.adoptedStyleSheets = [sheet]
  document.getElementById('boxes').innerHTML = '<p class=made>rules inserted by a script</p><p class=adopted>an adopted style sheet</p>'
  setTimeout(async () => { document.getElementById('late').textContent = await (await fetch('/late.txt')).text() }, 250)
</script></body></html>`

const FRAME = (name: string): string =>
  `<!doctype html><link rel=stylesheet href=/css/frame.css><body><h2>${name}</h2><img src=/img/two.png width=80 height=40><p>${TEXT}`

const COMPOSED = `<!doctype html><html><head><meta charset=utf-8><title>Composed</title><link rel=stylesheet href=/css/main.css></head><body>
<h1>Frames and shadow roots</h1><iframe src=/frame.html width=500 height=220></iframe> <iframe src="${OTHER}/frame.html?other" width=500 height=220></iframe>
<iframe srcdoc="<style>body{background:%23efe;background:#eefbe8}</style><p>written in the page" width=300 height=80></iframe>
<x-declared><template shadowrootmode=open><style>p{color:#8000a0;font-size:22px;border-left:10px solid}</style><p>a declared shadow root</p><slot></slot></template><b>slotted</b></x-declared>
<x-made></x-made><script>
  const root = document.querySelector('x-made').attachShadow({ mode: 'open' })
  root.innerHTML = '<p>made by a script</p>'
  const sheet = new CSSStyleSheet(); sheet.replaceSync('p { background: #204080; color: white; padding: 14px }')
  root.adoptedStyleSheets = [sheet]
</script></body></html>`

const LACKING = `<!doctype html><html><head><meta charset=utf-8><title>Lacking</title><link rel=stylesheet href=/css/gone.css>
<style>@import "/css/gone-import.css"; @font-face { font-family: Gone; src: url(/gone.woff2) } h1 { font-family: Gone } p { background: url(/gone.png) }</style></head>
<body><h1>Half of it is gone</h1><p>${TEXT}</p><img src=/img/gone.png alt=gone> <img src=/img/two.png width=80 height=40 alt=there>
<iframe src="http://localhost:9/inside.html"></iframe><video src=/film.mp4></video><svg width=24 height=24><use href="/img/gone.svg#a"/></svg></body></html>`

const FILES: Readonly<Record<string, readonly [type: string, body: string | Buffer]>> = {
  '/': ['text/html', PAGE],
  '/composed': ['text/html', COMPOSED],
  '/lacking': ['text/html', LACKING],
  '/frame.html': ['text/html', FRAME('A frame')],
  '/css/main.css': [
    'text/css',
    `@import url("base.css") screen; @import 'layered.css' layer(low);
    @font-face { font-family: Served; src: url(../font.woff2) format("woff2") }
    h1, .sticky { font-family: Served, serif } .ground { height: 90px; background: #ddd url("../img/one.png") repeat-x }
    .set { height: 60px; background: image-set("../img/one.png" 1x, "../img/two.png" 2x) } .sticky { position: sticky; top: 0; background: #fff8d0; padding: 10px }`,
  ],
  '/css/base.css': [
    'text/css',
    'body { margin: 0 auto; max-width: 1000px; font: 17px/1.6 sans-serif; color: #222 } .lead { font-size: 21px }',
  ],
  '/css/layered.css': ['text/css', 'h1 { color: #0a5f38 }'],
  '/css/late-import.css': ['text/css', 'li { color: #b03060; font-weight: bold }'],
  '/css/frame.css': ['text/css', 'body { background: #f0f4ff; font: 15px sans-serif }'],
  '/img/sprite.svg': [
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="disc" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5" fill="#6030a0"/></symbol></svg>',
  ],
  '/img/wide.png': ['image/png', png(400, 80, 30, 120, 200)],
  '/img/narrow.png': ['image/png', png(40, 80, 200, 30, 30)],
  '/img/one.png': ['image/png', png(120, 60, 240, 170, 40)],
  '/img/two.png': ['image/png', png(240, 120, 60, 160, 90)],
  '/img/target.png': ['image/png', png(60, 60, 90, 90, 90)],
  '/img/lazy.png': ['image/png', png(200, 100, 150, 40, 150)],
  '/font.woff2': ['font/woff2', FONT],
  '/late.txt': ['text/plain', TEXT],
}

export async function startReplaySite(): Promise<ReplaySite> {
  const requests: string[] = []
  const { port, close } = await serveHere((request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    requests.push(path)
    const found = FILES[path]
    if (path === '/img/moved.png') response.writeHead(302, { Location: '/img/target.png' }).end()
    else if (!found) response.writeHead(404).end()
    else response.writeHead(200, { 'Content-Type': found[0], 'Access-Control-Allow-Origin': '*' }).end(found[1])
  })
  return { port, origin: 'http://replay.test', requests, stop: close }
}
