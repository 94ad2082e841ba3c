import { attribute, type PageModel, TEXT } from '../../page/page-model'
import type { ContentTree } from '../../page/content-tree'
import { REPLACED_TAGS, tagTable } from '../../page/tags'
import { collapse } from '../../page/text'
import { gapByStyle } from '../../page/word-gaps'
import { countCharactersAndTags, type Counts } from '../cetd/densities'
import { blocksOf, IN_LINE, type Blocks } from './blocks'
import type { ValueNames } from '../core/extractor'
import { levelsTo, marksOf } from './entry-marks'
import { valueAt } from '../../base/once'
import { withMinus } from '../../base/written-number'

/** Numbers pairs of integers of at most 26 bits from 0, in the order of their first occurrence. */
export class PairNumbers {
  readonly #numbers = new Map<number, number>()

  get size(): number {
    return this.#numbers.size
  }

  /** Returns the number of a pair. A new pair gets the number `size`. */
  of(first: number, second: number): number {
    const pair = first * 2 ** 26 + second
    const number = this.#numbers.get(pair) ?? this.size
    this.#numbers.set(pair, number)
    return number
  }
}

export interface BlockMeasure {
  readonly id: string
  readonly label: string
  readonly unit: string
  readonly description: string
  /** Set if values are indices of names, not amounts. */
  readonly category?: true
  readonly names?: ValueNames
}

/** Returns the common input of the measure groups. */
export function contextOf(tree: ContentTree) {
  const blocks = blocksOf(tree)
  const marks = marksOf(tree)
  const counts = countCharactersAndTags(tree)
  const names = namesOf(tree)
  const byMark = new Map<string, Uint8Array>()
  const isMarked = (id: string): boolean => (marks.get(id)?.length ?? 0) > 0
  return {
    page: tree.page,
    tree,
    blocks,
    marks,
    counts,
    names,
    isMarked,
    texts: textsOf(tree, blocks),
    alike: groupSimilarSiblings(tree, counts, names),
    /** Returns, per entry, the levels up to the nearest element with the mark, or `NOWHERE`. */
    // All missing marks share one array, because most pages lack most marks.
    levels: (id: string): Uint8Array => valueAt(byMark, isMarked(id) ? id : '', () => levelsTo(tree, marks, id)),
  }
}

export type BlockContext = ReturnType<typeof contextOf>

/**
 * Returns the collapsed text of each block. A space separates two text nodes if white space, a line break, a replaced element such as
 * `img`, or a gap by style is between them.
 */
export function textsOf(tree: ContentTree, blocks: Blocks): string[] {
  const { page, node } = tree
  const inLine = tagTable(page.tagNames, IN_LINE)
  const parts = tagTable(page.tagNames, PARTING)
  const apart = gapByStyle(
    page,
    inLine.map((value, t) => (value === 1 && parts[t] === 0 ? 0 : 1)),
  )
  const texts: string[] = []
  for (let b = 0; b < blocks.count; b++) {
    let text = ''
    let before = -1
    for (let k = blocks.first[b]; k < blocks.first[b + 1]; k++) {
      const n = node[blocks.texts[k]]
      if (before >= 0 && (isSeparatedBetween(page, before, n, parts) || apart(before, n))) text += ' '
      text += page.text[n]
      before = n
    }
    texts.push(collapse(text))
  }
  return texts
}

function namesOf(tree: ContentTree): Int32Array {
  const { page, size, node, isText } = tree
  const names = new Int32Array(size)
  const ofValue = new Map<string, number>()
  const ofClass = new Map<string, number>([['', 0]])
  const pairs = new PairNumbers()
  for (let e = 0; e < size; e++) {
    if (isText[e] === 1) continue
    const value = attribute(page, node[e], 'class') ?? ''
    let known = ofValue.get(value)
    if (known === undefined) {
      const trimmed = value.trimStart()
      const space = trimmed.search(/\s/)
      const first = space < 0 ? trimmed : trimmed.slice(0, space)
      known = ofClass.get(first) ?? ofClass.size
      ofClass.set(first, known)
      ofValue.set(value, known)
    }
    names[e] = pairs.of(page.tag[node[e]], known) + 1
  }
  return names
}

