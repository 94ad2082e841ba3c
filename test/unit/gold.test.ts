import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NOW, spanOf } from '../fixtures/captured'
import { agreementOf, agreementTable, disputesOf, pageRatings, rankPages, type AgreementTable } from '../../shared/gold/agreement'
import { alignText } from '../../shared/gold/align-text'
import { anchorSpans } from '../../shared/gold/anchor'
import { FailureError } from '../../shared/base/failure'
import { readGoldFile, newGoldFile, writeGoldFile, type GoldFile, type GoldSpan } from '../../shared/gold/gold-file'
import { goldText, rangesOfSelection, selectionOfLabels } from '../../shared/gold/gold-text'
import {
  applyLabelCommand,
  NO_LABELS,
  placeLabels,
  recordCommand,
  redo,
  undo,
  withLabels,
  type LabelCommand,
  type LabelHistory,
  type LabelState,
} from '../../shared/gold/label-commands'
import { tidy, toGoldSpans, visibleRanges, type LabelSpan } from '../../shared/gold/label-spans'
import { mergeGold } from '../../shared/gold/merge-gold'
import { axisText, rangeOfNode, textAxis, type TextAxis } from '../../shared/gold/text-axis'
import { parsePage } from '../../shared/page/parse-page'
import { failureOf } from '../fixtures/failure-of'
import { forAll, forAllOf } from '../fixtures/for-all'
import { byTag } from '../fixtures/nodes'

const SHA = 'a'.repeat(64)
const HTML = `<body><nav><a>Home</a> <a>Sport</a></nav>
<main><h1>A   title</h1><div class=story><p>First words of the story.</p><script>var hidden = 1</script>
<p>Second, <b>bold</b> words.</p><p hidden>Not shown.</p></div></main><footer>Home again</footer></body>`

const axisOf = (html: string): TextAxis => textAxis(parsePage(html))
const node = (axis: TextAxis, tag: string, nth?: number): number => byTag(axis.page, tag, nth)
function place(axis: TextAxis, text: string): { from: number; to: number } {
  const from = axisText(axis, { from: 0, to: axis.length }).indexOf(text)
  return { from, to: from + text.length }
}
const run = (axis: TextAxis, ...commands: LabelCommand[]): LabelState =>
  commands.reduce((state, command) => applyLabelCommand(axis, state, command), NO_LABELS)
const block = (axis: TextAxis, of: number, label: string | null = 'content'): LabelCommand => ({
  kind: 'label',
  ranges: visibleRanges(axis, of),
  label,
})
const phrase = (axis: TextAxis, text: string, label: string | null): LabelCommand => ({ kind: 'label', ranges: [place(axis, text)], label })
const labelParagraphs = (axis: TextAxis, of: readonly number[]): LabelState => {
  const nodes = of.map((i) => node(axis, 'p', i))
  return run(axis, { kind: 'label', ranges: nodes.flatMap((node) => visibleRanges(axis, node)), label: 'content' })
}
const texts = (axis: TextAxis, spans: readonly LabelSpan[]): string[] => spans.map((s) => axisText(axis, s).replace(/\s+/g, ' '))
const words = (of: string, n: number): string => Array.from({ length: n }, (_, i) => `${of}${i}`).join(' ')

