import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { registry } from '../../electron/peers/registry'
import { contentTree } from '../../shared/page/content-tree'
import { KEPT, OUT, PATH } from '../../shared/page/output'
import type { Extractor } from '../../shared/extractors/core/extractor'
import type { ParamValue } from '../../shared/extractors/core/params'
import { OUTCOMES } from '../../shared/extractors/core/probe'
import { resolveParams, runExtractor, traceExtractor, type Extraction } from '../../shared/extractors/core/run'
import { ELEMENT, isWithin, TEXT, type PageModel } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { brokenPage, page, tidyPage } from './arbitrary-html'

const seed = Number(process.env.PROPERTY_SEED ?? 2026)
const runs = Number(process.env.PROPERTY_RUNS ?? 15)
const anyPage = fc.oneof(page, brokenPage)

const parsed = (html: string): PageModel => parsePage(html, { sourcePositions: true, url: 'https://page.example/a' })
type Values = Record<string, ParamValue>
const run = (model: PageModel, extractor: Extractor, preset: 'default' | 'as-printed' = 'default', values: Values = {}): Extraction =>
  runExtractor(model, extractor, resolveParams(extractor, preset, values))

function extremes(extractor: Extractor): Record<string, ParamValue>[] {
  return Object.entries(extractor.params).flatMap(([name, spec]): Record<string, ParamValue>[] =>
    spec.kind === 'number'
      ? [{ [name]: spec.min }, { [name]: spec.max }]
      : spec.kind === 'boolean'
        ? [{ [name]: true }, { [name]: false }]
        : spec.options.map((option) => ({ [name]: option.value })),
  )
}

const squeezed = (text: string): string => text.replace(/[ \t\n\f\r]+/g, '')

function isSubsequence(part: string, whole: string): boolean {
  let at = 0
  for (let i = 0; i < whole.length && at < part.length; i++) if (part[at] === whole[i]) at++
  return at === part.length
}

const holds = <T>(numRuns: number, arbitrary: fc.Arbitrary<T>, check: (value: T) => void): void =>
  fc.assert(fc.property(arbitrary, check), { seed, numRuns })

/** Thousands of calls of `expect` per page would take most of the time. */
function check(holds: boolean, claim: string): void {
  if (!holds) throw new Error(`does not hold: ${claim}`)
}

function expectSound(model: PageModel, { selected, text, spans, measures }: Extraction): void {
  check(selected.length === model.count, 'every node is kept, out or path')
  for (let n = 0; n < model.count; n++) {
    const state = selected[n]
    if (state === OUT) continue
    check(state === KEPT || state === PATH, 'every node is kept, out or path')
    check(isWithin(model, n, model.body), 'only nodes of the body are kept')
    check(n === model.body || selected[model.parent[n] ?? 0] !== OUT, 'a kept node stands inside what is kept or path')
  }
  let whole = ''
  for (let n = Math.max(0, model.body); n < (model.subtreeEnd[model.body] ?? 0); n++) whole += model.text[n] ?? ''
  check(isSubsequence(squeezed(text), squeezed(whole)), 'the text is a subsequence of the page’s text')
  for (let i = 0; i < spans.length; i += 3) {
    const [start = 0, end = 0, node = -1] = spans.subarray(i, i + 3)
    check(model.kind[node] === TEXT && selected[node] === KEPT, 'each part of the text comes from a kept text node')
    check(squeezed(model.text[node] ?? '').includes(squeezed(text.slice(start, end))), 'each part of the text stands in its text node')
  }
  for (const [name, values] of Object.entries(measures)) check(values.length === model.count, `${name} has a value for each node`)
}

/** Like `toEqual`, for large arrays. NaN equals NaN. */
function expectSame(found: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(found, expected)) expect(found).toEqual(expected)
}

/** NaN means that a node has no value. As printed, CETD's densities are infinite on pages without links (`infinite`). */
function expectFinite({ measures, values, lines, verdict }: Extraction, extractor: Extractor, infinite: boolean): void {
  const known = new Set(extractor.measures.map((measure) => measure.id))
  const all = [...Object.entries(measures), ...Object.entries(lines?.measures ?? {})]
  for (const [name, numbers] of all) {
    check(known.has(name), `${extractor.id} declares what it measures: ${name}`)
    for (const number of numbers) check(infinite || Number.isNaN(number) || Number.isFinite(number), `${name} is finite`)
  }
  if (infinite) return
  for (const [name, value] of Object.entries(values)) expect(Number.isFinite(value), `${name} = ${value}`).toBe(true)
  if (verdict) expect(Number.isFinite(verdict.margin)).toBe(true)
}

