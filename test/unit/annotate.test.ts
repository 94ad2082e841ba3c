import { describe, expect, it } from 'vitest'
import { blocksOf } from '../../shared/gold/blocks'
import { newGoldFile, type GoldFile } from '../../shared/gold/gold-file'
import {
  applyLabelCommand,
  NO_LABELS,
  placeLabels,
  withLabels,
  type LabelState,
  isPending,
  suggestionsOf,
} from '../../shared/gold/label-commands'
import { snapToWords, spacedText, textAxis, type TextAxis } from '../../shared/gold/text-axis'
import { parsePage } from '../../shared/page/parse-page'
import { tagName } from '../../shared/page/page-model'
import { cursorOnBlock, moveCursor, rangesToLabel, wholeNodeOf, type CursorMove } from '../../renderer/features/annotate/state/cursor'
import type { BlockCursor } from '../../renderer/features/annotate/state/labelling-state'
import { createStopwatch } from '../../renderer/features/annotate/state/saving'
import { sourcesOfList } from '../../renderer/features/annotate/corpus/page-dialogs'
import fc from 'fast-check'
import { forAll } from '../fixtures/for-all'
import { readDate } from '../../renderer/features/annotate/state/labelling'

const PAGE = `<html><body>
  <nav><a href=a>Home</a> <a href=b>News</a></nav>
  <article><h1>The <em>big</em> title</h1>
    <p>First paragraph, with words.</p>
    <div>loose text <p>inner</p> after</div>
    <p hidden>Nobody sees this.</p>
  </article>
  <script>var text = 1</script><footer>The end</footer></body></html>`

const axis = textAxis(parsePage(PAGE))
const blocks = blocksOf(axis)
const textOf = (range: { readonly from: number; readonly to: number } | null, on: TextAxis = axis): string | null =>
  range === null ? null : spacedText(on, range).replace(/\s+/g, ' ').trim()

function after(start: BlockCursor | null, ...moves: CursorMove[]): BlockCursor | null {
  return moves.reduce((cursor, move) => moveCursor(axis, blocks, cursor, move), start)
}

describe('blocks', () => {
  it('are runs of visible text in one block element, in document order', () => {
    const texts = Array.from({ length: blocks.length }, (_, i) => textOf(cursorOnBlock(blocks, i)))
    expect(texts).toEqual(['Home News', 'The big title', 'First paragraph, with words.', 'loose text', 'inner', 'after', 'The end'])
  })
})

describe('the cursor', () => {
  it('starts at the first block and moves from block to block, never beyond the ends', () => {
    const texts = [['next'], ['next', 'next', 'next'], ['next', 'previous'], ['last'], ['last', 'next']] as const
    const places = texts.map((moves) => textOf(after(null, ...moves)))
    expect(places).toEqual(['Home News', 'First paragraph, with words.', 'Home News', 'The end', 'The end'])
  })

  it('moves out by one level at a time, and back to the previous block', () => {
    const title = cursorOnBlock(blocks, 1)
    const out = after(title, 'out')
    expect(out && tagName(axis.page, wholeNodeOf(axis, out) ?? -1)).toBe('article')
    expect([after(title, 'out', 'in'), after(title, 'in')]).toEqual([title, title])
  })

  it('extends over neighbouring blocks, and shrinks again', () => {
    const extended = after(cursorOnBlock(blocks, 1), 'extend-next')
    expect(textOf(extended)).toBe('The big title First paragraph, with words.')
    expect(textOf(after(extended, 'extend-previous'))).toBe('The big title')
    expect(textOf(after(extended, 'extend-previous', 'extend-previous'))).toBe('Home News The big title')
  })

  it.each<[string, ...CursorMove[]]>([
    ['First', 'word-more'],
    ['First paragraph,', 'word-more', 'word-more'],
    ['First paragraph, with', 'word-less'],
    ['paragraph, with words.', 'start-later'],
    ['First paragraph, with words.', 'start-later', 'start-earlier'],
    ['First', 'word-more', 'start-later'],
  ])('moves both ends word by word: to “%s” by %s', (text, ...moves) =>
    expect(textOf(after(cursorOnBlock(blocks, 2), ...moves))).toBe(text),
  )
})

