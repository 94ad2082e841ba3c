import { describe, expect, it } from 'vitest'
import { registry } from '../../electron/peers/registry'
import { cardSubject } from '../../shared/demo/card-subject'
import { codePlace, codeValues } from '../../shared/demo/code-place'
import { type DemoRun, type Frame } from '../../shared/demo/demo-run'
import { EXAMPLES } from '../../shared/demo/examples'
import { stopMoment } from '../../shared/demo/tours/tour'
import { TOURS } from '../../shared/demo/tours/tours'
import { nodeLabel } from '../../shared/explain/node-label'
import { codeNote } from '../../renderer/features/demo/stage/card-lines'
import { formatMeasure } from '../../renderer/components/number-format'
import { htmlOfStop, oncePerPage } from '../tour-pages'
import { beginOf, endOf, METHODS, play, sample, stepOf } from './demo-fixture'

const textOf = (run: DemoRun, line: number): string => run.info.pseudocode[line - 1]?.trim() ?? ''

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
    const { start, end } = stepOf(run, 'link tables')
    expect(ranLines(run, start, end).slice(0, 6)).toEqual([
      'if N is a link node:',
      'if score(parent(N)) < Threshold:',
      'N = parent(N);',
      'N = parent(N);',
      'while score(parent(N)) < score(N):',
      'Delete N from T;',
    ])
  })

  it.each(METHODS)('at every moment of %s, at most one line was executed last, and at most one line is next', (id) => {
    const run = play(sample('news-article'), id)
    for (let m = 0; m < run.timeline.length; m++) {
      const { ran, next } = codePlace(run, m)
      for (const line of [ran, next]) {
        expect(Number.isInteger(line) && line >= 0 && line <= run.info.pseudocode.length).toBe(true)
        expect(textOf(run, line).startsWith('# ')).toBe(false)
      }
      if (ran > 0) expect(run.frameAt(m).chapter.step.pseudocode ?? []).not.toEqual([])
      expect(ran === 0 || ran !== next).toBe(true)
    }
  })
})

