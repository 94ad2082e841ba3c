import { valueAt } from '../../base/once'
import { attributeValue } from '../../page/attributes'
import type { ContentTree } from '../../page/content-tree'
import { MARKS, NOWHERE, type MarkSpec } from './marks'

/** The entries of a tree with each mark, by the mark's id. An entry can occur several times. */
export type MarkedEntries = ReadonlyMap<string, readonly number[]>

const BY_TAG = idsBy((spec) => spec.tags)
const CUSTOM = ['tag-custom']
const NO_IDS: readonly string[] = []
const BY_ROLE = idsBy((spec) => spec.roles)
const BY_ITEM = idsBy((spec) => spec.itemprops)
const BY_STEM = idsBy((spec) => spec.words?.filter((word) => !word.startsWith('=')))
const BY_WORD = idsBy((spec) => spec.words?.flatMap((word) => (word.startsWith('=') ? word.slice(1) : [])))
const STEM = new RegExp([...BY_STEM.keys()].sort((a, b) => b.length - a.length).join('|'), 'g')

function idsBy(names: (spec: MarkSpec) => readonly string[] | undefined): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, string[]>()
  for (const spec of MARKS) for (const name of names(spec) ?? []) valueAt(ids, name, () => []).push(spec.id)
  return ids
}

/** Returns the marks of a class or id value. At each position, only the longest stem counts. */
function marksOfValue(value: string): readonly string[] {
  const text = value
    .replace(/[_:/]+/g, '-')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
  const ids: string[] = []
  for (const stem of text.match(STEM) ?? []) for (const id of BY_STEM.get(stem) ?? NO_IDS) ids.push(id)
  for (const word of text.split(/[^a-z0-9]+/)) for (const id of BY_WORD.get(word) ?? NO_IDS) ids.push(id)
  return ids
}

export function marksOf(tree: ContentTree): MarkedEntries {
  const { page, size, node, isText } = tree
  const { attributes } = page
  const [className, id, role, itemprop] = ['class', 'id', 'role', 'itemprop'].map((name) => attributes.names.indexOf(name))
  const marked = new Map(MARKS.map((spec) => [spec.id, [] as number[]]))
  const listsOf = (ids = NO_IDS): number[][] => ids.map((mark) => marked.get(mark) ?? [])
  const byTag = page.tagNames.map((name) => listsOf(BY_TAG.get(name) ?? (name.includes('-') ? CUSTOM : NO_IDS)))
  const byValue = new Map<string, number[][]>()
  const add = (e: number, lists: readonly number[][]): void => {
    for (const list of lists) list.push(e)
  }
  for (let e = 0; e < size; e++) {
    if (isText[e] === 1) continue
    add(e, byTag[page.tag[node[e]]])
    const end = attributes.first[node[e] + 1]
    for (let a = attributes.first[node[e]]; a < end; a++) {
      const name = attributes.name[a]
      // Skip the class and id of body, because they describe the whole page.
      if ((name === className || name === id) && e > 0) {
        const value = attributeValue(attributes, a)
        const lists = valueAt(byValue, value, () => listsOf(marksOfValue(value)))
        add(e, lists)
      } else if (name === role) add(e, listsOf(BY_ROLE.get(attributeValue(attributes, a).trim().toLowerCase())))
      else if (name === itemprop)
        for (const word of attributeValue(attributes, a).toLowerCase().split(/\s+/)) add(e, listsOf(BY_ITEM.get(word)))
    }
  }
  return marked
}

/** Returns 1 per entry that has one of the marks or is inside an element with one of the marks. */
export function insideAny({ size, parent }: ContentTree, marked: MarkedEntries, ids: readonly string[]): Uint8Array {
  const inside = new Uint8Array(size)
  for (const id of ids) for (const e of marked.get(id) ?? []) inside[e] = 1
  for (let e = 1; e < size; e++) if (inside[parent[e]] === 1) inside[e] = 1
  return inside
}

/** Returns, per entry, the levels up to the nearest entry with the mark, or `NOWHERE`. An entry with the mark has 0. */
export function levelsTo({ size, parent }: ContentTree, marked: MarkedEntries, id: string): Uint8Array {
  const levels = new Uint8Array(size).fill(NOWHERE)
  for (const e of marked.get(id) ?? []) levels[e] = 0
  for (let e = 1; e < size; e++) if (levels[e] > 0) levels[e] = Math.min(NOWHERE, levels[parent[e]] + 1)
  return levels
}
