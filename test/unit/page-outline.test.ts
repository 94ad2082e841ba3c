import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blocksOf, findText, foldedElements, isFoldable, jumpTarget, outlineOf } from '../../shared/gold/blocks'
import { spacedText, textAxis } from '../../shared/gold/text-axis'
import { tagName } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { forAll } from '../fixtures/for-all'

const SENTENCE =
  'A paragraph of running text that is long enough to be read as one, with a comma and a full stop at its very end, as is usual.'

function outlined(body: string) {
  const axis = textAxis(parsePage(`<html><body>${body}</body></html>`))
  const blocks = blocksOf(axis)
  return { axis, blocks, outline: outlineOf(axis, blocks) }
}

const links = (count: number, tag = 'li'): string =>
  Array.from({ length: count }, (_, i) => `<${tag}><a href="/${i}">Link ${i}</a></${tag}>`).join('')

describe('the outline of a page', () => {
  it('distinguishes navigation, head, text and foot by landmarks', () => {
    const { axis, blocks, outline } = outlined(
      `<header><p>Site</p></header><nav><ul>${links(5)}</ul></nav><main><header><h1>Title</h1></header><p>${SENTENCE}</p></main><footer>The end</footer>`,
    )
    expect(outline.regions.map(({ kind, first, last }) => `${kind} ${first}-${last}`).join(', ')).toBe(
      'header 0-0, navigation 1-5, text 6-7, footer 8-8',
    )
    expect(outline.regions.filter(isFoldable).length).toBe(3)
    expect(foldedElements(axis, blocks, outline).map((node) => tagName(axis.page, node))).toEqual(['header', 'nav', 'footer'])
    const onlyLinks = outlined(`<nav>${links(5)}</nav>`)
    expect(foldedElements(onlyLinks.axis, onlyLinks.blocks, onlyLinks.outline)).toEqual([])
  })

  it('finds the next long paragraph, heading and region, and none after the last', () => {
    const { outline } = outlined(
      `<nav><ul>${links(30)}</ul></nav><h1>Title</h1><p>short</p><p>${SENTENCE}</p><h2>Second</h2><p>${SENTENCE}</p>`,
    )
    expect(jumpTarget(outline, -1, 'next-long')).toEqual({ first: 32, last: 32 })
    expect([jumpTarget(outline, 32, 'next-long'), jumpTarget(outline, 34, 'next-long')]).toEqual([{ first: 34, last: 34 }, null])
    expect(jumpTarget(outline, 34, 'previous-long')).toEqual({ first: 32, last: 32 })
    expect(jumpTarget(outline, -1, 'next-heading')).toEqual({ first: 30, last: 30 })
    expect(jumpTarget(outline, 0, 'next-region')).toMatchObject({ first: 30, last: 34 })
    expect(jumpTarget(outline, 34, 'next-region')).toBeNull()
  })

  it('covers every block with exactly one region, on any page', () => {
    const part = fc.constantFrom(
      '<nav><p>n</p></nav>',
      `<p>${SENTENCE}</p>`,
      '<div><a href=a>l</a></div>',
      '<h2>h</h2>',
      '<footer>f</footer>',
      'loose',
      '<p hidden>x</p>',
    )
    forAll(fc.array(part, { maxLength: 30 }), (parts) => {
      const { blocks, outline } = outlined(parts.join(''))
      let next = 0
      for (const [i, { first, last }] of outline.regions.entries()) {
        expect(first).toBe(next)
        for (let b = first; b <= last; b++) expect(outline.regionOf[b]).toBe(i)
        next = last + 1
      }
      expect(next).toBe(blocks.length)
    })
  })
})

describe('finding text on a page', () => {
  it('ignores case and differences in white space, and does not cross blocks', () => {
    const { axis, blocks } = outlined('<p>The  Quick\nbrown fox</p><p>the quick <b>brown</b> fox</p><p>end of one</p><p>block</p>')
    const texts = findText(axis, blocks, 'quick brown').map((range) => spacedText(axis, range).replace(/\s+/g, ' '))
    expect(texts).toEqual(['Quick brown', 'quick brown'])
    expect([findText(axis, blocks, 'one block'), findText(axis, blocks, ' ')]).toEqual([[], []])
  })

  it('uses typed text as text, not as a pattern', () => {
    const { axis, blocks } = outlined('<p>a.c abc (x)</p>')
    expect([findText(axis, blocks, 'a.c').length, findText(axis, blocks, '(x)').length]).toEqual([1, 1])
  })
})
