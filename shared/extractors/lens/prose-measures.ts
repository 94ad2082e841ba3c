/** Measures of where the page's prose is, the long blocks with little link text, and where a block stands to it. */
import { category, isProse, measure, perBlock, type BlockContext } from './block-context'
import { NOWHERE } from './marks'

/** Words of prose inside each entry. */
function proseInside({ tree, blocks }: BlockContext): Float64Array {
  const inside = new Float64Array(tree.size)
  for (let b = 0; b < blocks.count; b++) if (isProse(blocks, b)) inside[blocks.element[b]] += blocks.words[b]
  for (let e = tree.size - 1; e > 0; e--) inside[tree.parent[e]] += inside[e]
  return inside
}

/** Words of the blocks before each block, and of all. */
function wordsBefore(count: number, words: (block: number) => number): Float64Array {
  const before = new Float64Array(count + 1)
  for (let b = 0; b < count; b++) before[b + 1] = before[b] + words(b)
  return before
}

/** The number of words up to which blocks are told apart by their length. */
const MOST_WORDS = 1000

export const lengths = perBlock(
  {
    'longer-share': measure('share of longer blocks', '', 'Share of the page’s words that stand in blocks with more words.'),
    'longest-share': measure('words by the longest', '', 'Words of the block by those of the longest with little link text.'),
    'prose-before': measure(
      'prose before',
      '',
      'Share of the words of the page’s blocks of 20 words and more with little link text that stand before the block.',
    ),
    'prose-after': measure('prose after', '', 'The same after the block.'),
  },
  ({ blocks }, columns) => {
    const { count, words } = blocks
    const longer = new Float64Array(MOST_WORDS + 2)
    let longest = 1
    for (let b = 0; b < count; b++) {
      longer[Math.min(MOST_WORDS, words[b])] += words[b]
      if (isProse(blocks, b)) longest = Math.max(longest, words[b])
    }
    for (let n = MOST_WORDS; n >= 0; n--) longer[n] += longer[n + 1]
    const before = wordsBefore(count, (b) => (isProse(blocks, b) ? words[b] : 0))
    const all = Math.max(1, before[count])
    return (b) => {
      columns['longer-share'][b] = longer[0] === 0 ? 0 : longer[Math.min(MOST_WORDS, words[b]) + 1] / longer[0]
      columns['longest-share'][b] = words[b] / longest
      columns['prose-before'][b] = before[b] / all
      columns['prose-after'][b] = (before[count] - before[b + 1]) / all
    }
  },
)

/** Share of the page's prose that the smallest element with most of it holds. */
const MOST_OF_PROSE = 0.6

export const prose = perBlock(
  {
    'prose-levels-50': measure(
      'levels to half of the prose',
      'levels up',
      'Elements to climb to one that holds half of the words of the page’s blocks of 20 words and more with little link text.',
    ),
    'prose-levels-25': measure('levels to a quarter of the prose', 'levels up', 'The same for a quarter of them.'),
    'branch-prose': measure(
      'prose of its branch',
      '',
      'Share of these words in the block’s branch of the smallest element that holds 60 % of them; −1 outside of that element.',
    ),
    'prose-side': category(
      'before or after the prose',
      'By the long blocks of that element. 0: there are none; 1: before the first; 2: between first and last; 3: after the last.',
    ),
    'prose-away': measure(
      'words from the prose',
      'words',
      'Words from the first of these blocks, below 0, or after the last; 0 between them, −9,999 where there are none.',
    ),
    'element-prose': measure('prose of its element', '', 'Share of the words of the page’s long blocks that stand in the block’s element.'),
    'parent-prose': measure('prose of the parent', '', 'The same in the parent of the block’s element.'),
    'grandparent-prose': measure('prose two levels up', '', 'The same two levels up.'),
    'great-prose': measure('prose three levels up', '', 'The same three levels up.'),
  },
  (context, columns) => {
    const { tree, blocks } = context
    const { count, element, words } = blocks
    const inside = proseInside(context)
    const all = Math.max(1, inside[0] ?? 0)
    const half = new Uint8Array(tree.size).fill(NOWHERE)
    const quarter = new Uint8Array(tree.size).fill(NOWHERE)
    let most = 0
    for (let e = 0; e < tree.size; e++) {
      if (tree.isText[e] === 1) continue
      const share = inside[e] / all
      if (share >= 0.5) half[e] = 0
      else if (e > 0) half[e] = Math.min(NOWHERE, half[tree.parent[e]] + 1)
      if (share >= 0.25) quarter[e] = 0
      else if (e > 0) quarter[e] = Math.min(NOWHERE, quarter[tree.parent[e]] + 1)
      if (share >= MOST_OF_PROSE) most = e
    }
    const end = tree.end[most] ?? 0
    const branch = new Float64Array(tree.size).fill(-1)
    for (let e = most; e < end; e++)
      if (tree.isText[e] === 0) branch[e] = e === most || tree.parent[e] === most ? inside[e] / all : branch[tree.parent[e]]
    let first = -1
    let last = -1
    for (let b = 0; b < count; b++)
      if (isProse(blocks, b) && element[b] >= most && element[b] < end) {
        if (first < 0) first = b
        last = b
      }
    const before = wordsBefore(count, (b) => words[b])
    const up = (e: number): number => (e > 0 ? tree.parent[e] : 0)
    return (b) => {
      const e = element[b]
      columns['prose-levels-50'][b] = half[e]
      columns['prose-levels-25'][b] = quarter[e]
      columns['branch-prose'][b] = branch[e]
      columns['prose-side'][b] = first < 0 ? 0 : b < first ? 1 : b <= last ? 2 : 3
      columns['prose-away'][b] = first < 0 ? -9999 : b < first ? before[b] - before[first] : b <= last ? 0 : before[b] - before[last]
      columns['element-prose'][b] = inside[e] / all
      columns['parent-prose'][b] = inside[up(e)] / all
      columns['grandparent-prose'][b] = inside[up(up(e))] / all
      columns['great-prose'][b] = inside[up(up(up(e)))] / all
    }
  },
)
