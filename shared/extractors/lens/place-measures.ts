import { sumsBefore } from '../kit/smoothing'
import { category, isProse, measure, perBlock } from './block-context'

export const size = perBlock(
  {
    words: measure('words', 'words', 'Words of the block.'),
    'link-share': measure('link share', '', 'Share of characters in links.'),
    'word-length': measure('word length', 'characters', 'Characters per word.'),
    place: measure('place in the page', '', 'Share of the page’s words before the block.'),
    'words-before': measure('words before', 'words', 'Words of the page before the block.'),
    'words-after': measure('words after', 'words', 'Words of the page after the block.'),
    depth: measure('depth', 'elements', 'Elements from body down to the block’s element.'),
    'block-place': measure('place among the blocks', '', 'Share of the page’s blocks that are before this block.'),
  },
  ({ blocks, tree }, columns) => {
    const { words, characters, linkCharacters, count } = blocks
    const all = words.reduce((sum, n) => sum + n, 0)
    const depth = new Int32Array(tree.size)
    for (let e = 1; e < tree.size; e++) depth[e] = depth[tree.parent[e]] + 1
    let before = 0
    return (b) => {
      columns.words[b] = words[b]
      columns['link-share'][b] = linkCharacters[b] / characters[b]
      columns['word-length'][b] = characters[b] / Math.max(1, words[b])
      columns.place[b] = all === 0 ? 0 : before / all
      columns['words-before'][b] = before
      columns['words-after'][b] = all - before - words[b]
      columns.depth[b] = depth[blocks.element[b]]
      columns['block-place'][b] = b / count
      before += words[b]
    }
  },
)

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

export const headings = perBlock(
  {
    'h1-side': category('before or after the h1', ['the page has no h1', 'before the first h1', 'the first h1', 'after the first h1']),
    'since-h1': measure('words since the h1', 'words', 'Words between the first h1 and the block; −1 up to the h1, or without an h1.', {
      [-1]: 'not after an h1',
    }),
    'since-heading': measure('words since the last heading', 'words', 'Words since the last heading; −1 without a previous heading.', {
      [-1]: 'no heading before',
    }),
    'heading-level': measure('level of the last heading', '', 'Level of the last heading, 0 without a previous heading.'),
    'is-heading': measure('is a heading', '', 'Level of the heading if the block is a heading, otherwise 0.'),
    'until-heading': measure(
      'words until the next heading',
      'words',
      'Words from the block to the next heading; −1 without a later heading.',
      {
        [-1]: 'no later heading',
      },
    ),
    'headings-before': measure('headings before', 'headings', 'Number of headings before the block.'),
    'since-paragraph': measure(
      'words since the last long block',
      'words',
      'Words since the last block of at least 20 words with little link text; −1 without such a block.',
      { [-1]: 'no long block before' },
    ),
    'until-paragraph': measure(
      'words until the next long block',
      'words',
      'Words until the next block of at least 20 words with little link text; −1 without such a block.',
      {
        [-1]: 'no later long block',
      },
    ),
  },
  ({ page, tree, blocks }, columns) => {
    const level = new Uint8Array(tree.size)
    const byTag = page.tagNames.map((name) => HEADINGS.indexOf(name) + 1)
    for (let e = 1; e < tree.size; e++)
      level[e] = tree.isText[e] === 1 ? level[tree.parent[e]] : byTag[page.tag[tree.node[e]]] || level[tree.parent[e]]
    const of = new Uint8Array(blocks.count)
    for (let b = 0; b < blocks.count; b++) of[b] = level[blocks.element[b]]
    const h1 = of.indexOf(1)
    const until = new Float64Array(blocks.count)
    const untilLong = new Float64Array(blocks.count)
    let ahead = -1
    let aheadLong = -1
    for (let b = blocks.count - 1; b >= 0; b--) {
      until[b] = ahead
      untilLong[b] = aheadLong
      if (of[b] > 0) {
        ahead = 0
      } else if (ahead >= 0) ahead += blocks.words[b]
      if (isProse(blocks, b)) aheadLong = 0
      else if (aheadLong >= 0) aheadLong += blocks.words[b]
    }
    let since = -1
    let sinceH1 = -1
    let sinceLong = -1
    let last = 0
    let before = 0
    return (b) => {
      columns['h1-side'][b] = h1 < 0 ? 0 : b < h1 ? 1 : b === h1 ? 2 : 3
      columns['since-h1'][b] = sinceH1
      columns['since-heading'][b] = since
      columns['heading-level'][b] = last
      columns['is-heading'][b] = of[b]
      columns['until-heading'][b] = until[b]
      columns['headings-before'][b] = before
      columns['since-paragraph'][b] = sinceLong
      columns['until-paragraph'][b] = untilLong[b]
      if (of[b] > 0) {
        since = 0
        last = of[b]
        before++
      } else if (since >= 0) since += blocks.words[b]
      if (b === h1) sinceH1 = 0
      else if (sinceH1 >= 0) sinceH1 += blocks.words[b]
      if (isProse(blocks, b)) sinceLong = 0
      else if (sinceLong >= 0) sinceLong += blocks.words[b]
    }
  },
)

