/** Test cases for page loaders. The cases run with headless Chromium and with Electron's hidden window, in different test runners. */
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { CaptureOptions, type CaptureRequest, type Source } from '../../shared/contract/capture'
import {
  nodePaths,
  LAYOUT_DISPLAYED,
  LAYOUT_VISIBLE,
  POSITION_STICKY,
  attribute,
  tagName,
  type PageModel,
} from '../../shared/page/page-model'
import { ARTICLE, deepPage, type CaptureServer } from './capture-server'
import { unusedPort } from '../fixtures/listen'
import { byId } from '../fixtures/nodes'
import { CSS, DRAWING, MHTML, PAGE, SITE, zipped } from './saves'

export interface Loaded {
  readonly page: PageModel
  readonly label: string
  readonly url: string | null
  readonly status: number | null
  readonly charset: string | null
  readonly log: readonly string[]
}

export type Load = (source: Source, options?: CaptureRequest, signal?: AbortSignal) => Promise<Loaded>

export interface CaptureCase {
  readonly name: string
  run(load: Load, server: CaptureServer): Promise<void>
}

const of = (server: CaptureServer, path: string): Source => ({ kind: 'url', url: server.origin + path })
const SHOWN = LAYOUT_DISPLAYED | LAYOUT_VISIBLE
const textOf = (page: PageModel): string => page.text.join(' ')
const flags = (page: PageModel, node: number): number => page.layout?.flags[node] ?? -1
const box = (page: PageModel, node: number): readonly number[] => [...(page.layout?.boxes.subarray(node * 4, node * 4 + 4) ?? [])]

export async function failureOf(load: Promise<unknown>): Promise<{ code: string; message: string; next: string }> {
  try {
    await load
  } catch (thrown) {
    assert.ok(thrown instanceof Error && 'failure' in thrown, `not a failure but ${String(thrown)}`)
    const failure = thrown.failure as { code: string; message: string; next: string }
    assert.ok(failure.message.length > 5 && failure.next.length > 5, 'a failure states what happened and what to do')
    return failure
  }
  throw new Error('The load did not fail.')
}

