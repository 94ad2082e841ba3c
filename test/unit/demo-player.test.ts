import { describe, expect, it } from 'vitest'
import { cardLines } from '../../renderer/features/demo/stage/card-lines'
import { cardSubject } from '../../shared/demo/card-subject'
import { DemoRun, shownNode } from '../../shared/demo/demo-run'
import { describeFrame } from '../../shared/demo/narration'
import { stageChart } from '../../shared/demo/stage-chart'
import { inStep, PHASES, phasesOf, runsDifference } from '../../shared/demo/playing'
import { findRemovedNodes } from '../../shared/demo/replay'
import { rowOf, treeRows } from '../../shared/demo/stage-rows'
import { chapterAt, chapterDuration, momentOfDecision, momentOfMark, placeOf, videoMoments } from '../../shared/demo/timeline'
import { registry } from '../../electron/peers/registry'
import { attributesOf } from '../../shared/page/page-model'
import { beginOf, endOf, METHODS, play, sample, stepOf } from './demo-fixture'
import { KEPT } from '../../shared/page/output'
import { syntheticPage } from '../bench/pages'

const EXAMPLE_2 =
  '<body><div class=main><div class=article><div class=articleHeadline>South Korea to Hold Artillery Drills on Island</div><div class=articleBody>The announcement came as <a>Bill Richardson</a></div></div></div></body>'

const NEWS = sample('news-article')

describe('the timeline of a run', () => {
  const run = play(EXAMPLE_2, 'cectd-ds')
  const { timeline } = run

  it('has a chapter per step, in order and without gaps', () => {
    const names = timeline.chapters.map((c) => c.step.name).slice(0, 7)
    expect(names.join(', ')).toBe('clean, count, links, density, density sum, target, threshold')
    let at = 0
    for (const chapter of timeline.chapters) {
      expect(chapter.start).toBe(at)
      at = chapter.end
    }
    expect(timeline.length).toBe(at)
  })

  it('has a moment per decision, which can be found from the decision and from the moment', () => {
    for (let d = 0; d < run.trace.decisionCount; d++) expect(placeOf(timeline, momentOfDecision(timeline, d)).decision).toBe(d)
  })

  it('finds a stored moment: by number in the same run, by chapter in another run', () => {
    const chapter = timeline.chapters[5]
    const mark = { moment: 40, moments: timeline.length, chapter: chapter?.step.name ?? '', into: 1 }
    expect([momentOfMark(timeline, mark), momentOfMark(timeline, { ...mark, moments: 9999 })]).toEqual([40, (chapter?.start ?? 0) + 1])
    expect(momentOfMark(timeline, { ...mark, moments: 9999, into: 9999 })).toBe((chapter?.end ?? 0) - 1)
    expect(momentOfMark(timeline, { ...mark, moment: 9999, moments: 9998, chapter: 'gone' })).toBe(timeline.length - 1)
  })
})

describe('a frame', () => {
  const run = play(EXAMPLE_2, 'cectd-ds')
  const node = (name: string): number =>
    Array.from({ length: run.page.count }, (_, n) => n).find((n) => attributesOf(run.page, n).some(([, v]) => v === name)) ?? -1

  it('shows the numbers of Example 2 from the innermost nodes up', () => {
    const { start, reveals } = stepOf(run, 'count')
    const [first, later] = [run.frameAt(start + 1), run.frameAt(start + reveals)]
    expect(run.valueIn(run.frameAt(start), 'C', node('article'))).toBeNaN()
    expect(run.valueIn(first, 'C', node('article'))).toBeNaN()
    expect([run.valueIn(later, 'C', node('article')), run.valueIn(later, 'C', run.page.body)]).toEqual([85, 85])
  })

  it('has the threshold from the threshold’s step on: 44.5585, the density of body', () => {
    const at = beginOf(run, 'threshold')
    expect(run.frameAt(at - 1).values.threshold).toBeUndefined()
    expect(run.frameAt(at).values.threshold).toBeCloseTo(44.5585, 3)
  })

  it('describes a moment in one sentence, with the numbers', () => {
    const told = (moment: number): string => describeFrame(run, run.frameAt(moment))
    expect(told(beginOf(run, 'target'))).toBe('The node with the largest DensitySum is the target. Node: div.article.')
    for (const words of ['for all 6 nodes', '194.7']) expect(told(endOf(run, 'density'))).toContain(words)
  })

  it('writes a share as the same percentage in the caption and on the card, beside the number of the formula', () => {
    const cuter = play('<p>A text.</p><p>And <a href=/>a link</a>.</p>', 'cuter')
    const frame = cuter.frameAt(endOf(cuter, 'link percentage'))
    expect(describeFrame(cuter, cuter.frameAt(stepOf(cuter, 'link percentage').start))).toContain('limit of the link percentage = 50.0 %')
    const values = [
      { label: 'limit of the link percentage', text: '0.5 = 50.0 %' },
      { label: 'text size of the page', text: '17 bytes' },
    ]
    expect(cardLines(cuter, frame)).toContainEqual({ kind: 'values', values })
  })

  it('is equal after steps forward and back', () => {
    const long = play(syntheticPage(3000), 'cectd-s')
    for (const moment of [long.timeline.length - 1, 40, 2000, 1999, 2001, 700, 0, 5000]) {
      const fresh = new DemoRun(long.page, long.info, long.extraction, long.trace)
      const [a, b] = [long.frameAt(moment), fresh.frameAt(moment)]
      expect([a.moment, ...a.selected]).toEqual([b.moment, ...b.selected])
      expect(Buffer.from(a.lines).equals(Buffer.from(b.lines))).toBe(true)
    }
  })
})

