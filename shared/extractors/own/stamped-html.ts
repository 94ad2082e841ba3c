/** The page as a program is sent it that is to explain itself: every element that stands in the source carries its node id. */
import { collapsedLength } from '../../page/text'
import { ELEMENT, FRAME_DOCUMENT, TEXT, type PageModel } from '../../page/page-model'
import { parsePage } from '../../page/parse-page'
import type { ProgramRequest } from './program-protocol'

/** Letters of a tag's name, from its `<`; what a start tag in the source begins with. */
const TAG = /<[a-z][^\s/>]*/iy

/**
 * Writes each element's node id into its start tag, as an attribute of digits that the page does not use; nothing else is changed.
 * Elements that the parser made up, and those in a frame's `srcdoc`, have none. Linear; parses again where the page was parsed
 * without source positions.
 */
export function stampedPage(page: PageModel): NonNullable<ProgramRequest['explain']> {
  const { html } = page
  let attribute = 'data-n'
  while (html.includes(attribute)) attribute += 'n'
  const { sourceStart } = page.hasSource ? page : parsePage(html, sourceOptions(page))
  const places: { readonly at: number; readonly node: number }[] = []
  for (let n = 0; n < page.count; n++) {
    if (page.kind[n] !== ELEMENT) continue
    if (page.tagNames[page.tag[n]] === FRAME_DOCUMENT) {
      n = page.subtreeEnd[n] - 1
      continue
    }
    TAG.lastIndex = sourceStart[n]
    if (sourceStart[n] >= 0 && TAG.test(html)) places.push({ at: TAG.lastIndex, node: n })
  }
  // Elements that the parser moved or made twice: the order of the source counts, and the first of those with one tag.
  places.sort((a, b) => a.at - b.at || a.node - b.node)
  const parts: string[] = []
  let from = 0
  for (const { at, node } of places) {
    if (at === from && from > 0) continue
    parts.push(html.slice(from, at), ` ${attribute}="${node}"`)
    from = at
  }
  parts.push(html.slice(from))
  const texts: number[] = []
  for (let n = 0; n < page.count; n++) if (page.kind[n] === TEXT && collapsedLength(page.text[n]) > 0) texts.push(n)
  return { html: parts.join(''), attribute, body: Math.max(0, page.body), ends: [...page.subtreeEnd], texts }
}

function sourceOptions({ scripting, composed, count }: PageModel): Parameters<typeof parsePage>[1] {
  return { sourcePositions: true, scriptingEnabled: scripting, composed, maxNodes: count }
}
