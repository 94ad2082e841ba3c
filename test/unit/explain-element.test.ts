import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { registry } from '../../electron/peers/registry'
import { wordStarts } from '../../shared/explain/coverage'
import { funnelOf } from '../../shared/explain/funnel'
import { findExtractor } from '../../shared/extractors/core/run'
import { byTag, runOn, unexplainedElements } from '../fixtures/nodes'
import { realPages, WCXB } from '../fixtures/real-pages'
import { recordsOfSamples } from '../fixtures/sample-records'

const SYSTEMS = ['readability', 'defuddle', 'lens', 'cetd-ds', 'ttr', 'cuter', 'contentex', 'textsweeper']

const WORDS = 'A sentence of the article that is long enough to count, with a comma or two, as articles have. '.repeat(12)
const ARTICLE = `<main><article><p>${WORDS}</p></article></main>`

describe('the reason of a dropped element', () => {
  it('is the reason of its text: Defuddle removes a heading that repeats the title', () => {
    const html = `<title>A long day in the harbour</title><body><main><h1>A long day in the harbour</h1><p>${WORDS}</p><p>${WORDS}</p></main>`
    const { page, explain, say } = runOn(html, findExtractor(registry, 'defuddle'))
    expect(explain(byTag(page, 'h1')).decisive?.rule).toBe('title-heading')
    expect(say(byTag(page, 'h1'))).toBe('Dropped: its text is the first h1 or h2, and repeats the page’s title.')
  })

  it('is the reason of its texts if Lens measured the hidden element', () => {
    const html = `<body>${ARTICLE}<div role=tabpanel hidden><a href=/a>Jobs</a><p><a href=/b>Imprint</a></div>`
    const { page, say } = runOn(html, findExtractor(registry, 'lens'))
    expect(say(byTag(page, 'div'))).toMatch(/^Dropped: its text has probability/)
  })

  it('is the reason of its block if Lens measured a hidden inline element as part of the block', () => {
    const html = `<body>${ARTICLE}<p><a href=/a>Jobs</a> <span class=faq__answer hidden>Imprint</span></p>`
    const { page, extraction, trace, rules, say } = runOn(html, findExtractor(registry, 'lens'))
    expect(say(byTag(page, 'span'))).toMatch(/^Dropped: its container p has probability/)
    const { measured, removed } = funnelOf(page, extraction, trace, rules)
    expect(removed).toEqual([])
    expect(measured.words).toBe(wordStarts(page).reduce((sum, count) => sum + count, 0))
  })

  it('is the reason of its texts even if several rules dropped the texts of a hidden panel', () => {
    const panel = `<div role=tabpanel hidden><nav><a href=/a>Jobs</a> <a href=/b>Shop</a></nav><div class=comments><p>${WORDS}</p></div></div>`
    const params = { cut: 'fixed', leastProbability: 0.004, comments: 'drop' }
    const { page, explain, say } = runOn(`<body>${ARTICLE}${panel}`, findExtractor(registry, 'lens'), params)
    expect(explain(byTag(page, 'div')).below.map(({ rule }) => rule)).toEqual(['cut', 'comments'])
    expect(say(byTag(page, 'div'))).toBe('Dropped: 1 of 2 elements was dropped (“cut”), 1 was dropped (“comments”).')
  })

  it.each(SYSTEMS)('%s: each element without kept text has a rule, or no rule selected it', (id) => {
    const real = process.env['BOILERSCOPE_ALL_PAGES'] === '1' && existsSync(WCXB) ? [...realPages(WCXB)].map(({ page }) => page.html) : []
    for (const html of [...recordsOfSamples().map((record) => record.html), ...real]) {
      const { page, ...run } = runOn(html, findExtractor(registry, id))
      expect(unexplainedElements(page, run)).toEqual([])
    }
  })
})
