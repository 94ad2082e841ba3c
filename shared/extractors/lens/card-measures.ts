/** Measures of cards: elements alike side by side, as lists of products or of other articles have them. */
import { measure, perBlock } from './block-context'

const CARD =
  'three and more elements alike (tag and first class, under one parent) with two blocks each and more, in the smallest such group around the block'

export const cards = perBlock(
  {
    'card-count': measure('cards', 'elements', `Cards: ${CARD}; 0 without one.`),
    'card-words': measure('words per card', 'words', 'Words of these cards by their number; −1 without any.', { [-1]: 'no cards' }),
    'card-longest': measure('longest block of the cards', '', 'Words of the longest block in the cards by those of the page’s longest.'),
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
