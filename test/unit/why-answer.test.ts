import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldReasons, type Reason } from '../../shared/explain/explain-node'
import { groupSentence } from '../../shared/explain/reason-sentence'
import { funnelOf } from '../../shared/explain/funnel'
import { gaugeOf, relationHolds, slackOf } from '../../shared/explain/gauge'
import { buildCandidateBoard } from '../../shared/explain/candidate-board'
import { cectdDs } from '../../shared/extractors/cetd/cetd'
import { cuter } from '../../shared/extractors/cuter/cuter'
import { kfe } from '../../shared/extractors/fe/fe'
import type { RuleSpec } from '../../shared/extractors/core/extractor'
import { contest, topTen } from '../../shared/extractors/kit/top-ten'
import { extractors } from '../../shared/extractors/index'
import { textsweeper } from '../../shared/extractors/textsweeper/textsweeper'
import { attribute, isWithin } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { forAll } from '../fixtures/for-all'
import { byId, runOn } from '../fixtures/nodes'
import { KEPT } from '../../shared/page/output'
import { countWords } from '../../shared/page/text'
import { brokenPage, page as wholePage } from '../property/arbitrary-html'
import { inspectionJson } from '../../shared/explain/inspection-data'

const anyPage = fc.oneof(wholePage, brokenPage)
const SENTENCE = 'The ferry was late again, and nobody on the quay could say whether it would come before the evening or not at all. '
const HTML = `<html><head><title>Ferry</title><script>let counted = 'never counted as words'</script></head><body>
<div id=nav><a href=/1>Home</a> <a href=/2>World</a></div>
<div id=main><div id=story>${Array.from({ length: 12 }, (_, i) => `<p id=p${i}>${SENTENCE.repeat(3 + (i % 3))}</p>`).join('')}</div></div>
<div id=comments>${Array.from({ length: 3 }, (_, i) => `<p id=c${i}>${SENTENCE}</p>`).join('')}</div>
<div id=gone style="display:none">Two words.</div></body></html>`

const sentence = 'It has {value} against {limit}.'
const rule = (relation: RuleSpec['relation']): RuleSpec => ({ id: 'r', label: 'R', relation, quantity: 'density', unit: '', sentence })
const numbers = fc.oneof(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), fc.integer({ min: -100, max: 100 }))

it('the distance of a test from its limit is never negative if the test holds, and never positive if the test fails', () =>
  forAll(fc.constantFrom('<', '≤', '>', '≥', '=' as const), numbers, numbers, (relation, value, limit) => {
    const holds = relationHolds(relation, value, limit)
    const slack = slackOf({ spec: rule(relation), holds, value, limit })
    return slack !== null && (holds ? slack >= 0 : slack <= 0) && Math.abs(slack) === Math.abs(value - limit)
  }))

describe('the gauge of value and limit', () => {
  it('stays inside its box, keeps the order of value, limit and zero, and has one position for equal numbers', () => {
    const wide = fc.oneof(numbers, fc.constant(Number.POSITIVE_INFINITY), fc.constant(Number.NEGATIVE_INFINITY))
    forAll(wide, wide, (value, limit) => {
      const gauge = gaugeOf(value, limit)
      if (!gauge) return false
      const { value: x, limit: y, zero } = gauge
      if (![x, y, zero].every((place) => place >= 0 && place <= 1)) return false
      const ordered = (a: number, b: number, x: number, y: number): boolean => (a <= b ? x <= y + 1e-9 : x >= y - 1e-9)
      return ordered(value, limit, x, y) && ordered(value, 0, x, zero) && ordered(limit, 0, y, zero)
    })
  })
})

describe('reasons in groups', () => {
  const { page, explain } = runOn(HTML, cectdDs)

  it('groups decisions of one rule about several ancestors, with the closest', () => {
    const folded = foldReasons(explain(byId(page, 'p3') + 1)).find(({ reasons }) => reasons.length > 1)
    if (!folded) throw new Error('nothing was folded')
    expect(groupSentence(page, folded)).toMatch(/^\d+ ancestors /)
  })

  it('contain every decision exactly once; a group has one rule and outcome, and the decisive decision has a separate group', () =>
    forAll(fc.nat(page.count - 1), (node) => {
      const explanation = explain(node)
      const groups = foldReasons(explanation)
      const all = groups.flatMap(({ reasons }) => reasons.map((reason: Reason) => reason.decision))
      const alike = groups.every(({ reasons, closest }) =>
        reasons.every((reason) => reason.rule === closest.rule && reason.outcome === closest.outcome),
      )
      const alone = groups.filter(({ reasons }) => reasons.some((reason) => reason.decision === explanation.decisive?.decision))
      expect(all.toSorted((a, b) => a - b)).toEqual(explanation.reasons.map((reason) => reason.decision))
      return alike && alone.every(({ reasons }) => reasons.length === 1)
    }))
})

