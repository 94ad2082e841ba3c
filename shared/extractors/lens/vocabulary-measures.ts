import { isProse, perBlock, wordsSince } from './block-context'

function wordsOf(text: string, characters: number, word: RegExp): ReadonlySet<string> {
  return new Set(text.slice(0, characters).toLowerCase().match(word))
}

const TITLE_WORD = /[\p{L}\p{N}]{3,}/gu
const TITLE_CHARACTERS = 400
const ALIKE = 0.3
const MORE_ALIKE = 1.3

export const titles = perBlock(
  {
    'title-overlap': 'words of the title | Share of the title’s words of at least three letters that the block contains.',
    'since-title':
      'words since the title | words | Words since the block that is most similar to the page’s title; −1 for this block and earlier blocks, or if no block is similar. | -1 = not after a similar block',
  },
  ({ blocks, texts, page }, columns) => {
    const title = wordsOf(page.title, TITLE_CHARACTERS * 3, TITLE_WORD)
    let at = -1
    let most = 0
    for (let b = 0; b < blocks.count; b++) {
      const words = wordsOf(texts[b], TITLE_CHARACTERS, TITLE_WORD)
      let shared = 0
      for (const word of words) if (title.has(word)) shared++
      columns['title-overlap'][b] = shared / Math.max(1, title.size)
      const alike = shared >= 2 ? (shared / title.size) * (shared / words.size) : 0
      if (alike < ALIKE || alike <= most * MORE_ALIKE) continue
      most = alike
      at = b
    }
    columns['since-title'].set(wordsSince(blocks, (b) => b === at))
  },
)

const WORD = /[\p{L}\p{N}]{5,}/gu
const CHARACTERS = 600
const ENOUGH = 3

export const vocabulary = perBlock(
  {
    'shared-words':
      'words shared with the prose | Share of the block’s words of at least five letters that also occur in another block of at least 20 words with little link text; −1 without such words, −2 with fewer than three such blocks. | -1 = no words of at least five letters | -2 = too little prose',
    'new-words':
      'new words | Share of the block’s words of at least five letters that no previous block has; −1 without such words. | -1 = no words of at least five letters',
  },
  ({ blocks, texts }, columns) => {
    const lists = texts.map((text) => wordsOf(text, CHARACTERS, WORD))
    const times = new Map<string, number>()
    let long = 0
    for (const [b, words] of lists.entries()) {
      if (!isProse(blocks, b)) continue
      long++
      for (const word of words) times.set(word, (times.get(word) ?? 0) + 1)
    }
    const seen = new Set<string>()
    return (b) => {
      const own = isProse(blocks, b) ? 1 : 0
      const { size } = lists[b]
      let shared = 0
      let fresh = 0
      for (const word of lists[b]) {
        if ((times.get(word) ?? 0) > own) shared++
        if (!seen.has(word)) fresh++
        seen.add(word)
      }
      columns['shared-words'][b] = long - own < ENOUGH ? -2 : size === 0 ? -1 : shared / size
      columns['new-words'][b] = size === 0 ? -1 : fresh / size
    }
  },
)