describe('labelling at the cursor', () => {
  it('labels exact parts of nodes', () => {
    const words = after(cursorOnBlock(blocks, 2), 'word-more', 'word-more')
    const label = (label: string | null) => ({ kind: 'label', ranges: rangesToLabel(axis, blocks, words!, label), label }) as const
    const { spans } = applyLabelCommand(axis, NO_LABELS, label('content'))
    expect(spans.map((span) => textOf(span))).toEqual(['First paragraph,'])
    expect(applyLabelCommand(axis, { ...NO_LABELS, spans }, label(null)).spans).toEqual([])
  })
})

describe('labelling text without spaces between words', () => {
  const on = textAxis(parsePage('<html><body><p>港は「冬」までに、ABC社が作る。ที่นี่</p></body></html>'))
  const all = blocksOf(on)
  const moved = (...moves: CursorMove[]): string | null =>
    textOf(
      moves.reduce<BlockCursor | null>((cursor, move) => moveCursor(on, all, cursor, move), cursorOnBlock(all, 0)),
      on,
    )

  it('moves by character; a punctuation mark belongs to its word', () => {
    const more = [1, 3, 6, 7].map((times) => moved(...Array<CursorMove>(times).fill('word-more')))
    expect(more).toEqual(['港', '港は「冬」', '港は「冬」までに、', '港は「冬」までに、ABC'])
    expect(moved('word-less')).toBe('港は「冬」までに、ABC社が作る。ที่')
  })

  it('selects the dragged text, with whole Latin words', () => {
    const dragged = (part: string): string | null => {
      const from = all[0]!.from + '港は「冬」までに、ABC社が作る。ที่นี่'.indexOf(part)
      return textOf(snapToWords(on, { from, to: from + part.length }), on)
    }
    expect(['冬', 'まで', 'B', 'BC社', 'น'].map(dragged)).toEqual(['冬', 'まで', 'ABC', 'ABC社', 'นี่'])
  })
})

describe('a list of addresses', () => {
  it('has addresses and paths, one per line; comments, empty lines and repetitions are ignored', () => {
    const list = '# news\nhttps://a.example/x\n\nb.example/y\r\nhttps://a.example/x\n/home/me/page.html\nlocalhost:8080/z'
    const sources = sourcesOfList(list).map((source) => Object.values(source).join(' '))
    const urls = ['url https://a.example/x', 'url https://b.example/y', 'url https://localhost:8080/z']
    expect(sources).toEqual([...urls.slice(0, 2), 'file /home/me/page.html', ...urls.slice(2)])
  })
})

describe('the time on a page', () => {
  it('counts during activity, and a minute after the last action', () => {
    let now = 0
    const watch = createStopwatch(() => now)
    now = 5_000
    expect(watch.elapsed()).toBe(0)
    watch.touch()
    now += 30_000
    watch.touch()
    expect(watch.elapsed()).toBe(30_000)
    now += 3_600_000
    expect(watch.elapsed()).toBe(90_000)
    watch.touch()
    now += 10_000
    expect(watch.elapsed()).toBe(100_000)
    watch.pause()
    now += 10_000
    expect(watch.elapsed()).toBe(100_000)
    watch.reset()
    expect(watch.elapsed()).toBe(0)
  })
})

describe('labels on a page that was captured again', () => {
  const gold = (html: string, text: string): GoldFile => {
    const on = textAxis(parsePage(html))
    const from = on.page.text.join('').indexOf(text)
    const spans = [{ from, to: from + text.length, label: 'content' }]
    return withLabels(on, newGoldFile('p', 'a'.repeat(64), 'ann', ''), { ...NO_LABELS, spans }, '')
  }
  const sentence = 'A sentence that is long enough to be found again.'

  it('are lost if their words are missing, and searched again on the next capture', () => {
    const file = gold(`<body><p>${sentence}</p></body>`, sentence)
    const { state, lost } = placeLabels(textAxis(parsePage('<body><p>Something else.</p></body>')), 'b'.repeat(64), file)
    expect([state.spans, lost.map(({ span }) => span.quote)]).toEqual([[], [sentence]])
    const kept = { ...file, pageSha256: 'b'.repeat(64), spans: [], lost: lost.map(({ span }) => span) }
    const back = placeLabels(textAxis(parsePage(`<body><p>Back: </p><p>${sentence}</p></body>`)), 'c'.repeat(64), kept)
    expect([back.state.spans.length, back.lost]).toEqual([1, []])
  })
})