export const around = perBlock(
  {
    'previous-words': measure('words of the previous block', 'words', 'Words of the previous block; −1 for the first block.', {
      [-1]: 'no previous block',
    }),
    'next-words': measure('words of the next block', 'words', 'Words of the next block; −1 for the last block.', {
      [-1]: 'no next block',
    }),
    'previous-link-share': measure('link share of the previous block', '', 'Link share of the previous block; −1 for the first block.', {
      [-1]: 'no previous block',
    }),
    'next-link-share': measure('link share of the next block', '', 'Link share of the next block; −1 for the last block.', {
      [-1]: 'no next block',
    }),
    'near-words': measure('mean words (±3 blocks)', 'words', 'Mean number of words of the block and the three blocks on each side.'),
    'near-link-share': measure('link share (±3 blocks)', '', 'Share of link characters in the block and the three blocks on each side.'),
    'wide-words': measure('mean words (±10 blocks)', 'words', 'Mean number of words of the block and the ten blocks on each side.'),
    'wide-link-share': measure('link share (±10 blocks)', '', 'Share of link characters in the block and the ten blocks on each side.'),
    'same-previous': measure('previous block is a sibling', '', 'Whether the previous block’s element is the same or has the same parent.'),
    'same-next': measure('next block is a sibling', '', 'Whether the next block’s element is the same or has the same parent.'),
    'longest-near': measure('longest block (±5 blocks)', 'words', 'Words of the longest block that is at most five blocks away.'),
  },
  ({ tree, blocks }, columns) => {
    const { words, characters, linkCharacters, count, element } = blocks
    const w = sumsBefore(words)
    const c = sumsBefore(characters)
    const l = sumsBefore(linkCharacters)
    const blocksIn = sumsBefore(new Int32Array(count).fill(1))
    const share = (b: number): number => linkCharacters[b] / characters[b]
    const ratioNear = (sums: Float64Array, by: Float64Array, b: number, radius: number): number => {
      const from = Math.max(0, b - radius)
      const to = Math.min(count, b + radius + 1)
      return (sums[to] - sums[from]) / (by[to] - by[from])
    }
    const beside = (a: number, b: number): number =>
      element[a] === element[b] || tree.parent[element[a]] === tree.parent[element[b]] ? 1 : 0
    return (b) => {
      columns['previous-words'][b] = b > 0 ? words[b - 1] : -1
      columns['next-words'][b] = b + 1 < count ? words[b + 1] : -1
      columns['previous-link-share'][b] = b > 0 ? share(b - 1) : -1
      columns['next-link-share'][b] = b + 1 < count ? share(b + 1) : -1
      columns['near-words'][b] = ratioNear(w, blocksIn, b, 3)
      columns['near-link-share'][b] = ratioNear(l, c, b, 3)
      columns['wide-words'][b] = ratioNear(w, blocksIn, b, 10)
      columns['wide-link-share'][b] = ratioNear(l, c, b, 10)
      columns['same-previous'][b] = b > 0 ? beside(b, b - 1) : 0
      columns['same-next'][b] = b + 1 < count ? beside(b, b + 1) : 0
      let longest = 0
      for (let k = Math.max(0, b - 5); k < Math.min(count, b + 6); k++) longest = Math.max(longest, words[k])
      columns['longest-near'][b] = longest
    }
  },
)
