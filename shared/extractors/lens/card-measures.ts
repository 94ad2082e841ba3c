/** Measures of cards: elements alike side by side, as lists of products or of other articles have them. */
import { isProse, measure, perBlock, type BlockContext } from './block-context'
import { NOWHERE } from './marks'
import { PairNumbers } from './pair-numbers'

/** Elements alike (tag and first class) under one parent, and what they hold together. */
interface Group {
  members: number
  /** Members that hold a link, a heading, a picture. */
  linked: number
  headed: number
  pictured: number
  words: number
  prose: number
  blocks: number
  /** Words of its longest block. */
  longest: number
}

/** What each entry holds: bits of link, heading and picture, and its blocks' numbers. */
function holdings({ tree, blocks, page }: BlockContext): Record<'bits' | 'blocks' | 'words' | 'prose' | 'longest', Int32Array> {
  const [bits, held, words, prose, longest] = Array.from({ length: 5 }, () => new Int32Array(tree.size))
  const own = page.tagNames.map((name) => (name === 'a' ? 1 : /^h[1-6]$/.test(name) ? 2 : /^(?:img|picture|svg)$/.test(name) ? 4 : 0))
  for (let b = 0; b < blocks.count; b++) {
    const e = blocks.element[b]
    held[e]++
    words[e] += blocks.words[b]
    if (isProse(blocks, b)) prose[e] += blocks.words[b]
    longest[e] = Math.max(longest[e], blocks.words[b])
  }
  for (let e = tree.size - 1; e > 0; e--) {
    const up = tree.parent[e]
    if (tree.isText[e] === 0) bits[e] |= own[page.tag[tree.node[e]]]
    bits[up] |= bits[e]
    held[up] += held[e]
    words[up] += words[e]
    prose[up] += prose[e]
    longest[up] = Math.max(longest[up], longest[e])
  }
  return { bits, blocks: held, words, prose, longest }
}

/** The groups of a page, and that of each element; −1 for elements without text. */
function groupsOf(context: BlockContext, held: ReturnType<typeof holdings>): { groups: Group[]; of: Int32Array } {
  const { tree, counts, names } = context
  const groups: Group[] = []
  const of = new Int32Array(tree.size).fill(-1)
  const pairs = new PairNumbers(tree.size)
  for (let e = 1; e < tree.size; e++) {
    if (tree.isText[e] === 1 || counts.C[e] === 0) continue
    of[e] = pairs.of(tree.parent[e], names[e])
    const group = (groups[of[e]] ??= { members: 0, linked: 0, headed: 0, pictured: 0, words: 0, prose: 0, blocks: 0, longest: 0 })
    group.members++
    group.linked += held.bits[e] & 1
    group.headed += (held.bits[e] >> 1) & 1
    group.pictured += held.bits[e] >> 2
    group.words += held.words[e]
    group.prose += held.prose[e]
    group.blocks += held.blocks[e]
    group.longest = Math.max(group.longest, held.longest[e])
  }
  return { groups, of }
}

const CARD =
  'three and more elements alike (tag and first class, under one parent) with two blocks each and more, in the smallest such group around the block'

export const cards = perBlock(
  {
    'group-linked': measure(
      'linked elements of the group',
      '',
      'Share of the elements of the largest repeated group that hold a link; −1 without one.',
    ),
    'group-headed': measure('headed elements of the group', '', 'Share of them that hold a heading.'),
    'group-pictured': measure('pictured elements of the group', '', 'Share of them that hold a picture.'),
    'card-count': measure('cards', 'elements', `Cards: ${CARD}; 0 without one.`),
    'card-words': measure('words per card', 'words', 'Words of these cards by their number; −1 without any.'),
    'card-linked': measure('linked cards', '', 'Share of the cards that hold a link.'),
    'card-headed': measure('headed cards', '', 'Share of the cards that hold a heading.'),
    'card-share': measure('share of the cards', '', 'Share of the page’s words that stand in the cards.'),
    'card-longest': measure('longest block of the cards', '', 'Words of the longest block in the cards by those of the page’s longest.'),
    'card-prose': measure('prose of the cards', '', 'Share of the cards’ words in blocks of 20 words and more with little link text.'),
    'card-levels': measure('levels to its card', 'levels up', `Elements to climb to the card; ${NOWHERE} without one.`),
  },
  (context, columns) => {
    const { tree, blocks } = context
    const held = holdings(context)
    const { groups, of } = groupsOf(context, held)
    const around = new Int32Array(tree.size).fill(-1)
    const card = new Int32Array(tree.size).fill(-1)
    const levels = new Uint8Array(tree.size).fill(NOWHERE)
    for (let e = 1; e < tree.size; e++) {
      if (tree.isText[e] === 1) continue
      const up = tree.parent[e]
      const group = of[e] < 0 || groups[of[e]].members < 3 ? null : groups[of[e]]
      around[e] = group && (around[up] < 0 || group.members >= groups[around[up]].members) ? of[e] : around[up]
      const isCard = group !== null && group.blocks >= 2 * group.members
      card[e] = isCard ? of[e] : card[up]
      levels[e] = isCard ? 0 : Math.min(NOWHERE, levels[up] + 1)
    }
    const words = Math.max(1, held.words[0] ?? 0)
    const longest = Math.max(1, held.longest[0] ?? 0)
    return (b) => {
      const e = blocks.element[b]
      const group = around[e] < 0 ? null : groups[around[e]]
      columns['group-linked'][b] = group ? group.linked / group.members : -1
      columns['group-headed'][b] = group ? group.headed / group.members : -1
      columns['group-pictured'][b] = group ? group.pictured / group.members : -1
      const own = card[e] < 0 ? null : groups[card[e]]
      columns['card-count'][b] = own ? own.members : 0
      columns['card-words'][b] = own ? own.words / own.members : -1
      columns['card-linked'][b] = own ? own.linked / own.members : -1
      columns['card-headed'][b] = own ? own.headed / own.members : -1
      columns['card-share'][b] = own ? own.words / words : -1
      columns['card-longest'][b] = own ? own.longest / longest : -1
      columns['card-prose'][b] = own ? own.prose / Math.max(1, own.words) : -1
      columns['card-levels'][b] = levels[e]
    }
  },
)
