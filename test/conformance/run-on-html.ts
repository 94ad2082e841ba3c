import { expect } from 'vitest'
import { registry } from '../../electron/peers/registry'
import type { Preset } from '../../shared/extractors/core/params'
import { OUTCOMES, type Outcome } from '../../shared/extractors/core/probe'
import { resolveParams, runExtractor, traceExtractor } from '../../shared/extractors/core/run'
import { attribute, tagName, type NodeId } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'

interface Setup {
  readonly preset?: Preset
  readonly params?: Readonly<Record<string, unknown>>
  readonly url?: string
  readonly sourcePositions?: boolean
}

export const near = (value: number, digits = 10): number => expect.closeTo(value, digits) as number

export function runOnHtml(id: string, html: string, { preset = 'default', params = {}, url, sourcePositions = false }: Setup = {}) {
  const page = parsePage(html, { url: url ?? null, sourcePositions })
  const extractor = registry.get(id)
  if (!extractor) throw new Error(`no extractor ${id}`)
  const values = resolveParams(extractor, preset, params)
  const { extraction, trace } = traceExtractor(page, extractor, values)
  if (runExtractor(page, extractor, values).text !== extraction.text) throw new Error('tracing changed the result')
  const decisions = Array.from(trace.rule.subarray(0, trace.decisionCount), (rule, d) => ({
    subject: trace.subject[d] ?? -1,
    outcome: OUTCOMES[trace.outcome[d] ?? -1],
    rule: trace.rules[rule] ?? '',
    value: trace.value[d],
    limit: trace.limit[d],
  }))
  const at = (name: string): NodeId => {
    for (let n = 0; n < page.count; n++) if (attribute(page, n, 'id') === name) return n
    for (let n = 0; n < page.count; n++) if (tagName(page, n) === name) return n
    throw new Error(`no element ${name}`)
  }
  const measure = (name: string, of: string): number => extraction.measures[of]?.[at(name)] ?? Number.NaN
  return {
    page,
    extraction,
    trace,
    decisions,
    at,
    measure,
    measures: (name: string, ...ids: string[]) => ids.map((of) => measure(name, of)),
    measureEach: (names: readonly string[], of: string) => names.map((name) => measure(name, of)),
    rules: (name: string, outcome: Outcome) =>
      decisions.flatMap((one) => (one.subject === at(name) && one.outcome === outcome ? [one.rule] : [])),
  }
}
