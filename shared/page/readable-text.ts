import { usualTree } from './content-tree'
import { TEXT, type PageModel } from './page-model'
import { tagTable, unreadTags } from './tags'
import { collapsedLength } from './text'

const SPACE = /\s+/g

export type Readable = ReturnType<typeof readableText>

/** Returns the text without white space. `starts` contains the start of the part of each text node, ascending. */
export function readableText(page: PageModel, { removal }: { readonly removal: ArrayLike<number> } = usualTree(page)) {
  const parts: string[] = []
  const starts: number[] = []
  const nodes: number[] = []
  let length = 0
  for (let n = Math.max(0, page.body); n < page.count; n++) {
    if (page.kind[n] !== TEXT || removal[n] !== 0) continue
    const text = page.text[n].replace(SPACE, '')
    if (text === '') continue
    parts.push(text)
    starts.push(length)
    nodes.push(n)
    length += text.length
  }
  return { text: parts.join(''), starts, nodes }
}

/** Returns whether `found` returns true for the text nodes of an occurrence of `wanted`. Ignores white space. */
export function isFoundInText({ text, starts, nodes }: Readable, wanted: string, found: (nodes: readonly number[]) => boolean): boolean {
  const needle = wanted.replace(SPACE, '')
  if (needle === '') return false
  let part = 0
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
    while (part + 1 < starts.length && starts[part + 1] <= at) part++
    let after = part + 1
    while (after < starts.length && starts[after] < at + needle.length) after++
    if (found(nodes.slice(part, after))) return true
  }
  return false
}

/** Returns whether the readable text of a page contains `text`. Ignores white space. */
export function hasText(page: PageModel, text: string): boolean {
  return isFoundInText(readableText(page), text, () => true)
}

/** Returns whether body contains text outside scripts and similar elements. Hidden text counts. */
export function hasReadableText(page: PageModel): boolean {
  if (page.body < 0) return false
  const unread = tagTable(page.tagNames, unreadTags(page))
  for (let n: number = page.body; n < page.subtreeEnd[page.body]; n++) {
    if (page.kind[n] !== TEXT && unread[page.tag[n]] === 1) n = page.subtreeEnd[n] - 1
    else if (page.kind[n] === TEXT && collapsedLength(page.text[n]) > 0) return true
  }
  return false
}
