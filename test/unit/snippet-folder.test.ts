import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changeSnippet } from '../../electron/services/snippets/snippet-folder'
import { openCollection } from '../../electron/services/corpus/open-collection'
import { toFailure } from '../../shared/base/failure'
import { temporaryFolder } from '../fixtures/temporary-folder'

const folder = temporaryFolder('snippets')
const html = '<meta charset=windows-1252><p>Die Mühle mahlt wieder.</p><p>Newsletter bestellen</p>'
const page = { html, url: 'https://example.org/muehle' }
const change = (at: string, kind: 'with' | 'without', text: string, remove = false) => changeSnippet(at, page, { kind, text, remove })

async function pagesIn(path: string) {
  const found = []
  for await (const record of openCollection({ kind: 'folder', path }).all()) {
    const { html: own, gold } = await record.read()
    found.push({ url: record.url, html: own, with: gold.with, without: gold.without })
  }
  return found
}

test('snippets are added once, read with their unchanged page, and removed again', async () => {
  const at = join(folder(), 'tests')
  expect(await change(at, 'with', ' Die  Mühle\nmahlt')).toEqual({ changed: true, snippets: 1 })
  expect(await change(at, 'with', 'Die Mühle mahlt')).toEqual({ changed: false, snippets: 1 })
  expect(await change(at, 'without', 'Newsletter')).toEqual({ changed: true, snippets: 2 })
  await expect(change(at, 'with', 'Newsletter')).rejects.toHaveProperty('failure.code', 'snippets.opposite')
  expect(await pagesIn(at)).toEqual([{ url: page.url, html, with: ['Die Mühle mahlt'], without: ['Newsletter'] }])
  await change(at, 'with', 'Die Mühle mahlt', true)
  expect(await change(at, 'without', 'Newsletter', true)).toEqual({ changed: true, snippets: 0 })
  expect(JSON.parse(readFileSync(join(at, 'snippets.json'), 'utf8'))).toEqual({})
})

test('manual entries in the list stay, and an address with another HTML is refused', async () => {
  const at = join(folder(), 'kept')
  await change(at, 'with', 'Mühle')
  const file = join(at, 'snippets.json')
  const list = JSON.parse(readFileSync(file, 'utf8')) as Record<string, object>
  writeFileSync(file, JSON.stringify({ ...list, 'https://example.org/other': { file: 'x.html', note: 'by hand' } }))
  const other = await changeSnippet(at, { ...page, html: '<p>New</p>' }, { kind: 'with', text: 'New', remove: false }).catch(toFailure)
  expect(other).toMatchObject({ code: 'snippets.other-page' })
  await change(at, 'with', 'mahlt')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    'https://example.org/other': { file: 'x.html', note: 'by hand' },
    [page.url]: { with: ['Mühle', 'mahlt'] },
  })
})

test('no path of this machine is written, several windows lose no snippet, and a damaged list does not change', async () => {
  const at = join(folder(), 'many')
  const local = { html, url: 'file:///home/somebody/page.html' }
  await Promise.all(Array.from({ length: 20 }, (_, i) => changeSnippet(at, local, { kind: 'without', text: `text ${i}`, remove: false })))
  expect(readFileSync(join(at, 'snippets.json'), 'utf8')).not.toContain('somebody')
  expect((await pagesIn(at))[0]?.without).toHaveLength(20)
  expect(readdirSync(join(at, 'pages'))).toHaveLength(1)
  const damaged = join(folder(), 'damaged')
  mkdirSync(damaged)
  writeFileSync(join(damaged, 'snippets.json'), '{"a": 1}')
  expect(await change(damaged, 'with', 'x').catch(toFailure)).toHaveProperty('code')
  expect(readFileSync(join(damaged, 'snippets.json'), 'utf8')).toBe('{"a": 1}')
  expect(await change('relative', 'with', 'x').catch(toFailure)).toMatchObject({ code: 'snippets.folder' })
})