describe('a value beside a line is the result of that line', () => {
  const at = (run: DemoRun, id: string, subject: number): number => run.valuesOf(id)?.[subject] ?? Number.NaN
  const largestIn = (run: DemoRun, id: string, node: number): number => {
    let best = node
    for (let n = node; n < (run.page.subtreeEnd[node] ?? 0); n++) if (at(run, id, n) > at(run, id, best)) best = n
    return best
  }
  const entered = (run: DemoRun, frame: Frame): number => {
    for (let d = frame.chapter.firstDecision - 1; d >= 0; d--) {
      const { rule, outcome, node } = run.decisionAt(d)
      if (rule === 'density-threshold' && outcome === 'pass') return node
    }
    return run.page.body
  }
  const found = (run: DemoRun, id: string, node: number): string => `${nodeLabel(run.page, node)} (${formatMeasure(at(run, id, node))})`
  type Line = (run: DemoRun, frame: Frame, subject: number) => number | string

  const LINES: Readonly<Record<string, Line>> = {
    'N.CharNumber ← CountChar(N)': (run, _, n) => at(run, 'C', n),
    'N.TagNumber ← CountTag(N)': (run, _, n) => at(run, 'T', n),
    'N.Density ← CompositeTextDensity(N)': (run, _, n) => at(run, 'density', n),
    'N.Density ← N.CharNumber / N.TagNumber': (run, _, n) => at(run, 'C', n) / Math.max(1, at(run, 'T', n)),
    'T ← FindMaxDensitySumTag(N)': (run, frame) => found(run, 'densitySum', largestIn(run, 'densitySum', entered(run, frame))),
    'x ← number of non-tag ASCII characters in h[k]': (run, _, k) => at(run, 'x', k),
    'y ← number of tags in h[k]': (run, _, k) => at(run, 'y', k),
    'TTRArray[k] ← x': (run, _, k) => (at(run, 'y', k) === 0 ? at(run, 'x', k) : Number.NaN),
    'TTRArray[k] ← x / y': (run, _, k) => at(run, 'x', k) / at(run, 'y', k),
    'SH = length(getAllContent(xml))': (run) => run.valuesOf('SL')?.reduce((all, v) => all + (Number.isNaN(v) ? 0 : v), 0) ?? 0,
    'SLx = length(getAllContent(currentNode))': (run, _, n) => at(run, 'SL', n),
    'SAx = length(getContentFromAtags(currentNode))': (run, _, n) => at(run, 'SA', n),
    'LP = SAx / SLx': (run, _, n) => at(run, 'SA', n) / at(run, 'SL', n),
    'TP = SLx / SH': (run, frame, n) => at(run, 'SL', n) / (frame.values.SH ?? Number.NaN),
    'IX = nextNodeID++': (run, _, n) => (run.valuesOf('IX') ?? []).filter((v, m) => !Number.isNaN(v) && m <= n).length,
    'maxLength = findTheMaximumTextLength(groupedNodes[])': (run) =>
      Math.max(...run.timeline.chapters.map(({ step }) => (step.name === 'merge' ? (step.values?.length ?? 0) : 0))),
    'acceptableLength = AL * maxLength': (run) => 0.5 * (run.extraction.values.maxLength ?? Number.NaN),
    'textCnt(N) = textCnt(N) + textCnt(C);': (run, _, n) => at(run, 'textCnt', n),
    'linkCnt(N) = linkCnt(N) + linkCnt(C);': (run, _, n) => at(run, 'linkCnt', n),
    'Score(N) = (textCnt(N) - linkCnt(N)) / textCnt(N)': (run, _, n) =>
      at(run, 'textCnt', n) === 0 ? 1 : (at(run, 'textCnt', n) - at(run, 'linkCnt', n)) / at(run, 'textCnt', n),
    'for each text: text_length = actual_text_length * text_weight * parent_text_weight': (run, _, n) => at(run, 'textLength', n),
    'for each node: if it is a link (tag, attributes, "read more"): link_text_length = text_length': (run, _, n) =>
      at(run, 'linkTextLength', n),
    'for each node: ratio = (text_length - link_text_length) / (tag_count + node_level)': (run, _, n) =>
      (at(run, 'textLength', n) - at(run, 'linkTextLength', n)) / (at(run, 'tagCount', n) + at(run, 'nodeLevel', n)),
    'best = node with the highest ratio': (run) => found(run, 'ratio', largestIn(run, 'ratio', run.page.body)),
  }
  const COMPARES = /^(if|while)\b|[<>≥≤]|^(groupedNodes|article|delete)\b/
  const pages = [...TOURS.flatMap((tour) => tour.stops.map((stop) => htmlOfStop(tour, stop))), ...EXAMPLES.map((e) => e.html)]
  const methods = registry.list().filter(({ code }) => Object.keys(code?.computes ?? {}).length > 0)

  it.each(methods.map((e) => [e.id] as const))('in %s, at every moment of every page of the tours', (id) => {
    const seen = new Set<string>()
    for (const html of new Set(pages)) {
      const run = play(html, id)
      for (let m = 0; m < run.timeline.length; m++) {
        const frame = run.frameAt(m)
        const { subject } = cardSubject(run, frame)
        for (const [line, value] of codeValues(run, frame)) {
          const text = textOf(run, line)
          seen.add(text)
          if (value.kind === 'test') expect(text, `${id} ${m}`).toMatch(COMPARES)
          else if (value.kind === 'found') expect(codeNote(value), `${id} ${m} ${text}`).toBe(LINES[text]?.(run, frame, subject))
          else expect(value.value, `${id} ${m} ${text}`).toBeCloseTo(Number(LINES[text]?.(run, frame, subject)), 9)
        }
      }
    }
    const { computes } = registry.get(id)?.code ?? {}
    for (const line of Object.keys(computes ?? {})) expect([...seen]).toContain(registry.get(id)?.pseudocode[Number(line) - 1]?.trim())
  })

  it.each(methods.map((e) => [e.id] as const))(
    'in %s, no value is beside a line before a step executes it, or while no pseudocode runs',
    (id) => {
      for (const html of new Set(pages)) {
        const run = play(html, id)
        const ranSoFar = new Set<number>()
        for (const chapter of run.timeline.chapters) {
          for (const line of chapter.step.pseudocode ?? []) ranSoFar.add(line)
          for (let m = chapter.start; m < chapter.end; m++) {
            const beside = [...codeValues(run, run.frameAt(m))].filter(([, value]) => value.kind !== 'test').map(([line]) => line)
            expect(beside.filter((line) => !ranSoFar.has(line))).toEqual([])
            if (chapter.step.pseudocode === undefined) expect(beside).toEqual([])
          }
        }
      }
    },
  )

  it('CETD shows the target, not a sum of body; TTR removes the last line’s value after the ratios are smoothed', () => {
    const cetd = play(sample('news-article'), 'cectd-ds')
    const notes = [...codeValues(cetd, cetd.frameAt(beginOf(cetd, 'mark')))].map(([line, value]) => [textOf(cetd, line), codeNote(value)])
    expect(notes).toEqual([['T ← FindMaxDensitySumTag(N)', 'article.story (17,080)']])
    const ttr = play(sample('docs-page'), 'ttr')
    expect(codeValues(ttr, ttr.frameAt(endOf(ttr, 'smooth'))).size).toBe(0)
  })
})

describe('the card shows the number of the sentence', () => {
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
})
