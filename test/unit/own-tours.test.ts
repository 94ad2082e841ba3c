/** Tours that a person records: their files, editing them, and whether they still fit. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changed,
  changedStop,
  draftOf,
  movedStop,
  redone,
  undone,
  withoutStop,
  withStop,
  fingerprintOf,
  isRecordedRun,
  leadToSamePage,
  misfit,
  MOST_STOPS,
  readTourFile,
  recordedOf,
  sourceOfStop,
  stopAt,
  type TourFile,
  tourOf,
} from '../../renderer/features/demo/tours/tour-file'
import { isTourRun, tourPlace } from '../../renderer/features/demo/state/tour-place'
import type { Demo } from '../../renderer/features/demo/state/demo-state'
import type { DemoRun } from '../../shared/demo/demo-run'
import { stopMoment, stopSentences } from '../../shared/demo/tours/tour'
import type { ParamValue } from '../../shared/extractors/core/params'
import { play as playOn, sample } from './demo-fixture'

const html = sample('news-article')

const play = (source: string, id = 'cectd-ds', change: Readonly<Record<string, ParamValue>> = {}): DemoRun => playOn(source, id, change)

const run = play(html)
const emptyTour: TourFile = {
  format: 'boilerscope-tour',
  version: 1,
  id: 'own-1',
  title: 'Mine',
  about: '',
  page: { source: { kind: 'sample', id: 'news-article' }, mode: 'source', title: 'News', ...fingerprintOf(run.page) },
  extractor: 'cectd-ds',
  params: { ...run.extraction.params },
  moments: run.timeline.length,
  stops: [],
}
const moments = [0, 20, run.timeline.length - 1]
const tour: TourFile = {
  ...emptyTour,
  stops: moments.map((moment) => ({ ...stopAt(run, moment), text: `See moment ${moment}.`, question: moment === 20 ? 'What wins?' : '' })),
}

describe('the file of a tour', () => {
  it('is read back as it was written', () => expect(readTourFile(JSON.stringify(tour))).toEqual({ ok: true, value: tour }))

  it('holds the bytes of a dropped page, and gives them back', () => {
    const dropped = { ...tour, page: { ...tour.page, source: { kind: 'base64', name: 'x.html', data: btoa('<p>x</p>') } } }
    const read = readTourFile(JSON.stringify(dropped))
    if (!read.ok) throw new Error(read.failure.message)
    const source = sourceOfStop(tourOf(read.value), 0)
    expect(leadToSamePage(source, { kind: 'bytes', name: 'other name.html', bytes: new TextEncoder().encode('<p>x</p>') })).toBe(true)
  })

  it.each([
    ['', 'not JSON'],
    ['[]', 'does not say that it is one'],
    ['{"format":"boilerscope-session"}', 'does not say that it is one'],
    ['{"format":"boilerscope-tour","version":2}', 'later version'],
    [JSON.stringify({ ...tour, stops: [{ ...tour.stops[0], moment: -1 }] }), 'stops.0.moment'],
    [JSON.stringify({ ...tour, stops: Array.from({ length: MOST_STOPS + 1 }, () => tour.stops[0]) }), 'stops'],
  ])('that is none says why, and what to do: %s', (text, why) => {
    const read = readTourFile(text)
    expect(read.ok).toBe(false)
    if (!read.ok) {
      expect(read.failure.code).toBe('tour.unreadable')
      expect(read.failure.message).toContain(why)
      expect(read.failure.next).not.toBe('')
    }
  })

  it('of whatever text is read or refused, never thrown at', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.json(),
      // A good file with one part of it exchanged for anything.
      fc.tuple(fc.constantFrom(...Object.keys(tour)), fc.jsonValue()).map(([key, value]) => JSON.stringify({ ...tour, [key]: value })),
      fc
        .tuple(fc.constantFrom(...Object.keys(tour.stops[0] ?? {})), fc.jsonValue())
        .map(([key, value]) => JSON.stringify({ ...tour, stops: [{ ...tour.stops[0], [key]: value }] })),
    )
    fc.assert(
      fc.property(anything, (text) => {
        const read = readTourFile(text)
        if (!read.ok) {
          expect(read.failure.code).toBe('tour.unreadable')
          return
        }
        // What is taken plays: each stop has its moment in the run or none, and its sentences.
        for (const stop of tourOf(read.value).stops) {
          const moment = stopMoment(run, stop)
          expect(Number.isInteger(moment) && moment >= -1 && moment < run.timeline.length).toBe(true)
          if (moment >= 0) expect(() => stopSentences(stop, run.frameAt(moment))).not.toThrow()
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('a recorded tour', () => {
  it('goes to the moments at which it was recorded, and says what was written', () => {
    const { stops } = tourOf(tour)
    expect(stops.map((stop) => stopMoment(run, stop))).toEqual(moments)
    expect(stops.map((stop, i) => stopSentences(stop, run.frameAt(moments[i] ?? 0)).at(-1)?.text)).toEqual(
      moments.map((moment) => `See moment ${moment}.`),
    )
  })

  it('is of its run, wherever the page came from; of no other', () => {
    expect(isRecordedRun(tour, run)).toBe(true)
    expect(isRecordedRun(tour, play(html))).toBe(true)
    expect(isRecordedRun(tour, play(html, 'cectd-ds', { lambda: 0.3 }))).toBe(false)
    expect(isRecordedRun(tour, play(html, 'ttr'))).toBe(false)
    expect(isRecordedRun(tour, play(`${html} `))).toBe(false)
  })

  it('says that its page or its run has changed, and how', () => {
    expect(misfit(tour, run)).toBeNull()
    expect(misfit(tour, play(html.replace('</body>', '<p>More.</p></body>')))).toMatch(/page is not as it was .* had \d+ characters/)
    expect(misfit({ ...tour, moments: tour.moments + 4 }, run)).toMatch(/run is not as it was .* had 74 moments and has 70/)
    // One letter for another: as long as before, and yet not the same.
    expect(misfit(tour, play(html.replace('Harbour', 'Harvour')))).toMatch(/page is not as it was/)
  })

  it('stands where it is, moved, or elsewhere', () => {
    const at = (position: number, own: DemoRun): Demo =>
      ({ run: own, position, example: null, tour: { tour: tourOf(tour), stop: 1, coming: false } }) as unknown as Demo
    const source = { kind: 'sample', id: 'news-article' } as const
    expect(tourPlace(at(20, run), null)).toBe('here')
    expect(tourPlace(at(21, run), null)).toBe('moved')
    expect(tourPlace(at(20, play(html, 'ttr')), source)).toBe('elsewhere')
    // The page of the tour, changed: it is the tour's place, and the card says that it no longer fits.
    expect(isTourRun(at(20, play(`${html} `)), source)).toBe(true)
    expect(isTourRun(at(20, play(`${html} `)), { kind: 'url', url: 'https://example.org/' })).toBe(false)
  })

  it('goes to the round of that number where the film has become another, not to the first', () => {
    const rounds = play(html, 'ttr')
    const { chapters } = rounds.timeline
    const last = chapters.findLast(({ step }) => step.name === 'cluster') ?? chapters[0]
    const first = chapters.find(({ step }) => step.name === 'cluster')
    expect(first).not.toBe(last)
    const recorded = {
      ...emptyTour,
      extractor: 'ttr',
      moments: rounds.timeline.length + 7,
      stops: [{ ...stopAt(rounds, last?.start ?? 0), text: 'x', question: '' }],
    }
    const stop = tourOf(recorded).stops[0]
    expect(stop && rounds.frameAt(stopMoment(rounds, stop)).chapter).toBe(last)
  })

  it('has nothing to show where its step is gone', () => {
    const gone = { ...tour, stops: [{ ...stopAt(run, 3), chapter: 'a step of yore' }] }
    expect(tourOf(gone).stops.map((stop) => stopMoment(run, stop))).toEqual([-1])
  })

  it('is told from ours', () => {
    expect(recordedOf(tourOf(tour))).toBe(tour)
    expect(recordedOf({ ...tourOf(tour), recorded: undefined } as never)).toBeNull()
  })
})

describe('editing', () => {
  const change = fc.record({
    kind: fc.constantFrom('add', 'remove', 'up', 'down', 'say'),
    at: fc.integer({ min: -1, max: 6 }),
    moment: fc.nat(69),
    text: fc.string({ maxLength: 9 }),
  })
  const applied = (file: TourFile, { kind, at, moment, text }: typeof change extends fc.Arbitrary<infer C> ? C : never): TourFile => {
    if (kind === 'add') return withStop(file, stopAt(run, moment), at)
    if (kind === 'remove') return withoutStop(file, at)
    return kind === 'say' ? changedStop(file, at, { text }) : movedStop(file, at, kind === 'up' ? -1 : 1)
  }

  it('is undone and redone step by step, and always leaves a file that can be read', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 25 }), (changes) => {
        let draft = draftOf(tour)
        const states = [tour]
        for (const each of changes) {
          const next = applied(draft.file, each)
          if (next !== draft.file) states.push(next)
          draft = changed(draft, next)
        }
        for (const state of states) expect(readTourFile(JSON.stringify(state)).ok).toBe(true)
        for (const state of states.toReversed()) {
          expect(draft.file).toEqual(state)
          draft = undone(draft)
        }
        expect(draft.file).toEqual(tour)
        for (let i = 0; i < states.length; i++) draft = redone(draft)
        expect(draft.file).toEqual(states.at(-1))
      }),
    )
  })

  it('takes letters typed into one field back together', () => {
    let draft = draftOf(tour)
    for (const title of ['N', 'Ne', 'New']) draft = changed(draft, { ...draft.file, title }, 'title')
    draft = changed(draft, changedStop(draft.file, 0, { text: 'x' }), '0 text')
    expect(undone(draft).file.title).toBe('New')
    expect(undone(undone(draft)).file).toEqual(tour)
  })

  it('moves a stop up and down again to where it was', () => {
    expect(movedStop(movedStop(tour, 1, -1), 0, 1)).toEqual(tour)
    expect(movedStop(tour, 0, -1)).toBe(tour)
  })
})
