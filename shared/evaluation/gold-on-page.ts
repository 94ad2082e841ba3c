import { lcsMatching } from '../metrics/lcs'
import { tokenize, type TokenOptions } from '../metrics/tokens'
import { tagName, TEXT, type PageModel } from '../page/page-model'
import { unreadTags } from '../page/tags'

/** Gold text laid over the page's text nodes by longest common subsequence of words. */
export interface GoldOnPage {
  /** Characters of gold words in each text node. */
  readonly goldCharacters: Float64Array
  /** Characters of all words in each text node. */
  readonly characters: Float64Array
  /** Share of the gold's words found on the page, in [0,1]; 1 for an empty gold. */
  readonly coverage: number
}

const CONTROLS: ReadonlySet<string> = new Set(['textarea', 'option'])

/** Aligns a gold text with the page's body. Time as of the longest common subsequence. */
export function goldOnPage(page: PageModel, gold: readonly string[], options: TokenOptions): GoldOnPage {
  const words: string[] = []
  const nodes: number[] = []
  const characters = new Float64Array(page.count)
  if (page.body >= 0) {
    const silent = new Set([...unreadTags(page), ...CONTROLS])
    for (let n: number = page.body; n < (page.subtreeEnd[page.body] as number); n++) {
      if (page.kind[n] !== TEXT || silent.has(tagName(page, page.parent[n] as number))) continue
      for (const word of tokenize(page.text[n] as string, options).words) {
        words.push(word)
        nodes.push(n)
        characters[n] = (characters[n] as number) + word.length
      }
    }
  }
  const goldCharacters = new Float64Array(page.count)
  const matching = lcsMatching(words, gold)
  for (const i of matching.a) {
    const node = nodes[i] as number
    goldCharacters[node] = (goldCharacters[node] as number) + (words[i] as string).length
  }
  return { goldCharacters, characters, coverage: gold.length === 0 ? 1 : matching.b.length / gold.length }
}
