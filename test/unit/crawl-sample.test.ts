/** Pages drawn from crawls into a corpus: by language, length and site, the same again with the same seed, in memory that the crawl does not grow. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { root } from '../../scripts/ensure.mjs'
import { sampleCrawl, type CrawlOptions } from '../../electron/services/corpus/exchange/crawl-sample'
import { createCorpus, openCorpus } from '../../electron/services/corpus/store/corpus-store'
import { toFailure } from '../../shared/base/failure'
import { StratifiedSample, type Candidate, type SampleOptions } from '../../shared/gold/stratified-sample'
import { sourceNotes } from '../../shared/page/page-notes'
import { temporaryFolder } from '../fixtures/temporary-folder'

const NO_HEADERS = { get: () => undefined }

describe('what a source says', () => {
  it('of its language is its lang, else a meta or header, else the charset of one language', () => {
    const language = (html: string, headers: Readonly<Record<string, string>> = {}) =>
      sourceNotes(html, { get: (name) => headers[name] }).language
    expect(language('<!doctype html><HTML class=x LANG="de-AT"><p>')).toBe('de')
    expect(language('<html><meta http-equiv=Content-Language content="fr">')).toBe('fr')
    expect(language('<html>', { 'content-language': 'pl, en' })).toBe('pl')
    expect(language('<meta charset="Shift_JIS">')).toBe('ja')
    expect(language('<html lang="">', { 'content-type': 'text/html; charset=gb2312' })).toBe('zh')
    expect(language('<p lang=en>')).toBe('')
  })

  it('to robots and of its licence is kept as it was said', () => {
    const html =
      '<meta name=Robots content="noindex, nofollow"><META NAME="tdm-reservation" CONTENT=1><link rel="license" href="https://creativecommons.org/licenses/by/4.0/">' +
      '<meta name="dcterms.rights" content="All rights\n reserved"><a class=x rel="nofollow license" href=/terms>Terms</a><!-- <meta name=robots content=noarchive> -->'
    const headers = { 'x-robots-tag': 'noai', link: '</l>; rel="license"' }
    const { robots, licences } = sourceNotes(html, { get: (name) => headers[name as keyof typeof headers] })
    expect(robots).toEqual(['x-robots-tag: noai', 'meta robots: noindex, nofollow', 'meta tdm-reservation: 1'])
    expect(licences).toEqual([
      'header license: /l',
      'link license: https://creativecommons.org/licenses/by/4.0/',
      'meta dcterms.rights: All rights reserved',
      'a license: /terms',
    ])
  })

  it('is read of any text, and in linear time of hostile ones', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc
            .array(fc.constantFrom('<', '>', '<meta ', 'name=', '"', "'", '<!--', '-->', '<script', '</script', ' lang=', 'a'))
            .map((parts) => parts.join('')),
        ),
        (html) => {
          expect(sourceNotes(html, NO_HEADERS).characters).toBeLessThanOrEqual(html.length)
        },
      ),
      { numRuns: 500 },
    )
    for (const part of [
      '<',
      '<a ',
      '<meta a',
      '<!--',
      '<script>',
      `<meta ${'a'.repeat(3900)}>`,
      `<meta ${'a = '.repeat(900)}>`,
      '<a rel="',
      '<a b=\'c"',
    ]) {
      // Time that grows with the square would go beyond any limit of a test.
      const html = part.repeat(Math.ceil(1_000_000 / part.length))
      expect(sourceNotes(html, NO_HEADERS).characters, part.slice(0, 20)).toBeLessThanOrEqual(html.length)
    }
  })
})

const candidate = (i: number, stratum = `s${i % 3}`, site = `site-${i % 40}.example`): Candidate<number> => ({
  address: `https://${site}/${i}`,
  site,
  stratum,
  place: i,
})
const OPTIONS: SampleOptions = { size: 12, seed: 3, perSite: 1, allocation: 'even' }
const drawn = (candidates: readonly Candidate<number>[], options: Partial<SampleOptions> = {}) => {
  const sample = new StratifiedSample<number>({ ...OPTIONS, ...options })
  for (const one of candidates) sample.add(one)
  return sample.draw()
}

describe('a stratified sample', () => {
  const many = Array.from({ length: 3000 }, (_, i) => candidate(i, i < 2900 ? 'en' : `rare-${i % 2}`, `site-${i % 700}.example`))

  it('is the same in any order, and another with another seed', () => {
    const found = drawn(many)
    fc.assert(
      fc.property(fc.shuffledSubarray(many, { minLength: many.length }), (shuffled) => {
        expect(drawn(shuffled)).toEqual(found)
      }),
      { numRuns: 10 },
    )
    expect(drawn(many, { seed: 4 }).drawn).not.toEqual(found.drawn)
  })

  it('has as many of each stratum, or as its share is, and of no site more than is said', () => {
    expect(drawn(many).strata).toEqual([
      { stratum: 'en', seen: 2900, drawn: 4 },
      { stratum: 'rare-0', seen: 50, drawn: 4 },
      { stratum: 'rare-1', seen: 50, drawn: 4 },
    ])
    expect(drawn(many, { allocation: 'proportional', size: 60 }).strata.map((one) => one.drawn)).toEqual([58, 1, 1])
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 80 }),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom('even', 'proportional'),
        (size, perSite, allocation) => {
          const { drawn: pages } = drawn(many, { size, perSite, allocation })
          const sites = new Map<string, number>()
          for (const { site } of pages) sites.set(site, (sites.get(site) ?? 0) + 1)
          expect(Math.max(...sites.values())).toBeLessThanOrEqual(perSite)
          expect(new Set(pages.map(({ address }) => address)).size).toBe(pages.length)
          expect(pages).toHaveLength(size)
        },
      ),
      { numRuns: 50 },
    )
  })

  it('gives each site the same chance, however many pages it has', () => {
    let large = 0
    for (let seed = 0; seed < 400; seed++) {
      const pages = [
        ...Array.from({ length: 100 }, (_, i) => candidate(i, 'en', 'large.example')),
        ...Array.from({ length: 9 }, (_, i) => candidate(i, 'en', `small-${i}.example`)),
      ]
      if (drawn(pages, { size: 1, seed }).drawn[0]?.site === 'large.example') large++
    }
    // One of ten sites: 40 of 400, with four standard deviations on each side.
    expect(large).toBeGreaterThan(16)
    expect(large).toBeLessThan(64)
  })
})

interface TestPage {
  readonly url: string
  readonly html: string
  readonly headers?: string
  readonly status?: string
}
function record({ url, html, headers = '', status = '200 OK' }: TestPage): string {
  const body = `HTTP/1.1 ${status}\r\nContent-Type: text/html; charset=utf-8\r\n${headers}\r\n${html}`
  return `WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: 2026-03-01T00:00:00Z\r\nWARC-Target-URI: ${url}\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}\r\n\r\n`
}
const words = (count: number, word: string): string => `${word} `.repeat(count)
const PAGES: readonly TestPage[] = Array.from({ length: 60 }, (_, i) => ({
  url: `https://${i % 5 === 0 ? 'large' : `site-${i}`}.example/page-${i}`,
  html: `<!doctype html><html lang="${['en', 'de', 'zz'][i % 3] ?? ''}"><title>Page ${i}</title>${i % 7 === 0 ? '<meta name=robots content=noarchive>' : ''}<p>${words(i % 2 === 0 ? 100 : 500, 'mill')}</p></html>`,
}))

describe('a crawl', () => {
  const folder = temporaryFolder('crawl')
  const options = (archives: readonly string[]): CrawlOptions => ({
    ...{ archives, size: 12, seed: 1, perSite: 1, allocation: 'even', least: 200, languages: [], without: [], maxBytes: 1_000_000 },
  })
  const context = { signal: new AbortController().signal, progress: () => undefined }
  const corpusAt = async (name: string) => {
    await createCorpus(join(folder(), name), name, '2026-03-01T00:00:00.000Z')
    return openCorpus(join(folder(), name))
  }
  const archive = (name: string, bytes: string | Uint8Array): string => {
    writeFileSync(join(folder(), name), bytes)
    return join(folder(), name)
  }
  const packed = (pages: readonly TestPage[]): Buffer => Buffer.concat(pages.map((page) => gzipSync(record(page))))

  it('is drawn from, packed by records or not, with its notes, and the same again into another corpus', async () => {
    const first = archive('a.warc.gz', packed(PAGES.slice(0, 30)))
    const second = archive(
      'b.warc',
      PAGES.slice(30).map(record).join('') + record({ url: 'https://gone.example/', html: words(200, 'gone'), status: '404 Not Found' }),
    )
    const store = await corpusAt('one')
    const outcome = await sampleCrawl(store, options([first, second]), context)
    expect(outcome).toMatchObject({ added: 12, known: 0, seen: 60, problems: [] })
    expect(outcome.strata.map(({ stratum, drawn: count }) => [stratum, count])).toEqual(
      ['de, middle', 'de, short', 'en, middle', 'en, short', 'unknown, middle', 'unknown, short'].map((stratum) => [stratum, 2]),
    )
    const ids = await store.pageIds()
    const captures = ids.map(
      (id) =>
        JSON.parse(readFileSync(join(store.root, 'pages', id, 'capture.json'), 'utf8')) as {
          url: string
          capturedAt: string
          imported: { from: string; record: { robots?: string[]; groups: object } }
        },
    )
    expect(captures.filter(({ url }) => url.includes('//large.example')).length).toBeLessThanOrEqual(1)
    for (const { url, capturedAt, imported } of captures) {
      const i = Number(/\d+$/.exec(url)?.[0])
      expect(capturedAt).toBe('2026-03-01T00:00:00Z')
      expect(imported.from).toBe(i < 30 ? 'a.warc.gz' : 'b.warc')
      expect(imported.record.robots).toEqual(i % 7 === 0 ? ['meta robots: noarchive'] : undefined)
      expect(imported.record.groups).toMatchObject({ language: ['en', 'de', 'unknown'][i % 3], length: i % 2 === 0 ? 'short' : 'middle' })
    }
    const again = await corpusAt('two')
    await sampleCrawl(again, options([first, second]), context)
    expect(await again.pageIds()).toEqual(ids)
    expect(await sampleCrawl(again, options([first, second]), context)).toMatchObject({ added: 0, known: 12 })
  })

  it('leaves out what asks robots for something that is named, other languages, and short texts', async () => {
    const path = archive('a.warc.gz', packed(PAGES))
    const outcome = await sampleCrawl(
      await corpusAt('one'),
      { ...options([path]), languages: ['de'], without: ['noarchive'], least: 1000 },
      context,
    )
    const wanted = PAGES.filter((_, i) => i % 3 === 1 && i % 2 === 1 && i % 7 !== 0)
    expect(outcome).toMatchObject({ seen: wanted.length, strata: [{ stratum: 'de, middle' }] })
  })

  it('that is cut off or damaged anywhere gives what came before, or a failure that says so', async () => {
    const whole = packed(PAGES.slice(0, 8))
    let runs = 0
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: whole.length - 1 }), fc.option(fc.integer({ min: 0, max: 255 })), async (at, byte) => {
        const bytes =
          byte === null ? whole.subarray(0, at) : Buffer.concat([whole.subarray(0, at), Buffer.from([byte]), whole.subarray(at + 1)])
        const outcome = await sampleCrawl(await corpusAt(`cut-${runs++}`), options([archive('cut.warc.gz', bytes)]), context).catch(
          toFailure,
        )
        if ('code' in outcome) expect(outcome.code).toBe('crawl.no-page')
        else expect(outcome.added).toBeGreaterThan(0)
      }),
      { numRuns: 15 },
    )
  })

  it('is one command away from being labelled', async (test) => {
    const cli = join(root, 'out', 'main', 'cli.js')
    if (!existsSync(cli)) return test.skip()
    const path = archive('a.warc.gz', packed(PAGES))
    const run = (...args: string[]) => spawnSync(process.execPath, [cli, 'corpus', ...args], { cwd: folder(), encoding: 'utf8' })
    const made = run('from-crawl', 'corpus', path, '--sample', '6')
    expect([made.status, made.stdout]).toEqual([0, expect.stringMatching(/^6 pages drawn of 60\nde, middle +1 of +10\n/)])
    expect(run('check', 'corpus').stdout).toBe('6 pages, 0 problems\n')
    expect(run('list', 'corpus', '--status', 'unlabelled').stdout.trim().split('\n')).toHaveLength(6)
    expect(run('from-crawl', 'other', 'nothing.warc').status).toBe(1)
  })
})
