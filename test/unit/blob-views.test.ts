import { describe, expect, it } from 'vitest'
import { CaptureOptions, type Source } from '../../shared/contract/capture'
import { createRegistry } from '../../shared/extractors/core/run'
import { extractors } from '../../shared/extractors'
import { createBlobViews } from '../../electron/static/blob-views'
import { createStaticLoader } from '../../electron/static/read-source'
import { createPageService, type PagePool } from '../../electron/services/view/page-service'
import { performTask } from '../../electron/worker/page-tasks'
import type { PageTask } from '../../electron/services/extraction/tasks'

const registry = createRegistry(extractors)
const pool: PagePool = {
  prepare: () => undefined,
  run: async (page, document, task) => {
    const asked: PageTask = structuredClone(task)
    const done = await performTask({ page, document: structuredClone(document), task: asked, kept: [page] }, { known: registry })
    return { ok: true, value: structuredClone(done) as never }
  },
}

let opened = 0
const context = { signal: new AbortController().signal, progress: () => undefined }

async function open(source: Source) {
  const blobs = new Map<string, { body: string; type: string }>()
  const pages = createPageService(
    createStaticLoader(() => ''),
    pool,
    () => `blob-view-${++opened}`,
  )
  const views = createBlobViews(pages, {
    createUrl: (body, type) => {
      const address = `blob:site/${blobs.size}`
      blobs.set(address, { body: typeof body === 'string' ? body : Buffer.from(body).toString('latin1'), type })
      return address
    },
    forget: (address) => void blobs.delete(address),
  })
  const { id } = await pages.open(source, CaptureOptions.parse({}), context)
  const html = await views.view(id, true)
  return { html, blobs, bare: await views.view(id, false), summary: await views.summary(id), forget: () => views.forget(id) }
}

const part = (type: string, location: string, body: string, encoding = '8bit'): string =>
  `--b\r\nContent-Type: ${type}\r\nContent-Location: ${location}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}\r\n`
const message = (...parts: readonly string[]): Source => {
  const written = `Content-Type: multipart/related; boundary="b"\r\n\r\n${parts.join('')}--b--\r\n`
  return { kind: 'bytes', name: 'page.mhtml', bytes: new Uint8Array(Buffer.from(written, 'latin1')) }
}
const openMessage = (...parts: readonly string[]) => open(message(...parts))
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const page = (body: string): string => part('text/html; charset=windows-1252', 'https://example.org/dir/page', body)

const at = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? ''

