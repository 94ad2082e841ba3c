/** The contract of page loaders, without a test runner: the same cases run over headless Chromium and over Electron's hidden window. */
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
import { CSS, DRAWING, MHTML, PAGE, SITE, zipped } from './saves'

export interface Loaded {
  readonly page: PageModel
  readonly label: string
  readonly url: string | null
  readonly status: number | null
  readonly charset: string | null
  readonly log: readonly string[]
}

/** Loads and parses; rejects with an error that carries a `failure`. */
export type Load = (source: Source, options?: CaptureRequest, signal?: AbortSignal) => Promise<Loaded>

export interface CaptureCase {
  readonly name: string
  run(load: Load, server: CaptureServer): Promise<void>
}

const of = (server: CaptureServer, path: string): Source => ({ kind: 'url', url: server.origin + path })
const byId = (page: PageModel, id: string): number => {
  for (let n = 0; n < page.count; n++) if (attribute(page, n, 'id') === id) return n
  throw new Error(`no element #${id}`)
}
const textOf = (page: PageModel): string => page.text.join(' ')
const flags = (page: PageModel, node: number): number => page.layout?.flags[node] ?? -1
const box = (page: PageModel, node: number): readonly number[] => [...(page.layout?.boxes.subarray(node * 4, node * 4 + 4) ?? [])]

