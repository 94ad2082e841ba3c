import { attribute, TEXT, tagName, type NodeId, type PageModel } from '../page/page-model'
import { collapse } from '../page/text'

/** Text shortened to about `limit` characters, white space collapsed; cut text ends in an ellipsis. */
export function excerpt(text: string, limit: number): string {
  // Only the part that can be shown is collapsed: a text node may hold megabytes.
  const short = collapse(text.slice(0, limit * 8))
  return short.length > limit ? `${short.slice(0, limit - 1).trimEnd()}…` : short
}

/** A short name of a node for a person: `div#main.story`, or the quoted beginning of a text node. */
export function nodeLabel(page: PageModel, node: NodeId, limit = 40): string {
  if (page.kind[node] === TEXT) return `“${excerpt(page.text[node] ?? '', limit)}”`
  const id = attribute(page, node, 'id')
  const classes = (attribute(page, node, 'class') ?? '').split(/\s+/).filter(Boolean)
  const label = `${tagName(page, node)}${id ? `#${id}` : ''}${classes.map((c) => `.${c}`).join('')}`
  return label.length > limit ? `${label.slice(0, limit - 1)}…` : label
}

/** The beginning of the text below a node, for a preview. Reads only as many text nodes as it needs. */
export function textPreview(page: PageModel, node: NodeId, limit = 80): string {
  let text = ''
  const end = page.subtreeEnd[node] ?? 0
  for (let n = node; n < end && text.length < limit; n++) {
    if (page.kind[n] !== TEXT) continue
    const tag = tagName(page, page.parent[n] ?? 0)
    if (tag === 'script' || tag === 'style') continue
    const part = excerpt(page.text[n] ?? '', limit)
    if (part !== '') text += text === '' ? part : ` ${part}`
  }
  return excerpt(text, limit)
}
