/** Tours that ask before they show, and breakpoints with a condition. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { registry } from '../../electron/peers/registry'
import { cardSubject } from '../../shared/demo/card-subject'
import { DemoRun } from '../../shared/demo/demo-run'
import { nextStop, sameBreakpoint } from '../../shared/demo/stops'
import { judgeAnswer, rightAnswer } from '../../shared/demo/tours/question'
import { stopMoment } from '../../shared/demo/tours/tour'
import { TOURS } from '../../shared/demo/tours/tours'
import { nodeLabel } from '../../shared/explain/node-label'
import { extractorInfo } from '../../shared/extractors/core/extractor'
import { resolveParams, traceExtractor } from '../../shared/extractors/core/run'
import { ELEMENT } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { oncePerPage } from '../tour-pages'

const play = (sample: string, id: string): DemoRun => playHtml(readFileSync(`electron/samples/pages/${sample}.html`, 'utf8'), id)

function playHtml(html: string, id: string): DemoRun {
  const page = parsePage(html, { sourcePositions: true })
  const extractor = registry.get(id)
  if (!extractor) throw new Error(id)
  const { extraction, trace } = traceExtractor(page, extractor, resolveParams(extractor, 'default', {}))
  return new DemoRun(page, extractorInfo(extractor), extraction, trace)
}

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

describe('a breakpoint with a condition', () => {
  const run = play('news-article', 'cectd-ds')
  const end = run.timeline.length - 1

  it('stops where the density of what is decided is below 20', () => {
    const at = nextStop(run, [{ kind: 'value', measure: 'density', relation: '<', limit: 20 }], 0, end)
    const { decision, node } = run.frameAt(at)
    expect(decision).not.toBeNull()
    expect(run.valuesOf('density')?.[node]).toBeLessThan(20)
    // And at none before.
    for (let m = 0; m < at; m++) {
      const before = run.frameAt(m)
      if (before.decision) expect(run.valuesOf('density')?.[before.node] ?? Number.NaN).not.toBeLessThan(20)
    }
  })

  it('stops when a node is kept, and not when it is dropped', () => {
    const top = nodeOf(run, 'div.top')
    expect(nextStop(run, [{ kind: 'fate', node: top, fate: 'kept' }], 0, end)).toBe(-1)
    expect(run.frameAt(nextStop(run, [{ kind: 'fate', node: top, fate: 'dropped' }], 0, end)).decision?.outcome).toBe('drop')
    const story = nodeOf(run, 'p.standfirst')
    expect(run.frameAt(nextStop(run, [{ kind: 'fate', node: story, fate: 'kept' }], 0, end)).decision?.outcome).toBe('keep')
  })

  it('tells lines from nodes', () => {
    const ttr = play('docs-page', 'ttr')
    const at = nextStop(ttr, [{ kind: 'value', measure: 'smoothed', relation: '>', limit: 50 }], 0, ttr.timeline.length - 1)
    const line = ttr.frameAt(at).decision?.line ?? -1
    expect(ttr.valuesOf('smoothed')?.[line]).toBeGreaterThan(50)
    expect(cardSubject(ttr, ttr.frameAt(at)).subject).toBe(line)
  })

  it('is the same only with the same measure, relation and limit', () => {
    const a = { kind: 'value', measure: 'density', relation: '<', limit: 20 } as const
    expect(sameBreakpoint(a, { ...a })).toBe(true)
    expect(sameBreakpoint(a, { ...a, relation: '>' })).toBe(false)
    expect(sameBreakpoint(a, { kind: 'fate', node: 1, fate: 'kept' })).toBe(false)
  })
})
