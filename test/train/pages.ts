import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { siteOf } from '../../shared/base/url'
import type { Blocks } from '../../shared/extractors/lens/blocks'
import { contextOf } from '../../shared/extractors/lens/block-context'
import { commentBlocks } from '../../shared/extractors/lens/scope'
import { BLOCK_MEASURES, measureBlocks } from '../../shared/extractors/lens/measures'
import { readOverview } from '../../shared/extractors/lens/overview'
import { lcsMatching } from '../../shared/metrics/lcs'
import { contentTree, type ContentTree } from '../../shared/page/content-tree'
import { parsePage } from '../../shared/page/parse-page'
import { collapse } from '../../shared/page/text'
import { loadDataSet } from '../bench/pages'

export interface LabelledBlocks {
  /** Training pages and test pages never share a site. */
  readonly site: string
  readonly measures: ReadonlyMap<string, Float64Array>
  readonly label: Uint8Array
  readonly weight: Float64Array
}

export interface TrainingPage extends LabelledBlocks {
  readonly id: string
  readonly type: string
  readonly tree: Pick<ContentTree, 'size' | 'parent'>
  readonly blocks: Blocks
  /** Per block, an identifier of its text. Equal texts of a page have equal identifiers. */
  readonly texts: readonly string[]
  /** Per block, identifiers of its words. Equal words have equal identifiers on all pages. */
  readonly words: readonly Int32Array[]
  readonly gold: Int32Array
  readonly comments: Uint8Array
  readonly overview: ReadonlyMap<string, Float64Array>
}

const Truth = z.object({
  url: z.string().nullish(),
  _internal: z.object({ page_type: z.object({ primary: z.string() }) }),
  ground_truth: z.object({ main_content: z.string().nullish() }),
})

/** Returns the words as in WCXB's published metric: `\w+` of the lower-cased text. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
}

/** The pages of WCXB's development half, sorted by id; empty if the pages are not beside the checkout. */
export function trainingPages(): TrainingPage[] {
  const folders = ['wcxb', 'wcxb-more'].map((name) => join(process.cwd(), '..', 'shared', 'data', name, 'dev')).filter(existsSync)
  const pages = folders.flatMap((folder) => readdirSync(join(folder, 'ground-truth')).map((name) => [name.replace('.json', ''), folder]))
  return pages
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, folder]) => {
      const truth = Truth.parse(JSON.parse(readFileSync(join(folder, 'ground-truth', `${id}.json`), 'utf8')))
      const html = gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`))).toString('utf8')
      return trainingPage(id, truth._internal.page_type.primary, truth.url ?? null, html, truth.ground_truth.main_content ?? '')
    })
}

/** Blocks of trafilatura's evaluation pages that contain a snippet; empty if the pages are not beside the checkout. */
export function snippetBlocks(): LabelledBlocks[] {
  return loadDataSet('trafilatura').map(({ url, html, ...snippets }) =>
    snippetBlocksOf(html, url, snippets.with ?? [], snippets.without ?? []),
  )
}

export function snippetBlocksOf(html: string, url: string | null, kept: readonly string[], dropped: readonly string[]): LabelledBlocks {
  const { texts, measures } = measuredPage(html, url)
  const holdsOne = (snippets: readonly string[]): boolean[] => {
    const wanted = snippets.map(collapse)
    return texts.map((text) => wanted.some((snippet) => text.includes(snippet)))
  }
  const content = holdsOne(kept)
  const frame = holdsOne(dropped)
  const labelled = [...texts.keys()].filter((b) => content[b] !== frame[b])
  return {
    site: siteOf(url ?? '') ?? '',
    measures: new Map([...measures].map(([id, column]) => [id, Float64Array.from(labelled, (b) => column[b])])),
    label: Uint8Array.from(labelled, (b) => (content[b] ? 1 : 0)),
    weight: weightsOf(labelled.map((b) => wordsOf(texts[b]))),
  }
}

function measuredPage(html: string, url: string | null) {
  const context = contextOf(contentTree(parsePage(html, { url })))
  const measures = measureBlocks(context, new Set(BLOCK_MEASURES.map((measure) => measure.id)))
  return { context, texts: context.texts, measures }
}

function weightsOf(words: readonly (readonly string[])[]): Float64Array {
  const weight = Float64Array.from(words, (list) => Math.sqrt(list.length + 2))
  const all = weight.reduce((sum, w) => sum + w, 0)
  return weight.map((w) => w / all)
}

const vocabulary = new Map<string, number>()
function numbersOf(words: readonly string[]): Int32Array {
  return Int32Array.from(words, (word) => {
    const known = vocabulary.get(word) ?? vocabulary.size
    vocabulary.set(word, known)
    return known
  })
}

export function trainingPage(id: string, type: string, url: string | null, html: string, goldText: string): TrainingPage {
  const { context, texts, measures } = measuredPage(html, url)
  const { tree, blocks } = context
  const words = texts.map(wordsOf)
  const gold = wordsOf(goldText)
  const numbers = new Map<string, number>()
  for (const text of texts) numbers.set(text, numbers.get(text) ?? numbers.size)
  return {
    id,
    type,
    site: siteOf(url ?? '') ?? '',
    tree: { size: tree.size, parent: tree.parent },
    blocks,
    texts: texts.map((text) => String(numbers.get(text))),
    measures,
    label: labelsOf(words, gold),
    weight: weightsOf(words),
    words: words.map(numbersOf),
    gold: numbersOf(gold),
    comments: commentBlocks(context),
    overview: readOverview(context).values,
  }
}

/**
 * Labels blocks by the longest common subsequence of words. A second pass aligns unlabelled blocks with the rest of the gold text, because
 * the gold text can have another order.
 */
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

/** F1 of the word multisets of kept blocks and gold text; 1 if both are empty. */
export function wordF1(kept: Uint8Array, page: TrainingPage): number {
  const bag = new Map<number, number>()
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
