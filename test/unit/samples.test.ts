import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { registry } from '../../electron/peers/registry'
import { createSamples } from '../../electron/services/sources/collection-folder'
import { type Extraction, resolveParams, runExtractor } from '../../shared/extractors/core/run'
import type { Extractor } from '../../shared/extractors/core/extractor'
import type { ParamValue } from '../../shared/extractors/core/params'
import { attribute } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { FIRST_SAMPLE } from '../../electron/services/sources/sample-list'
import { runOn } from '../fixtures/nodes'

const folder = join(import.meta.dirname, '../../electron/samples')
const samples = createSamples(folder)
const list = await samples.list()

function html(id: string): string {
  const sample = list.find((s) => s.id === id)
  if (!sample) throw new Error(`no sample ${id}`)
  return readFileSync(join(folder, 'pages', sample.file), 'utf8')
}

type Change = Readonly<Record<string, ParamValue>>

function extract(id: string, extractor: string, preset: 'default' | 'as-printed' = 'default', change: Change = {}): Extraction {
  const found = registry.get(extractor) as Extractor
  return runExtractor(parsePage(html(id), { sourcePositions: true }), found, resolveParams(found, preset, change))
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
    // If a text slightly shorter than the longest text also counted, the comments would be the article.
    expect(extract('report-gap-comments', 'cuter', 'default', { AL: 0.8 }).values).toMatchObject({ groups: 2, article: 2 })
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

  it('script-built: the raw capture has none of the text', () => {
    expect(extract('script-only-raw', 'cectd-ds').text).not.toContain('It goes out by itself')
    expect(extract('script-built', 'cectd-ds').text).toContain('our 214 partners')
  })

  it('words glued: days that only a style separates are joined, cells and lines are not', () => {
    const { text } = extract('words-glued', 'cetd-ds')
    expect(text).toContain('MonTueWed')
    expect(text).toContain('Adult\t6.40\nChild\t3.20')
    expect(text).toContain('Both carry bicycles;\nonly the Margaret')
  })
})

describe('the reason of a sample’s failure', () => {
  const run = (id: string, extractor: string, change: Change = {}) => runOn(html(id), registry.get(extractor) as Extractor, change)

  it('body split: the density of the second half is far below the threshold, and λ must be at most 0.14 to keep it', () => {
    const { page, say } = run('split-body', 'cectd-ds')
    const half = Array.from(page.kind.keys()).find((n) => attribute(page, n, 'class') === 'part-two') ?? -1
    expect(say(half)).toBe('Dropped: it has density 6.559, but needs at least 46.3.')
    const keeps = (lambda: number): boolean => run('split-body', 'cectd-ds', { lambda }).extraction.text.includes('Sit on the left')
    expect([1, 0.15, 0.14].map(keeps)).toEqual([false, false, true])
  })

  it('short paragraphs: an answer of 15 letters is below the limits of FE and CUTER, and a lower minTP keeps it', () => {
    const sayOf = ({ page, say }: ReturnType<typeof run>): string => say(page.text.findIndex((text) => text.includes('Nine years now.')))
    expect(sayOf(run('short-paragraphs', 'fe'))).toBe('Dropped: its container div.a has text length 15, but needs at least 398.')
    expect(sayOf(run('short-paragraphs', 'cuter'))).toBe(
      'Dropped: its container div.a has text percentage 1.3 %, but needs more than 8.8 %.',
    )
    const lower = run('short-paragraphs', 'cuter', { tpShare: 0.04 })
    expect(sayOf(lower)).toMatch(/^Kept/)
    expect(lower.extraction.text).toContain('Nine years now.')
  })

  it('Chinese text: 237 characters are below the limit of 400 for an article, and a limit of 200 is exceeded', () => {
    expect(run('chinese-brief', 'textsweeper').extraction.verdict).toMatchObject({ pageType: 'overview', value: 237, limit: 400 })
    expect(run('chinese-brief', 'textsweeper', { minNetText: 200 }).extraction.verdict).toMatchObject({
      pageType: 'article',
      value: 237,
      limit: 200,
    })
  })

  it('Chinese text: TTR as printed counts ASCII only and drops the article', () => {
    const article = '赵德顺守湖二十三年'
    expect(extract('chinese-brief', 'ttr').text).toContain(article)
    const printed = extract('chinese-brief', 'ttr', 'as-printed')
    expect(printed.text).not.toContain(article)
    expect(printed.warnings).toContainEqual(expect.stringContaining('No text of the page was on content lines'))
    expect(extract('chinese-brief', 'ttr', 'as-printed', { characters: 'all' }).text).toContain(article)
  })
})
