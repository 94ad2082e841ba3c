import type { ContentTree } from '../../page/content-tree'
import { INLINE_TAGS, tagTable } from '../../page/tags'
import { countWords } from '../../page/text'

/** Tags of elements that do not end a block. */
export const IN_LINE: ReadonlySet<string> = new Set([
  ...INLINE_TAGS,
  ...'img picture source svg math canvas map area ruby rt rp rb acronym big strike nobr tt br'.split(' '),
])

/**
 * Blocks are runs of inline text between block boundaries, such as paragraphs, headings and cells. Arrays have one number per block, unless
 * their comment states another index.
 */
export interface Blocks {
  readonly count: number
  /** First index in `texts` per block. The array has `count` + 1 numbers. */
  readonly first: Int32Array
  /** Text entries in document order. Block b has the entries `texts[first[b]..first[b + 1])`. */
  readonly texts: Int32Array
  readonly element: Int32Array
  readonly words: Int32Array
  readonly characters: Int32Array
  readonly linkCharacters: Int32Array
  /** Block of each text entry of the tree; -1 for elements. */
  readonly of: Int32Array
}

export function blocksOf(tree: ContentTree): Blocks {
  const { page, size, node, parent, isText, length } = tree
  const inLine = tagTable(page.tagNames, IN_LINE)
  const anchor = page.tagNames.indexOf('a')
  const first: number[] = []
  const texts: number[] = []
  const element: number[] = []
  const of = new Int32Array(size).fill(-1)
  const inLink = new Uint8Array(size)
  const blockElement = new Int32Array(size)
  let open = false
  let owner = -1
  for (let e = 0; e < size; e++) {
    const p = e === 0 ? 0 : parent[e]
    if (isText[e] === 1) {
      const holder = blockElement[p]
      if (!open || holder !== owner) {
        first.push(texts.length)
        element.push(holder)
        owner = holder
        open = true
      }
      of[e] = first.length - 1
      inLink[e] = inLink[p]
      texts.push(e)
      continue
    }
    const tag = page.tag[node[e]]
    inLink[e] = tag === anchor || (e > 0 && inLink[p] === 1) ? 1 : 0
    if (e > 0 && inLine[tag] === 1) blockElement[e] = blockElement[p]
    else {
      blockElement[e] = e
      open = false
    }
  }
  first.push(texts.length)
  const count = element.length
  const words = new Int32Array(count)
  const characters = new Int32Array(count)
  const linkCharacters = new Int32Array(count)
  for (let b = 0; b < count; b++) {
    for (let k = first[b]; k < first[b + 1]; k++) {
      const e = texts[k]
      words[b] += countWords(page.text[node[e]])
      characters[b] += length[e]
      if (inLink[e] === 1) linkCharacters[b] += length[e]
    }
  }
  return {
    count,
    first: Int32Array.from(first),
    texts: Int32Array.from(texts),
    element: Int32Array.from(element),
    words,
    characters,
    linkCharacters,
    of,
  }
}

/** Whether the element contains no text outside the block. False for body. */
export function holdsOnly(tree: ContentTree, blocks: Blocks, element: number, block: number): boolean {
  const { texts, first } = blocks
  const before = first[block] === 0 ? -1 : texts[first[block] - 1]
  const after = texts[first[block + 1]] ?? tree.size
  return element > 0 && before < element && after >= tree.end[element]
}

/** `entries`: the elements with blocks. `blocks`: per element, the block with the most words. */
export interface Speakers {
  readonly entries: Int32Array
  readonly blocks: Int32Array
}

export function findSpeakers(tree: ContentTree, blocks: Blocks): Speakers {
  const speaker = new Int32Array(tree.size).fill(-1)
  const entries: number[] = []
  for (let b = 0; b < blocks.count; b++) {
    const e = blocks.element[b]
    if (speaker[e] < 0) entries.push(e)
    if (speaker[e] < 0 || blocks.words[b] > blocks.words[speaker[e]]) speaker[e] = b
  }
  return { entries: new Int32Array(entries), blocks: new Int32Array(entries.map((e) => speaker[e])) }
}
