import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  adjudicatedAnswer,
  adjudicatedGold,
  adjudicatedSpans,
  decideEach,
  decideQuestion,
  decideStretch,
  decisionsOf,
  disputedQuestions,
  disputedStretches,
  editStretch,
  majorityOf,
  openQuestions,
  startAdjudication,
  stretchesOf,
  type Adjudicating,
} from '../../shared/gold/adjudication'
import { GoldDecision, newGoldFile, type GoldFile } from '../../shared/gold/gold-file'
import { NOW } from '../fixtures/captured'
import type { LabelSpan } from '../../shared/gold/label-spans'
import { spacedText, textAxis } from '../../shared/gold/text-axis'
import { parsePage } from '../../shared/page/parse-page'
import { forAll } from '../fixtures/for-all'

const axis = textAxis(parsePage('<body><p>aaaa</p><p>bbbb</p><p>cccc</p><p>dddd</p></body>'))
const file = (annotator: string, change: Partial<GoldFile> = {}): GoldFile => ({
  ...newGoldFile('p', 'a'.repeat(64), annotator, NOW),
  status: 'done',
  ...change,
})
const labelled = (...blocks: readonly (readonly [number, string?])[]): LabelSpan[] =>
  blocks.map(([block, label = 'content']) => ({ from: block * 4, to: block * 4 + 4, label }))
const textsOf = (spans: readonly LabelSpan[]): string[] => spans.map((span) => `${span.label}: ${spacedText(axis, span)}`)
const golds = ['ann', 'ben', 'cas'].map((name) => file(name))
const signature = { by: 'zoe', at: NOW }
const decided = (value: string | null) => ({ value, ...signature })
const applyMajority = (state: Adjudicating) => decideEach(state, (values) => majorityOf(state, values), signature)
const applyLabelsOf = (state: Adjudicating, annotator: number) => decideEach(state, (values) => values[annotator], signature)

describe('adjudication of three annotators', () => {
  const imported = (...names: string[]) => startAdjudication(axis, golds, sides, { imported: new Set(names) })
  const sides = [labelled([0], [1], [3]), labelled([0], [2, 'comments'], [3]), labelled([0], [1], [2])]

  it('separates agreed stretches from disputed stretches', () => {
    const state = startAdjudication(axis, golds, sides)
    const labels = state.stretches.map((stretch) => stretch.labels.join(' '))
    expect(labels).toEqual(['content content content', 'content  content', ' comments content', 'content content '])
    expect([disputedStretches(state), openQuestions(state)]).toEqual([[1, 2, 3], 3])
  })

  it('uses the label of a majority, and leaves other stretches undecided', () => {
    const state = applyMajority(startAdjudication(axis, golds, sides))
    expect(openQuestions(state)).toBe(1)
    expect(textsOf(adjudicatedSpans(axis, state))).toEqual(['content: aaaa bbbb', 'content: dddd'])
    expect(adjudicatedGold(axis, state, golds).status).toBe('in-progress')
    expect(adjudicatedGold(axis, decideStretch(state, 2, decided('comments')), golds).status).toBe('adjudicated')
    const people = { imported: [false, false, false] }
    expect([majorityOf(people, ['x', 'y', 'z']), majorityOf(people, [null, null, 'y'])]).toEqual([undefined, null])
  })

  it('does not count imported labels as an annotator’s labels, but can use them', () => {
    const state = imported('cas')
    expect(openQuestions(state)).toBe(3)
    // In the last stretch, ann and ben have the same label. The imported labels of cas do not count.
    const most = applyMajority(state)
    expect(most.decided.map((decision) => decision?.value)).toEqual([undefined, undefined, undefined, 'content'])
    expect(openQuestions(applyLabelsOf(state, 2))).toBe(0)
    expect(openQuestions(applyMajority(imported('ben', 'cas')))).toBe(3)
  })

  it('edits agreed stretches and borders, and counts fully edited stretches as decided', () => {
    const state = editStretch(startAdjudication(axis, golds, sides), { from: 2, to: 12, ...decided('title') })
    expect(openQuestions(state)).toBe(1)
    expect(textsOf(adjudicatedSpans(axis, state))).toEqual(['content: aa', 'title: aa bbbb cccc'])
    expect(textsOf(adjudicatedSpans(axis, editStretch(state, { from: 0, to: 4, ...decided(null) })))).toEqual(['title: bbbb cccc'])
  })

  it('stores the author and time of each decision, and can be continued', () => {
    const start = applyMajority(startAdjudication(axis, golds, sides))
    const state = editStretch(decideStretch(start, 2, decided('list')), { from: 0, to: 2, ...decided(null) })
    const kept = decisionsOf(axis, state)
    for (const decision of kept) expect(GoldDecision.safeParse(decision).success).toBe(true)
    expect(kept[0]).toMatchObject({ about: 'stretch', quote: 'bbbb', value: 'content', of: ['ann', 'cas'], by: 'zoe', at: NOW })
    expect(kept[1]).toMatchObject({ value: 'list', of: [] })
    const again = startAdjudication(axis, golds, sides, { before: kept })
    expect([adjudicatedSpans(axis, again), openQuestions(again)]).toEqual([adjudicatedSpans(axis, state), 0])
    // The labels changed after the earlier decisions, so the decisions do not apply.
    const changed = startAdjudication(axis, golds, [labelled([0]), labelled([0], [2]), labelled([0], [1], [2])], { before: [kept[0]!] })
    expect(openQuestions(changed)).toBe(1)
  })
})

