/** Measures of the blocks that stand on the same path of tags and classes: what a template made in one go. */
import { measure, perBlock } from './block-context'
import { PairNumbers } from './pair-numbers'

export const tagPaths = perBlock(
  [
    measure(
      'path-blocks',
      'blocks on its path',
      'blocks',
      'Blocks of the page whose element has the same path of tags and first classes from body down, this one included.',
    ),
    measure('path-words', 'words of the blocks on its path', 'words', 'Mean words of these blocks.'),
    measure('path-share', 'share of its path', '', 'Share of the page’s words that stand in these blocks.'),
    measure('path-link-share', 'link share of its path', '', 'Characters inside links by characters, in these blocks together.'),
    measure('path-longest', 'longest block of its path', 'words', 'Words of the longest of these blocks.'),
    measure('path-spread', 'spread of its path', '', 'Share of the page’s words between the first and the last of these blocks.'),
  ],
  (context) => {
    const { tree, blocks, names } = context
    const { count, element, words, characters, linkCharacters } = blocks
    const path = new Int32Array(tree.size)
    const known = new PairNumbers(tree.size)
    for (let e = 1; e < tree.size; e++) if (tree.isText[e] === 0) path[e] = known.of(path[tree.parent[e]], names[e]) + 1
    const paths = known.size + 1
    const sum = (of: ArrayLike<number>): Float64Array => {
      const total = new Float64Array(paths)
      for (let b = 0; b < count; b++) total[path[element[b]]] += of[b]
      return total
    }
    const blocksOn = sum(new Uint8Array(count).fill(1))
    const wordsOn = sum(words)
    const charactersOn = sum(characters)
    const linksOn = sum(linkCharacters)
    const longest = new Float64Array(paths)
    const first = new Float64Array(paths).fill(-1)
    const last = new Float64Array(paths)
    let before = 0
    for (let b = 0; b < count; b++) {
      const p = path[element[b]]
      longest[p] = Math.max(longest[p], words[b])
      if (first[p] < 0) first[p] = before
      before += words[b]
      last[p] = before
    }
    const all = Math.max(1, before)
    return (b, put) => {
      const p = path[element[b]]
      put(0, blocksOn[p])
      put(1, wordsOn[p] / blocksOn[p])
      put(2, wordsOn[p] / all)
      put(3, linksOn[p] / charactersOn[p])
      put(4, longest[p])
      put(5, (last[p] - first[p]) / all)
    }
  },
)
