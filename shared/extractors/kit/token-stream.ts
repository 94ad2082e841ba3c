import { tagTable, VOID_TAGS } from '../../page/tags'
import { countWords, isHtmlSpace } from '../../page/text'
import { sumUp, type ContentTree } from '../../page/content-tree'
import type { Measures } from '../core/define'
import { choice, numberIn, type ParamValues } from '../core/params'
import { sumsBefore } from './smoothing'

/** The words, start tags and end tags of a page in document order. End tags that the source omits are included. */
export interface TokenStream {
  readonly tree: ContentTree
  readonly count: number
  /** 1 for a tag, 0 for a word. */
  readonly isTag: Uint8Array
  /** First token per entry, and first token after the entry. An element includes its start tag and its end tag. */
  readonly first: Int32Array
  readonly end: Int32Array
  readonly words: number
}

function countBetweenSpaces(text: string): number {
  let count = 0
  let inside = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    // 0xa0 is a no-break space, and 0x3000 is an ideographic space.
    const space = isHtmlSpace(code) || code === 0xa0 || code === 0x3000
    if (!space && !inside) count++
    inside = !space
  }
  return count
}

/** @param ignore tags that are not tokens; the contents of these elements are tokens */
export function tokenStream(tree: ContentTree, p: ParamValues<typeof tokenParams>, ignore: ReadonlySet<string> = new Set()): TokenStream {
  const { page, size, node, isText, end: subtreeEnd } = tree
  const ignored = tagTable(page.tagNames, ignore)
  const count = p.words === 'unicode' ? countWords : countBetweenSpaces
  const isVoid = tagTable(page.tagNames, VOID_TAGS)
  const wordsOf = new Int32Array(size)
  let words = 0
  for (let e = 0; e < size; e++) {
    if (isText[e] === 0) continue
    wordsOf[e] = count(page.text[node[e]])
    words += wordsOf[e]
  }
  const isTag = new Uint8Array(words + 2 * size)
  const first = new Int32Array(size)
  const end = new Int32Array(size)
  const open: number[] = []
  let t = 0
  const closeUpTo = (limit: number): void => {
    for (let top = open.at(-1); top !== undefined && subtreeEnd[top] <= limit; top = open.at(-1)) {
      open.pop()
      if (ignored[page.tag[node[top]]] === 0) isTag[t++] = 1
      end[top] = t
    }
  }
  for (let e = 0; e < size; e++) {
    closeUpTo(e)
    first[e] = t
    if (isText[e] === 1) {
      t += wordsOf[e]
      end[e] = t
      continue
    }
    const tag = page.tag[node[e]]
    if (ignored[tag] === 0) isTag[t++] = 1
    if (isVoid[tag] === 1 && p.voidTags === 1) end[e] = t
    else open.push(e)
  }
  closeUpTo(size)
  return { tree, count: t, isTag: isTag.subarray(0, t), first, end, words }
}

/**
 * Returns the mean of a token measure over the words of each text. A text without words gets the smaller value of the two neighbouring
 * tokens.
 */
export function meanOverWords(stream: TokenStream, values: ArrayLike<number>): Float64Array {
  const { tree, count, first, end } = stream
  const before = sumsBefore(values)
  const mean = new Float64Array(tree.size)
  for (let e = 0; e < tree.size; e++) {
    if (tree.isText[e] === 0) continue
    const from = first[e]
    const to = end[e]
    if (to > from) mean[e] = (before[to] - before[from]) / (to - from)
    else mean[e] = Math.min(values[Math.max(0, from - 1)] ?? 0, values[Math.min(count - 1, from)] ?? 0)
  }
  return mean
}

/** Returns, per entry, the words and the tags of the subtree, including the entry's own tags. */
export function countedMeasures(stream: TokenStream): { words: Float64Array; tags: Float64Array } {
  const { tree, isTag, first, end } = stream
  const tagsBefore = sumsBefore(isTag)
  const tags = new Float64Array(tree.size)
  const words = new Float64Array(tree.size)
  for (let e = 0; e < tree.size; e++) {
    tags[e] = tagsBefore[end[e]] - tagsBefore[first[e]]
    if (tree.isText[e] === 1) words[e] = end[e] - first[e]
  }
  sumUp(tree, words)
  return { words, tags }
}

export const countedMeasureTexts = {
  words: { label: 'words', unit: 'words', description: 'Words in the node.' },
  tags: { label: 'tags', unit: 'tags', description: 'Start and end tags in the node, including its own tags.' },
} satisfies Measures

export const tokenParams = {
  words: choice({
    label: 'Words',
    default: 'white-space',
    options: [
      { value: 'white-space', label: 'split at white space' },
      { value: 'unicode', label: 'runs of letters; one per Chinese, Japanese or Thai character' },
    ],
    origin: 'paper',
    cites: 'not at hand',
    description:
      'The unit of word tokens. The papers split at white space, so a Chinese, Japanese or Thai paragraph is a single word. The other option counts each character of such a paragraph as a word.',
  }),
  voidTags: numberIn(1, 2, 1, {
    label: 'Tags of an empty element',
    default: 2,
    origin: 'ours',
    description: 'Number of tag tokens of elements without an end tag, such as br or img: one, or two as for other elements.',
  }),
} as const