describe('the metadata of the page', () => {
  const told = [
    file('ann', { pageType: 'article', fields: { title: { text: 'A title' } }, notes: 'cut off' }),
    file('ben', { pageType: 'article', fields: { title: { text: 'A title' }, author: { text: 'B' } } }),
    file('cas', { pageType: 'listing', fields: { title: { text: 'Another' } } }),
  ]
  const state = startAdjudication(axis, told, [[], [], []])

  it('is undecided if the annotators differ, even if one annotator entered no value', () => {
    expect(disputedQuestions(state)).toEqual(['pageType', 'title', 'author', 'notes'])
    expect([openQuestions(state), adjudicatedAnswer(state, 'date')]).toEqual([4, null])
    const typed = decideQuestion(state, 'pageType', decided(null))
    expect(openQuestions(typed)).toBe(3)
    expect(adjudicatedGold(axis, typed, told)).toMatchObject({ pageType: null, status: 'in-progress' })
  })

  it('is decided by the majority, by one annotator, or by the adjudicator’s own value', () => {
    const most = applyMajority(state)
    expect(openQuestions(most)).toBe(0)
    const fields = { title: { text: 'A title' } }
    expect(adjudicatedGold(axis, most, told)).toMatchObject({ pageType: 'article', status: 'adjudicated', fields, notes: '' })
    expect(adjudicatedAnswer(decideQuestion(state, 'notes', decided('seen')), 'notes')).toBe('seen')
    expect(adjudicatedAnswer(applyLabelsOf(state, 2), 'title')).toBe('Another')
  })
})

describe('stretches of any labels', () => {
  const marks = fc.array(fc.tuple(fc.integer({ min: 0, max: 15 }), fc.constantFrom('content', 'comments')), { maxLength: 8 })
  const side = marks.map((one) =>
    [...new Map(one)].sort(([a], [b]) => a - b).map(([from, label]): LabelSpan => ({ from, to: from + 1, label })),
  )
  const labelAt = (spans: readonly LabelSpan[] = [], at: number) => spans.find(({ from, to }) => from <= at && at < to)?.label ?? null

  it('are disjoint and ascending, and have the label of each annotator for every character', () =>
    forAll(fc.array(side, { minLength: 1, maxLength: 5 }), (sides) => {
      const stretches = stretchesOf(axis, sides)
      let end = 0
      const labelsAt = new Map<number, readonly (string | null)[]>()
      for (const { from, to, labels } of stretches) {
        expect(from).toBeGreaterThanOrEqual(end)
        end = to
        for (let at = from; at < to; at++) labelsAt.set(at, labels)
      }
      for (let at = 0; at < axis.length; at++) {
        const labels = sides.map((spans) => labelAt(spans, at))
        if (labels.some((label) => label !== null)) expect(labelsAt.get(at)).toEqual(labels)
        else expect(labelsAt.has(at)).toBe(false)
      }
    }))

  it('return an annotator’s labels after all labels of the annotator are applied', () =>
    forAll(fc.array(side, { minLength: 1, maxLength: 4 }), (sides) => {
      const files = sides.map((_, i) => file(`a${i}`))
      const state = applyLabelsOf(startAdjudication(axis, files, sides), 0)
      expect(openQuestions(state)).toBe(0)
      const kept = adjudicatedSpans(axis, state)
      for (let at = 0; at < axis.length; at++) expect(labelAt(kept, at)).toBe(labelAt(sides[0], at))
    }))
})