describe('labelling', () => {
  const axis = axisOf(HTML)

  it('of a block includes its visible text, but neither scripts nor hidden text', () =>
    expect(texts(axis, run(axis, block(axis, node(axis, 'div'))).spans)).toEqual(['First words of the story. Second, bold words.']))

  it('subtracts, leaving three parts', () => {
    const state = run(axis, block(axis, node(axis, 'div')), phrase(axis, 'the story.\n', null), block(axis, node(axis, 'b'), null))
    expect(texts(axis, state.spans)).toEqual(['First words of', 'Second,', 'words.'])
  })

  it('grows to the parent with more text and shrinks towards the pointer', () => {
    const bold = run(axis, block(axis, node(axis, 'b')))
    const at = place(axis, 'bold').from
    const grown = applyLabelCommand(axis, bold, { kind: 'grow', at })
    expect(texts(axis, grown.spans)).toEqual(['Second, bold words.'])
    const story = applyLabelCommand(axis, grown, { kind: 'grow', at })
    expect(texts(axis, story.spans)).toEqual(['First words of the story. Second, bold words.'])
    expect(texts(axis, applyLabelCommand(axis, story, { kind: 'shrink', at }).spans)).toEqual(['Second, bold words.'])
  })

  it('shrinks to the labelled part of the smaller block', () => {
    const start = run(axis, phrase(axis, 'of the story.\nSecond, bold', 'content'), phrase(axis, 'words.', 'title'))
    const { spans } = applyLabelCommand(axis, start, { kind: 'shrink', at: place(axis, 'Second').from })
    expect(spans.map((span, i) => `${span.label} ${texts(axis, spans)[i]}`)).toEqual(['content Second, bold', 'title words.'])
  })

  it('assigns to each character only the last label', () => {
    const state = run(axis, block(axis, node(axis, 'main')), block(axis, node(axis, 'h1'), 'title'))
    expect(state.spans.map((s) => s.label)).toEqual(['title', 'content'])
  })

  const at = fc.integer({ min: 0, max: axis.length - 1 })
  const range = fc.tuple(at, at).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))
  const anyNode = fc.integer({ min: axis.page.body, max: axis.page.count - 1 })
  const label = fc.constantFrom('content', 'title', null)
  const command = fc.oneof(
    fc.record({ node: anyNode, label }).map(({ node: of, label: name }) => block(axis, of, name)),
    fc.record({ kind: fc.constant('label' as const), ranges: fc.array(range, { maxLength: 3 }), label }),
    fc.record({ kind: fc.constantFrom('grow' as const, 'shrink' as const), at }),
  )

  it('keeps spans sorted, disjoint and without white space at their ends, after any command', () =>
    forAllOf(150, fc.array(command, { maxLength: 25 }), (commands) => {
      let history: LabelHistory = { past: [], present: NO_LABELS, future: [] }
      const states = [NO_LABELS]
      for (const c of commands) {
        history = recordCommand(axis, history, c)
        if (history.present !== states[states.length - 1]) states.push(history.present)
        for (const [i, span] of history.present.spans.entries()) {
          const text = axisText(axis, span)
          expect(text).toBe(text.trim())
          expect(span.to).toBeGreaterThan(span.from)
          if (i > 0) expect(span.from).toBeGreaterThanOrEqual(history.present.spans[i - 1]!.to)
        }
      }
      for (let i = states.length - 2; i >= 0; i--) {
        history = undo(history)
        expect(history.present).toBe(states[i])
      }
      for (let i = 1; i < states.length; i++) history = redo(history)
      expect(history.present).toBe(states[states.length - 1])
      const gold = withLabels(axis, newGoldFile('p', SHA, 'ab', NOW), history.present, NOW)
      const back = placeLabels(axis, gold.pageSha256, readGoldFile(writeGoldFile(gold), 'ab.json')).state
      expect(back.spans.map(({ from, to, label: l }) => [from, to, l])).toEqual(
        history.present.spans.map(({ from, to, label: l }) => [from, to, l]),
      )
      expect(writeGoldFile(withLabels(axis, gold, back, NOW))).toBe(writeGoldFile(gold))
    }))

  it('shrinking adds no label to unlabelled text, and removes none outside the shrunk span', () => {
    const text = axisText(axis, { from: 0, to: axis.length })
    const labelsOf = ({ spans }: LabelState): (string | null)[] =>
      [...text].map((c, i) => (/\s/.test(c) ? null : (spans.find(({ from, to }) => from <= i && i < to)?.label ?? null)))
    forAll(fc.array(command, { maxLength: 25 }), at, (commands, place) => {
      const before = run(axis, ...commands)
      const span = before.spans.find(({ from, to }) => from <= place && place < to)
      const after = labelsOf(applyLabelCommand(axis, before, { kind: 'shrink', at: place }))
      for (const [i, label] of labelsOf(before).entries())
        if (after[i] !== label) expect([after[i], span && span.from <= i && i < span.to]).toEqual([null, true])
    })
  })

  it('survives a page nested 20,000 deep', () => {
    const deep = axisOf(`${'<div>'.repeat(20_000)}word one`)
    const state = run(deep, block(deep, deep.page.body), { kind: 'shrink', at: 1 }, { kind: 'grow', at: 1 })
    expect(texts(deep, state.spans)).toEqual(['word one'])
  })
})

