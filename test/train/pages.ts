/** Pages with gold text as blocks with labels, weights and measures. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { blocksOf, type Blocks } from '../../shared/extractors/lens/blocks'
import { BlockContext } from '../../shared/extractors/lens/block-context'
import { BLOCK_MEASURES, measureBlocks } from '../../shared/extractors/lens/measures'
import { lcsMatching } from '../../shared/metrics/lcs'
import { contentTree, type ContentTree } from '../../shared/page/content-tree'
import { parsePage } from '../../shared/page/parse-page'
import { collapse } from '../../shared/page/text'
import { loadDataSet } from '../bench/pages'

/** Blocks that a model learns from, with what a person said of them. */
export interface LabelledBlocks {
  readonly measures: ReadonlyMap<string, Float64Array>
  /** 1 where at least 60 % of the block's words are matched with the gold's. */
  readonly label: Uint8Array
  /** √(words + 2), one in all for a page. */
  readonly weight: Float64Array
}

export interface TrainingPage extends LabelledBlocks {
  readonly id: string
  readonly type: string
  readonly tree: ContentTree
  readonly blocks: Blocks
  readonly texts: readonly string[]
  readonly words: readonly (readonly string[])[]
  readonly gold: readonly string[]
}

const Truth = z.object({
  url: z.string(),
  _internal: z.object({ page_type: z.object({ primary: z.string() }) }),
  ground_truth: z.object({ main_content: z.string().nullish() }),
})

/** Words as WCXB's published metric takes them: `\w+` of the lower-cased text. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
}

/** The pages of WCXB's shared part in the order of their ids; none where it is not beside the checkout. */
export function trainingPages(): TrainingPage[] {
  const folder = join(process.cwd(), '..', 'shared', 'data', 'wcxb', 'dev')
  if (!existsSync(folder)) return []
  const ids = readdirSync(join(folder, 'ground-truth')).map((name) => name.replace('.json', ''))
  return ids.sort().map((id) => {
    const truth = Truth.parse(JSON.parse(readFileSync(join(folder, 'ground-truth', `${id}.json`), 'utf8')))
    const html = gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`))).toString('utf8')
    return trainingPage(id, truth._internal.page_type.primary, truth.url, html, truth.ground_truth.main_content ?? '')
  })
}

/**
 * Blocks of the shared part of trafilatura's evaluation pages that hold one of their snippets: what must be kept is content, what
 * must not is none, of all others nothing is known. None where the pages are not beside the checkout.
 */
export function snippetBlocks(): LabelledBlocks[] {
  return loadDataSet('trafilatura').map(({ id, url, html, ...snippets }) =>
    spokenOf(trainingPage(id, 'article', url, html, ''), snippets.with ?? [], snippets.without ?? []),
  )
}

/** The blocks of a page that hold a snippet. Those that hold some of both kinds say nothing. */
export function spokenOf(page: TrainingPage, kept: readonly string[], dropped: readonly string[]): LabelledBlocks {
  const holdsOne = (snippets: readonly string[]): boolean[] => {
    const wanted = snippets.map(collapse)
    return page.texts.map((text) => wanted.some((snippet) => text.includes(snippet)))
  }
  const content = holdsOne(kept)
  const frame = holdsOne(dropped)
  const spoken = [...page.texts.keys()].filter((b) => content[b] !== frame[b])
  const weight = Float64Array.from(spoken, (b) => page.weight[b])
  const all = weight.reduce((sum, w) => sum + w, 0)
  return {
    measures: new Map([...page.measures].map(([id, column]) => [id, Float64Array.from(spoken, (b) => column[b])])),
    label: Uint8Array.from(spoken, (b) => (content[b] ? 1 : 0)),
    weight: weight.map((w) => w / all),
  }
}

/** A page as the training sees it. */
export function trainingPage(id: string, type: string, url: string | null, html: string, goldText: string): TrainingPage {
  const tree = contentTree(parsePage(html, { url }))
  const blocks = blocksOf(tree)
  const context = new BlockContext(tree, blocks)
  const { texts } = context
  const words = texts.map(wordsOf)
  const gold = wordsOf(goldText)
  const weight = Float64Array.from(words, (list) => Math.sqrt(list.length + 2))
  const all = weight.reduce((sum, w) => sum + w, 0)
  const measures = measureBlocks(context, new Set(BLOCK_MEASURES.map((measure) => measure.id)))
  return { id, type, tree, blocks, texts, measures, label: labelsOf(words, gold), weight: weight.map((w) => w / all), words, gold }
}

/** Labels by the exact longest common subsequence, and a second one over what is left of both for repeats out of order. */
export function labelsOf(words: readonly (readonly string[])[], gold: readonly string[]): Uint8Array {
  const label = new Uint8Array(words.length)
  const block = words.flatMap((list, b) => list.map(() => b))
  const word = words.flat()
  let left = [...word.keys()]
  let leftGold = [...gold.keys()]
  for (let pass = 0; pass < 2; pass++) {
    const { a, b } = lcsMatching(
      left.map((i) => word[i]),
      leftGold.map((i) => gold[i]),
    )
    const matched = new Int32Array(words.length)
    for (const i of a) matched[block[left[i]]]++
    for (const [k, list] of words.entries()) if (list.length > 0 && matched[k] >= 0.6 * list.length) label[k] = 1
    const used = new Set(b)
    left = left.filter((i) => label[block[i]] === 0)
    leftGold = leftGold.filter((_, j) => !used.has(j))
  }
  return label
}

/** F1 of word multisets between the kept blocks and the gold; both empty: 1. */
export function wordF1(kept: Uint8Array, page: TrainingPage): number {
  const bag = new Map<string, number>()
  for (const word of page.gold) bag.set(word, (bag.get(word) ?? 0) + 1)
  let count = 0
  let hits = 0
  for (const [b, list] of page.words.entries()) {
    if (kept[b] === 0) continue
    count += list.length
    for (const word of list) {
      const left = bag.get(word) ?? 0
      if (left > 0) hits++
      bag.set(word, left - 1)
    }
  }
  if (count + page.gold.length === 0) return 1
  return (2 * hits) / (count + page.gold.length)
}
