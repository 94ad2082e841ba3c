/** The marks of the stage and the subject of its card, at every moment of every sample: always the same node. */
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { registry } from '../../electron/peers/registry'
import { cardLines } from '../../renderer/features/demo/stage/card-lines'
import { cardSubject, elementAt } from '../../shared/demo/card-subject'
import { lineTopic, shownNode } from '../../shared/demo/demo-run'
import { pageMarks } from '../../shared/demo/page-marks'
import { stageChart } from '../../shared/demo/stage-chart'
import { stageRows, treeRows } from '../../shared/demo/stage-rows'
import { nodeLabel } from '../../shared/explain/node-label'
import { play, sample } from './demo-fixture'

const SAMPLES = readdirSync('electron/samples/pages').map((file) => file.replace(/\.html$/, ''))
const SYSTEMS = registry.list().filter(({ family }) => family === 'system')

describe('the marked node is the subject of the card', () => {
  it.each(SYSTEMS.map(({ id }) => [id] as const))('in %s: the row, the frame on the page and the column of the chart', (id) => {
    let compared = 0
    for (const name of SAMPLES) {
      const run = play(sample(name), id)
      const tree = treeRows(run.page)
      for (let m = 0; m < run.timeline.length; m++) {
        const frame = run.frameAt(m)
        const where = `${name}, moment ${m}`
        const { subject, perLine, compared: rule } = cardSubject(run, frame)
        const rows = stageRows(run, frame, tree)
        const chart = stageChart(run, frame, 10_000)
        const column = chart?.columns.find(({ current, subject: of }) => current && of >= 0)?.subject
        if (perLine) {
          if (rows.current >= 0) expect(rows.current, where).toBe(subject)
          if (chart?.per === 'line' && column !== undefined) expect(column, where).toBe(subject)
          continue
        }
        const explained = elementAt(run.page, rule ? frame.node : subject)
        const row = rows.rowAt(rows.current).picked
        if (row?.kind === 'node') {
          compared++
          expect(row.node, where).toBe(explained)
        }
        if (chart?.per === 'node' && column !== undefined) expect(column, where).toBe(explained)
        const { current, way } = pageMarks(run, frame)
        if (current) expect([elementAt(run.page, current.node), ...way], where).toContain(explained)
      }
    }
    expect(compared).toBeGreaterThan(0)
  })

  it('at the end of a forum, the visible post, not the post with the largest sum', () => {
    const run = play(sample('forum-thread'), 'cetd-ds')
    const frame = run.frameAt(run.timeline.length - 1)
    const { subject, measure } = cardSubject(run, frame)
    expect(subject).toBe(elementAt(run.page, shownNode(run, frame)))
    const sums = run.valuesOf(measure?.id ?? '') ?? []
    expect(sums[subject]).toBeGreaterThan(0)
    expect(sums[subject]).toBeLessThan(Math.max(...[...sums].filter(Number.isFinite)))
    expect(cardLines(run, frame)).toContainEqual({ kind: 'subject', text: nodeLabel(run.page, subject) })
  })

  it('of a link in a link table, the element around it, and the card says so', () => {
    const run = play(sample('news-article'), 'contentex')
    const found = Array.from({ length: run.timeline.length }, (_, m) => m).find(
      (m) => run.frameAt(m).decision?.rule === 'link-in-table' && lineTopic(run, run.frameAt(m)) === null,
    )
    const frame = run.frameAt(found ?? -1)
    const around = run.page.parent[frame.node] ?? -1
    expect(pageMarks(run, frame)).toMatchObject({ current: { node: frame.node }, way: [around] })
    const texts = cardLines(run, frame).map((line) => ('text' in line ? line.text : ''))
    expect(texts).toContain(nodeLabel(run.page, around))
    expect(texts).toContain(`the element around ${nodeLabel(run.page, frame.node)}, which is decided about`)
  })
})