describe('gold text and selections', () => {
  const axis = axisOf(HTML)

  it('writes labelled text like the text of extractions', () => {
    const { spans } = run(axis, block(axis, node(axis, 'main')), block(axis, node(axis, 'b'), null))
    expect(goldText(axis, spans).text).toBe('A title\nFirst words of the story.\nSecond, words.')
    expect(goldText(axis, spans, (label) => label === 'title').text).toBe('')
  })

  it('converts labels into a selection and back', () => {
    const { spans } = run(axis, block(axis, node(axis, 'div')))
    const ranges = rangesOfSelection(axis, selectionOfLabels(axis, spans))
    const labels = tidy(
      axis,
      ranges.map((range) => ({ ...range, label: 'content' })),
    )
    expect(labels.map(({ from, to }) => ({ from, to }))).toEqual(spans.map(({ from, to }) => ({ from, to })))
  })
})

describe('gold files', () => {
  const gold: GoldFile = {
    ...newGoldFile('p', SHA, 'ab', NOW),
    spans: [{ label: 'content', start: { node: 5, offset: 0 }, end: { node: 7, offset: 3 }, quote: 'q', later: { key: 1 } }],
    future: 'kept',
  }

  it('keep keys of later versions, and have a fixed order of keys', () => {
    const text = writeGoldFile(gold)
    expect(readGoldFile(text, 'ab.json')).toEqual(gold)
    expect(writeGoldFile(readGoldFile(JSON.stringify(Object.fromEntries(Object.entries(gold).reverse())), 'ab.json'))).toBe(text)
  })

  it('of any content are read or refused with a typed failure', () => {
    const valid = writeGoldFile(gold)
    forAllOf(
      200,
      fc.oneof(
        fc.string(),
        fc.json(),
        fc
          .tuple(fc.nat(valid.length), fc.nat(40), fc.string({ maxLength: 8 }))
          .map(([at, n, s]) => valid.slice(0, at) + s + valid.slice(at + n)),
        fc
          .record({ format: fc.constant('boilerscope-gold'), version: fc.anything(), spans: fc.anything() })
          .map((v) => JSON.stringify(v) ?? ''),
      ),
      (text) => {
        try {
          readGoldFile(text, 'ab.json')
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(FailureError)
          expect((thrown as FailureError).failure.message).toContain('ab.json')
        }
      },
    )
  })

  it('fail with the file and the position if they are wrong', () => {
    expect(failureOf(() => readGoldFile('{"format":\n  "boilerscope-gold",}', 'ab.json'))).toMatchObject({ code: 'gold.bad-json' })
    expect(failureOf(() => readGoldFile('{"format":\n  oops}', 'x/ab.json')).message).toMatch(/x\/ab\.json, line 2, column 3/)
    const bad = JSON.stringify({ ...gold, spans: [{ ...gold.spans[0], start: { node: -1, offset: 0 } }] })
    expect(failureOf(() => readGoldFile(bad, 'ab.json')).message).toMatch(/spans\.0\.start\.node/)
    expect(failureOf(() => readGoldFile(JSON.stringify({ ...gold, version: 2 }), 'ab.json')).code).toBe('gold.newer-version')
  })
})

