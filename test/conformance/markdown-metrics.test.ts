import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { evaluate } from '../../electron/worker/evaluation-worker'
import { measureAgainst } from '../fixtures/measured-page'
import { near } from './run-on-html'
import { Configuration } from '../../shared/evaluation/run-spec'
import type { PageGold } from '../../shared/evaluation/evaluate-page'
import { webMainBenchPage } from '../../electron/services/sources/json-lines-pages'

const SAMPLES = resolve(import.meta.dirname, '../../../shared/data/webmainbench/test_model.jsonl')

describe('Markdown against Markdown of the gold text', () => {
  it('is compared by characters and by runs of five tokens', () => {
    const gold = '# Title\n\n| a | b |\n| - | - |\n| 1 | 2 |'
    const metrics = ['markdownEdit', 'markdownRatio', 'markdownRouge5'] as const
    expect(measureAgainst(gold, metrics, gold)).toEqual({ markdownEdit: 1, markdownRatio: 1, markdownRouge5: 1 })
    // “kitten” and “sitting”: 3 edits of 7 characters. The longest common subsequence has 4 characters, and both texts together have 13.
    const edit = measureAgainst('sitting', ['markdownEdit', 'markdownRatio'], 'kitten')
    expect(edit).toMatchObject({ markdownEdit: near(1 - 3 / 7, 12), markdownRatio: near(8 / 13, 12) })
  })

  async function scored(gold: PageGold, html: string, metrics: readonly ('markdownEdit' | 'f1')[]) {
    const configurations = [Configuration.parse({ extractor: 'bte' })]
    const task = { id: 'p', url: null, html, gold, labels: null, layout: null, scriptingEnabled: false }
    return (await evaluate({ ...task, configurations, tokens: { foldCase: false, stripPunctuation: false }, metrics, maxNodes: 1e6 }))
      .result
  }

  it('is the Markdown of the kept nodes; a page whose gold text is only Markdown has only this score', async () => {
    const words = 'Words that go on, as they do in an article, for quite a while. '.repeat(5)
    const html = `<body><p>${words}</p><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table><p>${words}</p></body>`
    const gold = {
      text: null,
      with: [],
      without: [],
      pageType: 'article',
      markdown: `${words}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n${words}`,
    }
    const result = await scored(gold, html, ['markdownEdit'])
    expect(result.facts.gold).toBe('markdown')
    expect(result.rows[0]?.metrics.markdownEdit).toBeGreaterThan(0.95)
    const unasked = await scored(gold, html, ['f1'])
    expect([unasked.facts.gold, unasked.rows[0]?.metrics]).toEqual(['none', {}])
    expect((await scored({ ...gold, markdown: null }, html, ['markdownEdit'])).rows[0]?.metrics).toEqual({})
  })

  it.skipIf(!existsSync(SAMPLES))('scores WebMainBench’s samples', async () => {
    const records = readFileSync(SAMPLES, 'utf8').trim().split('\n')
    const values = await Promise.all(
      records.map(async (line) => {
        const { html, gold } = await webMainBenchPage(JSON.parse(line), 'sample').read()
        return (await scored(gold, html, ['markdownEdit'])).rows[0]?.metrics
      }),
    )
    expect(values).toHaveLength(4)
    for (const of of values) expect(of?.markdownEdit).toBeGreaterThan(0.3)
  })
})
