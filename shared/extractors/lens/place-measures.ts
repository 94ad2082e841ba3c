import { sumsBefore } from '../kit/smoothing'
import { category, isProse, perBlock, wordsSince } from './block-context'

export const size = perBlock(
  {
    words: 'words | words | Words of the block.',
    'link-share': 'link share | Share of characters in links.',
    'word-length': 'word length | characters | Characters per word.',
    place: 'place in the page | Share of the page’s words before the block.',
    'words-before': 'words before | words | Words of the page before the block.',
    'words-after': 'words after | words | Words of the page after the block.',
    depth: 'depth | elements | Elements from body down to the block’s element.',
    'block-place': 'place among the blocks | Share of the page’s blocks that are before this block.',
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
    'since-h1':
      'words since the h1 | words | Words between the first h1 and the block; −1 up to the h1, or without an h1. | -1 = not after an h1',
    'since-heading':
      'words since the last heading | words | Words since the last heading; −1 without a previous heading. | -1 = no heading before',
    'heading-level': 'level of the last heading | Level of the last heading, 0 without a previous heading.',
    'is-heading': 'is a heading | Level of the heading if the block is a heading, otherwise 0.',
    'until-heading':
      'words until the next heading | words | Words from the block to the next heading; −1 without a later heading. | -1 = no later heading',
    'headings-before': 'headings before | headings | Number of headings before the block.',
    'since-paragraph':
      'words since the last long block | words | Words since the last block of at least 20 words with little link text; −1 without such a block. | -1 = no long block before',
    'until-paragraph':
      'words until the next long block | words | Words until the next block of at least 20 words with little link text; −1 without such a block. | -1 = no later long block',
  },
  ({ page, tree, blocks }, columns) => {
    const level = new Uint8Array(tree.size)
    const byTag = page.tagNames.map((name) => HEADINGS.indexOf(name) + 1)
    for (let e = 1; e < tree.size; e++)
      level[e] = tree.isText[e] === 1 ? level[tree.parent[e]] : byTag[page.tag[tree.node[e]]] || level[tree.parent[e]]
    const of = new Uint8Array(blocks.count)
    for (let b = 0; b < blocks.count; b++) of[b] = level[blocks.element[b]]
    const h1 = of.indexOf(1)
    columns['since-h1'].set(wordsSince(blocks, (b) => b === h1))
    columns['since-heading'].set(wordsSince(blocks, (b) => of[b] > 0))
    columns['until-heading'].set(wordsSince(blocks, (b) => of[b] > 0, true))
    columns['since-paragraph'].set(wordsSince(blocks, (b) => isProse(blocks, b)))
    columns['until-paragraph'].set(wordsSince(blocks, (b) => isProse(blocks, b), true))
    let last = 0
    let before = 0
    return (b) => {
      columns['h1-side'][b] = h1 < 0 ? 0 : b < h1 ? 1 : b === h1 ? 2 : 3
      columns['heading-level'][b] = last
      columns['is-heading'][b] = of[b]
      columns['headings-before'][b] = before
      if (of[b] === 0) return
      last = of[b]
      before++
    }
  },
)

export const around = perBlock(
  {
    'previous-words': 'words of the previous block | words | Words of the previous block; −1 for the first block. | -1 = no previous block',
    'next-words': 'words of the next block | words | Words of the next block; −1 for the last block. | -1 = no next block',
    'previous-link-share':
      'link share of the previous block | Link share of the previous block; −1 for the first block. | -1 = no previous block',
    'next-link-share': 'link share of the next block | Link share of the next block; −1 for the last block. | -1 = no next block',
    'near-words': 'mean words (±3 blocks) | words | Mean number of words of the block and the three blocks on each side.',
    'near-link-share': 'link share (±3 blocks) | Share of link characters in the block and the three blocks on each side.',
    'wide-words': 'mean words (±10 blocks) | words | Mean number of words of the block and the ten blocks on each side.',
    'wide-link-share': 'link share (±10 blocks) | Share of link characters in the block and the ten blocks on each side.',
    'same-previous': 'previous block is a sibling | Whether the previous block’s element is the same or has the same parent.',
    'same-next': 'next block is a sibling | Whether the next block’s element is the same or has the same parent.',
    'longest-near': 'longest block (±5 blocks) | words | Words of the longest block that is at most five blocks away.',
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