describe('anchoring on a page that was captured again', () => {
  const before = axisOf(HTML)
  const spansOn = (axis: TextAxis, ...commands: LabelCommand[]): GoldSpan[] => toGoldSpans(axis, run(axis, ...commands).spans)
  const story = spansOn(before, block(before, node(before, 'div')))

  it('follows the text if other elements were inserted before it', () => {
    const after = axisOf(HTML.replace('<main>', '<aside><p>Advertisement <i>here</i></p></aside><main>'))
    const { found } = anchorSpans(after, story, false)
    expect(found).toMatchObject([{ how: 'exact' }])
    expect(axisText(after, found[0]!.range)).toBe(axisText(before, anchorSpans(before, story, true).found[0]!.range))
  })

  it('follows long text by its first and last words', () => {
    const text = words('word', 200)
    const long = axisOf(`<body><div>Menu</div><p>${text}</p>`)
    const span = spansOn(long, block(long, node(long, 'p')))
    expect(span[0]!.quote.length).toBeLessThan(260)
    const after = axisOf(`<body><div>Other menu</div><div><p>Lead</p><p>${text}</p></div>`)
    expect(axisText(after, anchorSpans(after, span, false).found[0]!.range)).toBe(text)
  })

  it('finds a text in which few words changed, and reports that the match is fuzzy', () => {
    const terms = words('term', 24).split(' ')
    const old = axisOf(`<body><p>Before this</p><p>${terms.join(' ')}</p><p>After this</p>`)
    const span = spansOn(old, block(old, node(old, 'p', 1)))
    const edited = terms.map((w, i) => (i === 12 ? 'changed' : w)).join(' ')
    const after = axisOf(`<body><p>Before this</p><p>${edited}</p><p>After this</p>`)
    const { found } = anchorSpans(after, span, false)
    expect(found).toMatchObject([{ how: 'fuzzy' }])
    expect(axisText(after, found[0]!.range)).toBe(edited)
    const rewritten = axisOf(`<body><p>Before this</p><p>${terms.map((w, i) => (i % 3 ? w : 'x')).join(' ')}</p><p>After this</p>`)
    expect(anchorSpans(rewritten, span, false).lost).toMatchObject([{ reason: 'not found' }])
  })

  it('finds a short quote by the words after it if a foreign file has no words before it', () => {
    const old = axisOf('<body><p>One</p><p>Read more</p><p>Two</p>')
    const [span] = spansOn(old, block(old, node(old, 'p', 1)))
    const after = axisOf('<body><nav>New menu</nav><p>One</p><p>Read more</p><p>Two</p>')
    expect(anchorSpans(after, [{ ...span!, prefix: '', suffix: 'Two' }], false).found).toMatchObject([{ how: 'exact' }])
  })

  it('never moves to a similar text: two equal texts in equal surroundings are both rejected', () => {
    const old = axisOf('<body><p>One</p><p>Read more</p><p>Two</p>')
    const span = spansOn(old, block(old, node(old, 'p', 1)))
    const twice = axisOf('<body><p>One</p><p>Read more</p><p>Two</p><hr><p>One</p><p>Read more</p><p>Two</p>')
    expect(anchorSpans(twice, span, false)).toMatchObject({ found: [], lost: [{ reason: 'several places' }] })
    const elsewhere = axisOf('<body><nav>Login</nav><p>Read more</p><p>Imprint</p>')
    expect(anchorSpans(elsewhere, span, false)).toMatchObject({ found: [], lost: [{ reason: 'not found' }] })
    const told = axisOf('<body><p>Zero</p><p>Read more</p><p>Last</p><p>One</p><p>Read more</p><p>Two</p>')
    expect(anchorSpans(told, span, false).found[0]!.range).toEqual(rangeOfNode(told, node(told, 'p', 4)))
  })

  it('places equal short texts by the order of the labels around them, if each has a place there', () => {
    const [first, last] = ['A heading that is long enough to be found', 'The last paragraph, which is found by itself, too']
    const old = axisOf(`<body><p>${first}</p><p>More</p><p>More</p><p>${last}</p>`)
    const spans = [0, 1, 2, 3].flatMap((at) =>
      spansOn(old, block(old, node(old, 'p', at))).map(({ prefix: _prefix, suffix: _suffix, ...span }) => span),
    )
    const between = (inner: string) => axisOf(`<body><p>More</p><p>${first}</p>${inner}<p>${last}</p><p>More</p>`)
    const after = between('<p>More</p><p>More</p>')
    const places = anchorSpans(after, spans, false).found.map(({ range }) => range)
    expect(places).toEqual([1, 2, 3, 4].map((at) => rangeOfNode(after, node(after, 'p', at))))
    expect(anchorSpans(between('<p>More</p>'), spans, false).lost).toHaveLength(2)
  })

  it('follows a long text to the end with the previous length, not to a similar end', () => {
    const text = `${words('head', 40)} ${words('middle', 40)} ${words('tail', 40)}`
    const before = axisOf(`<p>${text}</p>`)
    const [stored] = toGoldSpans(before, [{ ...place(before, text), label: 'content' }])
    expect(stored?.characters).toBe(text.replaceAll(' ', '').length)
    const teaser = `<aside>${words('tail', 40)}</aside>`
    const after = axisOf(
      `<p>New</p><div>${words('head', 40)}${teaser} ${words('middle', 40)} ${words('tail', 40)}</div><p>${words('other', 500)}</p>${teaser}`,
    )
    const other = anchorSpans(after, [stored!], false)
    expect([other.found, other.lost[0]?.candidates.length]).toEqual([[], 1])
    const moved = axisOf(`<p>New</p><div>${text}</div><p>${words('other', 500)}</p>${teaser}`)
    expect(anchorSpans(moved, [stored!], false).found).toMatchObject([{ how: 'exact', range: place(moved, text) }])
  })

  it('is lost if only the first and last words remain, and the position is shown', () => {
    const text = `${words('head', 40)} ${words('middle', 60)} ${words('tail', 40)}`
    const before = axisOf(`<p>${text}</p>`)
    const [stored] = toGoldSpans(before, [{ ...place(before, text), label: 'content' }])
    const after = axisOf(`<p>${words('head', 40)} ${words('quite', 200)} ${words('tail', 40)}</p>`)
    const { found, lost } = anchorSpans(after, [stored!], false)
    expect({ found, lost }).toMatchObject({ found: [], lost: [{ reason: 'not found' }] })
    expect(axisText(after, lost[0]!.candidates[0]!)).toMatch(/^head0 .* tail39$/)
    // Files of earlier versions do not contain the text. Files of the first version also do not contain its length.
    const { text: _text, ...earlier } = stored!
    const { characters: _characters, ...first } = earlier
    for (const old of [earlier, first]) {
      expect(anchorSpans(after, [old], false)).toMatchObject({ found: [], lost: [{ reason: 'not found' }] })
      expect(anchorSpans(before, [old], true).found).toMatchObject([{ how: 'same' }])
    }
    expect(anchorSpans(axisOf(`<h1>New</h1><p>${text}</p>`), [earlier], false).found).toMatchObject([{ how: 'exact' }])
  })

  it('moves the remaining blocks and loses the block that was replaced by another of similar length', () => {
    const block = (of: string): string => words(of, 30)
    const page = (...blocks: string[]): TextAxis =>
      axisOf(`<nav>Menu</nav>${blocks.map((text) => `<p>${text}</p>`).join('')}<footer>End</footer>`)
    const old = page(block('one'), block('two'), block('three'), block('four'))
    const all = `${block('one')}${block('two')}${block('three')}${block('four')}`
    const stored = toGoldSpans(old, [{ ...place(old, all), label: 'content' }])
    expect(stored).toHaveLength(1)
    const after = page(block('one'), block('two'), block('other'), block('four'))
    const { found, lost } = anchorSpans(after, stored, false)
    expect(found.map(({ range }) => axisText(after, range))).toEqual([`${block('one')}`, block('two'), block('four')])
    expect(lost.map(({ span }) => span.quote)).toEqual([expect.stringMatching(/^three0 /)])
    const edited = page(block('one'), block('two').replace('two7', 'changed'), block('three'), block('four'))
    const kept = anchorSpans(edited, stored, false)
    expect(kept.lost).toEqual([])
    expect(kept.found.map(({ how }) => how)).toEqual(['exact', 'fuzzy', 'exact', 'exact'])
    expect(anchorSpans(page(...['new', 'one', 'two', 'three', 'four'].map(block)), stored, false).found).toMatchObject([{ how: 'exact' }])
  })

  it('accepts any quote and context', () =>
    forAll(fc.string(), fc.option(fc.string({ maxLength: 40 }), { nil: undefined }), (quote, prefix) => {
      const span = spanOf(1, 99, { end: { node: 99, offset: 9 }, quote, ...(prefix !== undefined && { prefix }) })
      const { found, lost } = anchorSpans(before, [span], true)
      expect(found.length + lost.length).toBe(1)
    }))
})

