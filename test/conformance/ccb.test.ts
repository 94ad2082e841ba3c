import { describe, expect, it } from 'vitest'
import { runOnHtml } from './run-on-html'

const NARROW = { sigma: 1, reach: 1 }

describe('Content code ratio', () => {
  it('blurs words (1) and tags (0) with a Gaussian', () => {
    // The tokens body p a b /p /body have the values 0 0 1 1 0 0. σ = 1: one token on each side, with the weight e^(−1/2) = 0.60653.
    // a: (1 + 0.60653) / (1 + 2·0.60653) = 1.60653 / 2.21306 = 0.72593. b has the same ratio.
    const result = runOnHtml('ccb', '<body><p>a b</p></body>', { params: { ...NARROW, threshold: 0.7 } })
    expect(result.measure('p', 'ratio')).toBeCloseTo(0.72593, 5)
    expect(result.extraction.text).toBe('a b')
  })

  it('renormalises the weights at the ends', () => {
    // σ = 3: three tokens on each side, with the weights e^(−j²/18) = 1, 0.94596, 0.80074, 0.60653. b is the fourth of six tokens:
    // (1 + 0.94596) / (1 + 2·0.94596 + 2·0.80074 + 0.60653) = 1.94596 / 5.09993 = 0.38157. a is the third token and has the same ratio.
    const result = runOnHtml('ccb', '<body><p>a b</p></body>', { params: { sigma: 3, reach: 1 } })
    expect(result.measure('p', 'ratio')).toBeCloseTo(0.38157, 5)
  })

  it('keeps only blocks above 0.75, and reports an empty result', () => {
    const { extraction } = runOnHtml('ccb', '<body><p>a b</p></body>', { params: NARROW })
    expect(extraction.text).toBe('')
    expect(extraction.warnings[0]).toMatch(/Nothing was kept/)
  })

  it('ignores the tags of links', () => {
    // Tokens without the tags of the link: p a b c d e /p. b, c and d have the ratio 1; a and e have 0.72593. Means of the texts:
    // "a b" 0.86297, "c" 1, "d e" 0.86297. Mean of p, weighted by characters: (3·0.86297 + 1 + 3·0.86297) / 7 = 0.88254.
    const html = '<body><p>a b <a href=/>c</a> d e</p></body>'
    expect(runOnHtml('ccb', html, { params: NARROW }).measure('p', 'ratio')).toBeCloseTo(0.88254, 5)
    // With the tags of the link, c has 1 / 2.21306 = 0.45186, and the other words have 0.72593: (6·0.72593 + 0.45186) / 7 = 0.68678.
    expect(runOnHtml('ccb', html, { params: { ...NARROW, ignoreLinks: false } }).measure('p', 'ratio')).toBeCloseTo(0.68678, 5)
  })

  it('keeps a text if most of its words are above the threshold', () => {
    // a and e have 0.72593; b, c and d have 1. Three of five words are above the threshold.
    expect(runOnHtml('ccb', '<body><p>a b c d e</p></body>', { params: NARROW }).extraction.text).toBe('a b c d e')
    // a and d have 0.72593; b and c have 1. Two of four words are not the majority.
    expect(runOnHtml('ccb', '<body><p>a b c d</p></body>', { params: NARROW }).extraction.text).toBe('')
  })
})

describe('A page with an article', () => {
  it('keeps an article among lists of links', () => {
    const links = `<ul>${'<li><a href=/>link</a></li>'.repeat(40)}</ul>`
    const article = `<p>${'word '.repeat(150).trim()}</p>`.repeat(3)
    const { extraction } = runOnHtml('ccb', `<body>${links}${article}${links}</body>`)
    expect(extraction.text.split('\n').length).toBe(3)
    expect(extraction.text).not.toContain('link')
  })
})