describe('a date in a text', () => {
  it.each([
    ['2023-08-29', '2023-08-29'],
    ['Updated 2023/8/9, 10:04', '2023-08-09'],
    ['29 August 2023', '2023-08-29'],
    ['Aug. 3rd, 2023', '2023-08-03'],
    ['Tuesday, August 29, 2023 at 4 pm', '2023-08-29'],
    ['29.8.2023', '2023-08-29'],
    ['29. März 2024', '2024-03-29'],
    ['3 de mayo de 2021', '2021-05-03'],
    ['2024年2月29日', '2024-02-29'],
    ['08/29/2023', '2023-08-29'],
    ['29/08/2023', '2023-08-29'],
  ])('is read: %s', (text, date) => expect(readDate(text)).toBe(date))

  it.each(['Top 10 Household Appliance …', '03/04/2024', '30 February 2023', '2023-13-01', 'Room 12345-67', ''])(
    'is not read from a text without a full date: %j',
    (text) => expect(readDate(text)).toBeNull(),
  )

  it('is a calendar date, for any text', () =>
    forAll(fc.string(), fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 9999 }), (text, a, b) => {
      const date = readDate(`${text} ${a}/${a}/${b} ${text}-${a}-${a}`)
      if (date !== null) expect(new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10)).toBe(date)
    }))
})

describe('labels that an extractor suggested', () => {
  const axis = textAxis(parsePage('<h1>Title</h1><p>First block.</p><p>Second block.</p><p>Third block.</p>'))
  const blocks = blocksOf(axis)
  const rangeOf = (block: number): { from: number; to: number } => blocks[block]!
  const origin = { kind: 'extractor' as const, name: 'ttr' }

  const suggested = [{ from: rangeOf(0).from, to: rangeOf(2).to, label: 'content' }]
  const started = applyLabelCommand(axis, NO_LABELS, { kind: 'replace', ranges: suggested, origin })
  const textsOf = (state: LabelState): string[] => state.spans.map((span) => spacedText(axis, span).replace(/\s+/g, ' ').trim())

  it('that are accepted remain, with their origin and the acceptance', () => {
    const after = applyLabelCommand(axis, started, { kind: 'review', ranges: [rangeOf(1)], accept: true })
    expect(textsOf(after)).toEqual(['Title', 'First block.', 'Second block.'])
    expect(after.spans[1]?.origin).toEqual({ ...origin, accepted: true })
    expect(suggestionsOf(blocks, after.spans).map(({ block }) => block)).toEqual([0, 2])
  })

  it('are removed if they are rejected, but labels that a person set or accepted are not removed', () => {
    const mine = applyLabelCommand(axis, started, { kind: 'label', ranges: [rangeOf(3)], label: 'content' })
    const kept = applyLabelCommand(axis, mine, { kind: 'review', ranges: [rangeOf(1)], accept: true })
    const after = applyLabelCommand(axis, kept, { kind: 'review', ranges: [{ from: 0, to: axis.length }], accept: false })
    expect(textsOf(after)).toEqual(['First block.', 'Third block.'])
    expect(suggestionsOf(blocks, after.spans)).toEqual([])
  })

  it('are never suggested again after a decision, and no other text gets a label (property)', () =>
    forAll(fc.array(fc.tuple(fc.nat(3), fc.boolean()), { maxLength: 12 }), (decisions) => {
      let state = started
      for (const [block, accept] of decisions) state = applyLabelCommand(axis, state, { kind: 'review', ranges: [rangeOf(block)], accept })
      const labelled = (of: LabelState): number => of.spans.reduce((sum, { from, to }) => sum + to - from, 0)
      expect(labelled(state)).toBeLessThanOrEqual(labelled(started))
      const decided = new Set(decisions.map(([block]) => block))
      expect(suggestionsOf(blocks, state.spans).map(({ block }) => block)).toEqual([0, 1, 2].filter((block) => !decided.has(block)))
      const all = applyLabelCommand(axis, state, { kind: 'review', ranges: [{ from: 0, to: axis.length }], accept: true })
      expect([all.spans.some(isPending), labelled(all)]).toEqual([false, labelled(state)])
    }))
})
