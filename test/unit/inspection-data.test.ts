import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decisionsCsv, inspectionJson, measuresCsv, nodeJson } from '../../shared/explain/inspection-data'
import { cectdDs } from '../../shared/extractors/cetd/cetd'
import { cetr } from '../../shared/extractors/cetr/cetr'
import type { Extractor } from '../../shared/extractors/core/extractor'
import { runOn } from '../fixtures/nodes'
import { brokenPage, page as wholePage } from '../property/arbitrary-html'

const capture = { title: 'A page', url: 'https://page.example/a', mode: 'source', capturedAt: '2026-01-02T03:04:05.000Z' }
const inspect = (html: string, extractor: Extractor = cectdDs) => ({
  ...runOn(html, extractor),
  capture,
  preset: 'default' as const,
  version: '1.2.3',
})

const lines = (csv: string): string[] => csv.split('\r\n').slice(0, -1)

describe('the measures of all nodes as CSV', () => {
  it('have a line for each node with path, fate and every measure under its name', () => {
    const input = inspect('<body><p>Three short words</p></body>')
    const [head, ...rows] = lines(measuresCsv(input))
    expect(head).toMatch(/^node,path,tag,fate,words,.*\bdensity\b/)
    expect(rows).toHaveLength(input.page.count)
    expect(rows.at(-1)).toMatch(/^\d+,body>p\[0\]>#text\[0\],#text,\w+,3,/)
  })

  it('are empty where a node has no such measure, and never say NaN', () => {
    expect(measuresCsv(inspect('<body><script>x</script><p>a'))).not.toContain('NaN')
  })
})

describe('the decisions of a run as CSV', () => {
  it('have value, relation, limit and slack, and name lines by their number', () => {
    const { trace, ...input } = inspect('<body>\n<p>one two three four</p>\n<p>five</p>\n', cetr)
    const [head, first] = lines(decisionsCsv({ ...input, trace }))
    expect(head).toBe('step,node,line,path,rule,outcome,value,relation,limit,slack')
    expect(first).toBeDefined()
    expect(lines(decisionsCsv({ ...input, trace }))).toHaveLength(trace.decisionCount + 1)
  })
})

describe('one node as JSON', () => {
  it('has its path, measures and the decisions about it, and of no other node', () => {
    const input = inspect('<body><div><p>one two three four</p></div><p>five</p></body>')
    const [node = -1] = input.trace.subject
    const data = JSON.parse(nodeJson(input, node)) as { node: number; path: string; decisions: { node: number; rule: string }[] }
    expect(data.node).toBe(node)
    expect(data.path).toMatch(/^body/)
    expect(data.decisions.length).toBeGreaterThan(0)
    for (const decision of data.decisions) expect(decision.node).toBe(node)
  })
})

describe('an inspection as JSON', () => {
  it('says page, extractor and parameters, so that the figures can be made again', () => {
    expect(JSON.parse(inspectionJson(inspect('<body><p>a')))).toMatchObject({
      format: 'boilerscope-inspection',
      version: 1,
      page: { url: 'https://page.example/a', mode: 'source' },
      extractor: 'cectd-ds',
      preset: 'default',
      params: { lambda: 1 },
    })
  })

  it('can be read back on any page, and has every node, decision and finite measure', () => {
    fc.assert(
      fc.property(fc.oneof(wholePage, brokenPage), (html) => {
        const input = inspect(html)
        const data = JSON.parse(inspectionJson(input)) as { nodes: { measures: Record<string, number> }[]; decisions: unknown[] }
        expect(data.nodes).toHaveLength(input.page.count)
        expect(data.decisions).toHaveLength(input.trace.decisionCount)
        for (const [n, { measures }] of data.nodes.entries())
          for (const [id, value] of Object.entries(measures)) expect(Number(value)).toBe(input.extraction.measures[id]?.[n])
      }),
    )
  })
})
