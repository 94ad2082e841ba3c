import { expect, it } from 'vitest'
import { excerpt, nodeLabel, readablePreview, textPreview } from '../../shared/explain/node-label'
import { hasText } from '../../shared/page/readable-text'
import { tagName } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'

const pageOf = (body: string, scripting = false) => parsePage(`<!doctype html><body>${body}</body>`, { scriptingEnabled: scripting })

it('an element is named by its selector, and a text by its words in quotes', () => {
  const { page, node } = only('<div id=a class="b  c">one <b>two</b> <script>no</script>three</div>', 'div')
  expect([nodeLabel(page, node), nodeLabel(page, node + 1), textPreview(page, page.body)]).toEqual(['div#a.b.c', '“one”', 'one two three'])
})

it('a text is shortened after its beginning, and no character is split', () => {
  expect([excerpt('a b', 10), excerpt('abcdefghij', 5), excerpt(`${' \n'.repeat(4_000)}A text`, 40)]).toEqual(['a b', 'abcd…', 'A text'])
  expect(excerpt(' \n ', 40)).toBe('')
  for (let limit = 4; limit < 14; limit++) expect(excerpt('ab😀cd😀ef😀gh', limit)).not.toMatch(/[\uD800-\uDBFF]…/)
  const { page, node } = only(`<p id="${'😀'.repeat(60)}">x</p>`, 'p')
  expect(nodeLabel(page, node, 40)).not.toMatch(/[\uD800-\uDBFF]…/)
})

it('a preview ends with one ellipsis', () => {
  const page = parsePage(`<p>${'It starts as a long text of many words. '.repeat(4)}<b>starts…</b> and goes on</p>`)
  for (let limit = 8; limit < 60; limit++) expect(textPreview(page, page.body, limit)).not.toMatch(/……|… …/)
})

it('a readable preview omits hidden text, unless the whole node is hidden', () => {
  const { page, node } = only('<p>The story. <span hidden>A tooltip</span> <b>More.</b></p>', 'p')
  expect([textPreview(page, node), readablePreview(page, node, 80)]).toEqual(['The story. A tooltip More.', 'The story. More.'])
  expect(hasText(page, readablePreview(page, node, 80))).toBe(true)
  const hidden = only('<p hidden>A tooltip</p>', 'p')
  expect(readablePreview(hidden.page, hidden.node, 80)).toBe('A tooltip')
})

function only(body: string, tag: string, scripting = false) {
  const page = pageOf(body, scripting)
  return { page, node: Array.from({ length: page.count }, (_, n) => n).find((n) => tagName(page, n) === tag) ?? -1 }
}
