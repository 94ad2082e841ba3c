import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { registry } from '../../electron/peers/registry'
import { createUnexplained } from '../../shared/explain/gauge'
import { OUTCOMES, type Outcome, type Trace } from '../../shared/extractors/core/probe'
import { FaultSums, faultsMarkdown, ruleFaults, type RuleFault } from '../../shared/evaluation/rule-faults'
import { presetValues } from '../../shared/extractors/core/params'
import { traceExtractor } from '../../shared/extractors/core/run'
import { parsePage } from '../../shared/page/parse-page'

const html = readFileSync(join(import.meta.dirname, '../../electron/samples/pages/comments-beat-article.html'), 'utf8')
const page = parsePage(html, { sourcePositions: true })
const gold = 'The town clock will be five minutes slow, and stay so'

describe.each(registry.list().map((extractor) => [extractor.id, extractor] as const))('the faults of %s', (_, extractor) => {
  const run = traceExtractor(page, extractor, presetValues(extractor.params, 'default'))
  const faults = ruleFaults(page, { ...run, rules: extractor.rules }, gold)
  it('are blocks of the page, each with a rule and a sentence, sorted by words', () => {
    expect(faults.length).toBeGreaterThan(0)
    for (const { node, words, text, why } of faults) {
      expect(node).toBeGreaterThanOrEqual(page.body)
      expect(words).toBeGreaterThan(0)
      expect(text).not.toBe('')
      expect(why).toMatch(/^(Kept|Dropped|Contains kept text)/)
    }
    expect(faults.map(({ words }) => words)).toEqual(faults.map(({ words }) => words).sort((a, b) => b - a))
  })
})

const FOLDER = join(import.meta.dirname, '../../electron/samples/pages')
const pages = readdirSync(FOLDER).map((name) => parsePage(readFileSync(join(FOLDER, name), 'utf8'), { sourcePositions: true }))

it.each(registry.list().flatMap((extractor) => (extractor.rules.length > 0 ? [[extractor.id, extractor] as const] : [])))(
  'the numbers of %s explain its decisions on all samples',
  (_, extractor) => {
    const { rules } = extractor
    const found = pages.flatMap((sample) => {
      const { trace } = traceExtractor(sample, extractor, presetValues(extractor.params, 'default'))
      const isUnexplained = createUnexplained(trace, rules)
      return Array.from({ length: trace.decisionCount }, (_, d) => d)
        .filter(isUnexplained)
        .map((d) => `${trace.rules[trace.rule[d] ?? 0]} ${OUTCOMES[trace.outcome[d] ?? 0]} ${trace.value[d]} ${trace.limit[d]}`)
    })
    expect(found.slice(0, 5)).toEqual([])
  },
)

it('faults in a collection are added up by kind and rule, in any order of the pages', () => {
  const place = { node: 1, path: 'body', text: 'text', why: 'Kept.' }
  const fault = (kind: RuleFault['kind'], rule: string, words: number): RuleFault => ({ kind, rule, words, ...place })
  const pages: [string, RuleFault[] | null][] = [
    ['a', [fault('missed', 'links', 5), fault('added', 'links', 2)]],
    ['b', [fault('missed', 'links', 7), fault('missed', 'length', 30)]],
    ['c', null],
  ]
  const total = (order: typeof pages) => {
    const sums = new FaultSums()
    for (const [name, faults] of order) sums.add(name, faults)
    return sums.total()
  }
  const found = total(pages)
  expect(found).toEqual(total(pages.toReversed()))
  expect(found).toMatchObject({ pages: 2, leftOut: 1 })
  expect(found.groups.map(({ kind, rule, words, blocks, pages: on }) => [kind, rule, words, blocks, on])).toEqual([
    ['missed', 'length', 30, 1, 1],
    ['missed', 'links', 12, 2, 2],
    ['added', 'links', 2, 1, 1],
  ])
  expect(found.groups[1]?.worst.map(({ page: name }) => name)).toEqual(['b', 'a'])
  const written = faultsMarkdown(found, '<LQF>', 1)
  for (const part of ['| missing | links | 12 | 2 | 2 |', '# Faults of &lt;LQF&gt;, by rule']) expect(written).toContain(part)
})

const RULE = { id: 'quota', label: 'link quota', relation: '≤', quantity: 'link quota', unit: '', sentence: '' } as const

const traceOf = (decisions: readonly (readonly [Outcome, number])[]): Trace => ({
  ...{ steps: [], rules: ['quota'], decisionCount: decisions.length },
  subject: Int32Array.from(decisions, (_, i) => i),
  perLine: new Uint8Array(decisions.length),
  outcome: Uint8Array.from(decisions, ([outcome]) => OUTCOMES.indexOf(outcome)),
  rule: new Uint16Array(decisions.length),
  value: Float64Array.from(decisions, ([, value]) => value),
  limit: new Float64Array(decisions.length).fill(0.5),
})

describe('a decision that its numbers do not explain', () => {
  it('is found if the rule reports another value than it tests', () => {
    // The rule reports the limit 0.5, but tests 0.25.
    const decisions = [
      ['pass', 0],
      ['pass', 0.1],
      ['drop', 0.288],
      ['drop', 0.9],
    ] as const
    const isUnexplained = createUnexplained(traceOf(decisions), [RULE])
    expect(decisions.map((_, d) => isUnexplained(d))).toEqual([false, false, true, false])
  })

  it('is not found in a rule that drops if its relation holds', () => {
    const decisions = [
      ['drop', 0.2],
      ['keep', 0.9],
    ] as const
    const isUnexplained = createUnexplained(traceOf(decisions), [RULE])
    expect(decisions.map((_, d) => isUnexplained(d))).toEqual([false, false])
  })
})