describe('the runner-up board', () => {
  it('contains the comments, although twelve paragraphs of the article have higher scores', () => {
    const { page, extraction } = runOn(HTML, cectdDs)
    const board = buildCandidateBoard(page, extraction.candidates ?? [])
    expect(board?.winner.best.node).toBe(byId(page, 'story'))
    expect(isWithin(page, board?.otherChains[0]?.best.node ?? -1, byId(page, 'comments'))).toBe(true)
    expect(board?.gap).toBeGreaterThan(0.5)
  })

  it('contains each candidate once, and no candidate inside or around the winner as a competitor', () =>
    forAll(anyPage, fc.constantFrom(cectdDs, textsweeper), (html, extractor) => {
      const { page, extraction } = runOn(html, extractor)
      const candidates = extraction.candidates ?? []
      const board = buildCandidateBoard(page, candidates)
      if (!board) return candidates.length === 0
      const places = [board.winner, ...board.otherChains].flatMap(({ place, nested }) => [place, ...nested.map((other) => other.place)])
      const outside = board.otherChains.every(
        ({ best }) => !isWithin(page, best.node, board.winner.best.node) && !isWithin(page, board.winner.best.node, best.node),
      )
      return outside && new Set(places).size === candidates.length && places.length === candidates.length
    }))

  it('names the term with the largest part in the difference, but no term if the terms do not add up to the scores', () => {
    const page = parsePage('<body><p>a</p><p>b</p></body>')
    const candidate = (node: number, score: number, ...values: number[]) => ({
      node,
      score,
      terms: values.map((value, i) => ({ label: ['tag name', 'paragraphs', 'links'][i] ?? '', value })),
    })
    const [first = 0, second = 0] = [...page.text.keys()].filter((n) => page.text[n] === 'a' || page.text[n] === 'b')
    const board = buildCandidateBoard(page, [candidate(first, 326.2, 5, 330.2, -9), candidate(second, 21.67, 0, 22, -0.33)])
    expect(board?.gap).toBeCloseTo(0.934)
    expect(board?.gapTerm).toEqual({ label: 'paragraphs', winner: 330.2, runnerUp: 22 })
    expect(buildCandidateBoard(page, [candidate(first, 10, 913, 5), candidate(second, 9, 39, 0)])?.gapTerm).toBeNull()
  })
})

describe('the runner-up board of an extractor that does not choose by the score', () => {
  const name = (html: string, extractor: typeof cuter) => {
    const { page, extraction } = runOn(html, extractor)
    const candidates = extraction.candidates ?? []
    const board = buildCandidateBoard(page, candidates)
    const idOf = (node = -1): string => (node < 0 ? '' : (attribute(page, node, 'id') ?? ''))
    return { board, candidates, winner: idOf(board?.winner.best.node), runnerUp: idOf(board?.runnerUp?.best.node) }
  }
  const text = (id: string, length: number): string => `<p id=${id}>${'a'.repeat(length)}</p>`
  const far = '<div>bbbbb</div>'.repeat(8)

  it('has the group that CUTER chose as the winner, and no gap to a longer group', () => {
    const { board, winner, runnerUp } = name(`<body>${text('first', 100)}${far}${text('longest', 190)}</body>`, cuter)
    expect([winner, board?.winner.place, runnerUp, board?.runnerUp?.place]).toEqual(['first', 2, 'longest', 1])
    expect([board?.gap, board?.gapTerm]).toEqual([null, null])
  })

  it('has its result in the tenth row if ten groups are longer', () => {
    const longer = Array.from({ length: 11 }, (_, i) => far + text(`l${i}`, 150 + i)).join('')
    const { board, winner, candidates } = name(`<body>${text('first', 120)}${longer}</body>`, cuter)
    expect([winner, board?.winner.place, candidates.length]).toEqual(['first', 10, 10])
  })

  it('has a block of the kept KFE cluster as the winner, and a block of another cluster as its runner-up', () => {
    const { board, winner, runnerUp } = name(`<body>${text('b', 10)}${text('c', 12)}${text('d', 100)}${text('e', 90)}</body>`, kfe)
    expect(board?.otherChains.map(({ best }) => best.chosen ?? false)).toEqual([true, false, false])
    expect([winner, runnerUp]).toEqual(['d', 'c'])
  })
})

