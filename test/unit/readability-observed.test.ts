import { describe, expect, it } from 'vitest'
import { readability, runObserved, runPlain } from '../../electron/peers/readability'
import { explainNode } from '../../shared/explain/explain-node'
import { formatNumber } from '../../renderer/components/number-format'
import { plainNumber, ruleSentence } from '../../shared/explain/reason-sentence'
import { resolveParams, traceExtractor } from '../../shared/extractors/core/run'
import { parsePage } from '../../shared/page/parse-page'
import { byId } from '../fixtures/nodes'

const SENTENCE = 'The council met on Monday, heard the mayor, and agreed, after a long debate, on the new plan for the harbour. '
const page = (body: string) => parsePage(`<html><head><title>The plan for the harbour</title></head><body>${body}</body></html>`)
const article = (extra: string) =>
  page(`<div id=all><div id=story>${[1, 2, 3, 4, 5].map((n) => `<p id=p${n}>${SENTENCE.repeat(3)}</p>`).join('')}${extra}</div></div>`)

function why(html: ReturnType<typeof page>, id: string, params: Record<string, unknown> = {}) {
  const { extraction, trace } = traceExtractor(html, readability, resolveParams(readability, 'default', params))
  const { decisive, reasons, status } = explainNode(html, { extraction, trace, rules: readability.rules }, byId(html, id))
  const { rule, value, limit } = decisive ?? {}
  const [sentence, windowSentence] = [plainNumber, formatNumber].map((format) => (decisive ? ruleSentence(decisive, format) : ''))
  return { status, rule, value, limit, sentence, windowSentence, reasons, trace, extraction }
}

describe('the reason why Readability removed an element', () => {
  it.each([
    ['<div id=x class=sidebar>Other news</div>', 'unlikely', '“sidebar” (a name with a word such as “article” is exempt)'],
    ['<div id=x style="display:none">Unseen</div>', 'hidden', 'style display: none'],
    ['<div id=x aria-hidden=true>Unseen</div>', 'hidden', 'aria-hidden="true"'],
    ['<div id=x role=dialog aria-modal=true>Accept</div>', 'modal', 'role="dialog"'],
    ['<div id=x role=navigation>Ways</div>', 'role', 'role="navigation"'],
    ['<div id=x class=byline>By Ann Author</div>', 'byline', '“byline”, 13 characters (limit 100)'],
    ['<div id=x class=byline>By <b itemprop=name>Ann Author</b>, in Oslo</div>', 'byline-name', '22 characters (limit 100)'],
    ['<h2 id=x>The plan for the harbour</h2>', 'title', 'word similarity 1, limit 0.75'],
    ['<aside id=x>An aside of the page</aside>', 'tag', 'aside elements'],
    ['<ul id=x class="share"><li>Tell others</ul>', 'share', '“share”. It has 11 characters (limit 500)'],
    ['<ul id=x class=promo><li>Offers of the week</li></ul>', 'class-weight', '-25 (“promo” in its class: -25)'],
    ['<h2 id=x class=widget>Offers</h2>', 'heading-weight', '-25 (“widget” in its class: -25)'],
  ])('%s: by the rule %s', (html, rule, values) => {
    const reason = why(article(html), 'x')
    expect([reason.status, reason.rule]).toEqual(['out', rule])
    expect(reason.sentence).toContain(values)
    expect(reason.windowSentence).toContain(values.replace(/-(?=25)/g, '−'))
  })

  it('contains the link density and the library’s limit, which a parameter changes', () => {
    const html = article(`<div id=x>Read too <a href=/1>the harbour then</a> and <p>and now</p></div>`)
    expect(why(html, 'x')).toMatchObject({ rule: 'links-low-weight', limit: 0.2 })
    expect(why(html, 'x').value).toBeGreaterThan(0.2)
    expect(why(html, 'x', { linkDensityModifier: 0.5 })).toMatchObject({ status: 'kept' })
    expect(why(html, 'x', { cleanConditionally: false })).toMatchObject({ status: 'kept' })
  })

  it('reports each step from the best candidate to another winner', () => {
    const boxes = [1, 2, 3, 4].map((n) => `<div class=c${n}>${`<p>${SENTENCE.repeat(2)}</p>`.repeat(3)}</div>`).join('')
    const { trace } = why(page(`<div class=wrap><main id=shopping class=promo>${boxes}<p id=x>${SENTENCE}</p></main></div>`), 'x')
    expect(trace.steps.find(({ name }) => name === 'winner')?.caption).toMatch(
      /^From the best candidate to the winner: main#shopping\.promo \(-?[\d.]+\) contains the best candidate div\.c\d \([\d.]+\) and at least three others/,
    )
  })

  it('outside the winner: uses the nearest of several scored elements around, with its written name', () => {
    const inner = `<div id=col class="price-$&"><p id=x>${SENTENCE}</p><p>${SENTENCE}</p></div>`
    const story = `<div id=right><div id=story>${`<p>${SENTENCE.repeat(3)}</p>`.repeat(5)}</div><p>x</p></div>`
    const { rule, sentence } = why(page(`<div id=all><div id=left><p>${SENTENCE}</p>${inner}</div>${story}</div>`), 'x')
    expect([rule, sentence]).toEqual(['outside', expect.stringContaining('div#col.price-$&')])
  })

  it('outside every candidate: uses no score of an element that Readability made', () => {
    const made = `<div><object><p>${SENTENCE}</p></object><b>and</b> text<hr></div>`
    const story = `<div id=story>${`<p>${SENTENCE.repeat(3)}</p>`.repeat(5)}${made}</div><hr>`
    const deep = `${'<div>'.repeat(6)}${story}${'</div>'.repeat(6)}`
    const { rule, value } = why(page(`<div><span id=x>Other news</span>${deep}</div>`), 'x')
    expect([rule, value]).toEqual(['outside-unscored', 0])
  })

  it('does not confuse a paragraph made inside an element with the element', () => {
    const html = article('<div id=x><a href=/y>a long link text of more than twenty-five characters</a></div>')
    const { extraction, reasons } = why(html, 'x')
    expect(Number.isNaN(extraction.measures['points']?.[byId(html, 'x')] ?? Number.NaN)).toBe(true)
    expect(reasons.map(({ rule }) => rule)).not.toContain('points')
  })
})

