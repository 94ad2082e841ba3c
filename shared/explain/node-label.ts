import { usualTree } from '../page/content-tree'
import { attribute, TEXT, tagName, type NodeId, type PageModel } from '../page/page-model'
import { unreadTags } from '../page/tags'
import { collapse } from '../page/text'

/** Returns the number of levels from `outer` down to `inner`. */
export function levelsBetween(page: PageModel, outer: NodeId, inner: NodeId): number {
  let levels = 0
  for (let n: number = inner; n > outer; n = page.parent[n] ?? -1) levels++
  return levels
}

/** The beginning of a text and an ellipsis; a character of two code units is not parted. */
export const cutOff = (text: string, length: number): string =>
  `${text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/[\s…]+$/, '')}…`

/** Text shortened to about `limit` characters, white space collapsed; cut text ends in an ellipsis. */
export function excerpt(text: string, limit: number): string {
  const from = Math.max(0, text.search(/\S/))
  // Only the visible part is collapsed: a text node may have megabytes.
  const short = collapse(text.slice(from, from + limit * 8))
  return short.length > limit ? cutOff(short, limit - 1) : short
}

/** A short name of a node for readers: `div#main.story`, or the quoted beginning of a text node. */
export function nodeLabel(page: PageModel, node: NodeId, limit = 40): string {
  if (page.kind[node] === TEXT) return `“${excerpt(page.text[node] ?? '', limit)}”`
  const id = attribute(page, node, 'id')
  const classes = (attribute(page, node, 'class') ?? '').split(/\s+/).filter(Boolean)
  const label = `${tagName(page, node)}${id ? `#${id}` : ''}${classes.map((c) => `.${c}`).join('')}`
  return label.length > limit ? cutOff(label, limit - 1) : label
}

/** Returns the beginning of the text below a node, without scripts and styles. Reads only as many text nodes as needed. */
export function textPreview(page: PageModel, node: NodeId, limit = 80): string {
  return beginningBelow(page, node, limit, () => true)
}

/** Returns the beginning of the visible text below a node; of any text if no text is visible. */
export function readablePreview(page: PageModel, node: NodeId, limit: number): string {
  const { removal } = usualTree(page)
  return beginningBelow(page, node, limit, (n) => removal[n] === 0) || textPreview(page, node, limit)
}

function beginningBelow(page: PageModel, node: NodeId, limit: number, counts: (text: NodeId) => boolean): string {
  const unread = unreadTags(page)
  let text = ''
  const end = page.subtreeEnd[node] ?? 0
  for (let n = node; n < end && text.length < limit; n++) {
    if (page.kind[n] !== TEXT) {
      if (n > node && unread.has(tagName(page, n))) n = (page.subtreeEnd[n] ?? end) - 1
      continue
    }
    const part = counts(n) ? excerpt(page.text[n] ?? '', limit) : ''
    if (part !== '') text += text === '' ? part : ` ${part}`
  }
  return excerpt(text, limit)
}
