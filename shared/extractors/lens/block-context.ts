import { attribute, type PageModel, TEXT } from '../../page/page-model'
import type { ContentTree } from '../../page/content-tree'
import { REPLACED_TAGS, tagTable } from '../../page/tags'
import { collapse } from '../../page/text'
import { gapByStyle } from '../../page/word-gaps'
import { countCharactersAndTags, type Counts } from '../cetd/densities'
import { IN_LINE, type Blocks } from './blocks'
import type { ValueNames } from '../core/extractor'
import { levelsTo, marksOf, type EntryMarks } from './entry-marks'
import { MARKS, NOWHERE } from './marks'
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

/** Groups of elements with text that have the same parent, tag and first class. */
export interface Alike {
  /** Number of each element's group. −1 for texts and for elements without text. */
  readonly group: Int32Array
  readonly members: Int32Array
}

const markOf = (id: string): number => MARKS.findIndex((spec) => spec.id === id)

/** The common input of the measure groups. Each part is computed at its first use. */
export class BlockContext {
  readonly page: PageModel
  #marks: EntryMarks | null = null
  #counts: Counts | null = null
  #texts: readonly string[] | null = null
  #names: Int32Array | null = null
  #alike: Alike | null = null
  #nowhere: Uint8Array | null = null
  #levels = new Map<string, Uint8Array>()
  constructor(
    readonly tree: ContentTree,
    readonly blocks: Blocks,
  ) {
    this.page = tree.page
  }
  get marks(): EntryMarks {
    return (this.#marks ??= marksOf(this.tree))
  }
  get counts(): Counts {
    return (this.#counts ??= countCharactersAndTags(this.tree))
  }
  get texts(): readonly string[] {
    return (this.#texts ??= textsOf(this.tree, this.blocks))
  }
  get names(): Int32Array {
    return (this.#names ??= namesOf(this.tree))
  }
  get alike(): Alike {
    return (this.#alike ??= groupSimilarSiblings(this.tree, this.counts, this.names))
  }

  isMarked(id: string): boolean {
    return this.marks.present[markOf(id)] === 1
  }
  /** Returns, per entry, the levels up to the nearest element with the mark, or `NOWHERE`. */
  levels(id: string): Uint8Array {
    let levels = this.#levels.get(id)
    if (!levels) {
      // All missing marks share one array, because most pages lack most marks.
      if (this.isMarked(id)) levels = levelsTo(this.tree, this.marks, markOf(id))
      else levels = this.#nowhere ??= new Uint8Array(this.tree.size).fill(NOWHERE)
      this.#levels.set(id, levels)
    }
    return levels
  }
}

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

function groupSimilarSiblings({ size, isText, parent }: ContentTree, { C }: Counts, names: Int32Array): Alike {
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

export interface MeasureGroup {
  readonly measures: readonly BlockMeasure[]
  /** Returns one number per block for each measure. Measures outside `wanted` have no valid values. */
  compute(context: BlockContext, wanted: ReadonlySet<string>): Readonly<Record<string, Float64Array>>
}

export type MeasureWords = Omit<BlockMeasure, 'id'>

export const measure = (label: string, unit: string, description: string, names?: ValueNames): MeasureWords => ({
  ...{ label, unit, description },
  ...(names && { names }),
})
/** @param names names of the values 0, 1, … @param none name of the value −1 */
export function category(label: string, names: readonly string[], about = '', none?: string): MeasureWords {
  const all = [...(none === undefined ? [] : [[-1, none] as const]), ...names.entries()]
  const description = `${about}${all.map(([value, name]) => `${withMinus(String(value))}: ${name}`).join('; ')}.`
  return { label, unit: 'which', description, category: true, names: Object.fromEntries(all) }
}

/**
 * Creates a group whose measures are computed block by block.
 * @param prepare returns the function that writes the numbers of one block into the columns
 */
export function perBlock<Id extends string>(
  measures: Readonly<Record<Id, MeasureWords>>,
  prepare: (context: BlockContext, columns: Readonly<Record<Id, Float64Array>>) => (block: number) => void,
): MeasureGroup {
  const list = Object.entries<MeasureWords>(measures).map(([id, words]) => ({ id, ...words }))
  return {
    measures: list,
    compute(context, wanted) {
      const { count } = context.blocks
      const unread = new Float64Array(count)
      const columns = Object.fromEntries(list.map(({ id }) => [id, wanted.has(id) ? new Float64Array(count) : unread])) as Record<
        Id,
        Float64Array
      >
      const measureBlock = prepare(context, columns)
      for (let block = 0; block < count; block++) measureBlock(block)
      return columns
    },
  }
}
