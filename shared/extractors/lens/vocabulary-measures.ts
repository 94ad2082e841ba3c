/** Measures of the words that a block shares with the page's title and with its other blocks. */
import { category, isProse, measure, perBlock } from './block-context'

/** Words of a text's beginning, in small letters. */
function wordsOf(text: string, characters: number): string[] {
  return (
    text
      .slice(0, characters)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

const TITLE_LETTERS = 3
const TITLE_CHARACTERS = 400
/** How alike a block and the title must be for the block to be the title, and by how much more than the one before. */
const ALIKE = 0.3
const MORE_ALIKE = 1.3

export const titles = perBlock(
  {
    'title-overlap': measure('words of the title', '', 'Share of the title’s words of three letters and more that stand in the block.'),
    'title-words': measure('words in the title', '', 'Share of the block’s words of three letters and more that stand in the title.'),
    'title-side': category(
      'before or after the title',
      'By the block most like the page’s title. 0: there is none; 1: before it; 2: it; 3: after it.',
    ),
    'since-title': measure('words since the title', 'words', 'Words since that block; −1 before it, at it or without one.'),
  },
  ({ blocks, texts, page }, columns) => {
    const title = new Set(wordsOf(page.title, TITLE_CHARACTERS * 3).filter((word) => word.length >= TITLE_LETTERS))
    const overlap = new Float64Array(blocks.count)
    const own = new Float64Array(blocks.count)
    let at = -1
    let most = 0
    for (let b = 0; b < blocks.count; b++) {
      const words = new Set(wordsOf(texts[b], TITLE_CHARACTERS).filter((word) => word.length >= TITLE_LETTERS))
      let shared = 0
      for (const word of words) if (title.has(word)) shared++
      overlap[b] = shared / Math.max(1, title.size)
      own[b] = shared / Math.max(1, words.size)
      const alike = shared >= 2 ? overlap[b] * own[b] : 0
      if (alike < ALIKE || alike <= most * MORE_ALIKE) continue
      most = alike
      at = b
    }
    let since = -1
    return (b) => {
      columns['title-overlap'][b] = overlap[b]
      columns['title-words'][b] = own[b]
      columns['title-side'][b] = at < 0 ? 0 : b < at ? 1 : b === at ? 2 : 3
      columns['since-title'][b] = since
      if (b === at) since = 0
      else if (since >= 0) since += blocks.words[b]
    }
  },
)

const LETTERS = 5
const CHARACTERS = 600
/** Other long blocks that there must be to compare with. */
const ENOUGH = 3

export const vocabulary = perBlock(
  {
    'shared-words': measure(
      'words shared with the prose',
      '',
      'Share of the block’s words of five letters and more that stand in another block of 20 words and more with little link text; −1 without such words, −2 where there are fewer than three such blocks.',
    ),
    'shared-often': measure('words shared often', '', 'The same of the words that stand in three such blocks and more.'),
    'new-words': measure('new words', '', 'Share of these words that no block before had; −1 without any.'),
  },
  ({ blocks, texts }, columns) => {
    const lists: ReadonlySet<string>[] = []
    const times = new Map<string, number>()
    let long = 0
    for (let b = 0; b < blocks.count; b++) {
      const words = new Set(wordsOf(texts[b], CHARACTERS).filter((word) => word.length >= LETTERS))
      lists.push(words)
      if (!isProse(blocks, b)) continue
      long++
      for (const word of words) times.set(word, (times.get(word) ?? 0) + 1)
    }
    const seen = new Set<string>()
    return (b) => {
      const own = isProse(blocks, b) ? 1 : 0
      const { size } = lists[b]
      let shared = 0
      let often = 0
      let fresh = 0
      for (const word of lists[b]) {
        const others = (times.get(word) ?? 0) - own
        if (others >= 1) shared++
        if (others >= ENOUGH) often++
        if (!seen.has(word)) fresh++
        seen.add(word)
      }
      const enough = long - own >= ENOUGH
      columns['shared-words'][b] = !enough ? -2 : size === 0 ? -1 : shared / size
      columns['shared-often'][b] = !enough ? -2 : size === 0 ? -1 : often / size
      columns['new-words'][b] = size === 0 ? -1 : fresh / size
    }
  },
)
