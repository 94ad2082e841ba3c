import { KEPT } from '../../page/output'
import { ELEMENT, TEXT, type NodeId, type PageModel, isWithin } from '../../page/page-model'
import { LINE_TAGS, tagTable } from '../../page/tags'
import { countWords } from '../../page/text'
import { isUnread, textLengths } from '../coverage'

/** Maximum selections in a comparison, because a number stores one bit per selection. */
export const MOST_SELECTIONS = 30

export const bitsOfAll = (selections: number): number => (1 << selections) - 1

/** Neighbouring text nodes that the same selections keep. */
export interface Passage {
  readonly nodes: readonly NodeId[]
  /** Bit i is set if selection i keeps the passage. */
  readonly keepers: number
  readonly characters: number
  readonly words: number
}

/** The text of body, divided into passages that the same selections keep. */
export interface Disagreement {
  readonly passages: readonly Passage[]
  /** Numbers of characters that all selections keep, that no selection keeps, and that only some selections keep. */
  readonly all: number
  readonly none: number
  readonly some: number
}

/** Compares selections of a page. @param selections at most `MOST_SELECTIONS`, not checked */
export function disagreementOf(page: PageModel, selections: readonly Uint8Array[]): Disagreement {
  const length = textLengths(page)
  const groups: { readonly nodes: NodeId[]; readonly keepers: number }[] = []
  const end = page.body < 0 ? 0 : (page.subtreeEnd[page.body] as number)
  for (let n = Math.max(0, page.body); n < end; n++) {
    if (page.kind[n] !== TEXT || length[n] === 0) continue
    let mask = 0
    selections.forEach((selected, i) => {
      if (selected[n] === KEPT) mask |= 1 << i
    })
    // Scripts and styles that no selection keeps belong to no passage.
    if (mask === 0 && isUnread(page, n)) continue
    const last = groups.at(-1)
    if (last?.keepers === mask) last.nodes.push(n)
    else groups.push({ nodes: [n], keepers: mask })
  }
  const passages = groups.map(({ nodes, keepers }) => passageOf(page, nodes, keepers))
  const count = (has: (passage: Passage) => boolean): number => passages.filter(has).reduce((sum, { characters }) => sum + characters, 0)
  return {
    passages,
    all: count(({ keepers }) => keepers === bitsOfAll(selections.length)),
    none: count(({ keepers }) => keepers === 0),
    some: count((passage) => isDisputed(passage, selections.length)),
  }
}

function passageOf(page: PageModel, nodes: readonly NodeId[], keepers: number): Passage {
  const length = textLengths(page)
  const sum = (of: (node: NodeId) => number): number => nodes.reduce((total, node) => total + of(node), 0)
  return { nodes, keepers, characters: sum((n) => length[n] as number), words: sum((n) => countWords(page.text[n] as string)) }
}

/**
 * Returns, per text node, the index of its paragraph; -1 for other nodes and for blank texts. A paragraph is a run of text in one block
 * that no text of another block interrupts.
 */
export function paragraphsOf(page: PageModel): Int32Array {
  const inline = tagTable(page.tagNames, LINE_TAGS)
  const owner = new Int32Array(page.count).fill(-1)
  const paragraph = new Int32Array(page.count).fill(-1)
  let current = -1
  let index = -1
  const end = page.body < 0 ? 0 : (page.subtreeEnd[page.body] as number)
  for (let n = Math.max(0, page.body); n < end; n++) {
    const parent = page.parent[n] as number
    const holder = parent < 0 ? n : (owner[parent] as number)
    owner[n] = page.kind[n] === ELEMENT && inline[page.tag[n] as number] !== 1 ? n : holder
    if (page.kind[n] !== TEXT || !/\S/.test(page.text[n] as string)) continue
    if (owner[n] !== current || index < 0) {
      current = owner[n] as number
      index += 1
    }
    paragraph[n] = index
  }
  return paragraph
}

