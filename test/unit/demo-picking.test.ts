import { describe, expect, it } from 'vitest'
import { cardSubject, workedSum, elementAt, pageMarks } from '../../shared/demo/card-subject'
import { columnAt, columnShapes } from '../../shared/demo/chart-shapes'
import type { DemoRun } from '../../shared/demo/demo-run'
import { EXAMPLES } from '../../shared/demo/examples'
import { stageChart } from '../../shared/demo/stage-chart'
import { chapterGroups } from '../../shared/demo/timeline'
import { whyPicked } from '../../shared/demo/narration'
import { chartAt, METHODS, nodeOf, play, sample } from './demo-fixture'
import { readdirSync } from 'node:fs'
import { registry } from '../../electron/peers/registry'
import { stageRows, treeRows } from '../../shared/demo/stage-rows'

const EXAMPLE_2 = EXAMPLES.find((e) => e.id === 'cetd-2')?.html ?? ''

const measureOf = (run: DemoRun, id: string) => {
  const found = run.measureOf(id)
  if (!found) throw new Error(id)
  return found
}

describe('the terms of a sum', () => {
  it('DensitySum: the children’s densities of Example 2', () => {
    const run = play(EXAMPLE_2, 'cetd-ds')
    const sum = workedSum(run, run.frameAt(Number.MAX_SAFE_INTEGER), measureOf(run, 'densitySum'), nodeOf(run, 'div.article'))
    // Example 2 of the paper: 46 for the headline, 39 for the body of the article.
    expect(sum?.terms.map((t) => `${t.label} ${t.value}`)).toEqual(['div.articleHeadline 46', 'div.articleBody 39'])
    expect(sum?.total).toBe(85)
  })

  it('direct text of an element is a separate term', () => {
    const run = play(EXAMPLE_2, 'cetd-ds')
    const last = run.frameAt(Number.MAX_SAFE_INTEGER)
    const terms = workedSum(run, last, measureOf(run, 'C'), nodeOf(run, 'div.articleBody'))?.terms
    expect(terms?.map((t) => `${t.label} ${t.value}`)).toEqual(['a 15', 'own text 24'])
  })

  it('elements in an unwrapped form are children of the element around it, not direct text', () => {
    const run = play('<body><div><form><section><p>One</p></section>four<p>Three</p></form><b>Eight</b></div></body>', 'cetd-ds')
    const last = run.frameAt(Number.MAX_SAFE_INTEGER)
    const terms = (id: string) => workedSum(run, last, measureOf(run, id), nodeOf(run, 'div'))?.terms.map((t) => `${t.label} ${t.value}`)
    expect(terms('C')).toEqual(['section 3', 'p 5', 'b 5', 'own text 4'])
    expect(terms('T')).toEqual(['section 1', 'p 0', 'b 0', 'the children themselves 3'])
  })

  it.each(METHODS)('the terms of %s add up to what the run measured', (id) => {
    for (const name of ['news-article', 'forum-thread']) {
      const run = play(sample(name), id)
      const last = run.frameAt(Number.MAX_SAFE_INTEGER)
      for (const measure of run.info.measures) {
        const values = run.valuesOf(measure.id) ?? new Float64Array(0)
        for (let s = 0; s < values.length; s++) {
          const sum = workedSum(run, last, measure, s)
          if (!sum) continue
          const added = sum.terms.reduce((all, t) => all + t.value, 0) / sum.divisor
          expect(Math.abs(added - sum.total)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(sum.total)))
        }
      }
    }
  })
})

describe('picking on the stage', () => {
  const run = play(sample('news-article'), 'cectd-ds')
  const end = run.timeline.length - 1

  it('the card shows the deciding rule of a dropped node', () =>
    expect(whyPicked(run, { per: 'node', subject: nodeOf(run, 'div.top') })).toMatch(
      /^Dropped: it has density 4\.4\d*, but needs at least /,
    ))

  it('the card shows the deciding rule of a line', () => {
    const ttr = play(sample('docs-page'), 'ttr')
    const lines = ttr.extraction.lines?.content ?? new Uint8Array(0)
    expect(whyPicked(ttr, { per: 'line', subject: lines.indexOf(1) })).toMatch(/^Content: /)
    expect(whyPicked(ttr, { per: 'line', subject: lines.indexOf(0) })).toMatch(/^Not content: /)
  })

  it('a position of the chart gives the column that is drawn there', () => {
    const box = { width: 500, height: 200, font: 11 }
    const chart = chartAt(run, end)
    const format = String
    const drawn = columnShapes(chart, box, format).filter((s) => s.type === 'path' && (s.role === 'column' || s.role === 'kept'))
    const places = drawn.flatMap((s) => (s.type === 'path' ? [...s.d.matchAll(/M([\d.]+) /g)].map((m) => Number(m[1])) : []))
    const known = chart.columns.flatMap((c, i) => (Number.isNaN(c.value) ? [] : [i]))
    expect(places.sort((a, b) => a - b).map((x) => columnAt(chart, box, format, x + 0.2))).toEqual(known)
    expect([columnAt(chart, box, format, 0), columnAt(chart, box, format, 499)]).toEqual([-1, -1])
  })
})

it('chapters of the same name are grouped if they are consecutive', () => {
  const run = play(sample('forum-thread'), 'cectd-ds')
  const groups = chapterGroups(run.timeline)
  for (const [i, { first }] of groups.entries()) expect(first.step.name).not.toBe(groups[i - 1]?.first.step.name)
  expect(groups.reduce((all, g) => all + g.last.index - g.first.index + 1, 0)).toBe(run.timeline.chapters.length)
})

const SAMPLES = readdirSync('electron/samples/pages').map((file) => file.replace(/\.html$/, ''))
const SYSTEMS = registry.list().filter(({ family }) => family === 'system')

describe('the subject of the card is marked', () => {
  it.each(SYSTEMS.map(({ id }) => [id] as const))('in %s: the row, the frame on the page and the column of the chart', (id) => {
    let compared = 0
    for (const name of SAMPLES) {
      const run = play(sample(name), id)
      const tree = treeRows(run.page)
      for (let m = 0; m < run.timeline.length; m++) {
        const frame = run.frameAt(m)
        const where = `${name}, moment ${m}`
        const { subject, per, compared: rule } = cardSubject(run, frame)
        const rows = stageRows(run, frame, tree)
        const chart = stageChart(run, frame, 10_000)
        const column = chart?.columns.find(({ current, subject: of }) => current && of >= 0)?.subject
        if (per === 'line') {
          if (rows.current >= 0) expect(rows.current, where).toBe(subject)
          if (chart?.per === 'line' && column !== undefined) expect(column, where).toBe(subject)
          continue
        }
        const explained = elementAt(run.page, rule ? frame.node : subject)
        const row = rows.rowAt(rows.current).picked
        if (row?.per === 'node') {
          compared++
          expect(row.subject, where).toBe(explained)
        }
        if (chart?.per === 'node' && column !== undefined) expect(column, where).toBe(explained)
        const { current, way } = pageMarks(run, frame)
        if (current) expect([elementAt(run.page, current.node), ...way], where).toContain(explained)
      }
    }
    expect(compared).toBeGreaterThan(0)
  })
})
