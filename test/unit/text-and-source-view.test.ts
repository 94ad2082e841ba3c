import { describe, expect, test } from 'vitest'
import {
  ATTRIBUTE,
  COMMENT,
  countedLineAt,
  nodeAtOffset,
  PLAIN,
  sourceRows,
  sourceTones,
  STRING,
  TAG,
} from '../../renderer/features/source-view/source-rows'
import { rangeAt } from '../../shared/base/int-list'
import { piecesOf, textLines, textWithLost } from '../../renderer/features/text-view/text-lines'
import { KEPT, OUT, outputText } from '../../shared/page/output'
import { parsePage } from '../../shared/page/parse-page'

describe('the extracted text', () => {
  const page = parsePage('<p>One <b>two</b></p><p>three</p>')
  const { text, spans } = outputText(page, new Uint8Array(page.count).fill(KEPT))
  const lines = textLines(text, spans)

  test('has one line per block, and every piece has its node', () => {
    expect(lines.count).toBe(2)
    const pieces = piecesOf(lines, 0)
    expect(pieces.map((p) => p.text).join('')).toBe('One two')
    expect(pieces.flatMap((p) => (p.node >= 0 ? [page.text[p.node]] : []))).toEqual(['One ', 'two'])
    expect(piecesOf(lines, 1).map((p) => page.text[p.node])).toEqual(['three'])
  })
  test('shows the text that the last change dropped, for some time, at its position', () => {
    const now = new Uint8Array(page.count).fill(KEPT)
    now[page.text.indexOf('two')] = OUT
    expect(textWithLost(page, now, new Uint8Array(page.count).fill(KEPT))).toMatchObject({ text, spans })
    expect(textWithLost(page, new Uint8Array(page.count).fill(KEPT), now)).toBe(null)
    expect(textWithLost(page, now, new Uint8Array(3))).toBe(null)
  })
})

describe('the rows of the source', () => {
  const shape = ({ line, start }: ReturnType<typeof sourceRows>): string => `lines ${[...line].join()}, from ${[...start].join()}`
  test('end with LF, CR LF or CR', () => expect(shape(sourceRows('a\nb\r\nc\rd', 80))).toBe('lines 1,2,3,4, from 0,2,5,7,8'))
  test('are split if wider than the pane, and keep their number', () => {
    const rows = sourceRows(`${'x'.repeat(25)}\ny`, 10)
    expect(shape(rows)).toBe('lines 1,1,1,2, from 0,10,20,26,27')
    expect([rangeAt(rows, 24), rangeAt(rows, 26)]).toEqual([2, 3])
  })
  test('are split in one pass, also with a million characters', () => expect(sourceRows('x'.repeat(1_000_000), 100).count).toBe(10_000))
})

describe('the colours of the source', () => {
  test('tags, attributes, strings, comments', () => {
    const html = '<!-- c --><a href="x">t</a>'
    const { count, start, kind } = sourceTones(html)
    const tones = Array.from({ length: count }, (_, i) => [html.slice(start[i], start[i + 1] ?? html.length), kind[i]] as const)
    expect(tones.filter(([part]) => part !== '').map((tone) => tone.join(' '))).toEqual([
      `<!-- c --> ${COMMENT}`,
      `<a  ${TAG}`,
      `href ${ATTRIBUTE}`,
      `= ${PLAIN}`,
      `"x" ${STRING}`,
      `> ${TAG}`,
      `t ${PLAIN}`,
      `</a> ${TAG}`,
    ])
  })
  test('do not mark the content of a script', () => {
    const html = '<script>if (a < b) "</p>"</script><p>'
    const tokens = sourceTones(html)
    expect(tokens.kind[rangeAt(tokens, html.indexOf('a < b'))]).toBe(PLAIN)
    expect(tokens.kind[rangeAt(tokens, html.lastIndexOf('<p'))]).toBe(TAG)
  })
})

describe('source and tree', () => {
  const page = parsePage('<div><p>kept</p><p>lost</p></div>', { sourcePositions: true })
  test('give the deepest node at an offset', () => {
    expect([page.text[nodeAtOffset(page, 9) ?? 0], page.tagNames[page.tag[nodeAtOffset(page, 6) ?? 0] ?? 0]]).toEqual(['kept', 'p'])
    expect(nodeAtOffset(page, 10_000)).toBeNull()
  })
  test('give the counted line at an offset', () => {
    const lines = { start: Int32Array.of(0, 10, 30), end: Int32Array.of(5, 20, 40), measures: {}, content: new Uint8Array(3) }
    expect([0, 4, 5, 10, 25, 39, 40].map((offset) => countedLineAt(lines, offset))).toEqual([0, 0, -1, 1, -1, 2, -1])
  })
})