it('points of Readability are one, one for each part between commas, and one for each hundred characters up to three', () => {
  const { extraction } = why(article(''), 'p1')
  const of = (id: string, node: string) => extraction.measures[id]?.[byId(article(''), node)]
  expect([of('commas', 'p1'), of('points', 'p1')]).toEqual([12, 17])
  expect([of('received', 'story'), of('contentScore', 'story'), extraction.candidates?.[0]?.score]).toEqual([85, 85 + 5 + 25, 115])
})

it('the winner is the parent, with its own score, if the best candidate is the only child element', () => {
  const { trace, extraction, sentence } = why(article(''), 'all')
  expect(extraction.values).toMatchObject({ topScore: 85 / 2 + 5, siblingThreshold: 10 })
  expect(sentence).toMatch(/^It won with 47\.5 points: .* only child\.$/)
  expect(trace.steps.find(({ name }) => name === 'winner')?.caption).toContain('only child')
})

describe('attempts of Readability', () => {
  const short = page(`<div id=story><p>${SENTENCE}</p><div id=x class=sidebar><p>${SENTENCE}</p></div></div>`)

  it('are each reported with flags, length and threshold', () => {
    const { trace, extraction } = why(short, 'x')
    const attempts = trace.steps.filter(({ name }) => name.startsWith('attempt'))
    expect(attempts.map(({ name }) => name)).toEqual([1, 2, 3, 4].map((n) => `attempt-${n}`))
    expect(attempts[1]?.caption).toMatch(
      /^Attempt 2, without “strip unlikely candidates”, gave \d+ characters, needs 500\. The library restores the page/,
    )
    expect(extraction.values.attempts).toBe(4)
  })

  it('begin without the flag that a parameter switches off', () =>
    expect(why(short, 'x', { charThreshold: 50, stripUnlikelys: false }).status).toBe('kept'))
})

describe('an observed run', () => {
  it('gives the same result as the library, and leaves no trace on the library', () => {
    const html = article('<div class=sidebar>Other</div>')
    const params = resolveParams(readability, 'default', {}) as Parameters<typeof runPlain>[1]
    const before = runPlain(html, params).html
    expect(runObserved(html, params).html).toBe(before)
    expect(runPlain(html, params).html).toBe(before)
  })

  it('continues if the library removes the whole document and restores its body', () => {
    const html = parsePage(`<html style="display:none"><body><div id=x><p>${SENTENCE.repeat(2)}</p></div></body></html>`)
    const params = resolveParams(readability, 'default', {}) as Parameters<typeof runPlain>[1]
    expect(runObserved(html, params).html).toBe(runPlain(html, params).html)
  })

  it('keeps the right text of two equal texts after the library restored the page', () => {
    const twice = page(`<footer><p id=out>Harbour news</p></footer><div id=all><p>${SENTENCE}</p><p id=in>Harbour news</p></div>`)
    expect([why(twice, 'out').status, why(twice, 'in').status]).toEqual(['out', 'kept'])
  })

  it('reports for a page without an article what happened to its texts', () => {
    const { status, rule } = why(page('<p id=x aria-hidden=true>Nothing to see</p>'), 'x')
    expect([status, rule]).toEqual(['out', 'hidden'])
  })
})

it('isProbablyReaderable gives a verdict with the sum', () => {
  const { verdict } = why(article(''), 'p1').extraction
  const length = SENTENCE.repeat(3).trim().length
  expect(verdict).toMatchObject({ pageType: 'article', limit: 20 })
  expect(verdict?.value).toBeCloseTo(5 * Math.sqrt(length - 140))
  expect(verdict?.evidence).toHaveLength(5)
  expect(why(page('<p id=x>Short.</p>'), 'x').extraction.verdict).toMatchObject({ pageType: 'overview', value: 0 })
})
