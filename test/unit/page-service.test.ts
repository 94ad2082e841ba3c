import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ExtractionPool } from '../../electron/services/extraction/extraction-pool'
import type { PageDocument } from '../../electron/services/extraction/tasks'
import { createPageViews, type ViewAnswer } from '../../electron/services/view/page-views'
import type { LoadContext, LoadPage } from '../../electron/services/capture/loader'
import { createPageService, type PagePool } from '../../electron/services/view/page-service'
import { failure, FailureError } from '../../shared/base/failure'
import { type KeptResponse, type PageBundle, type Capture, type PageParts, CaptureOptions } from '../../shared/contract/capture'
import { modelOfEvents } from '../../shared/contract/client'
import type { OpenEvent } from '../../shared/contract/contract'
import { bundleOf, captureOf, layoutOf } from '../fixtures/captured'
import { contextOf } from '../fixtures/corpora'
import { startPool } from './start-pool'

const HTML = '<html><head><title>Tide mills</title></head><body><p>A tide mill is a simple idea.</p></body></html>'
const LAYOUT = layoutOf(['html', 'head', 'title', 'body', 'p'], [-1, 0, 1, 0, 3], { flags: Uint8Array.of(3, 0, 0, 3, 0) })

const captured = (html: string, more: Partial<Capture> = {}): Capture => captureOf(html, { layout: LAYOUT, ...more })

const textOf = (answer: ViewAnswer | null): Promise<string> => new Response(answer?.body as BodyInit).text()

function streamIn(answer: ViewAnswer | null): ReadableStream<Uint8Array> {
  if (!(answer?.body instanceof ReadableStream)) throw new Error('It is no stream.')
  return answer.body
}

let threads: ExtractionPool
beforeAll(async () => void (threads = await startPool(1)))
afterAll(() => threads.close())

function serviceOver(load: (context: LoadContext) => Promise<Capture>) {
  const asked: string[] = []
  const names = new Set<string>()
  const pool: PagePool = {
    prepare: () => undefined,
    run(page, document, task, options) {
      names.add(page)
      asked.push('layout' in task && task.layout ? 'parse with layout' : task.kind)
      return threads.run(page, document, task, options)
    },
  }
  const pages = createPageService((_source, _options, context) => load(context), pool)
  const open = (options: Partial<CaptureOptions> = {}) =>
    pages.open({ kind: 'html', html: HTML }, { ...CaptureOptions.parse({}), ...options }, contextOf())
  return { asked, names, open, model: (page: string) => pages.run(page, { kind: 'model' }) }
}

const early =
  (end: () => Promise<Capture>) =>
  (context: LoadContext): Promise<Capture> => {
    context.arrived?.({ html: HTML, url: null })
    return end()
  }

const modelOf = async (html: string) => {
  const document: PageDocument = { html, url: null, layout: LAYOUT, scriptingEnabled: false, composed: false, maxNodes: 250_000 }
  const reply = await threads.run(`plain ${html}`, document, { kind: 'model' })
  if (!reply.ok) throw new Error(reply.failure.message)
  return reply.value
}

describe('resources fetched for an open page', () => {
  const part = (url: string, bytes: number): KeptResponse => ({ url, kind: 'image', status: 200, headers: [], body: new Uint8Array(bytes) })

  function dropUnreachableResources(bytes: number) {
    const bundle = bundleOf({ resources: [part('http://a.test/x.png', bytes)] })
    const loadPage: LoadPage = async ({ kind }) => captured(HTML, { url: 'http://a.test/', ...(kind === 'html' && { bundle }) })
    const pages = createPageService(loadPage, threads)
    const context = contextOf()
    const options = CaptureOptions.parse({})
    return {
      pages,
      open: async () => (await pages.open({ kind: 'url', url: 'http://a.test/' }, options, context)).id,
      fetch: (page: string) => pages.fetch(page, options, context),
    }
  }

  test('belong to the page, even if frames were switched during the request', async () => {
    const { pages, open, fetch } = dropUnreachableResources(1)
    const page = await open()
    const fetching = fetch(page)
    pages.compose(page, true)
    await fetching
    expect(await pages.resource(page, 'http://a.test/x.png')).not.toBeNull()
  })

  test('that are missing are removed when their page is closed', async () => {
    const { pages, open } = dropUnreachableResources(1)
    const [first, second] = [await open(), await open()]
    const views = createPageViews(pages)
    for (const page of [first, second])
      await views.answer({ path: `/view/${page}/r/x`, query: new URLSearchParams(), origin: 'http://127.0.0.1:1' })
    pages.close(first)
    expect([views.summary(first).missing, views.summary(second).missing]).toEqual([0, 1])
  })

  test('count for the memory of open pages, and their page stays open', async () => {
    const { pages, open, fetch } = dropUnreachableResources(150 * 1024 * 1024)
    const [first, second] = [await open(), await open()]
    await fetch(second)
    await fetch(first)
    expect(() => pages.document(second)).toThrow('no longer in memory')
    expect(pages.document(first).html).toBe(HTML)
  })
})

