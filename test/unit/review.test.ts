import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blocksOf } from '../../shared/gold/blocks'
import { applyLabelCommand, NO_LABELS, type LabelState } from '../../shared/gold/label-commands'
import { isPending, suggestionsOf } from '../../shared/gold/review'
import { spacedText, textAxis } from '../../shared/gold/text-axis'
import { parsePage } from '../../shared/page/parse-page'

const axis = textAxis(parsePage('<h1>Title</h1><p>First block.</p><p>Second block.</p><p>Third block.</p>'))
const blocks = blocksOf(axis)
const rangeOf = (block: number): { from: number; to: number } => ({ from: blocks.from[block] as number, to: blocks.to[block] as number })
const origin = { kind: 'extractor' as const, name: 'ttr' }

/** The title and the first two blocks as an extractor kept them, in one label. */
const started = applyLabelCommand(axis, NO_LABELS, {
  kind: 'replace',
  ranges: [{ from: rangeOf(0).from, to: rangeOf(2).to, label: 'content' }],
  origin,
})
const textsOf = (state: LabelState): string[] => state.spans.map((span) => spacedText(axis, span).replace(/\s+/g, ' ').trim())

describe('labels that were given beforehand', () => {
  it('are reviewed block by block, with any joins', () =>
    expect(suggestionsOf(blocks, started.spans).map(({ block }) => block)).toEqual([0, 1, 2]))

  it('that are accepted stay, with where they came from and that a person agreed', () => {
    const after = applyLabelCommand(axis, started, { kind: 'review', ranges: [rangeOf(1)], accept: true })
    expect(textsOf(after)).toEqual(['Title', 'First block.', 'Second block.'])
    expect(after.spans[1]?.origin).toEqual({ ...origin, accepted: true })
    expect(suggestionsOf(blocks, after.spans).map(({ block }) => block)).toEqual([0, 2])
  })

  it('that are rejected go; what a person gave or accepted does not', () => {
    const mine = applyLabelCommand(axis, started, { kind: 'add-range', range: rangeOf(3), label: 'content' })
    const kept = applyLabelCommand(axis, mine, { kind: 'review', ranges: [rangeOf(1)], accept: true })
    const after = applyLabelCommand(axis, kept, { kind: 'review', ranges: [{ from: 0, to: axis.length }], accept: false })
    expect(textsOf(after)).toEqual(['First block.', 'Third block.'])
    expect(suggestionsOf(blocks, after.spans)).toEqual([])
  })

  it('are never suggested again once all were decided, and no text is labelled that was not (property)', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(3), fc.boolean()), { maxLength: 12 }), (decisions) => {
        let state = started
        for (const [block, accept] of decisions)
          state = applyLabelCommand(axis, state, { kind: 'review', ranges: [rangeOf(block)], accept })
        const labelled = (of: LabelState): number => of.spans.reduce((sum, { from, to }) => sum + to - from, 0)
        expect(labelled(state)).toBeLessThanOrEqual(labelled(started))
        const decided = new Set(decisions.map(([block]) => block))
        expect(suggestionsOf(blocks, state.spans).map(({ block }) => block)).toEqual([0, 1, 2].filter((block) => !decided.has(block)))
        const all = applyLabelCommand(axis, state, { kind: 'review', ranges: [{ from: 0, to: axis.length }], accept: true })
        expect(all.spans.some(isPending)).toBe(false)
        expect(labelled(all)).toBe(labelled(state))
      }),
    )
  })
})
