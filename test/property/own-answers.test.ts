import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FailureError } from '../../shared/base/failure'
import { createReplay } from '../../shared/demo/replay'
import { defineExtractor } from '../../shared/extractors/core/define'
import type { ExtractionCore } from '../../shared/extractors/core/extractor'
import { NO_PROBE, OUTCOMES, RecordingProbe } from '../../shared/extractors/core/probe'
import { programExtraction } from '../../shared/extractors/own/program-extraction'
import { ProgramAnswer, ProgramDescription } from '../../shared/extractors/own/program-protocol'
import type { ContentTree } from '../../shared/page/content-tree'
import { nodePaths, TEXT, type PageModel } from '../../shared/page/page-model'
import { outputText, KEPT, OUT } from '../../shared/page/output'
import { parsePage } from '../../shared/page/parse-page'
import { page as anyPage } from './arbitrary-html'

const program = ProgramDescription.parse({
  ...{ id: 'any', title: 'Any', command: 'any', mode: 'jsonl', measures: [{ id: 'm', label: 'm' }] },
  rules: [{ id: 'r', label: 'r', sentence: 'r' }],
})
const moduleWith = (run: (tree: ContentTree) => never) =>
  defineExtractor({
    ...{ id: 'any', title: 'Any', family: 'own', summary: '', params: {}, rules: {}, charts: [], mainMeasure: 'm' },
    paper: { authors: '', title: '', venue: '', year: 2026 },
    measures: { m: { label: 'm', unit: '', description: '' } },
    run: ({ tree }) => run(tree),
  })

function checkShown(page: PageModel, { selected, measures }: ExtractionCore): void {
  expect(selected).toHaveLength(page.count)
  expect(selected.every((one) => one <= 2)).toBe(true)
  for (const column of Object.values(measures)) expect(column).toHaveLength(page.count)
  for (let n = 1; n < page.count; n++) {
    const parent = page.parent[n] ?? 0
    if (selected[n] === KEPT && parent > page.body) expect([n, selected[parent] === OUT]).toEqual([n, false])
  }
  expect(typeof outputText(page, selected).text).toBe('string')
}

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.lorem(), fc.constant(''))
const number = fc.oneof(fc.integer({ min: -3, max: 400 }), fc.double())
/** One invalid part makes the whole response invalid, so invalid parts are rare. */
const mostly = <T>(right: fc.Arbitrary<T>, wrong: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ arbitrary: right, weight: 40 }, { arbitrary: wrong, weight: 1 })
const answer = fc.record(
  {
    id: fc.oneof(text, number),
    text,
    html: anyPage,
    nodes: fc.array(
      fc.record(
        {
          at: fc.nat(500),
          byPath: fc.boolean(),
          selected: mostly(fc.constantFrom(0, 1, 2), fc.constant(3)),
          measures: fc.dictionary(mostly(fc.constant('m'), fc.constant('x')), number),
        },
        { requiredKeys: ['at', 'byPath'] },
      ),
      { maxLength: 12 },
    ),
    decisions: fc.array(
      fc.record({
        node: fc.nat(500),
        rule: mostly(fc.constantFrom('r', 'answer'), fc.constant('x')),
        value: number,
        limit: fc.constant(null),
        outcome: fc.constantFrom(...OUTCOMES),
      }),
      { maxLength: 12 },
    ),
    warnings: fc.array(text, { maxLength: 2 }),
    error: mostly(fc.constant(undefined), text),
  },
  { requiredKeys: [] },
)

describe('a response of a program', () => {
  it('gives a failure of the program, or a result with valid parts, which equals the replay of its decisions', () => {
    let shown = 0
    fc.assert(
      fc.property(anyPage, answer, mostly(fc.constant(true), fc.constant(false)), (html, given, isInside) => {
        const page = parsePage(html)
        const pathOf = nodePaths(page)
        const place = (at: number): number => (isInside ? at % page.count : at)
        const parsed = ProgramAnswer.safeParse({
          ...given,
          ...(given.nodes && {
            nodes: given.nodes.map(({ at, byPath, ...rest }) => {
              const id = place(at)
              return { ...rest, ...(byPath && id >= page.body && id < page.count ? { path: pathOf(id) } : { id }) }
            }),
          }),
          ...(given.decisions && { decisions: given.decisions.map((one) => ({ ...one, node: place(one.node) })) }),
        })
        if (!parsed.success) return
        const probe = new RecordingProbe()
        try {
          const found = programExtraction(page, program, probe, () => parsed.data)
          checkShown(page, found)
          const trace = probe.trace()
          const replay = createReplay(page, { ...found, extractor: 'any', params: {}, ...outputText(page, found.selected) }, trace)
          const replayed = replay.selectedIn(replay.seek(trace.decisionCount))
          for (let n = Math.max(0, page.body); n < page.count; n++)
            if (page.kind[n] === TEXT && (page.text[n] ?? '').trim() !== '')
              expect([n, replayed[n] === KEPT]).toEqual([n, found.selected[n] === KEPT])
          shown++
        } catch (thrown) {
          if (!(thrown instanceof FailureError)) throw thrown
          expect(thrown.failure.code).toMatch(/^program\.(?:bad-answer|declined)$/)
        }
      }),
      { numRuns: 200, seed: 14 },
    )
    expect(shown).toBeGreaterThan(50)
  })
})

describe('the result of a module’s "run"', () => {
  const numbers = fc.oneof(fc.constantFrom(undefined, null, 'right', 'right', 'right'), fc.uint8Array({ maxLength: 120, max: 2 }))
  it('gives an error if "kept" has other values than 1 and 0', () => {
    const extractor = moduleWith(
      ({ size }) => ({ kept: new Uint8Array(size).fill(2, 1), measures: { m: new Float64Array(size) } }) as never,
    )
    const run = () => extractor.run(parsePage('<p>Words'), { dropHidden: false } as never, NO_PROBE)
    expect(run).toThrow('"run" returns 2 for "kept" of entry 1; it must be 1 if the entry is kept, else 0.')
  })
  it('gives a result with valid parts, or an error that names the invalid part', () => {
    let shown = 0
    fc.assert(
      fc.property(anyPage, numbers, numbers, fc.boolean(), (html, kept, measure, asTexts) => {
        const page = parsePage(html)
        const extractor = moduleWith(({ size }) => {
          const made = (given: unknown): unknown => (given === 'right' ? new Uint8Array(size).fill(1) : given)
          return { kept: asTexts ? { texts: made(kept) } : made(kept), measures: { m: made(measure) } } as never
        })
        try {
          checkShown(page, extractor.run(page, { dropHidden: false } as never, NO_PROBE))
          shown++
        } catch (thrown) {
          if (!(thrown instanceof Error) || !/^"run" returns (?:no array|\d+ numbers|\d+) for "(?:kept|m)"/.test(thrown.message))
            throw thrown
        }
      }),
      { numRuns: 200, seed: 14 },
    )
    expect(shown).toBeGreaterThan(10)
  })
})