describe('a page in source mode, while the browser still lays it out', () => {
  const PAGE =
    '<html><head><link rel=stylesheet href=/a.css></head><body><p>Words</p><img src=/x.png><video src=/film.mp4></video></body></html>'
  const body = Buffer.from('p { color: red }')
  const sheet: KeptResponse = { url: 'http://a.test/a.css', kind: 'stylesheet', status: 200, headers: [], body }

  function opening(missing: PageBundle['missing'] = [], html = PAGE, layout: Capture['layout'] = null) {
    let finish = (): void => undefined
    let fail = (): void => undefined
    const loadPage: LoadPage = (_source, _options, context) => {
      const find = (url: string) => (url === sheet.url ? Promise.resolve(sheet) : new Promise<null>(() => undefined))
      context.arrived?.({ html, url: 'http://a.test/', find })
      context.loaded?.()
      const bundle = bundleOf({ missing, resources: missing.length > 0 ? [] : [sheet] })
      return new Promise((resolve, reject) => {
        finish = () => resolve(captured(html, { layout, url: 'http://a.test/', bundle }))
        fail = () => reject(new FailureError(failure('load.gone', 'The browser is gone.', 'Try again.')))
      })
    }
    const pages = createPageService(loadPage, threads)
    const views = createPageViews(pages)
    const events: OpenEvent[] = []
    const context = { ...contextOf(), opening: (event: OpenEvent) => events.push(event) }
    const opened = pages.open({ kind: 'url', url: 'http://a.test/' }, CaptureOptions.parse({}), context)
    const coming = events.flatMap((event) => (event.is === 'view' ? [event.page] : []))
    const answer = async (path = '') =>
      views.answer({ path: `/view/${coming[0]}${path}`, query: new URLSearchParams(), origin: 'http://127.0.0.1:1' })
    return { pages, coming, events, opened, answer, finish: () => finish(), fail: () => fail() }
  }

  test('is shown with the resources that the browser has; the view waits for other resources, except videos', async () => {
    const { coming, opened, answer, finish } = opening()
    const html = await textOf(await answer())
    for (const words of ['Words', encodeURIComponent(sheet.url), encodeURIComponent('http://a.test/x.png')]) expect(html).toContain(words)
    expect(html).not.toContain(encodeURIComponent('http://a.test/film.mp4'))
    expect(await textOf(await answer(`/r/${encodeURIComponent(sheet.url)}`))).toContain('color: red')
    const image = answer(`/r/${encodeURIComponent('http://a.test/x.png')}`)
    finish()
    expect((await image)?.status).toBe(404)
    expect(await opened).toMatchObject({ id: coming[0], isViewOutdated: false })
    expect(await textOf(await answer())).not.toContain(encodeURIComponent('http://a.test/x.png'))
  })

  test('sends its view and its model before its layout, each once', async () => {
    const { coming, events, opened, finish } = opening([], HTML, LAYOUT)
    await vi.waitUntil(() => events.length === 2)
    finish()
    expect(await opened).toMatchObject({ id: coming[0] })
    expect(events.map(({ is }) => is)).toEqual(['view', 'model', 'page'])
    expect([...(modelOfEvents(events).layout?.flags ?? [])]).toContain(3)
  })

  test('reports a missing style sheet', async () => {
    const { opened, finish } = opening([{ url: sheet.url, kind: 'stylesheet', reason: 'the server responded with status 404' }])
    finish()
    expect(await opened).toMatchObject({ isViewOutdated: true })
  })

  test('is sent while its view is written; a frame that navigates away gets no further part', async () => {
    const lines = Array.from({ length: 20_000 }, (_, n) => `<p>Zeile ${n}: größer, 更大, 🦦`)
    const { pages, coming, opened, answer, finish } = opening([], lines.join(''))
    const pieces: string[] = []
    const decoder = new TextDecoder('utf-8', { fatal: true })
    for await (const piece of streamIn(await answer())) pieces.push(decoder.decode(piece))
    expect(pieces.length).toBeGreaterThan(10)
    const { html } = await pages.run(coming[0] ?? '', { kind: 'view', kept: null, styles: null, documents: null, root: null })
    expect(pieces.join('').match(/<p [^>]*>[^<]*/g)).toEqual(html.match(/<p [^>]*>[^<]*/g))
    await streamIn(await answer()).cancel()
    expect((await textOf(await answer())).length).toBe(pieces.join('').length)
    finish()
    await opened
  })

  test('is removed if its load fails', async () => {
    const { pages, coming, opened, answer, fail } = opening()
    await answer()
    const image = answer(`/r/${encodeURIComponent('http://a.test/x.png')}`)
    fail()
    await expect(opened).rejects.toThrow('The browser is gone.')
    expect((await image)?.status).toBe(404)
    expect(() => pages.document(coming[0] ?? '')).toThrow('no longer in memory')
  })
})

