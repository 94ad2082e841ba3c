/** A run in short, a part of it in a loop, and how playing goes on through either. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { registry } from '../../electron/peers/registry'
import { PHASES, phaseSpan, phasesOf } from '../../shared/demo/phases'
import { playOn, type Playing } from '../../shared/demo/play-on'
import { summaryMoments, summaryPlace } from '../../shared/demo/summary'
import { movedSpan, spanWith } from '../../shared/demo/timeline'
import { nodeLabel } from '../../shared/explain/node-label'
import { syntheticPage } from '../bench/pages'
import { play, sample } from './demo-fixture'

const news = sample('news-article')

describe('the summary of a run', () => {
  it.each(registry.list().map((e) => [e.id] as const))('of %s has its ends, each phase, and few moments, in order', (id) => {
    const run = play(news, id)
    const moments = summaryMoments(run)
    expect(moments[0]).toBe(0)
    expect(moments.at(-1)).toBe(run.timeline.length - 1)
    expect([...new Set(moments)].sort((a, b) => a - b)).toEqual(moments)
    expect(moments.length).toBeLessThanOrEqual(60)
    const phases = new Set(moments.map((m) => phasesOf(run)[run.frameAt(m).chapter.index]))
    expect(phases).toEqual(new Set(PHASES.filter((phase) => phaseSpan(run, phase))))
  })

  it('of CECTD-DS on the news article: each measure complete, target, threshold, what is kept, the end', () => {
    const run = play(news, 'cectd-ds')
    const shown = summaryMoments(run).map((m) => {
      const { chapter, decision, node } = run.frameAt(m)
      return decision ? `${chapter.step.name}: ${nodeLabel(run.page, node)} ${decision.outcome}` : chapter.step.name
    })
    expect(shown).toEqual([
      'clean',
      'count',
      'links',
      'density',
      'density sum',
      'target',
      'threshold',
      'mark',
      'mark: article.story keep',
      'output',
    ])
  })

  it('stays short where a run is long, and tells what turned most', () => {
    const run = play(syntheticPage(3000), 'cetr')
    expect(run.timeline.length).toBeGreaterThan(500)
    expect(summaryMoments(run).length).toBeLessThanOrEqual(60)
  })

  it('of ContentEx has the largest thing that is dropped', () => {
    const run = play(news, 'contentex')
    const dropped = summaryMoments(run).map((m) => run.frameAt(m))
    expect(dropped.some(({ decision }) => decision?.outcome === 'drop')).toBe(true)
  })

  it('has a place for every moment: the last that is not after it', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(200), { minLength: 1 }), fc.nat(220), (some, moment) => {
        const moments = [0, ...some.filter((m) => m > 0).sort((a, b) => a - b)]
        const at = moments[summaryPlace(moments, moment)] ?? -1
        expect(at).toBeLessThanOrEqual(moment)
        expect(moments.some((m) => m > at && m <= moment)).toBe(false)
      }),
    )
  })
})

describe('playing', () => {
  const run = play(news, 'cectd-ds')
  const { timeline } = run
  const end = timeline.length - 1
  const plain: Playing = { loop: 'none', marked: null, only: null, stands: () => 1000 }

  it('ends at the last moment, once', () => {
    expect(playOn(timeline, plain, end - 0.5, 1e6)).toEqual({ position: end, isOver: true })
    expect(playOn(timeline, { ...plain, loop: 'run' }, end - 0.5, 1e6)).toEqual({ position: 0, isOver: false })
  })

  it('between A and B goes from the end of B to the beginning of A, again and again', () => {
    const marked = { from: 10, to: 20 }
    const playing = { ...plain, marked }
    expect(playOn(timeline, playing, 20.999, 1000)).toEqual({ position: 10, isOver: false })
    // B itself stands its time.
    expect(Math.floor(playOn(timeline, playing, 20, 1).position)).toBe(20)
    let at = 10
    for (let i = 0; i < 500; i++) {
      const next = playOn(timeline, playing, at, 97)
      expect(next.isOver).toBe(false)
      expect(next.position >= 10 && next.position < 21).toBe(true)
      at = next.position
    }
  })

  it('with B at the end, or A alone, goes from the end to A', () => {
    expect(playOn(timeline, { ...plain, marked: { from: 5, to: end } }, end - 0.1, 1e6).position).toBe(5)
  })

  it('of the summary shows its moments only, each as long as it stands, and ends at the last', () => {
    const only = summaryMoments(run)
    const playing = { ...plain, only }
    const seen = new Set<number>()
    let at = 0
    let isOver = false
    for (let i = 0; !isOver && i < 1000; i++) {
      seen.add(Math.floor(at))
      ;({ position: at, isOver } = playOn(timeline, playing, at, 250))
    }
    seen.add(at)
    expect([...seen]).toEqual(only)
    expect(at).toBe(end)
    expect(playOn(timeline, playing, 0, 999).position).toBeCloseTo(0.999, 9)
    expect(playOn(timeline, playing, 0, 1000).position).toBe(only[1])
  })

  it('never goes back but at the end of what is looped, however long the time', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: end, noNaN: true }),
        fc.double({ min: 0, max: 1e5, noNaN: true }),
        fc.boolean(),
        (from, ms, short) => {
          const { position } = playOn(timeline, { ...plain, only: short ? summaryMoments(run) : null }, from, ms)
          expect(position).toBeGreaterThanOrEqual(from - 1e-9)
          expect(position).toBeLessThanOrEqual(end)
        },
      ),
    )
  })
})

describe('a narrowed scrubber', () => {
  const { timeline } = play(news, 'cectd-ds')

  it('moves as far as there is room, keeps its size, and holds the moment', () => {
    const place = fc.nat(timeline.length - 1)
    fc.assert(
      fc.property(place, place, place, fc.integer({ min: -200, max: 200 }), (a, b, moment, by) => {
        const span = { from: Math.min(a, b), to: Math.max(a, b) }
        for (const moved of [movedSpan(timeline, span, by), spanWith(timeline, span, moment)]) {
          expect(moved.to - moved.from).toBe(span.to - span.from)
          expect(moved.from >= 0 && moved.to < timeline.length).toBe(true)
        }
        const { from, to } = spanWith(timeline, span, moment)
        expect(moment >= from && moment <= to).toBe(true)
      }),
    )
  })
})