describe('aligning a gold text', () => {
  const axis = axisOf(HTML)

  it('finds its words on the page with their punctuation', () => {
    const { ranges, coverage, missing } = alignText(axis, 'A title\nFirst words of the story.\nSecond, bold words.')
    expect([coverage, missing]).toEqual([1, []])
    const { spans } = run(axis, { kind: 'replace', ranges: ranges.map((r) => ({ ...r, label: 'content' })) })
    expect(goldText(axis, spans).text).toBe('A title\nFirst words of the story.\nSecond, bold words.')
  })

  it('lists missing words, and reports which words are not on the page', () => {
    const { coverage, missing } = alignText(axis, 'First absent words of the story Home')
    expect(missing).toEqual([{ word: 'absent', start: 6, end: 12, absent: true }])
    expect(coverage).toBeCloseTo(6 / 7, 12)
    expect(alignText(axis, 'First words Sport').missing).toMatchObject([{ word: 'Sport', absent: false }])
  })

  it('prefers a word beside its neighbours to an isolated one', () => {
    const menu = axisOf('<body><nav>The news</nav><p>The story ends here.</p><footer>here we are</footer>')
    expect(alignText(menu, 'The story ends here.').ranges.map((r) => axisText(menu, r))).toEqual(['The story ends here.'])
  })

  it('does not align one or two distant words whose neighbours are not on the page', () => {
    const page = axisOf(
      `<body><h1>Offers</h1><nav>${words('menu', 50)}</nav><p>First words of the story.</p><div>${words('menu', 50)}</div><footer>Sign in or join, Privacy</footer>`,
    )
    const laid = (gold: string): string[] => alignText(page, gold).ranges.map((r) => axisText(page, r))
    const torn = alignText(page, 'First words of the story.\nIt is written in lines about Privacy that nobody shows.')
    expect(torn.ranges.map((r) => axisText(page, r))).toEqual(['First words of the story.'])
    expect(torn.coverage).toBeCloseTo(5 / 15, 12)
    expect(torn.missing.map(({ word }) => word)).toContain('Privacy')
    // Words far from other found words align if they are a whole line of the gold text, or if they continue a found line.
    for (const [gold, ...aligned] of [
      ['Offers\nNot here.\nFirst words of the story.', 'Offers', 'First words of the story.'],
      ['First words of the story. Privacy', 'First words of the story.', 'Privacy'],
      ['Much about Privacy that is nowhere', 'Privacy'],
    ])
      expect(laid(gold!)).toEqual(aligned)
  })

  it('of the text of any labels returns these labels', () =>
    forAllOf(40, fc.array(fc.integer({ min: 0, max: 59 }), { minLength: 1, maxLength: 60 }), (picked) => {
      const page = axisOf(`<body>${Array.from({ length: 60 }, (_, i) => `<p>uniq${i}a  uniq${i}b,\n <b>uniq${i}c</b>!</p>`).join('')}`)
      const { spans } = labelParagraphs(page, picked)
      const { ranges, coverage } = alignText(page, goldText(page, spans).text)
      expect(coverage).toBe(1)
      const back = run(page, { kind: 'replace', ranges: ranges.map((r) => ({ ...r, label: 'content' })) })
      expect(texts(page, back.spans)).toEqual(texts(page, spans))
    }))
})

