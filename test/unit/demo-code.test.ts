/** The pseudocode beside a run: the line just run, the next one, what they computed; and the card's own number. */
import { describe, expect, it } from 'vitest'
import { registry } from '../../electron/peers/registry'
import { cardSubject } from '../../shared/demo/card-subject'
import { codePlace, codeValues } from '../../shared/demo/code-place'
import { type DemoRun } from '../../shared/demo/demo-run'
import { EXAMPLES } from '../../shared/demo/examples'
import { pageValues } from '../../shared/demo/page-values'
import { stopMoment } from '../../shared/demo/tours/tour'
import { TOURS } from '../../shared/demo/tours/tours'
import { oncePerPage } from '../tour-pages'
import { play, sample } from './demo-fixture'

const textOf = (run: DemoRun, line: number): string => run.info.pseudocode[line - 1]?.trim() ?? ''

/** The lines that have run, moment by moment, without repetitions. */
function ranLines(run: DemoRun, from = 0, to = run.timeline.length): string[] {
  const lines: number[] = []
  for (let m = from; m < to; m++) {
    const { ran } = codePlace(run, m)
    if (ran > 0 && lines.at(-1) !== ran) lines.push(ran)
  }
  return lines.map((line) => textOf(run, line))
}

describe('the pseudocode is followed line by line', () => {
  it('ContentEx climbs Figure 3: parent, while, while again, and the deletion', () => {
    const run = play(EXAMPLES.find((e) => e.id === 'link-table')?.html ?? '', 'contentex')
    const tables = run.timeline.chapters.find((c) => c.step.name === 'link tables')
    expect(ranLines(run, tables?.start, tables?.end).slice(0, 6)).toEqual([
      'if N is a link node:',
      'if score(parent(N)) < Threshold:',
      'N = parent(N);',
      // In the climb's own line.
      'N = parent(N);',
      'while score(parent(N)) < score(N):',
      'Delete N from T;',
    ])
  })

  it('TTR takes the branch of the line whose numbers the card shows', () => {
    const run = play(sample('docs-page'), 'ttr')
    const ratio = run.timeline.chapters.find((c) => c.step.name === 'ratio')
    const frame = run.frameAt((ratio?.end ?? 0) - 1)
    expect(textOf(run, codePlace(run, frame.moment).ran)).toBe('TTRArray[k] ← x / y')
    const values = [...codeValues(run, frame)].map(([line, value]) => [textOf(run, line), value])
    expect(values).toEqual([
      ['x ← number of non-tag ASCII characters in h[k]', { kind: 'value', value: 259 }],
      ['y ← number of tags in h[k]', { kind: 'value', value: 2 }],
      ['TTRArray[k] ← x / y', { kind: 'value', value: 129.5 }],
    ])
  })

  it('a comparison stands beside the line that made it, and says how it ended', () => {
    const run = play(sample('news-article'), 'cectd-ds')
    const descend = run.timeline.chapters.find((c) => c.step.name === 'descend')
    const frame = run.frameAt(run.timeline.chapters.length && (descend?.start ?? 0) + 2)
    const { ran } = codePlace(run, frame.moment)
    expect(textOf(run, ran)).toBe('if N.TextDensity ≥ threshold then')
    expect(codeValues(run, frame).get(ran)).toMatchObject({ kind: 'test', relation: '≥', holds: false })
  })

  it.each(registry.list().map((e) => [e.id] as const))('one line at most has run, and one is next, at every moment of %s', (id) => {
    const run = play(sample('news-article'), id)
    for (let m = 0; m < run.timeline.length; m++) {
      const { ran, next } = codePlace(run, m)
      for (const line of [ran, next]) {
        expect(Number.isInteger(line) && line >= 0 && line <= run.info.pseudocode.length).toBe(true)
        // A title is no line.
        expect(textOf(run, line).startsWith('# ')).toBe(false)
      }
      // Nothing is lit where nothing of the pseudocode runs.
      if (ran > 0) expect(run.frameAt(m).chapter.step.pseudocode ?? []).not.toEqual([])
      expect(ran === 0 || ran !== next).toBe(true)
    }
  })

  it.each(registry.list().flatMap((e) => (e.pseudocode.length > 0 && e.code ? [[e.id, e] as const] : [])))(
    'the notes of %s name rules, measures and lines that there are',
    (_id, { code, rules, measures, values, pseudocode }) => {
      for (const [rule, line] of Object.entries(code?.decided ?? {})) {
        expect(rules.map((r) => r.id)).toContain(rule.split(' ')[0])
        expect(pseudocode[line - 1]).toBeDefined()
      }
      for (const [line, id] of Object.entries(code?.computes ?? {})) {
        expect([...measures.map((m) => m.id), ...Object.keys(values ?? {})]).toContain(id)
        expect(pseudocode[Number(line) - 1]).toBeDefined()
      }
    },
  )
})

describe('the card shows the number that is spoken of', () => {
  const runs = TOURS.map((tour) => [tour.id, tour, oncePerPage(tour, (html) => play(html, tour.extractor))] as const)

  it.each(runs)('at every decision of the tour of %s', (_id, tour, runOf) => {
    for (const stop of tour.stops) {
      const run = runOf(stop)
      const frame = run.frameAt(stopMoment(run, stop))
      const { decision } = frame
      const spec = run.info.rules.find((r) => r.id === decision?.rule)
      if (!decision || !spec || spec.relation === '') continue
      const { measure, subject, compared } = cardSubject(run, frame)
      if (compared) expect(compared).toBe(spec)
      else expect(run.valueIn(frame, measure?.id ?? '', subject), stop.title).toBeCloseTo(decision.value, 9)
    }
  })

  it('ContentEx: of a link among words, the score of the element around it', () => {
    const found = runs.find(([id]) => id === 'contentex')
    const stop = found?.[1].stops.find((s) => s.title === 'A link among words stays')
    if (!found || !stop) throw new Error('no such stop')
    const run = found[2](stop)
    const frame = run.frameAt(stopMoment(run, stop))
    const { subject, measure } = cardSubject(run, frame)
    expect(subject).toBe(run.page.parent[frame.node])
    expect(run.valueIn(frame, measure?.id ?? '', subject)).toBe(6 / 7)
  })

  it('TextSweeper: in the cleanup the net text, in characters as they stand', () => {
    const found = runs.find(([id]) => id === 'textsweeper')
    const stop = found?.[1].stops.find((s) => s.title === 'Cleaning up inside')
    if (!found || !stop) throw new Error('no such stop')
    const run = found[2](stop)
    const { compared } = cardSubject(run, run.frameAt(stopMoment(run, stop)))
    expect(compared).toMatchObject({ quantity: 'net text', unit: 'characters' })
    expect(compared?.how).toContain('without weights')
  })

  it.each(registry.list().map((e) => [e.id] as const))('page-level values of %s have names', (id) => {
    const run = play(sample('news-article'), id)
    const frame = run.frameAt(Number.MAX_SAFE_INTEGER)
    for (const { id: raw, label } of pageValues(run, frame)) expect(run.info.values?.[raw]?.label, raw).toBe(label)
  })
})