it('the contest of a tree begins with the largest value, is in order, and contains at most ten entries, each once', () => {
  const trees = fc.array(fc.tuple(fc.nat(), fc.integer({ min: -5, max: 20 })), { minLength: 1, maxLength: 40 })
  forAll(trees, (shape) => {
    const size = shape.length
    const parent = new Int32Array(size).fill(-1)
    const end = new Int32Array(size)
    // In preorder, a parent is the previous entry or one of its ancestors.
    for (let e = 1; e < size; e++) {
      let up = (shape[e]?.[0] ?? 0) % 3
      let p = e - 1
      while (up-- > 0 && (parent[p] as number) >= 0) p = parent[p] as number
      parent[e] = p
    }
    for (let e = size - 1; e >= 0; e--) {
      end[e] = Math.max(end[e] as number, e + 1)
      const p = parent[e] as number
      if (p >= 0) end[p] = Math.max(end[p] as number, end[e] as number)
    }
    const value = (e: number): number => ((shape[e]?.[1] ?? 0) < 0 ? Number.NaN : (shape[e]?.[1] ?? 0))
    const found = contest({ size, end, parent }, value)
    expect(found[0]).toBe(topTen(size, value)[0])
    expect(new Set(found).size).toBe(found.length)
    expect(found.length).toBe(Math.min(10, shape.filter(([, v]) => v >= 0).length))
    return found.every((e, i) => i === 0 || value(found[i - 1] ?? 0) >= value(e))
  })
})

describe('the funnel of a page', () => {
  it('counts no words of scripts, and reports why words were removed', () => {
    const { page, extraction, trace, info } = runOn(HTML, cectdDs)
    const funnel = funnelOf(page, extraction, trace, info.rules)
    expect(funnel.removed.map(({ cause, words }) => `${words} ${cause}`)).toEqual(['2 inline display:none'])
    expect(funnel.all.words).toBe(funnel.measured.words + 2)
    expect(funnel.rules.length).toBeGreaterThan(0)
  })

  it.each([
    ['<frameset><frame src=a></frameset>', 'The page has no body. If the page is a frameset, open one of its frames.'],
    [
      '<body><script>var text</script><p hidden>Words that nobody sees.',
      'All text of the page is hidden. If scripts show the text, load the page in rendered mode.',
    ],
    ['<body><script>var text</script><img src=a>', 'The page has no text. If scripts build the page, load it in rendered mode.'],
  ])('of %s is empty for a reason', (html, reason) => expect(runOn(html, cectdDs).extraction.warnings).toEqual([reason]))

  it('narrows: no stage has more words than the previous one, for any page and extractor', () =>
    forAll(anyPage, fc.constantFrom(...extractors), (html, extractor) => {
      const { page, extraction, trace, info } = runOn(html, extractor)
      const { all, measured, removed, rules, kept } = funnelOf(page, extraction, trace, info.rules)
      const stages = [all.words, measured.words, ...rules.map(({ words }) => words), kept.words]
      expect(stages).toEqual(stages.toSorted((a, b) => b - a))
      expect(measured.words + removed.reduce((sum, { words }) => sum + words, 0)).toBe(all.words)
      expect(kept.nodes).toBe(extraction.selected.reduce((sum, value) => sum + (value === KEPT ? 1 : 0), 0))
      return measured.nodes <= all.nodes && rules.every(({ tested, through, out }) => through + out <= tested)
    }))

  it('counts a word that several nodes share once, as in the text', () => {
    const { page, extraction, trace, info } = runOn(HTML.replaceAll('ferry', 'fer<b>ry</b>'), cectdDs)
    expect(funnelOf(page, extraction, trace, info.rules).kept.words).toBe(countWords(extraction.text))
  })
})

const capture = { title: 'A page', url: 'https://page.example/a', mode: 'source', capturedAt: '2026-01-02T03:04:05.000Z' }
const inspect = (html: string) => ({ ...runOn(html, cectdDs), capture, preset: 'default' as const, version: '1.2.3' })

it('an inspection as JSON can be read back on any page, and has every node, decision and finite measure', () =>
  forAll(fc.oneof(wholePage, brokenPage), (html) => {
    const input = inspect(html)
    const data = JSON.parse(inspectionJson(input)) as { nodes: { measures: Record<string, number> }[]; decisions: unknown[] }
    expect([data.nodes.length, data.decisions.length]).toEqual([input.page.count, input.trace.decisionCount])
    for (const [n, { measures }] of data.nodes.entries())
      for (const [id, value] of Object.entries(measures)) expect(Number(value)).toBe(input.extraction.measures[id]?.[n])
  }))