describe('agreement', () => {
  const axis = axisOf('<body><p>aaaa</p><p>bbbb</p><p>cc</p>')
  const spans = (...paragraphs: number[]): readonly LabelSpan[] => labelParagraphs(axis, paragraphs).spans

  it('is Cohen’s κ weighted by characters', () => {
    // The page has 10 characters: 4 are content for both annotators, 4 only for the first, and 2 for neither. Observed agreement 0.6; by
    // chance 0.8·0.4 + 0.2·0.6 = 0.44; κ = 0.16/0.56.
    const result = agreementOf([agreementTable(axis, spans(0, 1), spans(0))])
    expect(result).toMatchObject({ pages: 1, observed: 0.6, f1: 8 / 12 })
    expect(result.kappa).toBeCloseTo(0.16 / 0.56, 12)
  })

  it('is 1 for the same labels, and n/a without anything to compare', () => {
    expect(agreementOf([agreementTable(axis, spans(1), spans(1))])).toMatchObject({ kappa: 1, f1: 1 })
    expect(agreementOf([])).toMatchObject({ pages: 0, kappa: null, observed: null, f1: null })
    expect(agreementOf([agreementTable(axis, [], [])])).toMatchObject({ kappa: null, observed: 1, f1: null })
  })
})

it('the blocks of several annotators have the label of most of their visible text, with any amount of hidden text', () => {
  const axis = axisOf('<p>Seen <span hidden>and far more words that nobody sees</span></p><p>Other words.</p>')
  const all = [{ from: 0, to: 4, label: 'content' }]
  expect(pageRatings(axis, [all, all, all]).blocks).toEqual(['content', ''].map((label) => ({ counts: { [label]: 3 }, weight: 1 })))
})

