import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { registry } from '../../electron/peers/registry'
import { createSamples } from '../../electron/services/sources/collection-folder'
import { type Extraction, resolveParams, runExtractor } from '../../shared/extractors/core/run'
import type { Extractor } from '../../shared/extractors/core/extractor'
import type { ParamValue } from '../../shared/extractors/core/params'
import { parsePage } from '../../shared/page/parse-page'
import { FIRST_SAMPLE } from '../../electron/services/sources/sample-list'

const folder = join(import.meta.dirname, '../../electron/samples')
const samples = createSamples(folder)
const list = await samples.list()

function html(id: string): string {
  const sample = list.find((s) => s.id === id)
  if (!sample) throw new Error(`no sample ${id}`)
  return readFileSync(join(folder, 'pages', sample.file), 'utf8')
}

function extract(id: string, extractor: string, change: Readonly<Record<string, ParamValue>> = {}): Extraction {
  const found = registry.get(extractor) as Extractor
  return runExtractor(parsePage(html(id), { sourcePositions: true }), found, resolveParams(found, 'default', change))
}

describe('the sample pages', () => {
  it('begin with the start page; each sample is listed once with a page and a gold text', () => {
    expect(list[0]?.id).toBe(FIRST_SAMPLE)
    expect(new Set(list.map((s) => s.id)).size).toBe(list.length)
    expect(readdirSync(join(folder, 'pages')).sort()).toEqual(list.map((s) => s.file).sort())
    expect(readdirSync(join(folder, 'gold')).sort()).toEqual(list.map((s) => `${s.id}.txt`).sort())
  })

  it.each(list.map((s) => [s.id, s] as const))('%s is complete without a network, and has a hint', (id, sample) => {
    const source = html(id)
    expect(source).not.toMatch(/<(?:img|script|iframe|source|video)[^>]*\ssrc=(?:"(?!data:)|'(?!data:)|(?!["']|data:))/i)
    expect(source).not.toMatch(/<link[^>]*stylesheet|@import|url\((?!#|data:)/i)
    expect(sample.description).toContain('Look at')
    expect(['article', 'overview', 'forum', 'other']).toContain(sample.pageType)
    expect(new URL(sample.url).hostname).toMatch(/\.example$/)
  })

  it('every word of a gold text is on its page', () => {
    for (const { id } of list) {
      const gold = readFileSync(join(folder, 'gold', `${id}.txt`), 'utf8')
      const page = parsePage(html(id))
      const onPage = page.text.join(' ')
      const missing = gold.split(/[\s,.:;!?“”"()]+/).filter((word) => !onPage.includes(word.replace(/^["'‘]|["'’]$/g, '')))
      expect(missing, id).toEqual([])
    }
  })

  it('return a page to the window, or fail for an unknown name', async () => {
    expect(await samples.source('overview')).toMatchObject({ kind: 'html', name: 'Overview page', url: 'https://courier.example/' })
    await expect(samples.source('nope')).rejects.toMatchObject({ failure: { code: 'sample.unknown' } })
  })
})

describe('each sample shows its failure', () => {
  it('body split: five extractors drop the second half of the article and keep the first half', () => {
    for (const id of ['cectd-ds', 'cetd-ds', 'cuter', 'textsweeper', 'readability']) {
      const { text } = extract('split-body', id)
      expect(text, id).toContain('There is a fast way to Karrowmoor')
      expect(text, id).not.toContain('Mrs Dunmore')
    }
  })

  it('report, gap, comments: CUTER keeps the first long group, which is not the longest; the largest sum includes the comments', () => {
    const { text, values } = extract('report-gap-comments', 'cuter')
    expect(text).toContain('the old ferry hangs again')
    expect(text).not.toContain('the winter of the long ice')
    expect(values).toMatchObject({ groups: 2, article: 1 })
    // The comments are the longest group. With AL 0.8, the report is shorter than the acceptable length, so the comments are the article.
    expect(extract('report-gap-comments', 'cuter', { AL: 0.8 }).values).toMatchObject({ groups: 2, article: 2 })
    for (const id of ['cetd-ds', 'cectd-ds', 'ttr', 'contentex', 'textsweeper'])
      expect(extract('report-gap-comments', id).text, id).toContain('the winter of the long ice')
  })

  it('comments beat the article: CETD-DS keeps the comments and drops the report', () => {
    const { text } = extract('comments-beat-article', 'cetd-ds')
    expect(text).toContain('I have set my kitchen clock')
    expect(text).not.toContain('The council decided on Monday')
  })

  it('short paragraphs: every answer is below the limit, only the note is kept', () => {
    for (const id of ['cuter', 'textsweeper']) {
      const { text } = extract('short-paragraphs', id)
      expect(text, id).toContain('Odile Marchetti, 52')
      expect(text, id).not.toContain('With a wrong map.')
    }
  })

  it('script-built: the source HTML has none of the text', () => {
    expect(extract('script-only-raw', 'cectd-ds').text).not.toContain('It goes out by itself')
    expect(extract('script-built', 'cectd-ds').text).toContain('our 214 partners')
  })
})
