import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { exampleById } from '../../shared/demo/examples'
import { judgeAnswer, rightAnswer, stopMoment, stopSentences } from '../../shared/demo/tours/tour'
import { TOURS } from '../../shared/demo/tours/tours'
import type { DemoRun, Frame } from '../../shared/demo/demo-run'
import { nodeOf, play, sample } from './demo-fixture'
import { oncePerPage } from '../tour-pages'

const RESULTS = readFileSync('docs/results.md', 'utf8')

function isInRun(run: DemoRun, frame: Frame, number: string, sentence: string): boolean {
  const { trace, extraction, info } = run
  const numeric = (record: Readonly<Record<string, unknown>>) => Object.values(record).filter((value) => typeof value === 'number')
  const values = [
    ...numeric(frame.values),
    ...numeric(extraction.values),
    ...numeric(extraction.params),
    ...(extraction.candidates ?? []).map(({ score }) => score),
    ...trace.value,
    ...trace.limit,
    ...info.measures.flatMap(({ id }) => [...(run.valuesOf(id) ?? [])]),
  ]
  const [whole = '', fraction = ''] = number.replace(/[, %]/g, '').split('.')
  const [dividend = 0, divisor = 1] = whole.split('/').map(Number)
  const wanted = (dividend / divisor + Number(`0.${fraction}`)) / (number.endsWith('%') ? 100 : 1)
  const precision = divisor > 1 ? 1e-9 : (0.5001 * 10 ** -fraction.length) / (number.endsWith('%') ? 100 : 1)
  const has = (sought: number): boolean => values.some((value) => Math.abs(value - sought) <= precision)
  const others = [...sentence.matchAll(/\b\d+\b/g)].map(([other]) => Number(other))
  return (
    has(wanted) ||
    others.some((other) => other !== wanted && has(wanted + other)) ||
    Object.values(trace.notes ?? {}).some((note) => note.includes(number))
  )
}

describe.each(TOURS.map((tour) => [tour.id, tour] as const))('the guided tour of %s', (_id, tour) => {
  const runOf = oncePerPage(tour, (html) => play(html, tour.extractor, tour.params))

  it.each(tour.stops.map((stop) => [stop.title, stop] as const))('“%s” has its moment and its numbers in the run', (_title, stop) => {
    const run = runOf(stop)
    const moment = stopMoment(run, stop)
    expect(moment).toBeGreaterThanOrEqual(0)
    for (const { text } of stopSentences(stop, run, run.frameAt(moment))) expect(text).not.toMatch(/[{}]/)
  })

  it('states numbers of its run or of docs/results.md, and the source of each rule', () => {
    for (const stop of tour.stops) {
      const run = runOf(stop)
      const frame = run.frameAt(stopMoment(run, stop))
      for (const { text, origin, mark } of stopSentences(stop, run, frame)) {
        if (origin !== null) expect(/^(paper|slides).*, /.test(mark), text).toBe(origin === 'paper')
        else
          for (const [number] of text.matchAll(/(?<![\w.])\d[\d,]*(?:\.\d+|\/\d+)?(?: %)?/g))
            expect(isInRun(run, frame, number, text) || RESULTS.includes(number), `${number} in “${text}”`).toBe(true)
      }
    }
  })

  it('never moves back in time by more than a step', () => {
    const chapters = tour.stops.map((stop) => runOf(stop).frameAt(stopMoment(runOf(stop), stop)).chapter)
    const known = chapters.filter((_, i) => tour.stops[i]?.example === undefined).map(({ index }) => index)
    expect(known).toEqual([...known].sort((a, b) => a - b))
    tour.stops.forEach((stop, i) => {
      if (stop.example !== undefined) expect([tour.stops[i - 1]?.step, tour.stops[i + 1]?.step]).toContain(stop.step)
    })
  })

  const asking = tour.stops.flatMap((stop) => (stop.quiz ? [{ ...stop, quiz: stop.quiz }] : []))

  it.each(asking.map((stop) => [stop.quiz.question, stop] as const))(
    'puts a question at a moment that does not show the answer: %s',
    (question, stop) => {
      const run = runOf(stop)
      const [waits, shows] = [run.frameAt(stopMoment(run, stop.quiz.at)), run.frameAt(stopMoment(run, stop))]
      const right = rightAnswer(run, shows)
      expect(waits.moment).toBeLessThan(shows.moment)
      expect(question).toMatch(/\?/)
      if (!right) throw new Error('no answer')
      expect(rightAnswer(run, waits)).not.toEqual(right)
      if (right.per === 'node') expect(waits.node).not.toBe(right.subject)
      expect(judgeAnswer(run, shows, right)).toMatch(/^Right: /)
    },
  )
})

describe('the grading of an answer', () => {
  const tour = TOURS.find((t) => t.id === 'cetd')
  const stop = tour?.stops.find((s) => s.quiz)
  if (!tour || !stop) throw new Error('no question')
  const run = play(sample(tour.sample), tour.extractor)
  const frame = run.frameAt(stopMoment(run, stop))

  it.each([
    ['right, with the number', 'article.story', /^Right: article\.story \(DensitySum 1\d{4}/],
    ['too small if it is inside the answer', 'p.standfirst', /^Too small: p\.standfirst \(.*\) is inside article\.story/],
    ['too large if it contains the answer', 'body', /^Too large: body .* contains article\.story/],
    ['elsewhere', 'div.top', /^Not div\.top .*: the answer is article\.story/],
  ])('%s', (_, label, sentence) => {
    expect(judgeAnswer(run, frame, { per: 'node', subject: nodeOf(run, label) })).toMatch(sentence)
  })
})

describe('the examples of the editable stage', () => {
  it.each([
    ['cetd-2', [21.25, 28.33, 46, 39]],
    ['cetd-1', [23.5, 31.33, 46, 48]],
  ])('have the stated densities, with and without line breaks: %s', (id, densities) => {
    const example = exampleById(id)
    const run = play(example?.html ?? '', 'cetd-ds')
    const density = (name: string): number => run.valuesOf('density')?.[nodeOf(run, `div.${name}`)] ?? Number.NaN
    expect(['main', 'article', 'articleHeadline', 'articleBody'].map((name) => Math.round(density(name) * 100) / 100)).toEqual(densities)
    if (id === 'cetd-1')
      expect(example?.source).toContain('the densities are 23.5, 31.33, 46 and 48. Without the dots they are 21.25, 28.33, 46 and 39')
  })

  it('climb from a link to its table in ContentEx: item 2/3, list 2/5, not the menu 2/3', () => {
    const { trace } = play(exampleById('link-table')?.html ?? '', 'contentex')
    const rules = Array.from({ length: trace.decisionCount }, (_, d) => trace.rules[trace.rule[d] ?? 0])
    const at = rules.indexOf('table-begins')
    expect(rules.slice(at - 1, at + 4)).toEqual(['link-in-table', 'table-begins', 'table-grows', 'table-ends', 'link-table'])
    expect([...trace.value.slice(at, at + 3)]).toEqual([2 / 3, 2 / 5, 6 / 9])
  })
})
