import { collapse } from '../../page/text'
import { tagTable } from '../../page/tags'
import type { ContentTree } from '../../page/content-tree'
import type { Units } from './units'

const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3'])
const H1: ReadonlySet<string> = new Set(['h1'])

/**
 * The unit of the headline, or -1: the first `h1`, `h2` or `h3` whose text is part of the page's title (at least 10
 * characters of it), else the first `h1`. CUTER has the title from the RSS feed; a page by itself has only its own.
 */
export function titleUnit(tree: ContentTree, units: Units): number {
  const { page } = tree
  const heading = tagTable(page.tagNames, HEADINGS)
  const top = tagTable(page.tagNames, H1)
  let fallback = -1
  for (let e = 0; e < tree.size; e++) {
    if (tree.isText[e] === 1) continue
    const tag = page.tag[tree.node[e]]
    const unit = units.of[e]
    if (heading[tag] === 0 || unit < 0) continue
    if (fallback < 0 && top[tag] === 1) fallback = unit
    let text = ''
    // A heading longer than a title is none.
    for (let k = e + 1; k < tree.end[e] && text.length < 400; k++) if (tree.isText[k] === 1) text += ` ${collapse(page.text[tree.node[k]])}`
    text = collapse(text)
    if (text.length >= 10 && page.title.includes(text)) return unit
  }
  return fallback
}
