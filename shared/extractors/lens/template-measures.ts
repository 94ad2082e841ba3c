/** Measures of repeated template output: similar elements side by side, and blocks on the same path of tags and classes. */
import { perBlock, PairNumbers } from './block-context'
import { NOWHERE } from './marks'

const CARD =
  'Cards are at least three siblings with the same tag and first class, and with at least two blocks per sibling on average. The smallest group of cards around the block counts.'

export const cards = perBlock(
  {
    'card-count': `cards | elements | Number of cards; 0 without cards. ${CARD}`,
    'card-words': 'words per card | words | Words of the cards, divided by the number of cards; −1 without cards. | -1 = no cards',
    'card-longest':
      'relative length of the cards’ longest block | Words of the longest block in the cards, divided by the words of the page’s longest block; −1 without cards.',
  },
  ({ tree, blocks, alike: { group, members } }, columns) => {
    const { count, element, words } = blocks
    const inWords = new Int32Array(tree.size)
    const inBlocks = new Int32Array(tree.size)
    const inLongest = new Int32Array(tree.size)
    for (let b = 0; b < count; b++) {
      const e = element[b]
      inBlocks[e]++
      inWords[e] += words[b]
      inLongest[e] = Math.max(inLongest[e], words[b])
    }
    const ofWords = new Int32Array(members.length)
    const ofBlocks = new Int32Array(members.length)
    const longest = new Int32Array(members.length)
    for (let e = tree.size - 1; e > 0; e--) {
      const up = tree.parent[e]
      const g = group[e]
      inWords[up] += inWords[e]
      inBlocks[up] += inBlocks[e]
      inLongest[up] = Math.max(inLongest[up], inLongest[e])
      if (g < 0) continue
      ofWords[g] += inWords[e]
      ofBlocks[g] += inBlocks[e]
      longest[g] = Math.max(longest[g], inLongest[e])
    }
    const card = new Int32Array(tree.size).fill(-1)
    for (let e = 1; e < tree.size; e++) {
      const g = group[e]
      card[e] = g >= 0 && members[g] >= 3 && ofBlocks[g] >= 2 * members[g] ? g : card[tree.parent[e]]
    }
    const most = Math.max(1, inLongest[0])
    return (b) => {
      const g = card[element[b]]
      const none = g < 0
      columns['card-count'][b] = none ? 0 : members[g]
      columns['card-words'][b] = none ? -1 : ofWords[g] / members[g]
      columns['card-longest'][b] = none ? -1 : longest[g] / most
    }
  },
)

export const repeats = perBlock(
  {
    repeats: 'repeats on the page | blocks | Number of blocks of the page with the same text, including this block.',
    'group-size':
      'size of the repeated group | elements | Number of similar elements (tag and first class, under one parent) in the largest group around the block; 0 without a group of at least three.',
    'group-share':
      'share of the repeated group | Share of the page’s characters in the largest group of similar elements around the block.',
    'group-words': 'characters per repeated element | characters | Characters of the group per element; −1 without a group.',
    'group-link-share': 'link share of the repeated group | Share of link characters in the group; −1 without a group.',
    siblings:
      'similar siblings | elements | Number of siblings with the tag and the first class of the block’s element, including the element.',
    'sibling-words':
      'characters per similar sibling | characters | Mean number of characters of the siblings with the same tag and first class.',
    'sibling-link-share': 'link share of similar siblings | Share of link characters in the siblings with the same tag and first class.',
    'group-levels': `levels to the repeated group | levels up | Levels up to the group; ${NOWHERE} without a group. | ${NOWHERE} = none`,
  },
  (context, columns) => {
    const { tree, blocks, texts, counts } = context
    const times = new Map<string, number>()
    for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1)
    const { group, members } = context.alike
    const chars = new Float64Array(members.length)
    const links = new Float64Array(members.length)
    for (let e = 1; e < tree.size; e++) {
      const g = group[e]
      if (g < 0) continue
      chars[g] += counts.C[e]
      links[g] += counts.LC[e]
    }
    const around = new Int32Array(tree.size).fill(-1)
    const levels = new Uint8Array(tree.size).fill(NOWHERE)
    for (let e = 1; e < tree.size; e++) {
      if (tree.isText[e] === 1) continue
      const p = tree.parent[e]
      const g = group[e]
      const better = g >= 0 && members[g] >= 3 && (around[p] < 0 || members[g] >= members[around[p]])
      around[e] = better ? g : around[p]
      levels[e] = better ? 0 : Math.min(NOWHERE, levels[p] + 1)
    }
    const all = Math.max(1, counts.C[0])
    return (b) => {
      const e = blocks.element[b]
      const g = around[e]
      columns.repeats[b] = times.get(texts[b]) ?? 1
      columns['group-size'][b] = g < 0 ? 0 : members[g]
      columns['group-share'][b] = g < 0 ? 0 : chars[g] / all
      columns['group-words'][b] = g < 0 ? -1 : chars[g] / members[g]
      columns['group-link-share'][b] = g < 0 ? -1 : links[g] / Math.max(1, chars[g])
      const s = group[e]
      columns.siblings[b] = s < 0 ? 0 : members[s]
      columns['sibling-words'][b] = s < 0 ? -1 : chars[s] / members[s]
      columns['sibling-link-share'][b] = s < 0 ? -1 : links[s] / Math.max(1, chars[s])
      columns['group-levels'][b] = levels[e]
    }
  },
)

export const tagPaths = perBlock(
  {
    'path-blocks':
      'blocks on the same path | blocks | Number of blocks, including this block, whose element has the same path. A path lists tag and first class of each element below body.',
    'path-words': 'words of the blocks on the same path | words | Mean number of words of the blocks on the same path.',
    'path-share': 'word share of the blocks on the same path | Share of the page’s words in the blocks on the same path.',
    'path-link-share': 'link share of the blocks on the same path | Share of link characters in the blocks on the same path.',
    'path-longest': 'longest block on the same path | words | Words of the longest block on the same path.',
    'path-spread': 'spread of blocks on the same path | Share of the page’s words from the first to the last such block.',
  },
  (context, columns) => {
    const { tree, blocks, names } = context
    const { count, element, words, characters, linkCharacters } = blocks
    const path = new Int32Array(tree.size)
    const known = new PairNumbers()
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
    return (b) => {
      const p = path[element[b]]
      columns['path-blocks'][b] = blocksOn[p]
      columns['path-words'][b] = wordsOn[p] / blocksOn[p]
      columns['path-share'][b] = wordsOn[p] / all
      columns['path-link-share'][b] = linksOn[p] / charactersOn[p]
      columns['path-longest'][b] = longest[p]
      columns['path-spread'][b] = (last[p] - first[p]) / all
    }
  },
)