/** Divides passages at the borders of paragraphs. */
export function passagesByParagraph(page: PageModel, passages: readonly Passage[]): Passage[] {
  const paragraph = paragraphsOf(page)
  const parts: Passage[] = []
  for (const { nodes, keepers } of passages) {
    for (let from = 0; from < nodes.length;) {
      let to = from + 1
      while (to < nodes.length && paragraph[nodes[to] as number] === paragraph[nodes[from] as number]) to++
      parts.push(passageOf(page, nodes.slice(from, to), keepers))
      from = to
    }
  }
  return parts
}

export function isDisputed({ keepers }: Pick<Passage, 'keepers'>, selections: number): boolean {
  return keepers !== 0 && keepers !== bitsOfAll(selections)
}

/** The passages to show: all passages, passages with differences, or passages that only selection `by` keeps or drops. */
export type PassageFilter =
  | { readonly kind: 'all' }
  | { readonly kind: 'differences' }
  | { readonly kind: 'kept-only' | 'dropped-only'; readonly by: number }

/** Whether the filter shows a text. Bit i of `keepers` is set if selection i keeps the text. */
export function isChosen(filter: PassageFilter, keepers: number, selections: number): boolean {
  if (filter.kind === 'all') return true
  if (filter.kind === 'differences') return isDisputed({ keepers }, selections)
  const others = filter.kind === 'kept-only' ? 0 : bitsOfAll(selections)
  return keepers === (others ^ (1 << filter.by))
}

/** Values of `findKeepersOfNodes`. `NO_TEXT`: no passage is in the node. `MIXED`: the texts of the node have different keepers. */
export const NO_TEXT = -2
export const MIXED = -1

/** Returns, per node, a bit set of the selections that keep the node's text; otherwise `NO_TEXT` or `MIXED`. */
export function findKeepersOfNodes(page: PageModel, { passages }: Disagreement): Int32Array {
  const keepers = new Int32Array(page.count).fill(NO_TEXT)
  for (const passage of passages) for (const node of passage.nodes) keepers[node] = passage.keepers
  for (let n = page.count - 1; n > 0; n--) {
    const parent = page.parent[n] as number
    const own = keepers[n] as number
    if (own === NO_TEXT) continue
    const there = keepers[parent] as number
    keepers[parent] = there === NO_TEXT || there === own ? own : MIXED
  }
  return keepers
}

/** Returns how disputed a kept text is, in [0,1]: 1 if only one selection keeps the text, 0 if all selections keep the text. */
export function disputeOf(keepers: number, selections: number): number {
  return selections < 2 ? 0 : (selections - countKeepers(keepers)) / (selections - 1)
}

export function countKeepers(keepers: number): number {
  let rest = keepers
  let count = 0
  for (; rest !== 0; rest &= rest - 1) count += 1
  return count
}

/**
 * Counts the words that only one of two selections of a page keeps. `gained`: words that only the new selection keeps. `lost`: words that
 * only the old selection keeps.
 */
export function wordChange(page: PageModel, before: Uint8Array, after: Uint8Array) {
  let gained = 0
  let lost = 0
  const added: NodeId[] = []
  const removed: NodeId[] = []
  for (let n = 0; n < page.count; n++) {
    if (page.kind[n] !== TEXT) continue
    const was = before[n] === KEPT
    const is = after[n] === KEPT
    if (was === is) continue
    const words = countWords(page.text[n] as string)
    if (words === 0) continue
    if (is) {
      gained += words
      added.push(n)
    } else {
      lost += words
      removed.push(n)
    }
  }
  return { gained, lost, added, removed }
}

export function changeElsewhere(
  page: PageModel,
  { added, removed }: ReturnType<typeof wordChange>,
  node: NodeId,
): { readonly gained: number; readonly lost: number } {
  const words = (nodes: readonly NodeId[]): number =>
    nodes.reduce((sum, n) => (isWithin(page, n, node) ? sum : sum + countWords(page.text[n] as string)), 0)
  return { gained: words(added), lost: words(removed) }
}
