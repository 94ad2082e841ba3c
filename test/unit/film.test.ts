/** The exported film's state: what its player shows at any moment is what the run shows there. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DemoRun, lineTopic, nodeTopic, shownNode, type Frame } from '../../shared/demo/demo-run'
import { exportRun } from './demo-fixture'
import { narrate } from '../../shared/demo/narration'
import { stageChart } from '../../shared/demo/stage-chart'
import { stagePlane } from '../../shared/demo/stage-plane'
import { chapterDuration } from '../../shared/demo/timeline'
import { extractorInfo } from '../../shared/extractors/core/extractor'
import { resolveParams, traceExtractor } from '../../shared/extractors/core/run'
import { registry } from '../../electron/peers/registry'
import { parsePage } from '../../shared/page/parse-page'
import {
  advance,
  cardOf,
  chapterOf,
  chartOf,
  filmMeasures,
  filmState,
  heatOf,
  lineBar,
  notesOf,
  rowBar,
  seek,
  stopOf,
  wayOf,
} from '../../renderer/film/film-state'
import { codeNote } from '../../renderer/features/demo/code-note'
import { formatMeasure, formatNumber } from '../../renderer/components/number-format'
import { codePlace, codeValues } from '../../shared/demo/code-place'
import { rowOf, takenOut, treeRows } from '../../shared/demo/stage-tree'
import { ELEMENT } from '../../shared/page/page-model'
import { cardLines } from '../../renderer/features/demo/out/card-lines'
import { filmCard } from '../../renderer/features/demo/out/film-card'
import { OUTCOMES } from '../../shared/extractors/core/probe'

function play(sample: string, id: string): DemoRun {
  const extractor = registry.get(id)
  if (!extractor) throw new Error(id)
  const page = parsePage(readFileSync(`electron/samples/pages/${sample}.html`, 'utf8'), { sourcePositions: true })
  const { extraction, trace } = traceExtractor(page, extractor, resolveParams(extractor, 'default', {}))
  return new DemoRun(page, extractorInfo(extractor), extraction, trace)
}

/** The five methods that have tours, and CETR with its plane. */
const METHODS = ['cectd-ds', 'ttr', 'textsweeper', 'cuter', 'contentex', 'cetr']

describe.each(METHODS)('a film of %s', (id) => {
  const run = play('news-article', id)
  const film = exportRun(run, 'News', 20_000, { format: formatNumber, note: codeNote })
  const cards = exportRun(run, 'News', 20_000, { card: (frame) => filmCard(run, frame) })
  const order = [film.moments.length - 1, 3, 40, 39, 60, 0, 61]

  it('tells and shows at every moment what the run does, whichever way it is reached', () => {
    const state = filmState(film)
    for (const moment of order) {
      seek(film, state, moment)
      const frame = run.frameAt(moment)
      expect(film.sentences[state.now.text ?? -1]).toBe(narrate(run, frame, formatNumber))
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
    const measures = filmMeasures(film.measures)
    for (const moment of order) {
      seek(film, state, moment)
      film.rows.forEach((row, i) => {
        const heat = heatOf(film, state, i, measures)
        expect(heat).toBeLessThanOrEqual(9)
        if (!row.speaks || state.fates.includes(1)) expect(heat).toBe(-1)
      })
    }
  })

  it('lights the line just run and the next one at every moment, with the stage’s values beside the lines', () => {
    const state = filmState(film)
    for (let moment = 0; moment < film.moments.length; moment++) {
      seek(film, state, moment)
      const frame = run.frameAt(moment)
      const { ran, next } = codePlace(run, moment)
      expect([moment, state.now.ran, state.now.next]).toEqual([moment, ran, next])
      const wanted = [...codeValues(run, frame)].map(([line, value]) => [
        line,
        codeNote(value),
        ...(value.kind === 'test' ? [value.holds] : []),
      ])
      expect(notesOf(film, state)).toEqual(wanted)
    }
  })

  it('writes into each row of the tree, and of the source, what the stage writes there', () => {
    const state = filmState(film)
    const measures = filmMeasures(film.measures)
    const lineMeasures = filmMeasures(film.lineMeasures)
    const text = (value: number, measure: string): string =>
      Number.isFinite(value) ? formatMeasure(value, run.info.measures.find((m) => m.id === measure)?.share) : ''
    for (let moment = 0; moment < film.moments.length; moment += moment < 60 ? 1 : 7) {
      seek(film, state, moment)
      const frame = run.frameAt(moment)
      const onNodes = nodeTopic(run, frame)
      if (onNodes !== null)
        film.rows.forEach(({ node }, row) => {
          const value = node < 0 ? Number.NaN : run.valueIn(frame, onNodes, node)
          expect([moment, node, rowBar(film, state, row, measures).text]).toEqual([moment, node, text(value, onNodes)])
        })
      const onLines = lineTopic(run, frame)
      if (onLines !== null)
        film.lines.forEach((_, line) =>
          expect([moment, line, lineBar(film, state, line, lineMeasures).text]).toEqual([
            moment,
            line,
            text(run.valueIn(frame, onLines, line), onLines),
          ]),
        )
      expect(film.rows[state.now.row ?? -1]?.node ?? -1).toBe(rowShown(frame))
      expect(wayOf(film, state).nodes).toEqual(frame.decision ? [] : (frame.chapter.step.way ?? []))
    }
    function rowShown(frame: Frame): number {
      const rows = treeRows(run.page, takenOut(run))
      return rows[rowOf(rows, run.page, shownNode(run, frame))]?.node ?? -1
    }
  })

  it('leaves on the page what its step has decided about, and nothing of the step before', () => {
    const state = filmState(film)
    for (let moment = 0; moment < film.moments.length; moment++) {
      seek(film, state, moment)
      const { chapter, decided } = run.frameAt(moment)
      const wanted: number[] = []
      for (let d = chapter.firstDecision; d < decided - 1; d++) {
        const { node, line, outcome } = run.decisionAt(d)
        if (line < 0 && outcome !== 'path') wanted.push(run.page.kind[node] === ELEMENT ? node : (run.page.parent[node] ?? -1))
      }
      expect([moment, state.trail.map(({ node }) => node)]).toEqual([moment, wanted])
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
