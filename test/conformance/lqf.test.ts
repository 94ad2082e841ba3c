import { describe, expect, it } from 'vitest'
import { near, runOnHtml } from './run-on-html'

describe('link quota = link characters / characters', () => {
  // Characters in links: nav 10 of 15 (2/3), half 4 of 8 (1/2), text 0 of 9.
  const html =
    '<body><section id=all><div id=nav><a href=/>aaaaaaaaaa</a>bbbbb</div><p id=half>cccc<a href=/>dddd</a></p><p id=text>Some text</p></section></body>'
  const result = runOnHtml('lqf', html)

  it.each([
    ['nav', 15, 10, 2 / 3],
    ['half', 8, 4, 1 / 2],
    ['text', 9, 0, 0],
    ['all', 32, 14, 14 / 32],
  ])('%s has %d characters, %d in links', (name, C, LC, quota) => {
    expect(result.measures(name, 'C', 'LC', 'linkQuota')).toEqual([C, LC, near(quota)])
  })

  it('deletes structure elements above the quota of 0.5, not at the quota', () => {
    expect([result.rules('nav', 'drop'), result.rules('half', 'pass')]).toEqual([['link-quota'], ['link-quota']])
    expect(result.extraction.text).toBe('ccccdddd\nSome text')
  })

  it('tests structure elements only: a section of links stays', () =>
    expect(runOnHtml('lqf', '<section><a href=/>Home</a></section><p>Text</p>').extraction.text).toBe('Home\nText'))

  it('may delete all text, and reports this', () => {
    const { text, warnings } = runOnHtml('lqf', '<div><p>Text</p><a href=/>A long list of links</a></div>').extraction
    expect([text, warnings.length]).toEqual(['', 1])
  })
})