it('the formula card shows the measure that appears, even if the measure has no formula', () => {
  const run = play(sample('forum-thread'), 'textsweeper')
  expect(cardSubject(run, run.frameAt(beginOf(run, 'links') + 4)).measure?.id).toBe('linkTextLength')
})

describe('two runs in step', () => {
  it('are in chapters of the same name, and end together', () => {
    const [a, b] = [play(EXAMPLE_2, 'cectd-ds'), play(EXAMPLE_2, 'cectd-s')]
    expect(chapterAt(b.timeline, inStep(a, beginOf(a, 'threshold'), b)).step.name).toBe('threshold')
    expect(inStep(a, a.timeline.length - 1, b)).toBe(b.timeline.length - 1)
  })

  it.each([
    ['cectd-ds', 'ttr'],
    ['ttr', 'cectd-ds'],
    ['cuter', 'textsweeper'],
    ['contentex', 'cectd-ds'],
    ['textsweeper', 'cetr'],
  ])('%s and %s: are in the same phase if both have this phase, and never move back in time', (first, second) => {
    const [a, b] = [play(NEWS, first), play(NEWS, second)]
    const [phasesA, phasesB] = [phasesOf(a), phasesOf(b)]
    const names = new Set(b.timeline.chapters.map((c) => c.step.name))
    let before = 0
    for (let m = 0; m < a.timeline.length; m++) {
      const chapter = chapterAt(a.timeline, m)
      const there = inStep(a, m, b)
      // A step of the same name can be at any position of the other run.
      if (names.has(chapter.step.name)) continue
      const phase = phasesA[chapter.index] ?? 'prepare'
      if (phasesB.includes(phase)) expect(phasesB[chapterAt(b.timeline, there).index]).toBe(phase)
      expect(there).toBeGreaterThanOrEqual(before)
      before = there
    }
  })

  it('have phases in this order, for every extractor: prepare, measure, limit, select, result', () => {
    for (const [id] of METHODS) {
      const places = phasesOf(play(NEWS, id)).map((p) => PHASES.indexOf(p))
      expect(places, id).toEqual([...places].sort((x, y) => x - y))
    }
    const cetd = play(NEWS, 'cectd-ds')
    const phases = cetd.timeline.chapters.map((c, i) => `${c.step.name}: ${phasesOf(cetd)[i] ?? ''}`)
    const measured = 'clean: prepare, count: measure, links: measure, density: measure, density sum: measure'
    expect(phases.join(', ')).toBe(`${measured}, target: limit, threshold: limit, mark: select, descend: select, output: result`)
  })

  it('end with their differences: words of both runs, and texts that only one run keeps', () => {
    const [a, b] = [play(NEWS, 'cectd-ds'), play(NEWS, 'contentex')]
    const difference = runsDifference(a, b)
    expect(difference.both).toBeGreaterThan(700)
    expect(difference.overlap).toBeCloseTo(difference.both / (difference.both + difference.onlyFirst + difference.onlySecond), 12)
    expect(difference.second?.words).toBeGreaterThanOrEqual(difference.onlySecond / 2)
    const same = runsDifference(a, a)
    expect(same).toMatchObject({ onlyFirst: 0, onlySecond: 0, overlap: 1, first: null, second: null })
  })
})