describe('a page that was saved without its site', () => {
  const SAVED = `<html><head><link rel="canonical" href="https://shop.test/a/"><title>A shop</title></head><body><img src="/x.png"><img src="near.png"><p>Words.</p></body></html>`
  const body = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10)
  const png: KeptResponse = { url: '', kind: 'image', status: 200, headers: [{ name: 'content-type', value: 'image/png' }], body }

  function saved(html = SAVED) {
    const asked: unknown[] = []
    const find = (url: string) => Promise.resolve(url === 'file:///saved/near.png' ? { ...png, url } : null)
    const beside: PageParts = { addresses: [], folder: 'file:///saved/', find }
    const loadPage: LoadPage = (source, _, { fetches }) => {
      if (fetches !== true) return Promise.resolve(captured(html, { layout: null, url: 'file:///saved/page.html', parts: beside }))
      asked.push(source)
      const missing = [{ url: 'https://shop.test/a/gone.png', kind: 'image', reason: 'the server responded with status 404' }] as const
      return Promise.resolve(captured(html, { bundle: bundleOf({ missing, resources: [{ ...png, url: 'https://shop.test/x.png' }] }) }))
    }
    const pages = createPageService(loadPage, threads)
    const views = createPageViews(pages)
    const context = contextOf()
    const view = async (page: string): Promise<string> =>
      textOf(await views.answer({ path: `/view/${page}`, query: new URLSearchParams(), origin: 'http://127.0.0.1:1' }))
    return {
      ...{ pages, views, view, asked },
      open: () => pages.open({ kind: 'file', path: '/saved/page.html' }, CaptureOptions.parse({}), context),
      fetch: (page: string, address?: string) => pages.fetch(page, CaptureOptions.parse({}), context, address),
    }
  }

  test.each([
    ['its canonical address', SAVED, 'https://shop.test/a/'],
    ['what it is called elsewhere', '<meta property="og:url" content="https://og.test/b"><p>Words.', 'https://og.test/b'],
    ['where its references lead', '<base href="https://base.test/c/"><p>Words.', 'https://base.test/c/'],
    ['nothing', '<link rel=canonical href="/only/a/path"><p>Words.', null],
  ])('has its address from %s', async (_, html, address) => expect((await saved(html).open()).address).toBe(address))

  test('reports missing files without an address, and does not request them unless an address is given', async () => {
    const { open, view, views, fetch } = saved()
    const { id } = await open()
    await view(id)
    const reason = 'the file’s address is unknown, because the saved page does not contain the address of the site'
    const missingParts = [{ url: 'file:///x.png', reason }]
    expect(views.summary(id)).toMatchObject({ missing: 1, missingParts, fetchable: false, addressable: true, toFetch: 0 })
    await expect(fetch(id)).rejects.toThrow('not from the web')
    await expect(fetch(id, 'file:///etc/')).rejects.toThrow('not the address of a page')
  })

  test('with a given address has the files from this address, and keeps the files beside the page', async () => {
    const { pages, open, view, views, fetch, asked } = saved()
    const { id } = await open()
    await view(id)
    await fetch(id, 'https://shop.test/a/')
    views.forget(id)
    expect(asked).toEqual([{ kind: 'html', html: SAVED, url: 'https://shop.test/a/' }])
    const html = await view(id)
    for (const url of ['https://shop.test/x.png', 'https://shop.test/a/near.png']) {
      expect(html).toContain(encodeURIComponent(url))
      expect(await pages.resource(id, url)).toMatchObject({ status: 200 })
    }
    const missingParts = [{ url: 'https://shop.test/a/gone.png' }]
    expect(views.summary(id)).toMatchObject({ kept: 1, missing: 1, fetchable: true, missingParts })
  })
})

describe('a page that is opened as its source', () => {
  test('is parsed while the browser still lays it out, and then equals the page that is parsed with its layout', async () => {
    let during: readonly string[] = []
    const { asked, names, open, model } = serviceOver((context) => {
      context.arrived?.({ html: HTML, url: null })
      during = [...asked]
      return Promise.resolve(captured(HTML))
    })
    const page = await open()
    expect(page).toMatchObject({ title: 'Tide mills', nodes: 7, hasLayout: true })
    expect([during, asked, names.size]).toEqual([['parse'], ['parse', 'parse with layout'], 1])
    expect(await model(page.id)).toEqual(await modelOf(HTML))
  })

  test('is parsed again under the same name if the capture is another page', async () => {
    const other = HTML.replace('simple', 'plain')
    const { names, open, model } = serviceOver(early(() => Promise.resolve(captured(other))))
    const page = await open()
    expect([page.isViewOutdated, names.size]).toEqual([true, 1])
    expect(await model(page.id)).toEqual(await modelOf(other))
  })

  test('is refused as usual, once, if it has too many nodes', async () => {
    const { asked, open } = serviceOver(early(() => Promise.resolve(captured(HTML))))
    await expect(open({ maxNodes: 5 })).rejects.toMatchObject({ failure: { code: 'page.too-many-nodes' } })
    expect(asked).toEqual(['parse'])
  })

  test('fails with the failure of the load', async () => {
    const { open } = serviceOver(early(() => Promise.reject(new FailureError(failure('load.timeout', 'It took too long.', 'Try again.')))))
    await expect(open()).rejects.toMatchObject({ failure: { code: 'load.timeout' } })
  })
})
