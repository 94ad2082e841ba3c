import { describe, expect, it } from 'vitest'
import { near, runOnHtml } from './run-on-html'

// body ul li a /li li b /li /ul p w0 … w9 /p ul li c /li li d /li /ul /body: 30 tokens, 14 words, 16 tags
//  0   1  2  3  4  5  6  7   8  9 10 … 19 20 21 22 23 24 25 26 27 28   29
const PAGE = '<body><ul><li>a</li><li>b</li></ul><p>w0 w1 w2 w3 w4 w5 w6 w7 w8 w9</p><ul id=end><li>c</li><li>d</li></ul></body>'
const SMALL = { window: 4, step: 2 }

describe('Sections of low slope', () => {
  const result = runOnHtml('dsc', PAGE, { params: SMALL })

  it('have a slope of at most half of the page’s average', () => {
    // (30 tokens − 4) / 2 + 1 = 14 windows
    expect(result.extraction.values).toMatchObject({ average: near(16 / 30, 12), threshold: near(8 / 30, 12), windows: 14 })
  })

  it('compare the share of tags in a window', () => {
    // body is token 0: the window 0 … 3 has the tags 0, 1, 2. p is token 9: the window 8 … 11 has the tags 8, 9.
    // The second list is token 21: the window 20 … 23 has the tags 20, 21, 22.
    expect(result.measureEach(['body', 'p', 'end'], 'slope')).toEqual([0.75, 0.5, 0.75])
  })

  it('have a curve that counts the tags up to each token', () => {
    // Tags before p: tokens 0, 1, 2, 4, 5, 7 and 8. Tags before the second list: also tokens 9 and 20.
    expect(result.measureEach(['p', 'end'], 'curve')).toEqual([7, 9])
  })

  it('begin at the first of three low windows, and end at the first of three other windows', () => {
    // Windows at 10, 12, 14 and 16 have no tag. Windows at 18, 20 and 22 have 2, 3 and 3 tags. The section [10, 18) has 8 of the 10 words.
    expect(result.extraction.text).toBe('w0 w1 w2 w3 w4 w5 w6 w7 w8 w9')
    expect(result.measure('p', 'share')).toBeCloseTo(0.8, 12)
  })

  it('can also end with the last low window', () => {
    // The section [10, 16 + 4) has all 10 words.
    expect(runOnHtml('dsc', PAGE, { params: { ...SMALL, end: 'last-flat' } }).measure('p', 'share')).toBe(1)
  })

  it('are replaced by the run that BTE finds, with a warning, if there is no section', () => {
    // A window of 50 tokens contains the whole page. Its slope is the average.
    const { extraction } = runOnHtml('dsc', PAGE)
    expect(extraction.text).toBe('w0 w1 w2 w3 w4 w5 w6 w7 w8 w9')
    expect(extraction.warnings[0]).toMatch(/BTE/)
  })

  it('end with the last low window at the end of the page', () => {
    const { extraction } = runOnHtml('dsc', `<ul>${'<li>x</li>'.repeat(30)}</ul><p>${'word '.repeat(200)}</p>`)
    expect(extraction.text).toBe('word '.repeat(200).trim())
  })
})

describe('The curve', () => {
  it('has windows and steps at both ends of their ranges', () => {
    for (const window of [2, 500])
      for (const step of [1, 500])
        for (const patience of [1, 10]) expect(() => runOnHtml('dsc', PAGE, { params: { window, step, patience } })).not.toThrow()
  })
})