async function withFile(name: string, content: string | Uint8Array, use: (path: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'boilerscope-capture-'))
  try {
    await writeFile(join(folder, name), content)
    await use(join(folder, name))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const caseOf = (name: string, run: CaptureCase['run']): CaptureCase => ({ name, run })

const fails = (name: string, path: string, code: string, options: CaptureRequest = {}, sentence = /./): CaptureCase =>
  caseOf(name, async (load, server) => {
    const failure = await failureOf(load(of(server, path), options))
    assert.equal(failure.code, code)
    assert.match(failure.message, sentence)
  })

const bothModes = (['source', 'rendered'] as const).flatMap((mode): CaptureCase[] => [
  caseOf(`${mode} mode reports for each element whether it is displayed and visible`, async (load, server) => {
    const { page, status } = await load(of(server, '/article'), { mode })
    assert.equal(status, 200)
    assert.equal(flags(page, byId(page, 'first')), SHOWN)
    assert.equal(flags(page, byId(page, 'linked')), 0, 'hidden by a linked style sheet')
    assert.equal(flags(page, byId(page, 'invisible')), LAYOUT_DISPLAYED, 'visibility: hidden is displayed, not visible')
    assert.equal(flags(page, byId(page, 'contents')), SHOWN, 'display: contents shows its children')
    const [, y, width, height] = box(page, byId(page, 'first'))
    assert.ok((width ?? 0) > 200 && (height ?? 0) > 10 && (y ?? 0) > 20)
    assert.deepEqual(box(page, byId(page, 'linked')), [NaN, NaN, NaN, NaN])
  }),
  caseOf(`${mode} mode reads a page whose names and functions hide its tree`, async (load, server) => {
    const { page, log } = await load(of(server, '/clobbered'), { mode })
    assert.match(textOf(page), /kept/)
    assert.deepEqual(log, [])
    assert.ok(page.layout)
  }),
])

function assertComplete({ page, log }: Pick<Loaded, 'page' | 'log'>): void {
  assert.equal(flags(page, byId(page, 'hidden')), 0, 'its style sheet hides a paragraph')
  assert.deepEqual(box(page, byId(page, 'image')).slice(2), [40, 30], 'its image has its size')
  assert.deepEqual(log, [])
}

const saved: readonly CaptureCase[] = (['source', 'rendered'] as const).flatMap((mode): CaptureCase[] => [
  caseOf(`a page that a browser saved as “complete” has its resources in ${mode} mode`, async (load) => {
    await withFile('page.html', PAGE('page_files/a.css', 'page_files/i%20i.svg'), async (path) => {
      const files = join(dirname(path), 'page_files')
      await mkdir(files)
      await Promise.all([writeFile(join(files, 'a.css'), CSS), writeFile(join(files, 'i i.svg'), DRAWING)])
      assertComplete(await load({ kind: 'file', path }, { mode }))
    })
  }),
  caseOf(`MHTML, WARC and WACZ have their resources in ${mode} mode`, async (load) => {
    const all = await zipped({ 'archive/data.warc.gz': Buffer.concat(SITE.map((one) => gzipSync(one))) })
    assertComplete(await load({ kind: 'bytes', name: 'page.mht', bytes: Buffer.from(MHTML) }, { mode }))
    assertComplete(await load({ kind: 'bytes', name: 'site.warc', bytes: Buffer.from(SITE.join('')), entry: '0' }, { mode }))
    assertComplete(await load({ kind: 'bytes', name: 'site.wacz', bytes: Uint8Array.from(all), entry: '0' }, { mode }))
  }),
  caseOf(`a page of a web archive loads its archived resources in ${mode} mode, without another server`, async (load, server) => {
    const asked = server.requests.length
    const { page, url, log } = await load(of(server, '/web/20190501123456id_/http://old.example/news/'), { mode })
    assert.equal(url, 'http://old.example/news/')
    assertComplete({ page, log: log.slice(1) })
    assert.match(log.join(' '), /captured the page .* on 2019-05-01/)
    assert.ok(server.requests.slice(asked).every((path) => path.startsWith('/web/')))
  }),
])

const pathOf = (page: PageModel, part: string): string => nodePaths(page)(page.text.findIndex((text) => text.includes(part)))
const CHARSETS = Object.entries({ '/gbk-header': 'GBK', '/gbk-meta': 'GBK', '/utf16-mark': 'UTF-16LE', '/wrong-label': 'UTF-8' })

export const captureCases: readonly CaptureCase[] = [
  caseOf('rendered mode reads open shadow roots and frames, and reports unreadable content', async (load, server) => {
    const { page, log } = await load(of(server, '/composed'), { mode: 'rendered' })
    assert.equal(pathOf(page, 'Open shadow text'), 'body>x-open[0]>#shadow-root>p[1]>#text[0]')
    assert.equal(pathOf(page, 'slotted'), 'body>x-open[0]>#text[0]')
    assert.equal(pathOf(page, 'Inner shadow text'), 'body>div[3]>#shadow-root>x-inner[1]>#shadow-root>b[0]>#text[0]')
    const inside = '#document>html[0]>body[1]'
    assert.equal(pathOf(page, 'Text of a frame'), `body>iframe[4]>${inside}>p[0]>#text[0]`)
    assert.equal(pathOf(page, 'Frame in a frame'), `body>iframe[4]>${inside}>iframe[1]>${inside}>p[0]>#text[0]`)
    assert.equal(pathOf(page, 'Text of a srcdoc'), `body>iframe[5]>${inside}>p[0]>#text[0]`)
    const readable = page.text.filter((_, n) => !['script', 'style'].includes(tagName(page, page.parent[n] ?? 0))).join(' ')
    assert.match(readable, /Written by a script, {2}and all/)
    assert.doesNotMatch(readable, /Closed shadow text|Drawn text/)
    assert.deepEqual(log, [
      'The page shows 1 canvas; text in it cannot be read.',
      '1 shadow root is closed; its content cannot be read.',
      'The page requested a service worker, which was refused; content from the worker is missing.',
    ])
    for (const id of ['in-open', 'in-declared', 'in-frame']) assert.equal(flags(page, byId(page, id)), SHOWN, id)
    assert.equal(flags(page, byId(page, 'undisplayed')), 0, 'content of a frame that is not displayed')
    const [x = 0, y = 0] = box(page, byId(page, 'framed'))
    const inner = box(page, byId(page, 'in-frame'))
    assert.deepEqual(inner.slice(0, 2), [x + 5 + 3 + 10, y + 5 + 3 + 10], 'boxes are at their position in the window')
    const styles = (id: string): (number | undefined)[] =>
      (['fontSize', 'position', 'stacks', 'zIndex', 'fontWeight'] as const).map((name) => page.layout?.styles?.[name][byId(page, id)])
    assert.deepEqual(styles('in-open'), [20, POSITION_STICKY, 1, 3, 400])
    assert.deepEqual(styles('in-frame').slice(0, 3), [16, 0, 0])
  }),
  // A separate case, because Chromium 130 fails here.
  caseOf('content without a slot is not displayed', async (load, server) => {
    const { page } = await load(of(server, '/composed'), { mode: 'rendered' })
    assert.equal(flags(page, byId(page, 'unslotted')), 0)
  }),
  caseOf('lazy content is loaded only after a scroll to the end of the page', async (load, server) => {
    const still = await load(of(server, '/lazy'), { mode: 'rendered' })
    assert.doesNotMatch(textOf(still.page), /Part 1: Fetched/)
    const { page, log } = await load(of(server, '/lazy'), { mode: 'rendered', scroll: true })
    assert.match(textOf(page), /Part 1: Fetched by a script[^]*Part 2: Fetched by a script/)
    assert.deepEqual(log, [])
    assert.ok((box(page, page.body)[1] ?? -1) >= 0, 'the page is scrolled back to its top')
  }),
  caseOf('by default, a capture waits for content after 1.5 s, but not for the end of all changes', async (load, server) => {
    const { settle } = CaptureOptions.parse({})
    assert.match(textOf((await load(of(server, '/slow-part'), { mode: 'rendered', settle })).page), /Late text(?!<)/)
    assert.deepEqual((await load(of(server, '/clock'), { mode: 'rendered', settle })).log, [
      'The page was still changing when it was captured; later changes are missing.',
    ])
  }),
  caseOf('a page without an end is scrolled to a limit, which is reported', async (load, server) => {
    const { log } = await load(of(server, '/endless-scroll'), { mode: 'rendered', scroll: true, timeout: 60_000 })
    assert.match(log.join(' '), /stopped before the end of the page/)
  }),
  caseOf('a capture waits for a selector or a time; a missing selector is reported, an invalid selector fails', async (load, server) => {
    const late = { mode: 'rendered', idle: 100, settle: 0 } as const
    assert.doesNotMatch(textOf((await load(of(server, '/slow-part'), late)).page), /Late text(?!<)/)
    assert.ok(byId((await load(of(server, '/slow-part'), { ...late, waitFor: '#late' })).page, 'late') > 0)
    assert.ok(byId((await load(of(server, '/slow-part'), { ...late, delay: 2000 })).page, 'late') > 0)
    const { log } = await load(of(server, '/missing'), { ...late, waitFor: '#never', idleCap: 500 })
    assert.match(log.join(' '), /“#never” did not appear within 0\.5 s/)
    assert.equal((await failureOf(load(of(server, '/missing'), { ...late, waitFor: 'p[' }))).code, 'load.bad-selector')
  }),
  caseOf('on request, a consent banner is rejected, and no other button is pressed', async (load, server) => {
    assert.ok(byId((await load(of(server, '/banner'), { mode: 'rendered' })).page, 'bar') > 0)
    const { page, log } = await load(of(server, '/banner'), { mode: 'rendered', dismissBanners: true })
    assert.equal(attribute(page, page.body, 'data-said'), 'reject')
    assert.doesNotMatch(textOf(page), /value your privacy/)
    assert.deepEqual(log, ['1 banner was dismissed.'])
  }),
  caseOf('the options set window, user agent, language, colours and motion for server and page', async (load, server) => {
    const viewport = { width: 390, height: 844, mobile: true }
    const phone = await load(of(server, '/told'), { viewport, language: 'de-DE,de', dark: true, reducedMotion: true })
    const said = (page: PageModel, id: string): string => page.text[byId(page, id) + 1] ?? ''
    assert.match(said(phone.page, 'agent'), /Android.*Mobile Safari/)
    assert.match(said(phone.page, 'language'), /^de-DE,de/)
    const shows = (page: PageModel): boolean[] => ['wide', 'dark', 'still'].map((id) => flags(page, byId(page, id)) > 0)
    assert.deepEqual(shows(phone.page), [false, true, true])
    const { page } = await load(of(server, '/told'), { userAgent: 'Reader/1.0' })
    assert.equal(said(page, 'agent'), 'Reader/1.0')
    assert.deepEqual(shows(page), [true, false, false])
  }),
  caseOf('source mode does not change the HTML, and lays out its shadow roots and srcdoc frames', async (load, server) => {
    const asked = server.requests.length
    const { page, log } = await load(of(server, '/composed'))
    assert.equal(flags(page, byId(page, 'in-declared')), LAYOUT_DISPLAYED | LAYOUT_VISIBLE)
    assert.ok((box(page, byId(page, 'in-declared'))[2] ?? 0) > 100)
    assert.equal(page.composed, false)
    assert.match(textOf(page), /Text of a srcdoc/)
    assert.doesNotMatch(textOf(page), /Text of a frame/)
    assert.deepEqual(log, ['2 frames were not loaded; their content is missing.'])
    assert.deepEqual(server.requests.slice(asked), ['/composed'])
  }),
  caseOf('source mode lays out streamed content at its final place', async (load, server) => {
    const html =
      '<main><!--$?--><template id="B:0"></template><p>Loading</p><!--/$--></main><footer id="end">End</footer>' +
      '<div hidden id="S:0"><p id="late">Late</p></div><script>$RC("B:0","S:0")</script>'
    const { page, log } = await load(of(server, `/page?html=${encodeURIComponent(html)}`))
    assert.equal(flags(page, byId(page, 'late')), LAYOUT_DISPLAYED | LAYOUT_VISIBLE)
    assert.ok((box(page, byId(page, 'late'))[1] ?? 0) < (box(page, byId(page, 'end'))[1] ?? 0))
    assert.doesNotMatch(textOf(page), /Loading/)
    // If the page was loaded over the contract, the log also contains a note on streamed content.
    const others = log.filter((line) => !line.startsWith('React sent 1 part'))
    assert.deepEqual(others, [])
  }),
  caseOf('a frameset with readable frames is the body of its page', async (load, server) => {
    const { page } = await load(of(server, '/frameset'), { mode: 'rendered' })
    assert.equal(tagName(page, page.body), 'frameset')
    assert.equal(pathOf(page, 'Text of a frame'), 'body>frame[0]>#document>html[0]>body[1]>p[0]>#text[0]')
    assert.match(textOf(page), /Changed by a script/)
    assert.equal(page.layout?.flags[page.text.findIndex((text) => text.includes('Text of a frame'))], LAYOUT_DISPLAYED | LAYOUT_VISIBLE)
  }),
  caseOf('a frame that refuses to be framed is reported', async (load, server) => {
    const html = '<p>here</p><iframe src="/unframable"></iframe><iframe src="/pdf"></iframe>'
    const { page, log } = await load(of(server, `/page?html=${encodeURIComponent(html)}`), { mode: 'rendered' })
    assert.match(textOf(page), /here/)
    assert.doesNotMatch(textOf(page), /Not in a frame/)
    assert.deepEqual(log, [`2 frames (${new URL(server.origin).host}) could not be read; their content is missing.`])
  }),
  caseOf('source mode returns the source HTML, character for character', async (load, server) => {
    const { page, url, label, charset } = await load(of(server, '/article'))
    assert.equal(page.html, ARTICLE)
    assert.deepEqual([url, label, charset], [`${server.origin}/article`, `${server.origin}/article`, 'UTF-8'])
    assert.match(textOf(page), /The first paragraph of the article/)
    assert.ok(byId(page, 'noscript') > 0, 'noscript is parsed')
  }),
  caseOf('rendered mode returns the rendered page', async (load, server) => {
    const { page } = await load(of(server, '/article'), { mode: 'rendered' })
    assert.match(textOf(page), /Changed by a script/)
    assert.throws(() => byId(page, 'noscript'))
  }),
  caseOf('rendered mode waits until the network is quiet', async (load, server) => {
    const { page } = await load(of(server, '/built'), { mode: 'rendered', idle: 300 })
    assert.match(textOf(page), /Fetched by a script/)
  }),
  ...bothModes,
  ...saved,
  caseOf('dialogs do not stop a load', async (load, server) => {
    assert.match(textOf((await load(of(server, '/alert'), { mode: 'rendered' })).page), /after falsenull/)
  }),
  caseOf('boxes are measured in the requested viewport', async (load) => {
    const viewport = { width: 640, height: 480 }
    const { page } = await load({ kind: 'html', html: '<!DOCTYPE html><body style="margin:0"><p id="p">text' }, { viewport })
    assert.deepEqual(page.layout?.viewport, viewport)
    assert.equal(box(page, byId(page, 'p'))[2], 640)
  }),
  caseOf('a page that is higher than its viewport has the width of the viewport', async (load) => {
    const { page } = await load({ kind: 'html', html: '<!DOCTYPE html><body style="margin:0"><p id="p">text<div style="height:5000px">' })
    assert.equal(box(page, byId(page, 'p'))[2], page.layout?.viewport.width)
  }),
  caseOf('refused requests are counted once, without unknown hosts and omitted frames', async (load, server) => {
    const inside = `http://127.0.0.2:${server.port}`
    const html = `<img src="${inside}/image"><link rel="stylesheet" href="${inside}/style.css"><img src="http://nowhere.invalid/image">
        <iframe src="${inside}/inner"></iframe><iframe src="/inner"></iframe>`
    const { log } = await load(of(server, `/page?html=${encodeURIComponent(html)}`))
    assert.deepEqual(log, [
      '2 requests were refused: only public web addresses and the page’s own origin are allowed.',
      '2 frames were not loaded; their content is missing.',
    ])
  }),
  caseOf('a local page reports its refused requests once', async (load) => {
    const { log } = await load({ kind: 'html', html: '<p>x<img src="https://a.example/1.png"><img src="two.png"><iframe src="three">' })
    assert.deepEqual(log, [
      'Requests were refused: a local page loads only its own parts.',
      '1 frame was not loaded; its content is missing.',
    ])
  }),
  caseOf('animated content is visible at any moment of the capture', async (load, server) => {
    const html = `<style>@keyframes fade { from { opacity: 0 } } @keyframes pulse { from { opacity: 0; margin-left: 50px } }
      #in { animation: fade 60s } #late { animation: fade 1s 60s both } #for-ever { animation: pulse 1s infinite; margin: 0 }</style>
      <p id="in">Fades in.<p id="late">Waits, then fades in.<p id="for-ever">Comes and goes.
      <div><template shadowrootmode="open"><style>@keyframes fade { from { opacity: 0 } } p { animation: fade 1s 60s both }</style>
      <p id="shadow">Fades in within a shadow root.</template></div>`
    const there = [of(server, `/page?html=${encodeURIComponent(html)}`), { kind: 'html', html }] as const
    for (const { page } of await Promise.all(there.map((source) => load(source))))
      for (const id of ['in', 'late', 'for-ever', 'shadow'])
        assert.deepEqual([flags(page, byId(page, id)), box(page, byId(page, id))[0]], [SHOWN, 8], id)
  }),
  caseOf('a local page is laid out with any names of its elements', async (load) => {
    const html = `<style>body { background: url("data:image/gif;base64,R0lGODlhAQABAAAAACw=") } #p { width: 300px; height: 20px }</style>
      <img name="adoptedStyleSheets"><form name="documentElement"><input name="getElementsByTagName"></form><p id="p">Text.
      <iframe srcdoc="<p style='width:50px;height:10px'>Inner</p>"></iframe>`
    const { page, log } = await load({ kind: 'html', html })
    assert.deepEqual(box(page, byId(page, 'p')).slice(2), [300, 20])
    assert.deepEqual(log, [])
  }),
  caseOf('each of many pages has its whole time limit', async (load, server) => {
    const start = performance.now()
    await load(of(server, '/wait/600'))
    // Long enough for several captures in sequence, but not for all 14.
    const timeout = Math.ceil(Math.max(4000, 5 * (performance.now() - start)))
    const pages = Array.from({ length: 14 }, (_, i) => load(of(server, `/wait/600?${i}`), { timeout }))
    for (const { page } of await Promise.all(pages)) assert.match(textOf(page), /late answer/)
  }),
  ...CHARSETS.map(([path, charset]) =>
    caseOf(`${path.slice(1)} is read as ${charset}`, async (load, server) => {
      const loaded = await load(of(server, path))
      assert.equal(loaded.charset, charset)
      assert.equal(loaded.page.title, '新闻')
      assert.match(textOf(loaded.page), /中文网页正文抽取。/)
      const isOther = loaded.log.some((note) => note.includes('its bytes are UTF-8'))
      assert.equal(isOther, path === '/wrong-label')
    }),
  ),
  caseOf('a local file is laid out, and loads only its own parts', async (load, server) => {
    const html = `<!DOCTYPE html><title>Mine</title><img src="${server.origin}/image?from=file"><img src="file:///etc/hostname"><p id="p">local`
    await withFile('page.html', html, async (path) => {
      const { page, url, label, status, log } = await load({ kind: 'file', path }, { mode: 'rendered' })
      assert.deepEqual([label, status, page.title], ['page.html', null, 'Mine'])
      assert.match(url ?? '', /^file:\/\/.*page\.html$/)
      assert.ok((box(page, byId(page, 'p'))[2] ?? 0) > 200)
      assert.match(log.join(' '), /Requests were refused: a local page loads only its own parts/)
    })
    assert.ok(!server.requests.includes('/image?from=file'))
  }),
  caseOf('dropped bytes are decoded like a file', async (load) => {
    const bytes = new Uint8Array(Buffer.from('<!DOCTYPE html><meta charset="windows-1252"><p>caf\xe9', 'latin1'))
    const { page, charset, label } = await load({ kind: 'bytes', name: 'drop.html', bytes })
    assert.deepEqual([charset, label], ['windows-1252', 'drop.html'])
    assert.match(textOf(page), /café/)
  }),
  caseOf('pasted HTML keeps its address, and sends no request', async (load, server) => {
    const html = `<!DOCTYPE html><link rel="stylesheet" href="${server.origin}/style.css?from=paste"><p id="linked">pasted`
    const { page, url, label } = await load({ kind: 'html', html, url: `${server.origin}/isFoundInText#part` })
    assert.deepEqual([url, label, page.html], [`${server.origin}/isFoundInText#part`, 'pasted HTML', html])
    assert.equal(flags(page, byId(page, 'linked')), LAYOUT_DISPLAYED | LAYOUT_VISIBLE)
    assert.ok(!server.requests.includes('/style.css?from=paste'))
  }),
  caseOf('a local page cannot navigate by scripts and meta tags', async (load, server) => {
    const leads = `<meta http-equiv="refresh" content="0;url=${server.origin}/article">`
    const leave = `<script>top.location = '${server.origin}/article'</script>`
    const html = `<!DOCTYPE html><title>Stay</title>${leads}<p>before ${leave}<p>after <script>document.write('<p>written')</script>`
    const { page, log } = await load({ kind: 'html', html }, { mode: 'rendered', idle: 300 })
    assert.match(textOf(page), /before[^]*after[^]*written/)
    assert.match(log.join(' '), /tried to open another page/)
  }),
  caseOf('an error page is a page, with its status', async (load, server) => {
    const { page, status } = await load(of(server, '/missing'))
    assert.deepEqual([status, page.title], [404, 'Not found'])
  }),
  caseOf('a request for a password does not stop a load: the resource is missing, or the error page is shown', async (load, server) => {
    for (const mode of ['source', 'rendered'] as const) {
      const { page, log } = await load(of(server, '/with-locked'), { mode })
      assert.match(textOf(page), /The article/)
      assert.doesNotMatch(log.join(' '), /still/)
    }
    const { page, status } = await load(of(server, '/locked'))
    assert.equal(status, 401)
    assert.match(textOf(page), /for members/)
  }),
  caseOf('more redirects than the limit of the browser are followed', async (load, server) => {
    assert.equal((await load(of(server, '/hops/30'))).url, `${server.origin}/article`)
  }),
  fails('a redirect loop ends after fifty', '/loop', 'load.redirects', {}, /redirects (?:without end|more than \d+ times)/),
  fails('a redirect to a file is refused', '/to-file', 'load.unsafe-redirect', {}, /redirects to an address that is not http or https/),
  fails('an error without a page fails as empty', '/error', 'load.empty'),
  fails('a response without content fails as empty', '/nothing', 'load.empty'),
  fails('an empty page fails as empty', '/empty', 'load.empty', {}, /and an empty page/),
  fails('a PDF is not a page', '/pdf', 'load.not-html', {}, /sends .*not a page/),
  fails('an image is not a page', '/image', 'load.not-html'),
  fails('a feed is not a page', '/feed', 'load.not-html'),
  fails('binary data with the type HTML is not a page', '/binary', 'load.not-html'),
  fails('damaged compression is reported', '/gzip-damaged', 'load.damaged'),
  fails('a truncated gzip file from a server is reported', '/gzip-file-truncated', 'input.truncated-gzip'),
  fails('40 MiB exceed the limit', '/big', 'load.too-large', {}, /has more than 32 MiB of HTML/),
  caseOf('a page that prints and closes itself loads', async (load) => {
    const html = `<!DOCTYPE html><p>before<script>print(); document.execCommand('print'); close(); window.self.close()</script><p>after`
    assert.match(textOf((await load({ kind: 'html', html }, { mode: 'rendered', idle: 400 })).page), /before[^]*after/)
  }),
  fails('endless requests fail at the time limit', '/flood', 'load.timeout', { mode: 'rendered', timeout: 4000, idleCap: 60_000 }),
  fails('an endless page is refused at the limit', '/endless', 'load.too-large', { maxBytes: 4 * 1024 * 1024, timeout: 4_000 }),
  fails('a server that closes the connection is reported', '/no-answer', 'load.broken'),
  fails('a server that never responds fails at the time limit', '/never', 'load.timeout', { timeout: 1500 }),
  fails('a server that never finishes fails at the time limit', '/drip', 'load.timeout', { timeout: 1500 }),
  fails('a page in an endless loop fails at the time limit', '/hang', 'load.timeout', { mode: 'rendered', timeout: 2500 }),
  fails('a page that enters an endless loop later also fails', '/hang-later', 'load.timeout', { mode: 'rendered', timeout: 2500 }),
  caseOf('a refused connection, an unknown host, a forbidden port and an invalid address are reported', async (load) => {
    const closed = `127.0.0.1:${await unusedPort()}`
    for (const [url, code, sentence] of [
      [`http://${closed}/`, 'load.refused', `${closed} refused the connection`],
      ['http://127.0.0.1:9/', 'load.bad-address', ''],
      ['http://nowhere.invalid/', 'load.unknown-host', 'nowhere.invalid'],
      ['javascript:alert(1)', 'load.bad-address', ''],
      ['not an address', 'load.bad-address', 'is not the address of a page'],
    ] as const) {
      const failure = await failureOf(load({ kind: 'url', url }))
      assert.equal(failure.code, code)
      assert.ok(failure.message.includes(sentence), failure.message)
    }
  }),
  caseOf('a file that is binary, empty, truncated, missing or a folder fails with the reason', async (load) => {
    const half = gzipSync(ARTICLE.repeat(50)).subarray(0, 200)
    for (const [name, content, sentence] of [
      ['noise.html', Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7) % 32)), /noise\.html is binary data, not a page/],
      ['nothing.html', '', /nothing\.html is empty/],
      ['half.html.gz', half, /half\.html\.gz is a gzip file that ends too early/],
    ] as const)
      await withFile(name, content, async (path) => assert.match((await failureOf(load({ kind: 'file', path }))).message, sentence))
    await withFile('page.html', ARTICLE, async (path) => {
      const sentence = async (other: string) => (await failureOf(load({ kind: 'file', path: other }))).message
      assert.match(await sentence(join(dirname(path), 'missing.html')), /missing\.html does not exist/)
      assert.match(await sentence(dirname(path)), /is a folder/)
    })
  }),
  caseOf('a page in an endless loop is harmless in source mode', async (load, server) => {
    assert.match(textOf((await load(of(server, '/hang'))).page), /before/)
  }),
  caseOf('a page that arrives in part is shown, and the log states the missing bytes', async (load, server) => {
    const { page, log } = await load(of(server, '/broken'))
    assert.match(textOf(page), /only the beginning/)
    assert.match(log.join(' '), /closed the connection: the last 99,979 bytes/)
  }),
  caseOf('compressed pages, attachments, XHTML and mislabelled HTML are pages', async (load, server) => {
    assert.equal((await load(of(server, '/gzip'))).page.html, ARTICLE)
    assert.equal((await load(of(server, '/gzip-file'))).page.html, ARTICLE)
    assert.match(textOf((await load(of(server, '/download'))).page), /Attached/)
    assert.match(textOf((await load(of(server, '/xhtml'))).page), /XHTML/)
    assert.match((await load(of(server, '/octet'))).log.join(' '), /the page was read as HTML/)
  }),
  caseOf('plain text is wrapped into a page', async (load, server) => {
    const { page, log } = await load(of(server, '/text'))
    assert.ok(page.text.includes('a < b & c\nsecond line'))
    assert.match(log.join(' '), /plain text/)
  }),
  caseOf('a style sheet that never arrives does not stop a load', async (load, server) => {
    const { page, log } = await load(of(server, '/slow-style'), { idleCap: 700 })
    assert.ok(page.layout)
    assert.match(log.join(' '), /still loading after 0.7 s/)
  }),
  caseOf('a page with 100,000 levels loads, and a missing layout is reported', async (load) => {
    const { page, log } = await load({ kind: 'html', html: deepPage(100_000) }, { idleCap: 500, maxNodes: 250_000 })
    assert.equal(page.count, 100_004)
    assert.ok(page.layout !== null || /Boxes and visibility are missing/.test(log.join(' ')))
  }),
  caseOf('beyond 512 levels, the layout is flat, and every element has a box', async (load) => {
    const { page, log } = await load({ kind: 'html', html: deepPage(2000) })
    assert.match(log.join(' '), /shows its deeper elements as siblings/)
    assert.equal(flags(page, page.count - 1), LAYOUT_DISPLAYED | LAYOUT_VISIBLE)
  }),
  caseOf('cancelling ends a load at once', async (load, server) => {
    const controller = new AbortController()
    const start = performance.now()
    setTimeout(() => controller.abort(), 700)
    assert.equal((await failureOf(load(of(server, '/never'), {}, controller.signal))).code, 'cancelled')
    assert.ok(performance.now() - start < 5000)
  }),
  caseOf('loads do not disturb each other', async (load, server) => {
    const paths = ['/article', '/gbk-meta', '/many', '/missing']
    const pages = await Promise.all([...paths.map((path) => load(of(server, path))), failureOf(load(of(server, '/pdf')))])
    const urls = pages.map((p) => ('url' in p ? p.url : null))
    assert.deepEqual(urls, [...paths.map((path) => server.origin + path), null])
  }),
]
