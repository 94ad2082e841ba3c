import { usualTree } from '../page/content-tree'
import { attribute, TEXT, tagName, type NodeId, type PageModel } from '../page/page-model'
import { unreadTags } from '../page/tags'
import { collapse } from '../page/text'
import type { LineData } from '../extractors/core/extractor'
import { lastAtOrBefore } from '../base/int-list'

function firstLineAfter(lines: LineData, offset: number): number {
  return lastAtOrBefore(lines.end.length, (l) => lines.end[l] as number, offset) + 1
}

/** Returns at most `limit` lines that overlap with a node's source range, in order. */
export function linesOfNode(page: PageModel, lines: LineData, node: NodeId, limit: number) {
  const from = page.sourceStart[node] ?? -1
  const to = page.sourceEnd[node] ?? -1
  const found: { readonly line: number; readonly characters: number }[] = []
  if (from < 0 || to < 0) return found
  for (let l = firstLineAfter(lines, from); l < lines.start.length && found.length < limit; l++) {
    const start = lines.start[l] as number
    if (start >= to) break
    found.push({ line: l, characters: Math.min(to, lines.end[l] as number) - Math.max(from, start) })
  }
  return found
}

/** Returns, per line, the first text node whose source touches the line; -1 if missing. Leading white space of a text does not count. */
export function firstTextOfLines(page: PageModel, lines: LineData): Int32Array {
  const first = new Int32Array(lines.start.length).fill(-1)
  for (let n = 0; n < page.count; n++) {
    if (page.kind[n] !== TEXT) continue
    const lead = (page.text[n] as string).search(/[^ \t\n\f\r]/)
    const start = page.sourceStart[n] as number
    if (lead < 0 || start < 0) continue
    const end = page.sourceEnd[n] as number
    for (let l = firstLineAfter(lines, start + lead); l < first.length && (lines.start[l] as number) < end; l++) {
      if (first[l] === -1) first[l] = n
    }
  }
  return first
}

export function levelsBetween(page: PageModel, outer: NodeId, inner: NodeId): number {
  let levels = 0
  for (let n: number = inner; n > outer; n = page.parent[n] ?? -1) levels++
  return levels
}

/** Returns the beginning of a text, with an ellipsis. Never cuts inside a character that has two code units. */
export const cutOff = (text: string, length: number): string =>
  `${text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/[\s…]+$/, '')}…`

/** Returns the beginning of a text, with collapsed white space and at most `limit` characters. A shortened text ends with an ellipsis. */
export function excerpt(text: string, limit: number): string {
  const from = Math.max(0, text.search(/\S/))
  // Collapse only the needed part: a text node may have megabytes.
  const short = collapse(text.slice(from, from + limit * 8))
  return short.length > limit ? cutOff(short, limit - 1) : short
}

/** Returns a short name of a node: `div#main.story`, or the quoted beginning of a text node. */
export function nodeLabel(page: PageModel, node: NodeId, limit = 40): string {
  if (page.kind[node] === TEXT) return `“${excerpt(page.text[node] ?? '', limit)}”`
  const id = attribute(page, node, 'id')
  const classes = (attribute(page, node, 'class') ?? '').split(/\s+/).filter(Boolean)
  const label = `${tagName(page, node)}${id ? `#${id}` : ''}${classes.map((c) => `.${c}`).join('')}`
  return label.length > limit ? cutOff(label, limit - 1) : label
}

/** Returns the beginning of the text below a node, without scripts and styles. */
export function textPreview(page: PageModel, node: NodeId, limit = 80): string {
  return beginningBelow(page, node, limit, () => true)
}

/** Returns the beginning of the visible text below a node; without visible text, the beginning of the hidden text. */
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
