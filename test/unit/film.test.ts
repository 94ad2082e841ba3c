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
import { advance, chapterOf, chartOf, filmState, seek } from '../../renderer/film/film-state'

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

  it('plays each chapter in the time the stage takes for it', () => {
    const first = run.timeline.chapters[0]
    if (!first) throw new Error('no chapter')
    expect(advance(film, 0, chapterDuration(first) + 1)).toBe(first.end)
    expect(advance(film, 0, chapterDuration(first) / 2)).toBeLessThan(first.end)
  })
})
