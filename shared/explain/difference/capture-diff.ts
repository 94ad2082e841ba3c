/** What scripts did to a page: its text as the server sent it against its text after scripts ran. */
import { lcsMatching } from '../../metrics/lcs'
import { ELEMENT, FRAME_DOCUMENT, TEXT, tagName, type NodeId, type PageModel } from '../../page/page-model'
import { unreadTags } from '../../page/tags'
import { collapse, countWords } from '../../page/text'
import { hiddenCause, type HiddenCause } from '../coverage'

/** `framed`: added, but as text of a document in a frame, which no script of this page wrote. */
export type CaptureChangeKind = 'added' | 'framed' | 'removed' | 'moved' | 'hidden' | 'shown'

/** One text node that differs between the two captures. */
export interface CaptureChange {
  readonly kind: CaptureChangeKind
  /** Node of the raw capture; null for `added` and `framed`. */
  readonly raw: NodeId | null
  /** Node of the rendered capture; null for `removed`. */
  readonly rendered: NodeId | null
  readonly text: string
  readonly words: number
  /** Why it is not seen: in the rendered capture; for `shown` and `removed` in the raw one. Null where it is seen. */
  readonly cause: HiddenCause | null
}

interface TagChange {
  readonly tag: string
  readonly raw: number
  readonly rendered: number
}

export interface CaptureDiff {
  /** In the order of the rendered page, removals where they stood. */
  readonly changes: readonly CaptureChange[]
  /** Words by kind of change. */
  readonly words: Readonly<Record<CaptureChangeKind, number>>
  /** Words with the same text in both captures, seen or not alike. */
  readonly same: number
  /** Elements whose number differs, largest difference first. */
  readonly tags: readonly TagChange[]
  /** Words of the rendered page that nobody sees, by cause, most first. */
  readonly hidden: readonly { readonly cause: HiddenCause['cause']; readonly words: number }[]
}

interface Texts {
  readonly nodes: readonly NodeId[]
  readonly texts: readonly string[]
}

/** The text nodes of body with something to read. */
function textsOf(page: PageModel): Texts {
  const nodes: NodeId[] = []
  const texts: string[] = []
  const unreadable = new Set([...unreadTags(page), 'title'])
  const end = page.body < 0 ? 0 : (page.subtreeEnd[page.body] as number)
  for (let n = Math.max(0, page.body); n < end; n++) {
    if (page.kind[n] !== TEXT) continue
    const parent = page.parent[n] ?? -1
    if (parent >= 0 && unreadable.has(tagName(page, parent))) continue
    const text = collapse(page.text[n] as string)
    if (text === '') continue
    nodes.push(n)
    texts.push(text)
  }
  return { nodes, texts }
}

/**
 * Compares the text nodes of two captures of one page, in order (longest common subsequence of their collapsed texts).
 * A text that is gone in one place and new in another was moved. Time: that of the subsequence; memory linear.
 */
export function diffCaptures(raw: PageModel, rendered: PageModel): CaptureDiff {
  const before = textsOf(raw)
  const after = textsOf(rendered)
  const inFrame = framedNodes(rendered)
  const matching = lcsMatching(before.texts, after.texts)
  const changes: CaptureChange[] = []
  const words: Record<CaptureChangeKind, number> = { added: 0, framed: 0, removed: 0, moved: 0, hidden: 0, shown: 0 }
  let same = 0

  // Texts without a partner, to be paired where a text only changed its place.
  const homeless = new Map<string, number[]>()
  const matchedBefore = new Set(matching.a)
  before.texts.forEach((text, i) => {
    if (matchedBefore.has(i)) return
    const list = homeless.get(text)
    if (list) list.push(i)
    else homeless.set(text, [i])
  })
  const matchedAfter = new Set(matching.b)
  const movedTo = new Map<number, number>()
  after.texts.forEach((text, j) => {
    const i = matchedAfter.has(j) ? undefined : homeless.get(text)?.shift()
    if (i !== undefined) movedTo.set(j, i)
  })
  const moved = new Set(movedTo.values())

  const addChange = (kind: CaptureChangeKind, i: number | null, j: number | null, cause: HiddenCause | null): void => {
    const text = (j === null ? before.texts[i ?? -1] : after.texts[j]) ?? ''
    const count = countWords(text)
    words[kind] += count
    changes.push({
      kind,
      raw: i === null ? null : (before.nodes[i] ?? null),
      rendered: j === null ? null : (after.nodes[j] ?? null),
      text,
      words: count,
      cause,
    })
  }
  const removedUpTo = (from: number, to: number): void => {
    for (let i = from; i < to; i++) if (!moved.has(i)) addChange('removed', i, null, hiddenCause(raw, before.nodes[i] ?? 0))
  }
  const addedUpTo = (from: number, to: number): void => {
    for (let j = from; j < to; j++) {
      const cause = hiddenCause(rendered, after.nodes[j] ?? 0)
      const i = movedTo.get(j)
      if (i === undefined) addChange(inFrame[after.nodes[j] ?? 0] === 1 ? 'framed' : 'added', null, j, cause)
      else addChange('moved', i, j, cause)
    }
  }
  let i = 0
  let j = 0
  for (let m = 0; m < matching.a.length; m++) {
    const a = matching.a[m] as number
    const b = matching.b[m] as number
    removedUpTo(i, a)
    addedUpTo(j, b)
    const was = hiddenCause(raw, before.nodes[a] ?? 0)
    const is = hiddenCause(rendered, after.nodes[b] ?? 0)
    if (!was && is) addChange('hidden', a, b, is)
    else if (was && !is) addChange('shown', a, b, was)
    else same += countWords(after.texts[b] ?? '')
    i = a + 1
    j = b + 1
  }
  removedUpTo(i, before.nodes.length)
  addedUpTo(j, after.nodes.length)
  return { changes, words, same, tags: tagChanges(raw, rendered), hidden: hiddenWords(rendered, after) }
}

/** 1 for what stands in a document of a frame. Parents come first. */
function framedNodes(page: PageModel): Uint8Array {
  const framed = new Uint8Array(page.count)
  for (let n = 0; n < page.count; n++) {
    const parent = page.parent[n] as number
    if ((parent >= 0 && framed[parent] === 1) || (page.kind[n] === ELEMENT && tagName(page, n) === FRAME_DOCUMENT)) framed[n] = 1
  }
  return framed
}

function tagCounts(page: PageModel): Map<string, number> {
  const counts = new Map<string, number>()
  for (let n = 0; n < page.count; n++) {
    if (page.kind[n] !== ELEMENT) continue
    const tag = tagName(page, n)
    counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  return counts
}

function tagChanges(raw: PageModel, rendered: PageModel): TagChange[] {
  const before = tagCounts(raw)
  const after = tagCounts(rendered)
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((tag) => ({ tag, raw: before.get(tag) ?? 0, rendered: after.get(tag) ?? 0 }))
    .filter((change) => change.raw !== change.rendered)
    .sort((a, b) => Math.abs(b.rendered - b.raw) - Math.abs(a.rendered - a.raw) || (a.tag < b.tag ? -1 : 1))
}

function hiddenWords(page: PageModel, texts: Texts): { cause: HiddenCause['cause']; words: number }[] {
  const byCause = new Map<HiddenCause['cause'], number>()
  texts.nodes.forEach((node, k) => {
    const hidden = hiddenCause(page, node)
    if (hidden) byCause.set(hidden.cause, (byCause.get(hidden.cause) ?? 0) + countWords(texts.texts[k] ?? ''))
  })
  return [...byCause].map(([cause, words]) => ({ cause, words })).sort((a, b) => b.words - a.words)
}
