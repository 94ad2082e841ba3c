import { LAYOUT_DISPLAYED, TEXT, type NodeId, type PageModel } from './page-model'
import { tagTable, unreadTags } from './tags'
import { collapsedLength } from './text'

const LINKS: ReadonlySet<string> = new Set(['a', 'button'])
/** Boxes are apart if their distance exceeds this number of CSS pixels, or if their vertical overlap is smaller (different lines). */
const APART = 1

/** A space can be missing only between a match of `ENDS_WORD` and a match of `BEGINS_WORD`. */
export const ENDS_WORD = /[\p{L}\p{N}\p{M}.!?…)\]%’”"']$/u
export const BEGINS_WORD = /^[\p{L}\p{N}("“‘']/u

/**
 * Returns a function that returns whether only the style separates two text nodes: the boxes are apart, or a link in a list of links begins
 * or ends. Call the function for neighbouring visible text nodes of body, in document order. All calls together are linear. @param breaks 1
 * for block tags
 */
export function gapByStyle(page: PageModel, breaks: Uint8Array): (before: NodeId, after: NodeId) => boolean {
  const { parent, subtreeEnd, tag, text } = page
  const link = tagTable(page.tagNames, LINKS)
  let lists: Uint8Array | null = null

  return (before, after) => {
    let links = 0
    let shared = parent[before]
    while (subtreeEnd[shared] <= after) {
      links += link[tag[shared]]
      shared = parent[shared]
    }
    for (let n = parent[after]; n !== shared; n = parent[n]) links += link[tag[n]]
    const left = parent[before]
    const right = parent[after]
    // A text directly in the common ancestor has no separate box.
    if (left === shared || right === shared) return false
    if (boxesApart(page, left, right)) return true
    // The last two code units contain the last character. A search in the whole text would be slower.
    if (links === 0 || !ENDS_WORD.test(text[before].slice(-2)) || !BEGINS_WORD.test(text[after])) return false
    lists ??= listsOfLinks(page, breaks, link)
    return lists[after] === 1
  }
}

function boxesApart(page: PageModel, a: NodeId, b: NodeId): boolean {
  const { layout } = page
  if (!layout || (layout.flags[a] & layout.flags[b] & LAYOUT_DISPLAYED) === 0) return false
  const [ax = 0, ay = 0, aw = 0, ah = 0] = layout.boxes.subarray(a * 4, a * 4 + 4)
  const [bx = 0, by = 0, bw = 0, bh = 0] = layout.boxes.subarray(b * 4, b * 4 + 4)
  // An element may have an empty box or no box.
  if (!(aw > 0 && ah > 0 && bw > 0 && bh > 0)) return false
  const beside = Math.max(bx - (ax + aw), ax - (bx + bw))
  const below = Math.max(by - (ay + ah), ay - (by + bh))
  return beside > APART || below > -APART
}

/** Returns 1 for each text node on a line with at least half of its characters in links. Linear in nodes and characters. */
function listsOfLinks(page: PageModel, breaks: Uint8Array, link: Uint8Array): Uint8Array {
  const { count, kind, tag, subtreeEnd, text } = page
  const unread = tagTable(page.tagNames, unreadTags(page))
  const lists = new Uint8Array(count)
  const ends = new Uint8Array(count + 1)
  const line = new Int32Array(count)
  let length = 0
  let all = 0
  let inLinks = 0
  let linkUntil = 0
  const close = (): void => {
    if (inLinks * 2 >= all) for (let k = 0; k < length; k++) lists[line[k]] = 1
    length = 0
    all = 0
    inLinks = 0
  }
  let n = Math.max(0, page.body)
  while (n < count) {
    if (ends[n] === 1) close()
    const t = tag[n]
    if (kind[n] === TEXT) {
      const characters = collapsedLength(text[n])
      all += characters
      if (n < linkUntil) inLinks += characters
      line[length++] = n
    } else if (unread[t] === 1) {
      n = subtreeEnd[n]
      continue
    } else if (breaks[t] === 1) {
      close()
      ends[subtreeEnd[n]] = 1
    } else if (link[t] === 1) linkUntil = Math.max(linkUntil, subtreeEnd[n])
    n++
  }
  close()
  return lists
}
