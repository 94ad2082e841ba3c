/** Tours that ask before they show. */
import { describe, expect, it } from 'vitest'
import type { DemoRun } from '../../shared/demo/demo-run'
import { judgeAnswer, rightAnswer, stopMoment } from '../../shared/demo/tours/tour'
import { TOURS } from '../../shared/demo/tours/tours'
import { nodeLabel } from '../../shared/explain/node-label'
import { ELEMENT } from '../../shared/page/page-model'
import { play as playHtml, sample } from './demo-fixture'
import { oncePerPage } from '../tour-pages'

const play = (name: string, id: string): DemoRun => playHtml(sample(name), id)

function nodeOf({ page }: DemoRun, label: string): number {
  for (let n = 0; n < page.count; n++) if (page.kind[n] === ELEMENT && nodeLabel(page, n) === label) return n
  throw new Error(label)
}

describe.each(TOURS.map((tour) => [tour.id, tour] as const))('the tour of %s', (_id, tour) => {
  const runOf = oncePerPage(tour, (html) => playHtml(html, tour.extractor))
  const asking = tour.stops.flatMap((stop) => (stop.ask ? [{ ...stop, ask: stop.ask }] : []))

  it('asks at least once', () => {
    expect(asking.length).toBeGreaterThan(0)
  })

  it.each(asking.map((stop) => [stop.ask.question, stop] as const))('waits where the answer is not to be seen: %s', (question, stop) => {
    const run = runOf(stop)
    const waits = run.frameAt(stopMoment(run, stop.ask.at))
    const shows = run.frameAt(stopMoment(run, stop))
    const right = rightAnswer(run, shows)
    expect(waits.moment).toBeLessThan(shows.moment)
    expect(question).toMatch(/\?/)
    if (!right) throw new Error('no answer')
    // Neither the moment nor its card is about the answer.
    expect(rightAnswer(run, waits)).not.toEqual(right)
    if (right.kind === 'node') expect(waits.node).not.toBe(right.node)
    expect(judgeAnswer(run, shows, right)?.right).toBe(true)
  })
})

describe('an answer is judged', () => {
  const tour = TOURS.find((t) => t.id === 'cetd')
  const stop = tour?.stops.find((s) => s.ask)
  if (!tour || !stop) throw new Error('no question')
  const run = play(tour.sample, tour.extractor)
  const frame = run.frameAt(stopMoment(run, stop))

  it('right, with the number', () => {
    expect(judgeAnswer(run, frame, { kind: 'node', node: nodeOf(run, 'article.story') })?.sentence).toMatch(
      /^Right: article\.story \(DensitySum 1\d{4}/,
    )
  })
  it('near, where it stands inside', () => {
    expect(judgeAnswer(run, frame, { kind: 'node', node: nodeOf(run, 'p.standfirst') })).toMatchObject({
      right: false,
      sentence: expect.stringMatching(/^Near: p\.standfirst \(.*\) stands in article\.story/) as string,
    })
  })
  it('too large, where it holds the answer', () => {
    expect(judgeAnswer(run, frame, { kind: 'node', node: run.page.body })?.sentence).toMatch(/^Too large: body .* holds article\.story/)
  })
  it('elsewhere', () => {
    expect(judgeAnswer(run, frame, { kind: 'node', node: nodeOf(run, 'div.top') })?.sentence).toMatch(
      /^Not div\.top .*: it is article\.story/,
    )
  })
})
