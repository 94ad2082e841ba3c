import { describe, expect, it } from 'vitest'
import { EXAMPLES } from '../../shared/demo/examples'
import { stopMoment, stopSentences } from '../../shared/demo/tours/tour'
import { TOURS } from '../../shared/demo/tours/tours'
import { resolveParams, traceExtractor } from '../../shared/extractors/core/run'
import { registry } from '../../electron/peers/registry'
import { attribute } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { play } from './demo-fixture'
import { oncePerPage } from '../tour-pages'

describe.each(TOURS.map((tour) => [tour.id, tour] as const))('the guided tour of %s', (_id, tour) => {
  const runOf = oncePerPage(tour, (html) => play(html, tour.extractor, tour.params))

  it('has eight to fifteen stops', () => {
    expect(tour.stops.length).toBeGreaterThanOrEqual(8)
    expect(tour.stops.length).toBeLessThanOrEqual(15)
  })

  it.each(tour.stops.map((stop) => [stop.title, stop] as const))('“%s” is in the run, with its numbers', (_title, stop) => {
    const run = runOf(stop)
    const moment = stopMoment(run, stop)
    expect(moment).toBeGreaterThanOrEqual(0)
    for (const { text } of stopSentences(stop, run.frameAt(moment))) expect(text).not.toMatch(/[{}]/)
  })

  it('never goes back in time by more than a step', () => {
    const chapters = tour.stops.map((stop) => runOf(stop).frameAt(stopMoment(runOf(stop), stop)).chapter)
    // On another page the same steps are told by their names.
    const known = chapters.filter((_, i) => tour.stops[i]?.example === undefined).map(({ index }) => index)
    expect(known).toEqual([...known].sort((a, b) => a - b))
    tour.stops.forEach((stop, i) => {
      if (stop.example !== undefined) expect([tour.stops[i - 1]?.step, tour.stops[i + 1]?.step]).toContain(stop.step)
    })
  })
})

describe('the examples of the editable stage', () => {
  it.each([
    ['cetd-2', [21.25, 28.33, 46, 39]],
    // Its dots count as text.
    ['cetd-1', [23.5, 31.33, 46, 48]],
  ])('give the densities that are said of them, line breaks or not: %s', (id, densities) => {
    const extractor = registry.get('cetd-ds')
    const example = EXAMPLES.find((e) => e.id === id)
    if (!extractor || !example) throw new Error('missing')
    const page = parsePage(example.html)
    const { extraction } = traceExtractor(page, extractor, resolveParams(extractor, 'default', {}))
    const density = (name: string): number => {
      for (let n = 0; n < page.count; n++) if (attribute(page, n, 'class') === name) return extraction.measures.density?.[n] ?? Number.NaN
      return Number.NaN
    }
    const found = ['main', 'article', 'articleHeadline', 'articleBody'].map((name) => Math.round(density(name) * 100) / 100)
    expect(found).toEqual(densities)
    if (id === 'cetd-1') expect(example.source).toContain('the densities are 23.5, 31.33, 46 and 48, without them 21.25, 28.33, 46 and 39')
  })

  it('climb from a link to its table in ContentEx: item 2/3, list 2/5, not the menu 2/3', () => {
    const extractor = registry.get('contentex')
    const example = EXAMPLES.find((e) => e.id === 'link-table')
    if (!extractor || !example) throw new Error('missing')
    const { trace } = traceExtractor(parsePage(example.html), extractor, resolveParams(extractor, 'default', {}))
    const rules = Array.from({ length: trace.decisionCount }, (_, d) => trace.rules[trace.rule[d] ?? 0])
    const at = rules.indexOf('table-begins')
    expect(rules.slice(at - 1, at + 4)).toEqual(['link-in-table', 'table-begins', 'table-grows', 'table-ends', 'link-table'])
    expect([...trace.value.slice(at, at + 3)]).toEqual([2 / 3, 2 / 5, 6 / 9])
  })
})
