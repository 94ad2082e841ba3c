import { INLINE_TAGS, tagTable } from '../../page/tags'
import { collapse, collapsedTexts, utf8Length } from '../../page/text'
import { sumUp, type ContentTree } from '../../page/content-tree'

/** Elements that count as nodes: elements with direct text, or every element with the subtree. */
export type UnitRule = 'own-text' | 'subtree'

export interface Units {
  /** Entry per unit, in document order. Unit u has the number u + 1 (IX in Table 1). */
  readonly entry: Int32Array
  /** Unit per entry, or -1. With `own-text`, text and inline elements belong to the unit of their block. */
  readonly of: Int32Array
  readonly SL: Float64Array
  readonly SA: Float64Array
  readonly SH: number
}

export interface Nodes extends Units {
  readonly count: number
  readonly LP: Float64Array
  readonly TP: Float64Array
  /** 1 for each unit that reaches the limit of the link percentage, and for each unit inside a dropped container. */
  readonly out: Uint8Array
  /** Whether an element that reaches the limit of the link percentage is dropped with its children. */
  isContainer(this: void, entry: number): boolean
}

const LINK: ReadonlySet<string> = new Set(['a'])

/** Finds the units with SL and SA (Table 1). With `own-text`, text in formatting elements and links belongs to the enclosing unit. */
export function findUnits(tree: ContentTree, rule: UnitRule): Units {
  const { page, size, node, parent, isText } = tree
  const inline = tagTable(page.tagNames, INLINE_TAGS)
  const link = tagTable(page.tagNames, LINK)
  const collapsed = collapsedTexts(page)
  const bytes = new Int32Array(size)
  const linkBytes = new Int32Array(size)
  const inLink = new Uint8Array(size)
  const home = new Int32Array(size)
  for (let e = 0; e < size; e++) {
    const p = parent[e]
    if (isText[e] === 1) {
      home[e] = rule === 'subtree' ? p : home[p]
      const length = utf8Length(collapsed(node[e]))
      const at = home[e]
      bytes[at] += length
      if (inLink[p] === 1) linkBytes[at] += length
      continue
    }
    const t = page.tag[node[e]]
    inLink[e] = link[t] === 1 || (e > 0 && inLink[p] === 1) ? 1 : 0
    home[e] = e > 0 && rule === 'own-text' && inline[t] === 1 ? home[p] : e
  }
  if (rule === 'subtree') {
    sumUp(tree, bytes)
    sumUp(tree, linkBytes)
  }
  const entries: number[] = []
  const unitAt = new Int32Array(size).fill(-1)
  let total = 0
  for (let e = 0; e < size; e++) {
    if (bytes[e] === 0) continue
    unitAt[e] = entries.length
    entries.push(e)
    total += bytes[e]
  }
  const of = new Int32Array(size)
  for (let e = 0; e < size; e++) of[e] = unitAt[home[e]]
  return {
    entry: Int32Array.from(entries),
    of,
    SL: Float64Array.from(entries, (e) => bytes[e]),
    SA: Float64Array.from(entries, (e) => linkBytes[e]),
    SH: rule === 'subtree' ? bytes[0] : total,
  }
}

const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3'])
const H1: ReadonlySet<string> = new Set(['h1'])
/** Minimum characters of a heading that is searched in the title. A title may contain a shorter heading by chance. */
export const HEADLINE_LENGTH = 10

/** Returns the unit of the first h1–h3 that the page's title contains, or of the first h1, or -1. */
export function titleUnit(tree: ContentTree, unitOf: Units['of']): number {
  const { page } = tree
  const heading = tagTable(page.tagNames, HEADINGS)
  const top = tagTable(page.tagNames, H1)
  let fallback = -1
  for (let e = 0; e < tree.size; e++) {
    if (tree.isText[e] === 1) continue
    const tag = page.tag[tree.node[e]]
    const unit = unitOf[e]
    if (heading[tag] === 0 || unit < 0) continue
    if (fallback < 0 && top[tag] === 1) fallback = unit
    let text = ''
    // A text of more than 400 characters is not a headline.
    for (let k = e + 1; k < tree.end[e] && text.length < 400; k++) if (tree.isText[k] === 1) text += ` ${collapse(page.text[tree.node[k]])}`
    text = collapse(text)
    if (text.length >= HEADLINE_LENGTH && page.title.includes(text)) return unit
  }
  return fallback
}