/** The code and sentence that a load failed with. */
export async function failureOf(load: Promise<unknown>): Promise<{ code: string; message: string; next: string }> {
  try {
    await load
  } catch (thrown) {
    assert.ok(thrown instanceof Error && 'failure' in thrown, `not a failure but ${String(thrown)}`)
    const failure = thrown.failure as { code: string; message: string; next: string }
    assert.ok(failure.message.length > 5 && failure.next.length > 5, 'a failure says what happened and what to do')
    return failure
  }
  throw new Error('it did not fail')
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

const named = (name: string, run: CaptureCase['run']): CaptureCase => ({ name, run })

const fails = (name: string, path: string, code: string, options: CaptureRequest = {}, sentence = /./): CaptureCase =>
  named(name, async (load, server) => {
    const failure = await failureOf(load(of(server, path), options))
    assert.equal(failure.code, code)
    assert.match(failure.message, sentence)
  })

const bothModes = (['source', 'rendered'] as const).flatMap((mode): CaptureCase[] => [
  named(`${mode} mode tells what no style sheet and no attribute shows, element by element`, async (load, server) => {
    const { page, status } = await load(of(server, '/article'), { mode })
    const both = LAYOUT_DISPLAYED | LAYOUT_VISIBLE
    assert.equal(status, 200)
    assert.equal(flags(page, byId(page, 'first')), both)
    assert.equal(flags(page, byId(page, 'linked')), 0, 'hidden by a linked style sheet')
    assert.equal(flags(page, byId(page, 'invisible')), LAYOUT_DISPLAYED, 'visibility: hidden is displayed, not visible')
    assert.equal(flags(page, byId(page, 'contents')), both, 'display: contents shows its children')
    const [, y, width, height] = box(page, byId(page, 'first'))
    assert.ok((width ?? 0) > 200 && (height ?? 0) > 10 && (y ?? 0) > 20)
    assert.deepEqual(box(page, byId(page, 'linked')), [NaN, NaN, NaN, NaN])
  }),
  named(`${mode} mode is not fooled by a page that hides its tree behind names and patched functions`, async (load, server) => {
    const { page, log } = await load(of(server, '/clobbered'), { mode })
    assert.match(textOf(page), /kept/)
    assert.deepEqual(log, [])
    assert.ok(page.layout)
  }),
])

/** Checks a page of `saves.ts` with its parts: its style sheet hides a paragraph, its image has its size. */
function assertWhole({ page, log }: Pick<Loaded, 'page' | 'log'>): void {
  assert.equal(flags(page, byId(page, 'hidden')), 0, 'its style sheet hides a paragraph')
  assert.deepEqual(box(page, byId(page, 'image')).slice(2), [40, 30], 'its image has its size')
  assert.deepEqual(log, [])
}

const saved: readonly CaptureCase[] = (['source', 'rendered'] as const).flatMap((mode): CaptureCase[] => [
  named(`a page that a browser saved "complete" has its parts in ${mode} mode`, async (load) => {
    await withFile('page.html', PAGE('page_files/a.css', 'page_files/i%20i.svg'), async (path) => {
      const files = join(dirname(path), 'page_files')
      await mkdir(files)
      await Promise.all([writeFile(join(files, 'a.css'), CSS), writeFile(join(files, 'i i.svg'), DRAWING)])
      assertWhole(await load({ kind: 'file', path }, { mode }))
    })
  }),
  named(`MHTML, WARC and WACZ have their parts in ${mode} mode`, async (load) => {
    const all = await zipped({ 'archive/data.warc.gz': Buffer.concat(SITE.map((one) => gzipSync(one))) })
    assertWhole(await load({ kind: 'bytes', name: 'page.mht', bytes: Buffer.from(MHTML) }, { mode }))
    assertWhole(await load({ kind: 'bytes', name: 'site.warc', bytes: Buffer.from(SITE.join('')), entry: '0' }, { mode }))
    assertWhole(await load({ kind: 'bytes', name: 'site.wacz', bytes: Uint8Array.from(all), entry: '0' }, { mode }))
  }),
  named(`a page of a web archive has its parts of then in ${mode} mode, and nobody else is asked`, async (load, server) => {
    const asked = server.requests.length
    const { page, url, log } = await load(of(server, '/web/20190501123456id_/http://old.example/news/'), { mode })
    assert.equal(url, 'http://old.example/news/')
    assertWhole({ page, log: log.slice(1) })
    assert.match(log.join(' '), /as it was on 2019-05-01/)
    assert.ok(server.requests.slice(asked).every((path) => path.startsWith('/web/')))
  }),
])

const pathOf = (page: PageModel, part: string): string => nodePaths(page)(page.text.findIndex((text) => text.includes(part)))

export const captureCases: readonly CaptureCase[] = [
  named(
    'rendered mode reads open shadow roots and frames, where they are, as they are; of what nobody can read it says so',
    async (load, server) => {
      const { page, log } = await load(of(server, '/composed'), { mode: 'rendered' })
      assert.equal(pathOf(page, 'Open shadow text'), 'body>x-open[0]>#shadow-root>p[1]>#text[0]')
      assert.equal(pathOf(page, 'slotted'), 'body>x-open[0]>#text[0]')
      assert.equal(pathOf(page, 'Inner shadow text'), 'body>div[3]>#shadow-root>x-inner[1]>#shadow-root>b[0]>#text[0]')
      assert.equal(pathOf(page, 'Text of a frame'), 'body>iframe[4]>#document>html[0]>body[1]>p[0]>#text[0]')
      assert.equal(
        pathOf(page, 'Frame in a frame'),
        'body>iframe[4]>#document>html[0]>body[1]>iframe[1]>#document>html[0]>body[1]>p[0]>#text[0]',
      )
      assert.equal(pathOf(page, 'Text of a srcdoc'), 'body>iframe[5]>#document>html[0]>body[1]>p[0]>#text[0]')
      const readable = page.text.filter((_, n) => !['script', 'style'].includes(tagName(page, page.parent[n] ?? 0))).join(' ')
      assert.match(readable, /Written by a script, {2}and all/)
      assert.doesNotMatch(readable, /Closed shadow text|Drawn text/)
      assert.deepEqual(log, [
        'A script draws on 1 canvas; text in it cannot be read.',
        '1 shadow root is closed; its content cannot be read.',
        'The page requested a service worker, which was refused; its content is missing.',
      ])
      const both = LAYOUT_DISPLAYED | LAYOUT_VISIBLE
      for (const id of ['in-open', 'in-declared', 'in-frame']) assert.equal(flags(page, byId(page, id)), both, id)
      assert.equal(flags(page, byId(page, 'undisplayed')), 0, 'what is in a frame that is not displayed')
      const [x = 0, y = 0] = box(page, byId(page, 'framed'))
      const inner = box(page, byId(page, 'in-frame'))
      assert.deepEqual(inner.slice(0, 2), [x + 5 + 3 + 10, y + 5 + 3 + 10], 'boxes are where the frame shows them')
      const p = byId(page, 'in-open')
      const styles = page.layout?.styles
      assert.deepEqual(
        [styles?.fontSize[p], styles?.fontWeight[p], styles?.position[p], styles?.stacks[p], styles?.zIndex[p]],
        [20, 400, POSITION_STICKY, 1, 3],
      )
      assert.deepEqual(
        [styles?.fontSize[byId(page, 'in-frame')], styles?.position[byId(page, 'in-frame')], styles?.stacks[byId(page, 'in-frame')]],
        [16, 0, 0],
      )
    },
  ),
  // A separate case, because Chromium 130 gives another result.
  named('what no slot shows is not displayed', async (load, server) => {
    const { page } = await load(of(server, '/composed'), { mode: 'rendered' })
    assert.equal(flags(page, byId(page, 'unslotted')), 0)
  }),
  named('what loads late is there once the page was scrolled to its end, and not before', async (load, server) => {
    const still = await load(of(server, '/lazy'), { mode: 'rendered' })
    assert.doesNotMatch(textOf(still.page), /Part 1: Fetched/)
    const { page, log } = await load(of(server, '/lazy'), { mode: 'rendered', scroll: true })
    assert.match(textOf(page), /Part 1: Fetched by a script[^]*Part 2: Fetched by a script/)
    assert.deepEqual(log, [])
    assert.ok((box(page, page.body)[1] ?? -1) >= 0, 'it is at its top again')
  }),
  named(
    'as a rule it waits until the page has come to rest: for what a timer brings 1.5 s late, and no longer than a page keeps changing',
    async (load, server) => {
      const { settle } = CaptureOptions.parse({})
      assert.match(textOf((await load(of(server, '/slow-part'), { mode: 'rendered', settle })).page), /Late text(?!<)/)
      assert.deepEqual((await load(of(server, '/clock'), { mode: 'rendered', settle })).log, [
        'The page still changed when it was taken; what came later is not in it.',
      ])
    },
  ),
  named('a page without an end is scrolled so far and says so', async (load, server) => {
    const { log } = await load(of(server, '/endless-scroll'), { mode: 'rendered', scroll: true, timeout: 60_000 })
    assert.match(log.join(' '), /without coming to its end/)
  }),
  named(
    'it waits for a selector, or so many seconds; a selector that never comes is named, one that is none fails',
    async (load, server) => {
      const late = { mode: 'rendered', idle: 100, settle: 0 } as const
      assert.doesNotMatch(textOf((await load(of(server, '/slow-part'), late)).page), /Late text(?!<)/)
      assert.ok(byId((await load(of(server, '/slow-part'), { ...late, waitFor: '#late' })).page, 'late') > 0)
      assert.ok(byId((await load(of(server, '/slow-part'), { ...late, delay: 2000 })).page, 'late') > 0)
      const { log } = await load(of(server, '/missing'), { ...late, waitFor: '#never', idleCap: 500 })
      assert.match(log.join(' '), /“#never” did not appear within 0\.5 s/)
      assert.equal((await failureOf(load(of(server, '/missing'), { ...late, waitFor: 'p[' }))).code, 'load.bad-selector')
    },
  ),
  named('banners are refused where that is asked for, and nothing else is pressed', async (load, server) => {
    assert.ok(byId((await load(of(server, '/banner'), { mode: 'rendered' })).page, 'bar') > 0)
    const { page, log } = await load(of(server, '/banner'), { mode: 'rendered', dismissBanners: true })
    assert.equal(attribute(page, page.body, 'data-said'), 'reject')
    assert.doesNotMatch(textOf(page), /value your privacy/)
    assert.deepEqual(log, ['1 banner was dismissed.'])
  }),
  named('the server and the page are told window, user agent, language, colours and motion', async (load, server) => {
    const phone = await load(of(server, '/told'), {
      viewport: { width: 390, height: 844, mobile: true },
      language: 'de-DE,de',
      dark: true,
      reducedMotion: true,
    })
    const said = (page: PageModel, id: string): string => page.text[byId(page, id) + 1] ?? ''
    assert.match(said(phone.page, 'agent'), /Android.*Mobile Safari/)
    assert.match(said(phone.page, 'language'), /^de-DE,de/)
    assert.deepEqual(
      ['wide', 'dark', 'still'].map((id) => flags(phone.page, byId(phone.page, id)) > 0),
      [false, true, true],
    )
    const { page } = await load(of(server, '/told'), { userAgent: 'Reader/1.0' })
    assert.equal(said(page, 'agent'), 'Reader/1.0')
    assert.deepEqual(
      ['wide', 'dark', 'still'].map((id) => flags(page, byId(page, id)) > 0),
      [true, false, false],
    )
  }),
  named(
    'source mode leaves the string as it was sent, and lays out the shadow roots and the srcdoc that are in it',
    async (load, server) => {
      const asked = server.requests.length
      const { page, log } = await load(of(server, '/composed'))
      assert.equal(flags(page, byId(page, 'in-declared')), LAYOUT_DISPLAYED | LAYOUT_VISIBLE)
      assert.ok((box(page, byId(page, 'in-declared'))[2] ?? 0) > 100)
      assert.equal(page.composed, false)
      assert.match(textOf(page), /Text of a srcdoc/)
      assert.doesNotMatch(textOf(page), /Text of a frame/)
      assert.deepEqual(log, ['2 frames were not loaded; the content of them is not part of the page.'])
      assert.deepEqual(server.requests.slice(asked), ['/composed'])
    },
  ),
  named('source mode lays streamed content out where the page’s scripts would put it', async (load, server) => {
    const html =
      '<main><!--$?--><template id="B:0"></template><p>Loading</p><!--/$--></main><footer id="end">End</footer>' +
      '<div hidden id="S:0"><p id="late">Late</p></div><script>$RC("B:0","S:0")</script>'
    const { page, log } = await load(of(server, `/page?html=${encodeURIComponent(html)}`))
    assert.equal(flags(page, byId(page, 'late')), LAYOUT_DISPLAYED | LAYOUT_VISIBLE)
    assert.ok((box(page, byId(page, 'late'))[1] ?? 0) < (box(page, byId(page, 'end'))[1] ?? 0))
    assert.doesNotMatch(textOf(page), /Loading/)
    // The host notes what it placed; a loader by itself does not.
    assert.deepEqual(
      log.filter((line) => !line.includes('read in place')),
      [],
    )
  }),
  named('a frameset is the body of its page once its frames are read', async (load, server) => {
    const { page } = await load(of(server, '/frameset'), { mode: 'rendered' })
    assert.equal(tagName(page, page.body), 'frameset')
    assert.equal(pathOf(page, 'Text of a frame'), 'body>frame[0]>#document>html[0]>body[1]>p[0]>#text[0]')
    assert.match(textOf(page), /Changed by a script/)
    assert.equal(page.layout?.flags[page.text.findIndex((text) => text.includes('Text of a frame'))], LAYOUT_DISPLAYED | LAYOUT_VISIBLE)
  }),
  named('a frame that refuses to be one is named', async (load, server) => {
    const html = '<p>here</p><iframe src="/unframable"></iframe><iframe src="/pdf"></iframe>'
    const { page, log } = await load(of(server, `/page?html=${encodeURIComponent(html)}`), { mode: 'rendered' })
    assert.match(textOf(page), /here/)
    assert.doesNotMatch(textOf(page), /Not in a frame/)
    assert.deepEqual(log, [`2 frames (${new URL(server.origin).host}) could not be read; the content of them is not part of the page.`])
  }),
  named('source mode yields what the server sent, character for character', async (load, server) => {
    const { page, url, label, charset } = await load(of(server, '/article'))
    assert.equal(page.html, ARTICLE)
    assert.deepEqual([url, label, charset], [`${server.origin}/article`, `${server.origin}/article`, 'UTF-8'])
    assert.match(textOf(page), /The first paragraph of the article/)
    assert.ok(byId(page, 'noscript') > 0, 'what is for browsers without scripts is parsed')
  }),
  named('rendered mode yields the page after its scripts', async (load, server) => {
    const { page } = await load(of(server, '/article'), { mode: 'rendered' })
    assert.match(textOf(page), /Changed by a script/)
    assert.throws(() => byId(page, 'noscript'))
  }),
  named('rendered mode waits until the network is quiet', async (load, server) => {
    const { page } = await load(of(server, '/built'), { mode: 'rendered', idle: 300 })
    assert.match(textOf(page), /Fetched by a script/)
  }),
  ...bothModes,
  ...saved,
  named('dialogs do not hold a page up', async (load, server) => {
    assert.match(textOf((await load(of(server, '/alert'), { mode: 'rendered' })).page), /after falsenull/)
  }),
  named('boxes are measured in the viewport that was asked for', async (load) => {
    const { page } = await load(
      { kind: 'html', html: '<!DOCTYPE html><body style="margin:0"><p id="p">text' },
      { viewport: { width: 640, height: 480 } },
    )
    assert.deepEqual(page.layout?.viewport, { width: 640, height: 480 })
    assert.equal(box(page, byId(page, 'p'))[2], 640)
  }),
  named('a page that is higher than its viewport is laid out exactly as wide', async (load) => {
    const { page } = await load({ kind: 'html', html: '<!DOCTYPE html><body style="margin:0"><p id="p">text<div style="height:5000px">' })
    assert.equal(box(page, byId(page, 'p'))[2], page.layout?.viewport.width)
  }),
  named('what is refused is counted once: not what nobody knows, nor frames that are left out', async (load, server) => {
    const inside = `http://127.0.0.2:${server.port}`
    const html = `<img src="${inside}/image"><link rel="stylesheet" href="${inside}/style.css"><img src="http://nowhere.invalid/image">
        <iframe src="${inside}/inner"></iframe><iframe src="/inner"></iframe>`
    const { log } = await load(of(server, `/page?html=${encodeURIComponent(html)}`))
    assert.deepEqual(log, [
      '2 requests were refused: to this machine, a private network or another protocol.',
      '2 frames were not loaded; the content of them is not part of the page.',
    ])
  }),
  named('a local page counts what it may not ask for once', async (load) => {
    const { log } = await load({ kind: 'html', html: '<p>x<img src="https://a.example/1.png"><img src="two.png"><iframe src="three">' })
    assert.deepEqual(log, [
      'Requests were refused: a local page reads nothing but itself.',
      '1 frame was not loaded; the content of it is not part of the page.',
    ])
  }),
  named('what fades in is seen, whatever the moment in which the page is taken', async (load, server) => {
    const html = `<style>@keyframes fade { from { opacity: 0 } } @keyframes pulse { from { opacity: 0; margin-left: 50px } }
      #in { animation: fade 60s } #late { animation: fade 1s 60s both } #for-ever { animation: pulse 1s infinite; margin: 0 }</style>
      <p id="in">Fades in.<p id="late">Waits, then fades in.<p id="for-ever">Comes and goes.
      <div><template shadowrootmode="open"><style>@keyframes fade { from { opacity: 0 } } p { animation: fade 1s 60s both }</style>
      <p id="shadow">Fades in within a shadow root.</template></div>`
    const there = [of(server, `/page?html=${encodeURIComponent(html)}`), { kind: 'html', html }] as const
    for (const { page } of await Promise.all(there.map((source) => load(source))))
      assert.deepEqual(
        ['in', 'late', 'for-ever', 'shadow'].map((id) => [flags(page, byId(page, id)), box(page, byId(page, id))[0]]),
        Array(4).fill([LAYOUT_DISPLAYED | LAYOUT_VISIBLE, 8]),
      )
  }),
  named('a local page is laid out when it is parsed, whatever it calls its parts', async (load) => {
    const html = `<style>body { background: url("data:image/gif;base64,R0lGODlhAQABAAAAACw=") } #p { width: 300px; height: 20px }</style>
      <img name="adoptedStyleSheets"><form name="documentElement"><input name="getElementsByTagName"></form><p id="p">Text.
      <iframe srcdoc="<p style='width:50px;height:10px'>Inner</p>"></iframe>`
    const { page, log } = await load({ kind: 'html', html })
    assert.deepEqual(box(page, byId(page, 'p')).slice(2), [300, 20])
    assert.deepEqual(log, [])
  }),
  named('of more pages than are loaded at once each has its whole time', async (load, server) => {
    const start = performance.now()
    await load(of(server, '/wait/600'))
    // Longer than several captures take on this machine, and shorter than all of them.
    const timeout = Math.ceil(Math.max(4000, 5 * (performance.now() - start)))
    const pages = Array.from({ length: 14 }, (_, i) => load(of(server, `/wait/600?${i}`), { timeout }))
    for (const { page } of await Promise.all(pages)) assert.match(textOf(page), /late answer/)
  }),
  ...(
    [
      ['/gbk-header', 'GBK'],
      ['/gbk-meta', 'GBK'],
      ['/utf16-mark', 'UTF-16LE'],
      ['/wrong-label', 'UTF-8'],
    ] as const
  ).map(([path, charset]) =>
    named(`${path.slice(1)} is read as ${charset}`, async (load, server) => {
      const loaded = await load(of(server, path))
      assert.equal(loaded.charset, charset)
      assert.equal(loaded.page.title, '新闻')
      assert.match(textOf(loaded.page), /中文网页正文抽取。/)
      const isOther = loaded.log.some((note) => note.includes('its bytes are UTF-8'))
      assert.equal(isOther, path === '/wrong-label')
    }),
  ),
  named('a local file is laid out and reads nothing but itself', async (load, server) => {
    const html = `<!DOCTYPE html><title>Mine</title><img src="${server.origin}/image?from=file"><img src="file:///etc/hostname"><p id="p">local`
    await withFile('page.html', html, async (path) => {
      const { page, url, label, status, log } = await load({ kind: 'file', path }, { mode: 'rendered' })
      assert.deepEqual([label, status, page.title], ['page.html', null, 'Mine'])
      assert.match(url ?? '', /^file:\/\/.*page\.html$/)
      assert.ok((box(page, byId(page, 'p'))[2] ?? 0) > 200)
      assert.match(log.join(' '), /Requests were refused: a local page reads nothing but itself/)
    })
    assert.ok(!server.requests.includes('/image?from=file'))
  }),
  named('dropped bytes are decoded as a file is', async (load) => {
    const bytes = new Uint8Array(Buffer.from('<!DOCTYPE html><meta charset="windows-1252"><p>caf\xe9', 'latin1'))
    const { page, charset, label } = await load({ kind: 'bytes', name: 'drop.html', bytes })
    assert.deepEqual([charset, label], ['windows-1252', 'drop.html'])
    assert.match(textOf(page), /café/)
  }),
  named('pasted HTML keeps the address it came with and asks nobody for anything', async (load, server) => {
    const html = `<!DOCTYPE html><link rel="stylesheet" href="${server.origin}/style.css?from=paste"><p id="linked">pasted`
    const { page, url, label } = await load({ kind: 'html', html, url: `${server.origin}/somewhere#part` })
    assert.deepEqual([url, label, page.html], [`${server.origin}/somewhere#part`, 'pasted HTML', html])
    assert.equal(flags(page, byId(page, 'linked')), LAYOUT_DISPLAYED | LAYOUT_VISIBLE)
    assert.ok(!server.requests.includes('/style.css?from=paste'))
  }),
  named('a local page whose scripts and meta tags lead elsewhere stays whole where it is', async (load, server) => {
    const leads = `<meta http-equiv="refresh" content="0;url=${server.origin}/article">`
    const leave = `<script>top.location = '${server.origin}/article'</script>`
    const html = `<!DOCTYPE html><title>Stay</title>${leads}<p>before ${leave}<p>after <script>document.write('<p>written')</script>`
    const { page, log } = await load({ kind: 'html', html }, { mode: 'rendered', idle: 300 })
    assert.match(textOf(page), /before[^]*after[^]*written/)
    assert.match(log.join(' '), /tried to go elsewhere/)
  }),
  named('an error page is a page, with its status', async (load, server) => {
    const { page, status } = await load(of(server, '/missing'))
    assert.deepEqual([status, page.title], [404, 'Not found'])
  }),
  named('what asks for a password holds no load up: a part is missing, a page is shown as it was answered', async (load, server) => {
    for (const mode of ['source', 'rendered'] as const) {
      const { page, log } = await load(of(server, '/with-locked'), { mode })
      assert.match(textOf(page), /The article/)
      assert.doesNotMatch(log.join(' '), /still/)
    }
    const { page, status } = await load(of(server, '/locked'))
    assert.equal(status, 401)
    assert.match(textOf(page), /for members/)
  }),
  named('redirects are followed, beyond the twenty of the browser, to the address they lead to', async (load, server) => {
    assert.equal((await load(of(server, '/hops/30'))).url, `${server.origin}/article`)
  }),
  fails('a redirect loop ends after fifty', '/loop', 'load.redirects', {}, /redirects (?:without end|more than \d+ times)/),
  fails(
    'a redirect to a file of this machine is refused',
    '/to-file',
    'load.unsafe-redirect',
    {},
    /redirects to something that is not on the web/,
  ),
  fails('an error without a page says so', '/error', 'load.empty'),
  fails('an answer without content says so', '/nothing', 'load.empty'),
  fails('an empty page says so', '/empty', 'load.empty', {}, /but sent nothing/),
  fails('a PDF is no page', '/pdf', 'load.not-html', {}, /sends .*not a page/),
  fails('an image is no page', '/image', 'load.not-html'),
  fails('a feed is no page', '/feed', 'load.not-html'),
  fails('binary data that calls itself HTML is no page', '/binary', 'load.not-html'),
  fails('damaged compression is named', '/gzip-damaged', 'load.damaged'),
  fails('a truncated gzip file from a server is named', '/gzip-file-truncated', 'input.truncated-gzip'),
  fails('40 MiB are refused at the limit', '/big', 'load.too-large', {}, /sends more than 32 MiB of HTML/),
  named('a page that prints and closes itself is a page', async (load) => {
    const html = `<!DOCTYPE html><p>before<script>print(); document.execCommand('print'); close(); window.self.close()</script><p>after`
    assert.match(textOf((await load({ kind: 'html', html }, { mode: 'rendered', idle: 400 })).page), /before[^]*after/)
  }),
  fails('a page that makes requests without end is refused the rest, and ends at the deadline at the latest', '/flood', 'load.timeout', {
    mode: 'rendered',
    timeout: 4000,
    idleCap: 60_000,
  }),
  fails('an endless page is refused at the limit, whatever it says of its length', '/endless', 'load.too-large', {
    maxBytes: 4 * 1024 * 1024,
    timeout: 4_000,
  }),
  fails('a server that hangs up is named', '/no-answer', 'load.broken'),
  fails('a server that never answers ends at the deadline', '/never', 'load.timeout', { timeout: 1500 }),
  fails('a server that sends drops ends at the deadline', '/drip', 'load.timeout', { timeout: 1500 }),
  fails('a page in an endless loop ends at the deadline', '/hang', 'load.timeout', { mode: 'rendered', timeout: 2500 }),
  fails('a page that falls into an endless loop later ends too', '/hang-later', 'load.timeout', { mode: 'rendered', timeout: 2500 }),
  named('a refused connection, an unknown host, a forbidden port and what is no address are named', async (load) => {
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
  named('a file that is binary, empty, truncated, missing or a folder is named with the reason', async (load) => {
    const half = gzipSync(ARTICLE.repeat(50)).subarray(0, 200)
    for (const [name, content, sentence] of [
      ['noise.html', Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7) % 32)), /noise\.html is binary data, not a page/],
      ['nothing.html', '', /nothing\.html is empty/],
      ['half.html.gz', half, /half\.html\.gz is a gzip file that ends too early/],
    ] as const)
      await withFile(name, content, async (path) => assert.match((await failureOf(load({ kind: 'file', path }))).message, sentence))
    await withFile('page.html', ARTICLE, async (path) => {
      const sentence = async (other: string) => (await failureOf(load({ kind: 'file', path: other }))).message
      assert.match(await sentence(join(dirname(path), 'missing.html')), /There is no file .*missing\.html/)
      assert.match(await sentence(dirname(path)), /is a folder/)
    })
  }),
  named('a page in an endless loop is harmless in source mode', async (load, server) => {
    assert.match(textOf((await load(of(server, '/hang'))).page), /before/)
  }),
  named('a page that arrives in part is shown, and the log says what is missing', async (load, server) => {
    const { page, log } = await load(of(server, '/broken'))
    assert.match(textOf(page), /only the beginning/)
    assert.match(log.join(' '), /broke off: the last 99,979 bytes/)
  }),
  named('compressed pages, attachments, XHTML and mislabelled HTML are pages', async (load, server) => {
    assert.equal((await load(of(server, '/gzip'))).page.html, ARTICLE)
    assert.equal((await load(of(server, '/gzip-file'))).page.html, ARTICLE)
    assert.match(textOf((await load(of(server, '/download'))).page), /Attached/)
    assert.match(textOf((await load(of(server, '/xhtml'))).page), /XHTML/)
    assert.match((await load(of(server, '/octet'))).log.join(' '), /it was read as HTML/)
  }),
  named('plain text is wrapped into a page', async (load, server) => {
    const { page, log } = await load(of(server, '/text'))
    assert.equal(
      page.text.find((t) => t.includes('second')),
      'a < b & c\nsecond line',
    )
    assert.match(log.join(' '), /plain text/)
  }),
  named('a style sheet that never comes does not hold the page up', async (load, server) => {
    const { page, log } = await load(of(server, '/slow-style'), { idleCap: 700 })
    assert.ok(page.layout)
    assert.match(log.join(' '), /still loading after 0.7 s/)
  }),
  named('a page nested 100,000 deep is a page; where the browser gives up, the log says so', async (load) => {
    const { page, log } = await load({ kind: 'html', html: deepPage(100_000) }, { idleCap: 500, maxNodes: 250_000 })
    assert.equal(page.count, 100_004)
    assert.ok(page.layout !== null || /no boxes and no visibility/.test(log.join(' ')))
  }),
  named('beyond 512 levels the browser lays out flat, and every element keeps its place', async (load) => {
    const { page, log } = await load({ kind: 'html', html: deepPage(2000) })
    assert.match(log.join(' '), /nested deeper than the browser lays out/)
    assert.equal(flags(page, page.count - 1), LAYOUT_DISPLAYED | LAYOUT_VISIBLE)
  }),
  named('cancelling ends a load at once', async (load, server) => {
    const controller = new AbortController()
    const start = performance.now()
    setTimeout(() => controller.abort(), 700)
    assert.equal((await failureOf(load(of(server, '/never'), {}, controller.signal))).code, 'cancelled')
    assert.ok(performance.now() - start < 5000)
  }),
  named('loads do not disturb each other', async (load, server) => {
    const paths = ['/article', '/gbk-meta', '/many', '/missing']
    const pages = await Promise.all([...paths.map((path) => load(of(server, path))), failureOf(load(of(server, '/pdf')))])
    assert.deepEqual(
      pages.slice(0, 4).map((p) => ('url' in p ? p.url : null)),
      paths.map((path) => server.origin + path),
    )
  }),
]
