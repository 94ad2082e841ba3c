import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  goldHits,
  FALSE_NEGATIVE,
  FALSE_POSITIVE,
  TRUE_NEGATIVE,
  TRUE_POSITIVE,
  goldOnPage,
  goldLosses,
} from '../../shared/evaluation/gold-on-page'
import { wordStarts } from '../../shared/explain/coverage'
import { KEPT } from '../../shared/page/output'
import { tokenWords } from '../../shared/metrics/tokens'
import { parsePage } from '../../shared/page/parse-page'
import { TEXT, tagName, type PageModel } from '../../shared/page/page-model'
import { forAll } from '../fixtures/for-all'
import { byTag } from '../fixtures/nodes'

const parse = (html: string): PageModel =>
  parsePage(html, { sourcePositions: true, scriptingEnabled: false, maxNodes: 10_000, url: null, layout: null })

function selectionOf(page: PageModel, tags: readonly string[]): Uint8Array {
  const selected = new Uint8Array(page.count)
  for (let n = 0; n < page.count; n++)
    if (page.kind[n] === TEXT && tags.includes(tagName(page, page.parent[n] as number))) selected[n] = KEPT
  return selected
}
const against = (page: PageModel, selected: Uint8Array, gold: string) => goldHits(page, selected, goldOnPage(page, tokenWords(gold), {}))
const hitOf = (page: PageModel, kinds: Uint8Array, tag: string): number => kinds[byTag(page, tag)] as number

describe('a selection against a gold text', () => {
  const page = parse(
    '<body><nav>Home News</nav><main><h1>The tide</h1><p>Eleven volunteers wait.</p></main><footer>Imprint</footer></body>',
  )
  const hits = against(page, selectionOf(page, ['nav', 'p']), 'The tide\nEleven volunteers wait.')

  test('the paragraph is kept correctly, the navigation is kept wrongly, the title is missing, the footer is dropped correctly', () =>
    expect(['p', 'nav', 'h1', 'footer'].map((tag) => hitOf(page, hits.kinds, tag))).toEqual([
      TRUE_POSITIVE,
      FALSE_POSITIVE,
      FALSE_NEGATIVE,
      TRUE_NEGATIVE,
    ]))

  test('an element has the kinds of all text below it', () => {
    expect(hitOf(page, hits.kinds, 'main')).toBe(TRUE_POSITIVE | FALSE_NEGATIVE)
    expect(hitOf(page, hits.kinds, 'body')).toBe(TRUE_POSITIVE | FALSE_POSITIVE | FALSE_NEGATIVE | TRUE_NEGATIVE)
  })

  test('a text node counts as gold text if more than half of it is gold text', () => {
    const half = parse('<body><p>aaaa bbbb</p></body>')
    expect(hitOf(half, against(half, selectionOf(half, ['p']), 'aaaa').kinds, 'p')).toBe(FALSE_POSITIVE)
    const more = parse('<body><p>aaaaa bbbb</p></body>')
    expect(hitOf(more, against(more, selectionOf(more, ['p']), 'aaaaa').kinds, 'p')).toBe(TRUE_POSITIVE)
  })

  test('on any page, all text compared with all text has no errors, and an empty selection has only missing text', () => {
    const words = fc.array(fc.constantFrom('tide', 'harbour', 'bell', 'a', 'the'), { minLength: 1, maxLength: 6 })
    forAll(fc.array(fc.tuple(fc.constantFrom('p', 'li', 'b', 'div'), words), { minLength: 1, maxLength: 12 }), (parts) => {
      const any = parse(`<body>${parts.map(([tag, text]) => `<${tag}>${text.join(' ')}</${tag}>`).join('')}</body>`)
      const gold = parts.map(([, text]) => text.join(' ')).join('\n')
      const all = against(any, selectionOf(any, ['p', 'li', 'b', 'div']), gold)
      expect(all.characters).toMatchObject({ falsePositive: 0, falseNegative: 0 })
      const none = against(any, new Uint8Array(any.count), gold)
      expect(none.characters).toEqual({ truePositive: 0, falsePositive: 0, falseNegative: all.characters.truePositive })
      expect(none.output.text).toBe(all.output.text)
    })
  })
})

describe('the errors of a selection against a gold text', () => {
  const page = parse(
    '<body><nav><a>Home</a> <a>News</a></nav><main><h1>The tide</h1><p>Eleven volunteers wait.</p><p>They wait for the tide.</p></main><footer>Imprint</footer></body>',
  )
  const lossesOf = (selected: Uint8Array, gold: string) => goldLosses(page, wordStarts(page), against(page, selected, gold).kinds)

  test('are listed by block, most words first, in the largest block that is completely wrong', () => {
    const losses = lossesOf(selectionOf(page, ['a', 'h1']), 'The tide\nEleven volunteers wait.\nThey wait for the tide.')
    expect(losses.map(({ kind, node, words }) => `${kind} ${tagName(page, node)} ${words}`).join(', ')).toBe(
      'missed p 5, missed p 3, added nav 2',
    )
  })

  test('contain each word of wrong text once, in blocks that do not overlap', () =>
    forAll(
      fc.subarray(['a', 'h1', 'p', 'footer']),
      fc.subarray(['Home News', 'The tide', 'They wait for the tide.', 'Imprint']),
      (kept, gold) => {
        const { kinds } = against(page, selectionOf(page, kept), gold.join('\n'))
        const losses = goldLosses(page, wordStarts(page), kinds)
        for (const bit of [FALSE_NEGATIVE, FALSE_POSITIVE]) {
          const wrong = Array.from(kinds.keys()).filter((n) => page.kind[n] === TEXT && kinds[n] === bit)
          const words = wrong.reduce((sum, n) => sum + tokenWords(page.text[n] ?? '').length, 0)
          const listed = losses.filter(({ kind }) => kind === (bit === FALSE_NEGATIVE ? 'missed' : 'added'))
          expect(listed.reduce((sum, loss) => sum + loss.words, 0)).toBe(words)
          for (const n of wrong) expect(listed.filter(({ node }) => node <= n && n < (page.subtreeEnd[node] ?? 0))).toHaveLength(1)
        }
      },
    ))
})
