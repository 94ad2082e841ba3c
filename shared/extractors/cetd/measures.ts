import { LINK_TAGS, tagTable } from '../../page/tags'
import { sumUp, type ContentTree } from '../../page/content-tree'

export type ZeroRule = 'authors' | 'denominators'

export type Counts = ReturnType<typeof countCharactersAndTags>

/** Returns the counts of §3.2 and §3.3. @param linkWrappers whether elements with only links count as link tags (authors' program) */
export function countCharactersAndTags(tree: ContentTree, linkWrappers = true) {
  const { size, parent, isText, length, node, page } = tree
  const linkTag = tagTable(page.tagNames, LINK_TAGS)
  const C = Int32Array.from(length)
  /** Elements inside the node, without the node itself. */
  const T = new Int32Array(size)
  const LC = new Int32Array(size)
  /** Link tags in the subtree. Every tag inside a link element counts. */
  const LT = new Int32Array(size)
  const isLink = new Uint8Array(size)
  /** 1 for link elements and the elements inside link elements; 0 for text nodes. */
  const inLink = new Uint8Array(size)
  for (let e = 0; e < size; e++) {
    if (isText[e] === 1) continue
    if (linkTag[page.tag[node[e]]] === 1) isLink[e] = 1
    inLink[e] = isLink[e] === 1 || (e > 0 && inLink[parent[e]] === 1) ? 1 : 0
  }
  sumUp(tree, C)
  for (let e = size - 1; e >= 0; e--) {
    if (isText[e] === 1) continue
    if (inLink[e] === 1) {
      LC[e] = C[e]
      LT[e] = T[e]
    }
    if (e === 0) break
    const p = parent[e]
    T[p] += T[e] + 1
    if (inLink[p] === 1) continue
    LC[p] += LC[e]
    const pureWrapper = linkWrappers && LT[e] === T[e] && C[e] === LC[e] && LT[e] > 0
    LT[p] += LT[e] + (isLink[e] === 1 || pureWrapper ? 1 : 0)
  }
  return { C, T, LC, LT, inLink }
}

/** Returns text density C / T (Definition 1). T = 0 counts as 1. */
export function textDensity(C: number, T: number): number {
  return C / (T === 0 ? 1 : T)
}

/**
 * Returns composite text density (Definition 2), or 0 for C = 0. With the rule `denominators`, the density is infinite for r = 0. @param r
 * LC_body / C_body
 */
export function compositeTextDensity(C: number, T: number, LC: number, LT: number, r: number, zeroRule: ZeroRule): number {
  if (C === 0) return 0
  const notLC = C - LC
  const t = T === 0 ? 1 : T
  const lc = LC === 0 ? 1 : LC
  const lt = LT === 0 ? 1 : LT
  const nlc = notLC === 0 ? 1 : notLC
  const linkTerm = (C / nlc) * (zeroRule === 'authors' ? lc : LC)
  const base = Math.log(Math.log(linkTerm + r * C + Math.E))
  if (base <= 0) return Number.POSITIVE_INFINITY
  return ((C / t) * Math.log((C / lc) * (t / lt))) / base
}

/** Returns the density that a text run of L characters adds to DensitySum in the composite variants (authors' program). */
export function textRunDensity(L: number, r: number): number {
  if (L <= 1) return 0
  // Without the added 1, the double logarithm would be 0 for r = 0.
  return (L * Math.log(L)) / Math.log(Math.log(r === 0 ? 1 + Math.E : r * L + Math.E))
}
