/** A click selects an element: it has the reason of its text, or the statement that no rule selected it. */
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { registry } from '../../electron/peers/registry'
import { textLengths } from '../../shared/explain/coverage'
import { explainNode } from '../../shared/explain/explain-node'
import { headline } from '../../shared/explain/reason-sentence'
import { presetValues } from '../../shared/extractors/core/params'
import { findExtractor, traceExtractor } from '../../shared/extractors/core/run'
import { ELEMENT, tagName } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { OUT } from '../../shared/page/output'
import { realPages, WCXB } from '../fixtures/real-pages'
import { recordsOfSamples } from '../fixtures/sample-records'

const SYSTEMS = ['readability', 'defuddle', 'lens', 'cetd-ds', 'ttr', 'cuter', 'contentex', 'textsweeper']

function whyOf(html: string, id: string) {
  const page = parsePage(html, { sourcePositions: true })
  const extractor = findExtractor(registry, id)
  const { extraction, trace } = traceExtractor(page, extractor, presetValues(extractor.params, 'default'))
  const explain = (node: number) => explainNode(page, { extraction, trace, rules: extractor.rules }, node)
  return { page, extraction, explain, sentence: (node: number) => headline(page, explain(node), null) }
}

describe('the reason of a dropped element', () => {
  it('is that of its text: Defuddle removes a heading that repeats the title', () => {
    const words = 'A sentence of the article that is long enough to count, with a comma or two, as articles have. '.repeat(12)
    const html = `<title>A long day in the harbour</title><body><main><h1>A long day in the harbour</h1><p>${words}</p><p>${words}</p></main>`
    const { page, explain, sentence } = whyOf(html, 'defuddle')
    const h1 = [...page.tag.keys()].find((n) => page.kind[n] === ELEMENT && tagName(page, n) === 'h1') ?? -1
    expect(explain(h1).decisive?.rule).toBe('title-heading')
    expect(sentence(h1)).toMatch(/^Dropped with its text: .*title/)
  })

  it.each(SYSTEMS)('%s: each element without kept text has a rule, or no rule selected it', (id) => {
    // With BOILERSCOPE_ALL_PAGES=1 also the pages of WCXB, if they are beside the checkout.
    const real = process.env['BOILERSCOPE_ALL_PAGES'] === '1' && existsSync(WCXB) ? [...realPages(WCXB)].map(({ page }) => page.html) : []
    for (const html of [...recordsOfSamples().map((record) => record.html), ...real]) {
      const { page, extraction, explain, sentence } = whyOf(html, id)
      const length = textLengths(page)
      let elements = 0
      for (let n = page.body + 1; n < (page.subtreeEnd[page.body] ?? 0); n++) {
        if (page.kind[n] !== ELEMENT || extraction.selected[n] !== OUT || length[n] === 0) continue
        // Explaining is linear in the decisions: a share of the elements of a large page is enough.
        if (elements++ % Math.ceil(page.count / 300) > 0) continue
        const { decisive, below } = explain(n)
        const isDecided = decisive ? decisive.outcome !== 'path' : below.length > 0
        expect({ n, says: isDecided || /no rule selected it|before measuring/.test(sentence(n)), sentence: sentence(n) }).toMatchObject({
          says: true,
        })
      }
    }
  })
})
