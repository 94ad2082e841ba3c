/** The exported film's state: what its player shows at any moment is what the run shows there. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DemoRun } from '../../shared/demo/demo-run'
import { exportRun } from '../../shared/demo/export-run'
import { narrate } from '../../shared/demo/narration'
import { stageChart } from '../../shared/demo/stage-chart'
import { stagePlane } from '../../shared/demo/stage-plane'
import { chapterDuration } from '../../shared/demo/timeline'
import { extractorInfo } from '../../shared/extractors/core/extractor'
import { resolveParams, traceExtractor } from '../../shared/extractors/core/run'
import { registry } from '../../electron/peers/registry'
import { parsePage } from '../../shared/page/parse-page'
import { advance, cardOf, chapterOf, chartOf, filmState, heatOf, seek, stopOf } from '../../renderer/film/film-state'
import { cardLines } from '../../renderer/features/demo/out/card-lines'
import { filmCard } from '../../renderer/features/demo/out/film-card'
import { lineTopic } from '../../shared/demo/demo-run'
import { OUTCOMES } from '../../shared/extractors/core/probe'

function play(sample: string, id: string): DemoRun {
  const extractor = registry.get(id)
  if (!extractor) throw new Error(id)
  const page = parsePage(readFileSync(`electron/samples/pages/${sample}.html`, 'utf8'), { sourcePositions: true })
  const { extraction, trace } = traceExtractor(page, extractor, resolveParams(extractor, 'default', {}))
  return new DemoRun(page, extractorInfo(extractor), extraction, trace)
}

describe.each(['cectd-ds', 'ttr', 'cetr'])('a film of %s', (id) => {
  const run = play('news-article', id)
  const film = exportRun(run, 'News')
  const cards = exportRun(run, 'News', 20_000, { card: (frame) => filmCard(run, frame) })
  const order = [film.moments.length - 1, 3, 40, 39, 60, 0, 61]

  it('tells and shows at every moment what the run does, whichever way it is reached', () => {
    const state = filmState(film)
    for (const moment of order) {
      seek(film, state, moment)
      const frame = run.frameAt(moment)
      expect(film.sentences[state.now.text ?? -1]).toBe(narrate(run, frame))
      expect(film.chapters[chapterOf(film, moment)]?.name).toBe(frame.chapter.step.name)
    }
  })

  it('draws the stage’s own chart, with its ticks, threshold, clusters and what is kept', () => {
    const state = filmState(film)
    for (const moment of order) {
      seek(film, state, moment)
      const frame = run.frameAt(moment)
      const plane = stagePlane(run, frame)
      const drawn = chartOf(film, state)
      if (plane) {
        expect(drawn && 'plane' in drawn && drawn.plane.centres).toEqual(plane.centres)
        expect(drawn && 'plane' in drawn && drawn.plane.current !== null).toBe(plane.current !== null)
        continue
      }
      const chart = stageChart(run, frame, 240)
      if (!chart || !drawn || !('columns' in drawn)) throw new Error('no chart')
      const { columns } = drawn
      expect([columns.ticks, columns.threshold, columns.centres]).toEqual([chart.ticks, chart.threshold, chart.centres])
      expect(columns.columns.map((c) => [c.kept, c.cluster, c.current])).toEqual(chart.columns.map((c) => [c.kept, c.cluster, c.current]))
    }
  })

  it('has the formula card of each moment, with its numbers', () => {
    const state = filmState(cards)
    for (const moment of order) {
      seek(cards, state, moment)
      const wanted = cardLines(run, run.frameAt(moment))
      const text = cardOf(cards, state)
        .replace(/<[^>]*>/g, ' ')
        .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
      for (const line of wanted) {
        if (line.kind !== 'tex') expect(text).toContain(line.text)
        else for (const number of line.tex.replaceAll('{,}', ',').match(/\d[\d,.]*/g) ?? []) expect(text).toContain(number)
      }
      if (wanted.length === 0) expect(text).toBe('')
    }
  })

  it('shows the lines of the source where the moment is about lines, and which are kept', () => {
    const state = filmState(film)
    const keeps = new Set(['keep', 'keepNode'].map((outcome) => OUTCOMES.findIndex((o) => o === outcome) + 1))
    for (const moment of [...order, film.moments.length - 2]) {
      seek(film, state, moment)
      const frame = run.frameAt(moment)
      const topic = lineTopic(run, frame)
      expect(film.lineMeasures[state.now.lineMeasure ?? -1]?.label).toBe(run.info.measures.find((m) => m.id === topic)?.label)
      film.lines.forEach((_, line) => expect(state.lines[line]).toBe(keeps.has(frame.lines[line] ?? 0) ? 1 : 0))
    }
  })

  it('colours what speaks by the measure that appears, until something is kept', () => {
    const state = filmState(film)
    const tops = film.measures.map(({ values }) => Math.log1p(values.reduce<number>((max, v) => Math.max(max, v ?? 0), 1e-9)))
    for (const moment of order) {
      seek(film, state, moment)
      film.rows.forEach((row, i) => {
        const heat = heatOf(film, state, i, tops)
        expect(heat).toBeLessThanOrEqual(9)
        if (!row.speaks || state.fates.includes(1)) expect(heat).toBe(-1)
      })
    }
  })

  it('plays each chapter in the time the stage takes for it', () => {
    const first = run.timeline.chapters[0]
    if (!first) throw new Error('no chapter')
    expect(advance(film, 0, chapterDuration(first) + 1)).toBe(first.end)
    expect(advance(film, 0, chapterDuration(first) / 2)).toBeLessThan(first.end)
  })
})

describe('the tour of a film', () => {
  const run = play('news-article', 'cectd-ds')
  const stops = [0, 0, 20, 60].map((moment, i) => ({ moment, title: `Stop ${i + 1}`, text: 'See.' }))

  it('is at the first stop of a moment, else at the last one before it', () => {
    const film = exportRun(run, 'News', 20_000, { tour: { title: 'T', stops } })
    expect([0, 1, 19, 20, 59, 60, 69].map((moment) => stopOf(film, moment))).toEqual([0, 1, 1, 2, 2, 3, 3])
  })

  it('goes to the next moment that is there where its own is left out', () => {
    const film = exportRun(run, 'News', 20, { tour: { title: 'T', stops } })
    for (const { moment } of film.tour?.stops ?? []) expect(film.moments[moment]).toBeDefined()
    expect(film.tour?.stops.map((stop) => stop.moment)).toEqual(
      [...(film.tour?.stops ?? [])].map((stop) => stop.moment).sort((a, b) => a - b),
    )
  })
})

describe('the card of a film', () => {
  it('holds names of the page as text, whatever they are', () => {
    const extractor = registry.get('cectd-ds')
    if (!extractor) throw new Error('cectd-ds')
    const page = parsePage(
      '<div id="<img/src=x/onerror=alert(1)>"><p>Some text, long enough to be measured and kept as content here.</p></div>',
    )
    const { extraction, trace } = traceExtractor(page, extractor, resolveParams(extractor, 'default', {}))
    const run = new DemoRun(page, extractorInfo(extractor), extraction, trace)
    const film = exportRun(run, 'X', 20_000, { card: (frame) => filmCard(run, frame) })
    const state = filmState(film)
    for (let moment = 0; moment < film.moments.length; moment++) {
      seek(film, state, moment)
      expect(cardOf(film, state)).not.toMatch(/<img|onerror=alert\(1\)>/)
    }
    expect(JSON.stringify(film.cards)).not.toContain('onerror')
  })
})