/** Groups elements with text that have the same parent, tag and first class. */
function groupSimilarSiblings({ size, isText, parent }: ContentTree, { C }: Counts, names: Int32Array) {
  /** Number of each element's group. −1 for texts and for elements without text. */
  const group = new Int32Array(size).fill(-1)
  const groups = new PairNumbers()
  for (let e = 1; e < size; e++) if (isText[e] === 0 && C[e] > 0) group[e] = groups.of(parent[e], names[e])
  const members = new Int32Array(groups.size)
  for (const g of group) if (g >= 0) members[g]++
  return { group, members }
}

const PARTING: ReadonlySet<string> = new Set([...REPLACED_TAGS, 'br'])

function isSeparatedBetween(page: PageModel, before: number, after: number, parts: Uint8Array): boolean {
  for (let n = before + 1; n < after; n++) if (page.kind[n] === TEXT ? page.text[n] !== '' : parts[page.tag[n]] === 1) return true
  return false
}

/** Whether a block has at least 20 words, and less than 30 % of its characters in links. */
export function isProse({ words, characters, linkCharacters }: Blocks, block: number): boolean {
  return words[block] >= 20 && linkCharacters[block] < 0.3 * characters[block]
}

/**
 * Returns, per block, the words since the last marked block; −1 without a previous marked block. With `isReverse`, returns the words until
 * the next marked block.
 */
export function wordsSince({ count, words }: Blocks, isMarked: (block: number) => boolean, isReverse = false): Float64Array {
  const since = new Float64Array(count)
  let sum = -1
  for (let i = 0; i < count; i++) {
    const b = isReverse ? count - 1 - i : i
    since[b] = sum
    if (isMarked(b)) sum = 0
    else if (sum >= 0) sum += words[b]
  }
  return since
}

export interface MeasureGroup {
  readonly measures: readonly BlockMeasure[]
  /** Returns one number per block for each measure. Measures outside `wanted` have no valid values. */
  compute(context: BlockContext, wanted: ReadonlySet<string>): Readonly<Record<string, Float64Array>>
}

export type MeasureText = Omit<BlockMeasure, 'id'>

/** Reads `label | unit | description`. The unit is optional. Names of values follow, such as `-1 = no heading before`. */
function readRow(row: string): MeasureText {
  const [text = '', ...names] = row.split(/ \| (?=-?\d+ = )/)
  const [label = '', ...rest] = text.split(' | ')
  const description = rest.pop() ?? ''
  const named = names.length > 0 && { names: Object.fromEntries(names.map((name) => name.split(' = '))) as ValueNames }
  return { label, unit: rest[0] ?? '', description, ...named }
}

/** Returns measures in order, see `readRow`. */
export const measuresOf = (rows: Readonly<Record<string, string | MeasureText>>): BlockMeasure[] =>
  Object.entries(rows).map(([id, row]) => ({ id, ...(typeof row === 'string' ? readRow(row) : row) }))

/** @param names names of the values 0, 1, … @param none name of the value −1 */
export function category(label: string, names: readonly string[], about = '', none?: string): MeasureText {
  const all = [...(none === undefined ? [] : [[-1, none] as const]), ...names.entries()]
  const description = `${about}${all.map(([value, name]) => `${withMinus(String(value))}: ${name}`).join('; ')}.`
  return { label, unit: 'which', description, category: true, names: Object.fromEntries(all) }
}

/**
 * Creates a group whose measures are computed block by block.
 * @param rows see `readRow` @param prepare writes the numbers into the columns, or returns a function that writes the numbers of one block
 */
export function perBlock<Id extends string>(
  rows: Readonly<Record<Id, string | MeasureText>>,
  prepare: (context: BlockContext, columns: Readonly<Record<Id, Float64Array>>) => ((block: number) => void) | void,
): MeasureGroup {
  const measures = measuresOf(rows)
  return {
    measures,
    compute(context, wanted) {
      const { count } = context.blocks
      const unread = new Float64Array(count)
      const columns = Object.fromEntries(measures.map(({ id }) => [id, wanted.has(id) ? new Float64Array(count) : unread])) as Record<
        Id,
        Float64Array
      >
      const measureBlock = prepare(context, columns)
      if (measureBlock) for (let block = 0; block < count; block++) measureBlock(block)
      return columns
    },
  }
}
