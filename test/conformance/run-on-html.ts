import { registry } from '../../electron/peers/registry'
import type { Preset } from '../../shared/extractors/core/params'
import type { Trace } from '../../shared/extractors/core/probe'
import { resolveParams, runExtractor, traceExtractor, type Extraction } from '../../shared/extractors/core/run'
import { attribute, tagName, type NodeId, type PageModel } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'

export interface Result {
  readonly page: PageModel
  readonly extraction: Extraction
  readonly trace: Trace
  /** Returns the first element with this id; otherwise the first element with this tag. */
  readonly at: (name: string) => NodeId
  readonly measure: (name: string, id: string) => number
  readonly rules: (name: string, outcome: number) => string[]
}

interface Setup {
  readonly preset?: Preset
  readonly params?: Readonly<Record<string, unknown>>
  readonly url?: string
}

/** Runs an extractor with a trace, and expects the same text as without a trace. */
export function runOnHtml(id: string, html: string, { preset = 'default', params = {}, url }: Setup = {}): Result {
  const page = parsePage(html, { url: url ?? null })
  const extractor = registry.get(id)
  if (!extractor) throw new Error(`no extractor ${id}`)
  const values = resolveParams(extractor, preset, params)
  const { extraction, trace } = traceExtractor(page, extractor, values)
  if (runExtractor(page, extractor, values).text !== extraction.text) throw new Error('tracing changed the result')
  const at = (name: string): NodeId => {
    for (let n = 0; n < page.count; n++) if (attribute(page, n, 'id') === name) return n
    for (let n = 0; n < page.count; n++) if (tagName(page, n) === name) return n
    throw new Error(`no element ${name}`)
  }
  return {
    page,
    extraction,
    trace,
    at,
    measure: (name, measure) => extraction.measures[measure]?.[at(name)] ?? Number.NaN,
    rules: (name, outcome) => {
      const found: string[] = []
      for (let d = 0; d < trace.decisionCount; d++)
        if (trace.subject[d] === at(name) && trace.outcome[d] === outcome) found.push(trace.rules[trace.rule[d] as number] ?? '')
      return found
    },
  }
}