describe('the disagreement of annotators', () => {
  const tables: readonly AgreementTable[] = [
    { content: { content: 50, '': 10 }, '': { content: 5, '': 20, comments: 30 } },
    { comments: { '': 3 }, '': { '': 97 } },
  ]

  it('is listed by confusions in both directions, most frequent first', () => {
    expect(disputesOf(tables)).toEqual([
      { labels: ['', 'comments'], characters: 33, share: 33 / 48 },
      { labels: ['', 'content'], characters: 15, share: 15 / 48 },
    ])
    expect(disputesOf([{ content: { content: 1 } }])).toEqual([])
  })

  it('is listed by page over all pairs, least agreement first', () => {
    const pages = ['b', 'a', 'b'].map((page) => ({ page, agreement: agreementOf([tables[page === 'a' ? 0 : 1]!]) }))
    expect(rankPages(pages)).toEqual([
      { page: 'a', pairs: 1, observed: 70 / 115, disputed: 45 },
      { page: 'b', pairs: 2, observed: 194 / 200, disputed: 6 },
    ])
  })
})

describe('merging two windows’ changes', () => {
  const base = newGoldFile('p', SHA, 'ab', NOW)
  const span = (from: number, to: number, label = 'content'): GoldSpan => spanOf(from, to, { label })

  it('keeps both notes one below the other, although they conflict', () => {
    const { merged, conflicts } = mergeGold(base, { ...base, notes: 'mine' }, { ...base, notes: 'theirs' })
    expect([conflicts, merged.notes]).toEqual([['notes'], 'mine\ntheirs'])
  })

  it('reports the conflict if both changed the same label', () => {
    const start = { ...base, spans: [span(10, 12)] }
    const mine = { ...start, spans: [span(10, 13)], pageType: 'forum' as const }
    const theirs = { ...start, spans: [span(9, 12)], pageType: 'article' as const }
    expect([...mergeGold(start, mine, theirs).conflicts].sort()).toEqual(['pageType', 'spans'])
    expect(mergeGold(start, { ...start, spans: [] }, { ...start, spans: [span(10, 12, 'title')] }).conflicts).toEqual(['spans'])
    expect(mergeGold(start, mine, mine).conflicts).toEqual([])
  })

  it('is symmetric except for the winning side, and keeps every span that only one window changed', () => {
    const spans = fc
      .uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 12 })
      .map((starts) => starts.sort((a, b) => a - b).map((s) => span(s * 3, s * 3 + 1)))
    forAll(spans, spans, spans, (b, m, t) => {
      const at = (own: GoldSpan[]) => ({ ...base, spans: own })
      const [x, y] = [mergeGold(at(b), at(m), at(t)), mergeGold(at(b), at(t), at(m))]
      expect(x.conflicts).toEqual([])
      expect(x.merged.spans).toEqual(y.merged.spans)
      const key = (s: GoldSpan): number => s.start.node
      const [inB, inM, inT] = [new Set(b.map(key)), new Set(m.map(key)), new Set(t.map(key))]
      const wanted = [...new Set([...inB, ...inM, ...inT])]
        .filter((k) => (inB.has(k) ? inM.has(k) && inT.has(k) : inM.has(k) || inT.has(k)))
        .sort((p, q) => p - q)
      expect(x.merged.spans.map(key)).toEqual(wanted)
    })
  })
})
