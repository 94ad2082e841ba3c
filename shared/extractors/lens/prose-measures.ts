import { category, isProse, perBlock } from './block-context'
import { NOWHERE } from './marks'

/** Minimum characters of a repeated text. Shorter texts often repeat by chance. */
const REPEATED_CHARACTERS = 12
const DATE_WORDS = 12
const DATE = /\b(?:19|20)\d\d\b|\bago\b/

export const before = perBlock(
  {
    'article-size':
      'size of the block’s article, relative to the largest | Characters of the innermost article (element or role) around the block, divided by the characters of the page’s largest article; −1 outside articles, −2 on a page without articles. | -1 = outside all articles | -2 = no article on the page',
    'repeat-before': `earlier blocks with the same text | blocks | Number of previous blocks with the same text; −1 for texts of fewer than ${REPEATED_CHARACTERS} characters. | -1 = too short`,
    'dates-before': `earlier blocks with a date | blocks | Number of previous blocks of at most ${DATE_WORDS} words that contain a year, or a time such as “2 hours ago”.`,
  },
  (context, columns) => {
    const { tree, blocks, counts, texts } = context
    const levels = context.levels('role-article')
    const article = new Int32Array(tree.size).fill(-1)
    let largest = context.isMarked('role-article') ? 1 : 0
    for (let e = 1; e < tree.size; e++) {
      if (tree.isText[e] === 1) continue
      article[e] = levels[e] === 0 && counts.C[e] > 0 ? e : article[tree.parent[e]]
      if (article[e] === e) largest = Math.max(largest, counts.C[e])
    }
    const seen = new Map<string, number>()
    let dates = 0
    return (b) => {
      const own = article[blocks.element[b]]
      const text = texts[b]
      const repeated = text.length < REPEATED_CHARACTERS ? -1 : (seen.get(text) ?? 0)
      if (repeated >= 0) seen.set(text, repeated + 1)
      columns['article-size'][b] = largest === 0 ? -2 : own < 0 ? -1 : counts.C[own] / largest
      columns['repeat-before'][b] = repeated
      columns['dates-before'][b] = dates
      if (blocks.words[b] <= DATE_WORDS && DATE.test(text)) dates++
    }
  },
)

const MOST_OF_PROSE = 0.6
const PROSE = 'long blocks (20 words and more, little link text)'

export const prose = perBlock(
  {
    'prose-before': `prose before | Words in ${PROSE} before the block, divided by the words in all such blocks of the page.`,
    'prose-after': `prose after | Words in ${PROSE} after the block, divided by the words in all such blocks of the page.`,
    'longest-share': `words, relative to the longest block | Words of the block, divided by the words of the longest of the page’s ${PROSE}.`,
    'prose-levels-50': `levels to half of the prose | levels up | Levels up to an element with at least half of the words of the page’s ${PROSE}; ${NOWHERE} if missing. | ${NOWHERE} = none`,
    'branch-prose': `share of the page’s prose in the block’s branch | The branches are the children of the smallest element with at least 60 % of the words in ${PROSE}. Share of the page’s prose words in the branch around the block; −1 outside this element. | -1 = outside`,
    'prose-side': category(
      'before or after the prose',
      ['none', 'before the first long block', 'between the first and the last long block', 'after the last long block'],
      `Position of the block relative to the long blocks in the smallest element with at least 60 % of the words in ${PROSE}. `,
    ),
  },
  ({ tree, blocks }, columns) => {
    const { count, words, element } = blocks
    const inside = new Float64Array(tree.size)
    const sums = new Float64Array(count + 1)
    let longest = 1
    for (let b = 0; b < count; b++) {
      const own = isProse(blocks, b) ? words[b] : 0
      inside[element[b]] += own
      sums[b + 1] = sums[b] + own
      longest = Math.max(longest, own)
    }
    for (let e = tree.size - 1; e > 0; e--) inside[tree.parent[e]] += inside[e]
    const all = Math.max(1, sums[count])
    const levels = new Uint8Array(tree.size).fill(NOWHERE)
    let most = 0
    for (let e = 0; e < tree.size; e++) {
      if (tree.isText[e] === 1) continue
      if (inside[e] >= all / 2) levels[e] = 0
      else if (e > 0) levels[e] = Math.min(NOWHERE, levels[tree.parent[e]] + 1)
      if (inside[e] >= MOST_OF_PROSE * all) most = e
    }
    const branch = new Float64Array(tree.size).fill(-1)
    for (let e = most; e < tree.end[most]; e++)
      if (tree.isText[e] === 0) branch[e] = e === most || tree.parent[e] === most ? inside[e] / all : branch[tree.parent[e]]
    let first = -1
    let last = -1
    for (let b = 0; b < count; b++)
      if (isProse(blocks, b) && branch[element[b]] >= 0) {
        if (first < 0) first = b
        last = b
      }
    return (b) => {
      const e = element[b]
      columns['prose-before'][b] = sums[b] / all
      columns['prose-after'][b] = (sums[count] - sums[b + 1]) / all
      columns['longest-share'][b] = words[b] / longest
      columns['prose-levels-50'][b] = levels[e]
      columns['branch-prose'][b] = branch[e]
      columns['prose-side'][b] = first < 0 ? 0 : b < first ? 1 : b <= last ? 2 : 3
    }
  },
)