describe.each(registry.list().map((extractor) => [extractor.id, extractor] as const))('%s, on pages of every kind', (_id, extractor) => {
  const isPeer = extractor.family === 'peer'
  const numRuns = isPeer ? Math.ceil(runs / 5) : runs

  it('keeps only nodes of body; its text is a subsequence of the page’s text, and each part belongs to its text node', () => {
    holds(numRuns, anyPage, (html) => {
      const model = parsed(html)
      expectSound(model, run(model, extractor))
      expectSound(model, run(model, extractor, 'as-printed'))
    })
  })

  it('gives the same output for the same input, with and without a trace', () => {
    holds(numRuns, anyPage, (html) => {
      const first = run(parsed(html), extractor)
      expectSame(run(parsed(html), extractor), first)
      const { extraction, trace } = traceExtractor(parsed(html), extractor, first.params)
      // Measures of a library exist only with a trace.
      const { measures, values, candidates, verdict, warnings } = first
      const figures = { measures, values, warnings, ...(candidates && { candidates }), ...(verdict && { verdict }) }
      const { candidates: _, verdict: __, ...told } = extraction
      expectSame(isPeer ? { ...told, ...figures } : extraction, first)
      const rules = new Set(extractor.rules.map((rule) => rule.id))
      for (const rule of trace.rules) expect(rules, `${extractor.id} declares its rules`).toContain(rule)
      for (let i = 0; i < trace.decisionCount; i++) check((trace.outcome[i] ?? -1) in OUTCOMES, 'an outcome is one of the known')
      expect(trace.steps.every((step) => step.name !== '' && step.caption !== '')).toBe(true)
    })
  })

  it('measures are finite or missing', () => {
    holds(numRuns, anyPage, (html) => {
      const model = parsed(html)
      expectFinite(run(model, extractor), extractor, false)
      expectFinite(run(model, extractor, 'as-printed'), extractor, /^ce(?:ct|t)d-/.test(extractor.id))
    })
  })

  it('never throws with parameters at both ends of their ranges, in either preset', () => {
    const all = extremes(extractor)
    const few = Math.ceil(isPeer ? runs / 25 : runs / 8)
    holds(few, anyPage, (html) => {
      const model = parsed(html)
      for (const values of all) {
        expectSound(model, run(model, extractor, 'default', values))
        run(model, extractor, 'as-printed', values)
      }
    })
  })

  if (extractor.family === 'system') {
    it('gives some text for every page with text', () => {
      holds(numRuns, fc.oneof(page, tidyPage), (html) => {
        const model = parsed(html)
        if (!contentTree(model).isText.includes(1)) return
        for (const preset of ['default', 'as-printed'] as const)
          check(run(model, extractor, preset).text !== '', `${preset} gives some text`)
      })
    })
  }

  if (!isPeer) {
    it('does not depend on the names of classes', () => {
      holds(numRuns, page, (html) => {
        const { text, selected, measures } = run(parsed(html), extractor)
        const renamed = run(parsed(html.replace(/\bclass="([^"]*)"/g, (whole) => whole.replace(/c(?=\d)/g, 'k'))), extractor)
        expect(renamed.text).toBe(text)
        expectSame(renamed.selected, selected)
        expectSame(renamed.measures, measures)
      })
    })
  }
})

const TREE_EXTRACTORS = ['cetd-ds', 'cectd-s', 'cectd-ds', 'cuter', 'contentex', 'textsweeper']

describe.each(TREE_EXTRACTORS)('%s, on pages without a fault', (id) => {
  const extractor = registry.get(id) as Extractor

  /** Results per element, because inserted white space changes node ids. */
  function byElement(html: string): { text: string; selected: number[]; measures: Record<string, number[]> } {
    const model = parsed(html)
    const { text, selected, measures } = run(model, extractor)
    const elements = [...model.kind.keys()].filter((n) => model.kind[n] === ELEMENT)
    return {
      text: squeezed(text),
      selected: elements.map((n) => selected[n] ?? -1),
      measures: Object.fromEntries(Object.entries(measures).map(([name, values]) => [name, elements.map((n) => values[n] ?? -1)])),
    }
  }

  it('does not depend on white space between tags', () => {
    holds(runs, fc.tuple(tidyPage, fc.constantFrom(' ', '\n', '\n  \t')), ([html, space]) =>
      expectSame(byElement(html.replace(/>(?=<)/g, `>${space}`)), byElement(html)),
    )
  })
})
