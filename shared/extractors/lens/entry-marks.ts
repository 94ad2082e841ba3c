import { attributeValue } from '../../page/attributes'
import type { ContentTree } from '../../page/content-tree'
import { MARKS, NOWHERE, type MarkSpec } from './marks'

/** Marks of the entries of a tree. `bits` has `WORDS` 32-bit integers per entry. */
export interface EntryMarks {
  readonly bits: Int32Array
  readonly present: Uint8Array
}

/** Number of 32-bit integers in a set of marks. */
const WORDS = 4

function setOf(marks: readonly number[]): Int32Array {
  const set = new Int32Array(WORDS)
  for (const mark of marks) set[mark >> 5] |= 1 << (mark & 31)
  return set
}

const BY_TAG: ReadonlyMap<string, Int32Array> = setsBy((spec) => spec.tags)
const CUSTOM = setOf([MARKS.findIndex((spec) => spec.id === 'tag-custom')])
const BY_ROLE: ReadonlyMap<string, Int32Array> = setsBy((spec) => spec.roles)
const BY_ITEM: ReadonlyMap<string, Int32Array> = setsBy((spec) => spec.itemprops)
const BY_STEM: ReadonlyMap<string, Int32Array> = setsBy((spec) => spec.words?.filter((word) => !word.startsWith('=')))
const BY_WORD: ReadonlyMap<string, Int32Array> = setsBy((spec) => spec.words?.filter((word) => word.startsWith('=')))
const STEM = new RegExp([...BY_STEM.keys()].sort((a, b) => b.length - a.length).join('|'), 'g')

/** Returns the marks of a class or id value. At each position, only the longest stem counts. */
function marksOfValue(value: string): Int32Array {
  const set = new Int32Array(WORDS)
  const text = value
    .replace(/[_:/]+/g, '-')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
  for (const stem of text.match(STEM) ?? []) addTo(set, 0, BY_STEM.get(stem))
  for (const word of text.split(/[^a-z0-9]+/)) addTo(set, 0, BY_WORD.get(`=${word}`))
  return set
}

function addTo(sets: Int32Array, at: number, more: Int32Array | undefined): void {
  if (more) for (let k = 0; k < WORDS; k++) sets[at + k] |= more[k]
}

function setsBy(names: (spec: MarkSpec) => readonly string[] | undefined): Map<string, Int32Array> {
  const marks = new Map<string, number[]>()
  for (const [mark, spec] of MARKS.entries()) for (const name of names(spec) ?? []) marks.set(name, [...(marks.get(name) ?? []), mark])
  return new Map([...marks].map(([name, list]) => [name, setOf(list)]))
}

export function marksOf(tree: ContentTree): EntryMarks {
  const { page, size, node, isText } = tree
  const { attributes } = page
  const [className, id, role, itemprop] = ['class', 'id', 'role', 'itemprop'].map((name) => attributes.names.indexOf(name))
  const bits = new Int32Array(size * WORDS)
  const byTag = page.tagNames.map((name) => BY_TAG.get(name) ?? (name.includes('-') ? CUSTOM : undefined))
  const values = new Map<string, Int32Array>()
  const add = (e: number, set: Int32Array | undefined): void => addTo(bits, e * WORDS, set)
  for (let e = 0; e < size; e++) {
    if (isText[e] === 1) continue
    add(e, byTag[page.tag[node[e]]])
    const end = attributes.first[node[e] + 1]
    for (let a = attributes.first[node[e]]; a < end; a++) {
      const name = attributes.name[a]
      // Skip the class and id of body, because they describe the whole page.
      if ((name === className || name === id) && e > 0) {
        const value = attributeValue(attributes, a)
        let set = values.get(value)
        if (!set) values.set(value, (set = marksOfValue(value)))
        add(e, set)
      } else if (name === role) add(e, BY_ROLE.get(attributeValue(attributes, a).trim().toLowerCase()))
      else if (name === itemprop) for (const word of attributeValue(attributes, a).toLowerCase().split(/\s+/)) add(e, BY_ITEM.get(word))
    }
  }
  const any = new Int32Array(WORDS)
  for (let e = 0; e < size; e++) for (let k = 0; k < WORDS; k++) any[k] |= bits[e * WORDS + k]
  const present = new Uint8Array(MARKS.length)
  for (let mark = 0; mark < present.length; mark++) present[mark] = (any[mark >> 5] >>> (mark & 31)) & 1
  return { bits, present }
}

/** Returns 1 per entry that has one of the marks or is inside an element with one of the marks. */
export function insideAny(tree: ContentTree, marks: EntryMarks, ids: readonly string[]): Uint8Array {
  const wanted = setOf(ids.map((id) => MARKS.findIndex((spec) => spec.id === id)))
  const inside = new Uint8Array(tree.size)
  for (let e = 0; e < tree.size; e++) {
    let own = 0
    for (let k = 0; k < WORDS; k++) own |= marks.bits[e * WORDS + k] & wanted[k]
    inside[e] = own !== 0 || (e > 0 && inside[tree.parent[e]] === 1) ? 1 : 0
  }
  return inside
}

/** Finds the nearest of several marks on an entry and on its ancestors, fewer than `NOWHERE` levels up. */
export class NearestMark {
  /** Levels up to the mark, or `NOWHERE`. */
  levels = NOWHERE
  /** Index of the mark in the list, or −1. If an element has several marks, the smallest index counts. */
  mark = -1
  count = 0
  readonly #wanted: Int32Array
  readonly #place = new Int32Array(WORDS * 32)

  constructor(
    private readonly tree: ContentTree,
    private readonly marks: EntryMarks,
    ids: readonly string[],
  ) {
    const list = ids.map((id) => MARKS.findIndex((spec) => spec.id === id))
    this.#wanted = setOf(list)
    for (const [place, mark] of list.entries()) this.#place[mark] = place
  }

  find(entry: number): void {
    const { parent } = this.tree
    const { bits } = this.marks
    const met = new Int32Array(WORDS)
    this.levels = NOWHERE
    this.mark = -1
    for (let e = entry, up = 0; e >= 0 && up < NOWHERE; e = parent[e], up++)
      for (let k = 0; k < WORDS; k++) {
        const own = bits[e * WORDS + k] & this.#wanted[k]
        if (own === 0) continue
        if (this.mark < 0) this.levels = up
        if (this.levels === up) this.mark = Math.min(this.mark < 0 ? WORDS * 32 : this.mark, this.#firstOf(own, k * 32))
        met[k] |= own
      }
    this.count = met.reduce((sum, word) => sum + bitsIn(word), 0)
  }

  #firstOf(word: number, from: number): number {
    let least = WORDS * 32
    for (let rest = word; rest !== 0; rest &= rest - 1) least = Math.min(least, this.#place[from + 31 - Math.clz32(rest & -rest)])
    return least
  }
}

function bitsIn(word: number): number {
  let count = 0
  for (let rest = word; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Returns, per entry, the levels up to the nearest entry with the mark, or `NOWHERE`. An entry with the mark has 0. */
export function levelsTo(tree: ContentTree, marks: EntryMarks, mark: number): Uint8Array {
  const { size, parent } = tree
  const levels = new Uint8Array(size)
  if (marks.present[mark] === 0) return levels.fill(NOWHERE)
  const word = mark >> 5
  const bit = 1 << (mark & 31)
  for (let e = 0; e < size; e++) {
    if ((marks.bits[e * WORDS + word] & bit) !== 0) levels[e] = 0
    else levels[e] = e === 0 ? NOWHERE : Math.min(NOWHERE, levels[parent[e]] + 1)
  }
  return levels
}