describe('A page that was dropped on the website as MHTML', () => {
  it('shows images, style sheets and the resources of style sheets, by content id and by address', async () => {
    const links = '<link rel=stylesheet href="cid:a@x"><img src="../i.svg"><img src=gone.png>'
    const { html, blobs, summary } = await openMessage(
      page(`${links}<p>caf\xe9</p><style>p{background:url(../i.svg)}</style>`),
      part('text/css', 'cid:a@x', '@import "cid:b@x"; p{color:red}'),
      part('text/css', 'cid:b@x', 'p{background:url(https://example.org/i.svg)} i{background:url(/no.png)}'),
      part('image/svg+xml', 'https://example.org/i.svg', Buffer.from(DRAWING).toString('base64'), 'base64'),
    )
    const drawing = at(html, /<img[^>]* src="(blob:[^"]+)"/)
    expect(blobs.get(drawing)).toEqual({ body: DRAWING, type: 'image/svg+xml' })
    for (const words of [`background:url("${drawing}")`, 'café']) expect(html).toContain(words)
    const sheet = blobs.get(at(html, /<link[^>]* href="(blob:[^"]+)"/))
    expect(sheet?.type).toBe('text/css; charset=utf-8')
    const imported = blobs.get(at(sheet?.body ?? '', /(blob:[^"')]+)/))
    expect(imported?.body).toContain(drawing)
    expect(imported?.body).not.toContain('no.png')
    const missingParts = [{ url: 'https://example.org/dir/gone.png', kind: 'image' }]
    expect(summary).toMatchObject({ kept: 3, missing: 1, toFetch: 0, missingParts })
  })

  it('shows frames and nested frames, each as a separate harmless document with its policy', async () => {
    const { html, blobs } = await openMessage(
      page('<iframe src="cid:f1@x"></iframe>'),
      part('text/html', 'cid:f1@x', '<p>outer<script>alert(1)</script><iframe src="cid:f2@x"></iframe><iframe src="cid:f1@x"></iframe>'),
      part('text/html', 'cid:f2@x', '<p onclick="x()">inner<img src="https://example.org/i.svg">'),
      part('image/svg+xml', 'https://example.org/i.svg', DRAWING),
    )
    const outer = blobs.get(at(html, /<iframe[^>]* src="(blob:[^"]+)"/))
    const inner = blobs.get(at(outer?.body ?? '', /<iframe[^>]* src="(blob:[^"]+)"/))
    expect(outer?.type).toBe('text/html; charset=utf-8')
    expect(inner?.body).toMatch(/<p>inner<img src="blob:/)
    for (const { body } of [outer, inner].flatMap((one) => one ?? [])) {
      expect(body).toContain("default-src 'none'")
      expect(body).not.toMatch(/alert|onclick/)
    }
  })

  it('requests nothing else, with or without its parts, and revokes all addresses when it is closed', async () => {
    const { html, bare, blobs, forget } = await openMessage(
      page('<img src="https://elsewhere.example/a.png"><link rel=stylesheet href="/a.css"><iframe src="https://example.org/f"></iframe>'),
      part('text/css', 'https://example.org/a.css', 'p{background:url(https://elsewhere.example/b.png)}'),
    )
    for (const text of [html, bare, ...[...blobs.values()].map(({ body }) => body)])
      expect(text).not.toMatch(/(?:src|href)="https?:|url\(["']?https?:/)
    expect(bare).not.toContain('blob:site')
    expect(blobs.size).toBe(1)
    forget()
    expect(blobs.size).toBe(0)
  })

  it('opens even if style sheets import each other or frames contain each other', async () => {
    const { blobs } = await openMessage(
      page('<link rel=stylesheet href="cid:a@x"><iframe src="cid:f@x"></iframe>'),
      part('text/css', 'cid:a@x', '@import "cid:b@x"; a{}'),
      part('text/css', 'cid:b@x', '@import "cid:a@x"; b{}'),
      part('text/html', 'cid:f@x', '<iframe src="cid:g@x"></iframe>'),
      part('text/html', 'cid:g@x', '<iframe src="cid:f@x"></iframe>'),
    )
    expect(blobs.size).toBe(4)
  })
})

describe('A page whose source contains its frames', () => {
  it('shows frames of srcdoc and of the capture, frames in frames, and open shadow roots', async () => {
    const roots = '<div><template shadowrootmode="open"><p>shade</p></template></div>'
    const written = '<iframe srcdoc="<p>one<iframe srcdoc=\'<p>two\'></iframe>"></iframe>'
    const captured = '<iframe data-boilerscope-frame="https://example.org/f"><p>three<\\/iframe></iframe>'
    const { html, bare, blobs } = await open({ kind: 'html', html: roots + written + captured })
    expect(html).toMatch(/<template[^>]* shadowrootmode="open"><p[^>]*>shade/)
    const frames = [...html.matchAll(/<iframe[^>]* src="(blob:[^"]+)"/g)].map(([, address = '']) => blobs.get(address)?.body ?? '')
    expect(frames).toHaveLength(2)
    expect(frames[0]).toMatch(/data-bs-id="\d+">one/)
    expect(blobs.get(at(frames[0] ?? '', /<iframe[^>]* src="(blob:[^"]+)"/))?.body).toContain('two')
    expect(frames[1]).toContain('three')
    expect(bare).toMatch(/<iframe[^>]* src="blob:/)
  })
})
