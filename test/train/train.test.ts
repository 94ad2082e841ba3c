/** Trains Lens on a few small pages. The complete training is `npm run train`. */
import { describe, expect, it } from 'vitest'
import { BLOCK_MEASURES } from '../../shared/extractors/lens/measures'
import { cutsOf, designOf, fitLogistic, stepsOf } from './fit'
import { isWorse, madeOn } from './keep'
import { CUTS } from '../../shared/extractors/lens/model'
import { foldsOf, lessonOf, without } from './lesson'
import { scoreOf, trainFull, trainScorecard, twiceLogOdds } from './models'
import { labelsOf, snippetBlocksOf, trainingPage, wordsOf } from './pages'
import { GROUPS, shareOf } from './study'

const topics = ['rivers', 'engines', 'gardens', 'letters', 'harbours', 'orchards', 'bridges', 'markets']
const pages = topics.map((topic, k) => {
  const body = Array.from({ length: 3 + (k % 3) }, (_, i) => `This is paragraph ${i} on ${topic}, and it says what there is to say.`)
  const menu = ['Home', 'News', `All ${topic}`, 'Contact'].map((name) => `<li><a href="/${name}">${name}</a></li>`).join('')
  const html = `<body><nav><ul>${menu}</ul></nav><main><h1>On ${topic}</h1>${body.map((p) => `<p>${p}</p>`).join('')}</main><footer>All rights reserved</footer>`
  return trainingPage(topic, k % 2 === 0 ? 'article' : 'forum', `https://${topic}.example.org/`, html, [`On ${topic}`, ...body].join('\n'))
})

const lesson = lessonOf(pages)

describe('training', () => {
  it('gives the same bytes for the same pages', () => {
    const once = JSON.stringify([trainScorecard(lesson), trainFull(lesson)])
    expect(JSON.stringify([trainScorecard(lesson), trainFull(lesson)])).toBe(once)
  })

  it('separates an article from the boilerplate around it, on pages outside the training set', () => {
    for (const part of foldsOf(pages, 4)) {
      const model = trainScorecard(without(lesson, part))
      for (const page of part) expect(scoreOf(twiceLogOdds(model, page, lesson.steps), page, CUTS.scorecard)).toBeGreaterThan(0.9)
    }
  })

  it('keeps pages of one site in one part, and omits the snippets of the tested sites', () => {
    const sites = pages.map((page, k) => ({ ...page, site: `site-${k % 3}` }))
    const parts = foldsOf(sites, 3)
    expect(parts.map((part) => new Set(part.map(({ site }) => site)).size)).toEqual([1, 1, 1])
    const { snippets } = without(lessonOf(sites, [{ ...pages[0], site: 'site-1' }]), parts.find((part) => part[0]?.site === 'site-1') ?? [])
    expect(snippets).toEqual([])
  })

  it('divides each type among the parts, and every page is in one part', () => {
    const parts = foldsOf(pages, 4)
    expect(parts.flat().length).toBe(pages.length)
    for (const part of parts) expect(new Set(part.map((page) => page.type)).size).toBe(2)
  })

  it('stores new weights unless their score is worse by more than 0.002', () => {
    const stored = { scorecard: 0.78, full: 0.79 }
    expect(isWorse({ scorecard: 0.7785, full: 0.789 }, stored)).toBe(false)
    expect(isWorse({ scorecard: 0.7775, full: 0.8 }, stored)).toBe(true)
    expect(isWorse({ scorecard: 0.8, full: 0.787 }, stored)).toBe(true)
    expect(isWorse(stored, undefined)).toBe(false)
  })
})

describe('the date of the weights', () => {
  const none = { intercept: 0, terms: [] }
  const models = { scorecard: { first: none, second: none }, full: { first: none, second: none }, overview: none }
  const provenance = { date: '2026-01-02', crossValidated: { scorecard: 0.78, full: 0.79 } }
  const today = new Date('2026-03-04T05:06:07Z')

  it('stays the first date for equal models, so that they have the same bytes', () =>
    expect(madeOn(models, { provenance, ...models }, today)).toBe('2026-01-02'))

  it('is today for changed models and for the first models', () => {
    expect(madeOn({ ...models, overview: { intercept: 1, terms: [] } }, { provenance, ...models }, today)).toBe('2026-03-04')
    expect(madeOn(models, null, today)).toBe('2026-03-04')
  })
})

describe('the study', () => {
  it('omits groups that have measures, and never all measures', () => {
    const ids = BLOCK_MEASURES.map(({ id }) => id)
    for (const [name, has] of GROUPS) {
      expect(ids.filter(has).length, name).toBeGreaterThan(0)
      expect(ids.filter(has).length, name).toBeLessThan(ids.length / 2)
    }
  })

  it('selects the same share of the pages of each type', () => {
    const half = shareOf(pages, 0.5)
    expect(half.map(({ type }) => type).sort()).toEqual(['article', 'article', 'forum', 'forum'])
  })
})

describe('the fit', () => {
  it('finds the log odds of each step: 3 of 4 and 1 of 4 without a ridge are ±log 3', () => {
    const values = Float64Array.of(0, 0, 0, 0, 1, 1, 1, 1)
    const cuts = cutsOf(values, 8)
    expect(cuts).toEqual([1])
    const { design, first } = designOf([stepsOf(values, cuts)], [2])
    const x = fitLogistic(design, [1, 0, 0, 0, 1, 1, 1, 0], new Float64Array(8).fill(1), { ridge: 1e-6, rounds: 200 })
    expect((x[0] ?? 0) + (x[first[0] ?? 0] ?? 0)).toBeCloseTo(-Math.log(3), 3)
    expect((x[0] ?? 0) + (x[(first[0] ?? 0) + 1] ?? 0)).toBeCloseTo(Math.log(3), 3)
  })
})

describe('snippets', () => {
  it('apply only to the blocks that contain them', () => {
    const html = '<body><p>Kept   words here</p><p>Nothing is known</p><p>Dropped words</p><p>Kept words here and Dropped words</p></body>'
    const { label, weight, measures } = snippetBlocksOf(html, null, ['Kept words'], ['Dropped words'])
    expect([...label]).toEqual([1, 0])
    expect(weight.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 12)
    expect(measures.get('words')?.length).toBe(2)
  })
})

describe('the loss of pages', () => {
  it('weighs a mistake by its effect on the page’s F1: if two pages differ, the small page decides', () => {
    // Each step is content on one page only, so the loss of rows is equal. A wrong row costs more F1 on the short page.
    const { design } = designOf([Uint8Array.of(0, 1, 0, 1)], [2])
    const label = [1, 0, 0, 1]
    const pages = { page: Int32Array.of(0, 0, 1, 1), words: Float64Array.of(10, 0, 10, 90), share: 1 }
    const x = fitLogistic(design, label, new Float64Array(4).fill(1), { ridge: 0.01, pages, start: Float64Array.of(0, 0, 0) })
    const odds = (step: number): number => (x[0] ?? 0) + (x[1 + step] ?? 0)
    expect(odds(0)).toBeGreaterThan(0)
    expect(odds(1)).toBeGreaterThan(0)
  })
})

describe('labels', () => {
  it('mark a block as content if 60 % of its words match, and find repeats out of order', () => {
    const words = (text: string): string[] => wordsOf(text)
    const blocks = ['home news', 'one two three four five', 'six seven', 'one two x y z']
    expect([...labelsOf(blocks.map(words), words('six seven one two three four five'))]).toEqual([0, 1, 1, 0])
  })
})
