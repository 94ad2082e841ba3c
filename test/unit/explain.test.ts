import { runInThisContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { extractorTemplate } from '../../electron/services/own/new-extractor'
import * as kit from '../../shared/extractors/own/extractor-kit'
import { coverageWarning, visibleCoverage, hiddenCause } from '../../shared/explain/coverage'
import { disagreementOf, isDisputed, wordChange } from '../../shared/explain/difference/disagreement'
import { explainNode, type Reason } from '../../shared/explain/explain-node'
import { relationHolds, slackOf } from '../../shared/explain/gauge'
import { headline, plainNumber, ruleSentence, wasRemoved } from '../../shared/explain/reason-sentence'
import { reportMarkdown } from '../../shared/explain/inspection-data'
import { whyAnswer, whyMarkdown } from '../../shared/explain/why-answer'
import { KEPT } from '../../shared/page/output'
import { cectdDs, cectdS, cetdDs } from '../../shared/extractors/cetd/cetd'
import { contentex } from '../../shared/extractors/contentex/contentex'
import { lqf } from '../../shared/extractors/lqf/lqf'
import type { Extractor, RuleSpec } from '../../shared/extractors/core/extractor'
import { followStatuses } from '../../shared/extractors/core/statuses'
import { RecordingProbe } from '../../shared/extractors/core/probe'
import { contentTree } from '../../shared/page/content-tree'
import { LAYOUT_DISPLAYED, LAYOUT_VISIBLE, tagName } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { ttr } from '../../shared/extractors/ttr/ttr'
import { byId, runOn } from '../fixtures/nodes'

const PROSE = '<p>Long words of the story, told in full, with commas.</p>'
const LONG = 'The announcement came after a day of talks between the two sides, who agreed on nothing but the date of the next meeting. '
const HTML = `<html><head><title>Talks</title></head><body>
<div id=nav><a href=/1>Home</a> <a href=/2>World</a> <a href=/3>Sport</a> <a href=/4>Weather</a></div>
<div id=main><h1>Talks end without result</h1><p id=first>${LONG.repeat(3)}</p><p id=second>${LONG.repeat(4)}</p><p id=short>Short.</p></div>
<div id=gone style="display:none">Nobody sees this.</div>
<div id=foot><a href=/5>Imprint</a></div></body></html>`

function templateExtractor(): Extractor {
  const code = extractorTemplate('mine')
    .replace(/^import .*$/m, '')
    .replace('export default', 'return')
  return (runInThisContext(`({ defineExtractor, number, sumUp }) => { ${code} }`) as (from: typeof kit) => Extractor)(kit)
}

function reportOf(run: ReturnType<typeof runOn>, id: string): string {
  const capture = { title: run.page.title, url: 'https://example.org/<x>', label: 'x', mode: 'source', capturedAt: '2024-01-01T00:00:00Z' }
  return reportMarkdown({ ...run, capture, preset: 'default', selected: byId(run.page, id), flips: [], version: '1.2.3' })
}

describe('a page that is hidden as a whole', () => {
  const hiddenBy = (html: string, body = '') =>
    runOn(`<html ${html}><body ${body}><div id=main><p id=first>${LONG.repeat(3)}</p></div> and bare text</body></html>`, cectdDs)

  it.each([
    ['html', 'hidden attribute', hiddenBy('hidden')],
    ['body', 'hidden attribute', hiddenBy('', 'hidden=until-found')],
    ['html', 'inline display:none', hiddenBy('style="display: none"')],
    ['body', 'inline display:none', hiddenBy('', 'style="color:red;display:none"')],
  ] as const)('by %s (%s) has no kept text, and the reason names the hidden element', (name, cause, { page, extraction, say }) => {
    expect([...extraction.selected].filter((status) => status === KEPT)).toEqual([])
    const first = byId(page, 'first')
    const hidden = hiddenCause(page, first)
    expect([tagName(page, hidden?.node ?? -1), hidden?.cause]).toEqual([name, cause])
    expect(say(first)).toBe(`Dropped before measuring with its container ${name}: ${cause}.`)
  })

  it('is measured if the browser’s layout shows the page', () => {
    const page = parsePage('<html hidden><body><p>Shown by a style sheet</p></body></html>')
    const flags = new Uint8Array(page.count).fill(LAYOUT_DISPLAYED | LAYOUT_VISIBLE)
    const layout = { flags, boxes: new Float32Array(page.count * 4), styles: null, viewport: { width: 1, height: 1 } }
    expect([contentTree(page).size, contentTree({ ...page, layout }).size]).toEqual([1, 3])
  })
})

describe('explaining a node', () => {
  const { page, rules, extraction, trace, explain, say } = runOn(HTML, cectdDs)

  it('names the target’s own decision as decisive', () => {
    const main = byId(page, 'main')
    expect(explain(main)).toMatchObject({ status: 'kept', decisive: { node: main, distance: 0, outcome: 'keep', rule: 'target' } })
  })

  it('explains that a part of the target is decided with the element around it', () => {
    const text = byId(page, 'first') + 1
    const decisive = { node: byId(page, 'main'), distance: 2, outcome: 'keep' }
    expect(explain(text)).toMatchObject({ status: 'kept', decisive })
    expect(say(text)).toMatch(/^Kept: its container div#main has DensitySum [\d.]+, the highest in body/)
  })

  it('explains that the value of a dropped block is below the limit, with both numbers', () => {
    const nav = byId(page, 'nav')
    const decisive = { outcome: 'drop', rule: 'density-threshold', holds: false }
    expect(explain(nav)).toMatchObject({ status: 'out', decisive })
    expect(say(nav)).toMatch(/^Dropped: it has density [\d.]+, but needs at least [\d.]+\.$/)
  })

  it('reports why a removed element was not measured', () => {
    const gone = byId(page, 'gone')
    expect(hiddenCause(page, gone + 1)).toEqual({ node: gone, cause: 'inline display:none' })
    expect(say(gone)).toBe('Dropped before measuring: inline display:none.')
    expect(say(gone + 1)).toBe('Dropped before measuring with its container div#gone: inline display:none.')
    expect([gone, gone + 1].map((node) => wasRemoved(explain(node), hiddenCause(page, node)))).toEqual([true, true])
    expect(wasRemoved(explain(page.body), hiddenCause(page, page.body))).toBe(false)
  })

  it('has the reason for a hidden element that was measured', () => {
    const gone = byId(page, 'gone')
    const explanation = explainNode(page, { extraction: { ...extraction, removal: new Uint8Array(page.count) }, trace, rules }, gone)
    expect(wasRemoved(explanation, hiddenCause(page, gone))).toBe(false)
    expect(headline(page, explanation, hiddenCause(page, gone))).not.toContain('before measuring')
  })

  it('never reports that no block reached a threshold if the block reaches the threshold', () => {
    const run = runOn('<body><p>One two three.</p><p>One two four!</p></body>', cectdS)
    expect(run.say(run.page.body)).toBe('Kept: it has smoothed density 197.6, and needs at least 197.6.')
    expect(run.say(run.page.body + 1)).toBe('Kept: it has the highest smoothed density (131.2) of the blocks that contain text.')
  })

  it('names the condition of a rule that compares numbers only for such nodes', () => {
    const { page: shop, say: why } = runOn(`<body>${PROSE}<p id=c>© 2024 The Hills. All rights reserved.</p></body>`, contentex)
    const statement = 'is a statement about copyright, a disclaimer or local laws'
    expect(why(byId(shop, 'c'))).toBe(`Dropped: it ${statement}.`)
    expect(why(byId(shop, 'c') + 1)).toBe(`Dropped: its container p#c ${statement}.`)
    const line = runOn(`<body>${'word '.repeat(2000)}</body>`, ttr)
    expect(line.say(line.page.body)).toMatch(/^Kept: the page has 2 tags/)
  })

  it('explains an element without remaining text by the decisions about its text', () => {
    const dates = '<div id=time><p>2024-03-05</p></div><p id=both>Posted on:<br>2024-03-05</p>'
    const { page: post, say: why } = runOn(`<body>${PROSE}${dates}</body>`, contentex)
    expect(why(byId(post, 'time'))).toBe('Dropped: its text is a date or time with 0 other characters (at most 3).')
    expect(why(byId(post, 'both'))).toMatch(/^Dropped: 1 of 2 texts was dropped \(“.* pattern”\), 1 was dropped \(“.* pattern”\)\.$/)
  })

  it('reports that nodes outside body are never content, and that html contains body', () => {
    const title = page.tag.indexOf(page.tagNames.indexOf('title'))
    expect([say(1), say(title)]).toEqual(['Dropped: outside body.', 'Dropped: outside body.'])
    expect([explain(title).runnerUp, explain(0).status]).toEqual([null, 'path'])
    expect(say(0)).toMatch(/^Contains kept text: /)
    expect(runOn('<body><p><a href="/">Home</a></p></body>', lqf).say(0)).toMatch(/^Dropped: (?!outside body)/)
  })

  it('lists reasons in the order of the run, at most the requested number, including the decisive reason', () => {
    const text = byId(page, 'first') + 1
    const all = explain(text)
    expect(all.reasons.map((r) => r.decision)).toEqual([...all.reasons.map((r) => r.decision)].sort((a, b) => a - b))
    const few = explain(text, 1)
    expect([few.reasons.length, few.omitted]).toEqual([1, all.reasons.length - 1])
    expect(few.reasons[0]?.decision).toBe(all.decisive?.decision)
  })

  it('assigns text to its nearest block if blocks are decided separately', () => {
    const smoothed = runOn(HTML, cectdS)
    const second = byId(smoothed.page, 'second')
    expect(smoothed.explain(second + 1).decisive).toMatchObject({ node: second, outcome: 'keepNode', distance: 1 })
  })

  it.each([
    ['<', 1, 2, true],
    ['≤', 2, 2, true],
    ['>', 2, 2, false],
    ['≥', 2, 2, true],
    ['=', 2, 2, true],
    ['', 1, 2, null],
    ['≥', Number.NaN, 2, null],
  ] as const)('holds %s for %d and %d: %s', (relation, value, limit, holds) => expect(relationHolds(relation, value, limit)).toBe(holds))
})

describe('explaining the largest value of a subtree', () => {
  const { page, extraction, ...run } = runOn(
    `<body><div id=main>${`<p>${LONG.repeat(4)}</p>`.repeat(6)}</div>
     <div id=talk><div id=said><p id=first>${LONG.repeat(2)}</p><p id=other>${LONG}</p></div><p id=last>${LONG}</p></div></body>`,
    cetdDs,
    { lambda: 0.4 },
  )
  const explain = (id: string) => run.explain(byId(page, id))
  const sum = (id: string): number => extraction.measures.densitySum?.[byId(page, id)] ?? Number.NaN

  it('names the ancestor with its density and the threshold, and the second element, with the two sums as value and limit', () => {
    const { decisive } = explain('said')
    expect(decisive).toMatchObject({ rule: 'largest-density-sum', value: sum('said'), limit: sum('talk'), holds: true })
    expect(decisive?.choice).toMatchObject({ within: byId(page, 'talk'), runnerUp: byId(page, 'talk') })
    const density = plainNumber(extraction.measures.density?.[byId(page, 'talk')] ?? Number.NaN)
    expect(ruleSentence(decisive as Reason)).toContain(`density ${density} (threshold ${plainNumber(extraction.values.threshold ?? 0)})`)
    const [said, talk] = [plainNumber(sum('said')), plainNumber(sum('talk'))]
    expect(run.say(byId(page, 'said'))).toBe(`Kept: it has DensitySum ${said}, the highest in div#talk (runner-up ${talk}).`)
    expect(slackOf(decisive as Reason)).toBeCloseTo(sum('said') - sum('talk'), 9)
  })

  it('names the second element of the whole page for the target', () => {
    const { decisive } = explain('main')
    expect(decisive).toMatchObject({ rule: 'target', outcome: 'keep', value: sum('main'), choice: { within: page.body } })
    expect(decisive?.limit).toBeLessThan(sum('main'))
    expect(run.say(byId(page, 'main'))).toContain(`(runner-up ${plainNumber(decisive?.limit ?? Number.NaN)})`)
  })
})

describe('explaining a node whose contents were tested', () => {
  const run = runOn(
    `<body><div id=main><p id=long>${LONG}</p><p id=brief>Too short.</p><ul id=list><li>One</li><li>Two</li></ul></div>
     <nav id=nav><a href=/a>${LONG}</a></nav><div id=empty></div><div id=gone hidden><p>${LONG}</p></div></body>`,
    templateExtractor(),
  )
  const { page } = run
  const explain = (id: string) => run.explain(byId(page, id))
  const say = (id: string) => run.say(byId(page, id))

  it('explains a paragraph by the decision about its text, with value and limit', () => {
    expect(say('long')).toBe('Kept: its text has link share 0 %, and may have at most 40.0 %.')
    expect(say('brief')).toBe('Dropped: its text has 10 characters, but needs at least 60.')
  })

  it('reports how many texts of a part were kept and dropped, and which text was closest to the limit', () => {
    expect(say('list')).toBe('Dropped: all 2 texts were dropped; the closest has 3 characters, but needs at least 60.')
    expect(say('main')).toBe('Contains kept text: 3 of 4 texts were dropped (“length”), 1 was kept (“links”).')
  })

  it('lists nothing inside if the node itself has a decision, or nothing inside was tested', () => {
    const empty = explain('empty')
    expect([empty.below, empty.reasons]).toEqual([[], []])
    const other = runOn(HTML, cectdDs)
    expect(other.explain(byId(other.page, 'main')).below).toEqual([])
  })
})

describe('coverage', () => {
  const page = parsePage('<body><p>1234567890</p><p hidden>12345</p></body>')
  const selection = (ids: readonly number[]) => {
    const selected = new Uint8Array(page.count)
    for (const n of ids) selected[n] = KEPT
    return selected
  }
  const [seen, unseen] = [page.body + 2, page.body + 4]

  it('counts visible and kept characters', () =>
    expect(visibleCoverage(page, selection([seen, unseen]))).toEqual({ seen: 10, kept: 10, keptUnseen: 5, share: 1 }))
  it('warns about no text, nearly all text, and hidden text', () => {
    expect(coverageWarning(visibleCoverage(page, selection([])))).toBe('The extractor kept no text.')
    expect(coverageWarning(visibleCoverage(page, selection([seen])))).toBe('The extractor kept nearly all visible text.')
    expect(coverageWarning(visibleCoverage(page, selection([unseen])))).toBe('Most of the kept text is not visible on the page.')
    expect(coverageWarning({ seen: 1000, kept: 10, keptUnseen: 0, share: 0.01 })).toContain('very little')
    expect(coverageWarning({ seen: 1000, kept: 500, keptUnseen: 0, share: 0.5 })).toBeNull()
  })
})

it('a change of words counts added and removed text nodes, in words', () => {
  const page = parsePage('<body><p>one two three</p><p>four five</p><p>six</p></body>')
  const [a, b, c] = [page.body + 2, page.body + 4, page.body + 6]
  const [before, after] = [
    [a, b],
    [b, c],
  ].map((kept) => Uint8Array.from({ length: page.count }, (_, n) => (kept.includes(n) ? KEPT : 0)))
  expect(wordChange(page, before!, after!)).toEqual({ gained: 1, lost: 3, added: [c], removed: [a] })
})

it('a disagreement divides the text where the set of extractors that keep it changes, and lists them for each passage', () => {
  const page = parsePage('<body><p>one</p><p>two</p><p>three</p><script>four</script></body>')
  const [one, two, three] = [page.body + 2, page.body + 4, page.body + 6]
  const [first, second] = [new Uint8Array(page.count), new Uint8Array(page.count)]
  first[one] = first[two] = KEPT
  second[two] = KEPT
  const { passages, all, none, some } = disagreementOf(page, [first, second])
  expect(passages.map(({ nodes, keepers }) => [...nodes, keepers].join(' '))).toEqual([`${one} 1`, `${two} 3`, `${three} 0`])
  expect([all, none, some, ...passages.map((p) => isDisputed(p, 2))]).toEqual([3, 5, 3, true, false, false])
})

it('the report equals the report of the command line, with page, settings and text; text of the page is escaped', () => {
  const run = runOn(HTML.replace('Talks end without result', 'Talks &lt;script&gt;alert(1)&lt;/script&gt;'), cectdDs, { lambda: 1.1 })
  const report = reportOf(run, 'nav')
  const answer = whyAnswer(run.page, { info: run.info, extraction: run.extraction, trace: run.trace }, byId(run.page, 'nav'), [])
  expect(report).toContain(whyMarkdown(answer, { page: 'https://example.org/<x>', versions: ['Boilerscope 1.2.3'] }))
  for (const words of ['https://example.org/\\<x\\>', 'Dropped: it has density 0, but needs']) expect(report).toContain(words)
  expect(report).toContain('no tested value of a single parameter')
  expect(whyMarkdown({ ...answer, changes: null }, { page: '', versions: [] })).not.toContain('What would change it')
  expect(report).toContain('λ 1.1 (preset: 1)')
  expect(report.split('```')[1]).toContain('Talks <script>alert(1)</script>')
})

describe('decisions about nested subtrees', () => {
  const page = parsePage('<body><div id=main><h2 id=title>Title</h2><p id=text>Text.</p></div></body>')
  const rule = { relation: '', quantity: '', unit: '' } as const
  const rules: readonly RuleSpec[] = ['outside', 'main', 'title'].map((id) => ({ ...rule, id, label: id, sentence: `It is ${id}.` }))
  const recorded = new RecordingProbe()
  const { probe } = followStatuses(page, recorded)
  probe.step('main', 'The main element is chosen.')
  probe.decide(page.body, 'drop', 'outside', 0, 0)
  probe.decide(byId(page, 'main'), 'keep', 'main', 0, 0)
  probe.decide(byId(page, 'title') + 1, 'dropNode', 'title', 0, 0)
  const selected = new Uint8Array(page.count)

  it('apply in their order: an earlier decision about a larger subtree is not the reason', () => {
    const explanation = explainNode(page, { extraction: { selected }, trace: recorded.trace(), rules }, byId(page, 'title'))
    expect(explanation.decisive?.rule).toBe('title')
    expect(headline(page, explanation, null)).toContain('title')
  })
})

describe('the note of a decision', () => {
  const page = parsePage('<body><div id=side class=sidebar>Aside.</div><p id=text>Text.</p></body>')
  const rules: readonly RuleSpec[] = [
    { id: 'word', label: 'a word', relation: '', quantity: '', unit: '', sentence: 'Its class holds {note}.' },
    { id: 'plain', label: 'plain', relation: '', quantity: '', unit: '', sentence: 'It stays{note}.' },
  ]
  const recorded = new RecordingProbe()
  const { probe } = followStatuses(page, recorded)
  probe.step('clean', 'Blocks are looked at.')
  probe.decide(byId(page, 'text'), 'keep', 'plain', 1, 1)
  probe.decide(byId(page, 'side'), 'drop', 'word', 1, 0, '“sidebar”')
  const trace = recorded.trace()
  const selected = new Uint8Array(page.count)

  it('is stored only with its decision', () => expect(trace.notes).toEqual({ 1: '“sidebar”' }))

  it('is in the sentence of the rule', () => {
    const explanation = explainNode(page, { extraction: { selected }, trace, rules }, byId(page, 'side') + 1)
    expect(explanation.decisive?.note).toBe('“sidebar”')
    expect(headline(page, explanation, null)).toContain('its class holds “sidebar”.')
  })
})