it('the stage’s tree has removed elements in one row, and all other nodes at their positions', () => {
  const run = play('<body><script>1</script><style>a{}</style><p>Some text that stands here.</p><script>2</script></body>', 'cectd-ds')
  const rows = treeRows(run.page, findRemovedNodes(run))
  expect(rows.map((r) => r.label)).toEqual(['body', 'removed before the run: 3 elements', 'p'])
  for (const [i, row] of rows.entries()) if (row.node >= 0) expect(rowOf(rows, run.page, row.node)).toBe(i)
  expect(treeRows(run.page)).toHaveLength(5)
})

describe.each(METHODS)('the player plays %s without a special case', (id) => {
  it.each(['news-article', 'overview', 'table-layout', 'script-only-raw'])('on %s: a sentence and a frame at every moment', (name) => {
    const run = play(sample(name), id)
    const stride = Math.max(1, Math.floor(run.timeline.length / 150))
    for (let m = 0; m < run.timeline.length; m += stride) {
      const frame = run.frameAt(m)
      const sentence = describeFrame(run, frame)
      expect(sentence.length).toBeGreaterThan(5)
      expect(sentence).not.toMatch(/undefined|NaN|\{value\}|\{limit\}/)
      const chart = stageChart(run, frame, 300)
      if (chart) expect(chart.columns.length).toBeLessThanOrEqual(300)
    }
  })
})

const SYSTEMS = registry.list().flatMap(({ id, family }) => (family === 'system' ? [id] : []))
it.each(SYSTEMS)(
  'a trace of a page of 10,000 nodes keeps at most fifty frames of %s (`bench demo` measures the time to reach a moment)',
  (id) => {
    const run = play(syntheticPage(10_000), id)
    for (let m = 0; m < run.timeline.length; m += 97) run.frameAt(m)
    expect(run.memory).toBeLessThan(50 * 3 * run.page.count)
  },
)

it.each(['contentex', 'ttr', 'cetr', 'cectd-ds'])('at the end %s shows kept text after the last decision', (id) => {
  const run = play(NEWS, id)
  const frame = run.frameAt(run.timeline.length - 1)
  expect(frame.selected[shownNode(run, frame)]).toBe(KEPT)
})

describe('on a page without text', () => {
  const frames = '<frameset><frame src="a.html"></frameset>'
  // Readability and Defuddle also run on a page without text, and have steps for the empty result.
  it.each(METHODS.filter(([id]) => id !== 'readability' && id !== 'defuddle'))(
    '%s ends with the reason for the empty result and advice, on the stage and on the card',
    (id) => {
      const reasons: readonly (readonly [string, string])[] = [
        ['<body><img src="a.png"></body>', 'The page has no text. If scripts build the page, load it in rendered mode.'],
        [frames, 'The page has no body. If the page is a frameset, open one of its frames.'],
      ]
      for (const [html, why] of reasons) {
        const run = play(html, id)
        const last = run.frameAt(run.timeline.length - 1)
        expect(describeFrame(run, last)).toContain(`Nothing is kept. ${why}`)
        expect(describeFrame(run, last)).not.toContain('It is kept')
        expect(
          cardLines(run, last)
            .slice(0, 2)
            .map((line) => ('text' in line ? `${line.kind} ${line.text}` : '')),
        ).toEqual(['title Nothing is kept', `words ${why}`])
        if (run.timeline.length > 1) expect(describeFrame(run, run.frameAt(0))).not.toContain(why)
      }
    },
  )
})

it('the video has the speed of the player and ends at the last moment', () => {
  for (const id of ['cectd-ds', 'ttr', 'cetr']) {
    const run = play(NEWS, id)
    const moments = videoMoments(run.timeline)
    expect([moments[0]?.moment, moments.at(-1)?.moment]).toEqual([0, run.timeline.length - 1])
    moments.slice(1).forEach(({ moment }, i) => expect(moment).toBeGreaterThan(moments[i]?.moment ?? 0))
    const played = run.timeline.chapters.reduce((sum, chapter) => sum + chapterDuration(chapter), 0)
    expect(Math.abs(moments.slice(0, -1).reduce((sum, { milliseconds }) => sum + milliseconds, 0) - played)).toBeLessThan(5000)
    for (const { milliseconds } of moments) expect(milliseconds).toBeGreaterThanOrEqual(100)
  }
})
