import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { contract } from '../../shared/contract/contract'
import { CaptureOptions, type Source } from '../../shared/contract/capture'
import { descriptions } from '../../shared/extractors'
import { createStaticLoader } from '../../electron/static/read-source'
import { refuseAllMethods } from '../../electron/static/browser-host'
import { helpPage } from '../../renderer/app/actions/action'
import { emptyTab } from '../../renderer/window/window-state'

const NOW = '2026-01-01T00:00:00.000Z'
const loadPage = createStaticLoader(() => NOW)
const context = { signal: new AbortController().signal, progress: () => undefined }
const load = (source: Source, options = {}) => loadPage(source, CaptureOptions.parse(options), context)
const dropped = (name: string, bytes: Uint8Array): Source => ({ kind: 'bytes', name, bytes: Uint8Array.from(bytes) })
const latin = Buffer.from('<meta charset="iso-8859-1"><p>Café', 'latin1')

describe('A website without a server reads', () => {
  it('pasted HTML with its address', async () =>
    expect(await load({ kind: 'html', html: '<p>a', url: 'https://example.org/' })).toMatchObject({
      html: '<p>a',
      url: 'https://example.org/',
      mode: 'source',
      layout: null,
      capturedAt: NOW,
    }))

  it('a dropped file in its own encoding, plain or gzipped', async () => {
    for (const bytes of [latin, gzipSync(latin)])
      expect(await load(dropped('cafe.html', bytes))).toMatchObject({ html: '<meta charset="iso-8859-1"><p>Café', charset: 'windows-1252' })
  })
})

describe('A website without a server refuses, and suggests an alternative:', () => {
  const refused: readonly (readonly [string, Source, object, string])[] = [
    ['an address', { kind: 'url', url: 'https://example.org/' }, {}, 'static.no-capture'],
    ['a path', { kind: 'file', path: '/tmp/a.html' }, {}, 'static.no-capture'],
    ['scripts', { kind: 'html', html: '<p>' }, { mode: 'rendered' }, 'static.no-scripts'],
    ['an archive', dropped('site.wacz', Buffer.from('PK\u0003\u0004')), {}, 'static.no-archive'],
    ['a file that unpacks beyond the limit', dropped('a.html', gzipSync(Buffer.alloc(4096, 'a'))), { maxBytes: 1024 }, 'input.too-large'],
    ['a damaged file', dropped('a.html.gz', gzipSync(latin).subarray(0, 20)), {}, 'input.bad-gzip'],
    ['an empty file', dropped('a.html', new Uint8Array()), {}, 'input.empty'],
    ['a picture', dropped('a.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0])), {}, 'input.binary'],
  ]
  it.each(refused)('%s', (_, source, options, code) => expect(load(source, options)).rejects.toHaveProperty('failure.code', code))

  it('every method that needs a disk or another program', async () => {
    const handlers = refuseAllMethods()
    expect(Object.keys(handlers).toSorted()).toEqual(Object.keys(contract).toSorted())
    await expect(handlers['corpus.open']({ path: '/a' }, context)).rejects.toMatchObject({ failure: { code: 'static.not-here' } })
    expect(await handlers['own.list']({}, context)).toEqual([])
  })
})

it('Help leads to the article about the current view: an existing page for every workspace and extractor', () => {
  const extractors = descriptions.list()
  const at = (workspace: string, extractor: string): string => {
    const tab = emptyTab(extractors.find(({ id }) => id === extractor))
    return helpPage({ workspace, tabs: [tab], active: tab.id })
  }
  for (const workspace of ['inspect', 'compare', 'annotate', 'evaluate', 'demonstrate'])
    for (const { id } of extractors) {
      const [file = '', anchor] = at(workspace, id).split('#')
      const text = readFileSync(join(import.meta.dirname, '../../docs/site', file.replace(/html$/, 'md')), 'utf8')
      if (workspace === 'demonstrate' && anchor !== undefined) expect(text).toContain(`'${anchor}'`)
      else if (anchor !== undefined) expect(text.toLowerCase().replaceAll(' ', '-')).toContain(`##-${anchor}`)
    }
})
