import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inspectionJson } from '../../shared/explain/inspection-data'
import { cectdDs } from '../../shared/extractors/cetd/cetd'
import { runOn } from '../fixtures/nodes'
import { brokenPage, page as wholePage } from '../property/arbitrary-html'

const capture = { title: 'A page', url: 'https://page.example/a', mode: 'source', capturedAt: '2026-01-02T03:04:05.000Z' }
const inspect = (html: string) => ({ ...runOn(html, cectdDs), capture, preset: 'default' as const, version: '1.2.3' })

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
