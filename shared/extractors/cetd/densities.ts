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

export type DensitySumRule = 'with-text-runs' | 'child-elements'

interface OwnText {
  readonly inLink: Uint8Array
  readonly runs: ReturnType<typeof textRuns>
  readonly runDensity: (L: number) => number
}

/** Returns the runs of text directly inside an element. A child element without text does not end a run. */
export function textRuns(tree: ContentTree, C: Int32Array) {
  const { size, parent, isText, length } = tree
  const owner: number[] = []
  const lengths: number[] = []
  const first: number[] = []
  /** The run of each text node; -1 for elements. */
  const of = new Int32Array(size).fill(-1)
  const openRun = new Int32Array(size).fill(-1)
  for (let e = 1; e < size; e++) {
    const p = parent[e]
    if (isText[e] === 1) {
      let run = openRun[p]
      if (run < 0) {
        run = owner.length
        owner.push(p)
        lengths.push(0)
        first.push(e)
        openRun[p] = run
      }
      lengths[run] += length[e]
      of[e] = run
    } else if (C[e] > 0) openRun[p] = -1
  }
  return { owner: Int32Array.from(owner), length: Int32Array.from(lengths), first: Int32Array.from(first), of }
}

/**
 * Returns DensitySum per element (Definition 3). The rule `with-text-runs` adds text runs outside links as terms. With this rule, the
 * DensitySum of an element without terms is its density.
 */
export function densitySums(
  tree: ContentTree,
  density: Float64Array,
  { inLink, runs, runDensity }: OwnText,
  rule: DensitySumRule,
): Float64Array {
  const { size, parent, isText } = tree
  const sum = new Float64Array(size)
  const terms = new Uint8Array(size)
  for (let e = 1; e < size; e++) {
    if (isText[e] === 1) continue
    const p = parent[e]
    sum[p] += density[e]
    terms[p] = 1
  }
  if (rule === 'child-elements') return sum
  for (let run = 0; run < runs.owner.length; run++) {
    const p = runs.owner[run]
    if (inLink[p] === 1) continue
    sum[p] += runDensity(runs.length[run])
    terms[p] = 1
  }
  for (let e = 0; e < size; e++) if (isText[e] === 0 && terms[e] === 0) sum[e] = density[e]
  return sum
}

/** Returns, per element, the first element with the largest value in the subtree. The subtree includes the element. */
export function argmaxInSubtree(tree: ContentTree, values: Float64Array): Int32Array {
  const { size, parent, isText } = tree
  const best = new Int32Array(size)
  for (let e = 0; e < size; e++) best[e] = e
  for (let e = size - 1; e > 0; e--) {
    if (isText[e] === 1) continue
    const p = parent[e]
    const mine = best[e]
    const theirs = best[p]
    const a = values[mine]
    const b = values[theirs]
    if (a > b || (a === b && mine < theirs)) best[p] = mine
  }
  return best
}

/** Returns, per element, the element with the second largest value in the subtree, or -1. @param best result of `argmaxInSubtree` */
export function secondInSubtree(tree: ContentTree, values: Float64Array, best: Int32Array): Int32Array {
  const { size, parent, isText } = tree
  const second = new Int32Array(size).fill(-1)
  const offer = (p: number, e: number): void => {
    const held = second[p]
    if (e < 0 || e === best[p]) return
    if (held < 0 || values[e] > values[held] || (values[e] === values[held] && e < held)) second[p] = e
  }
  for (let e = size - 1; e >= 0; e--) {
    if (isText[e] === 1) continue
    offer(e, e)
    if (e === 0) continue
    offer(parent[e], best[e])
    offer(parent[e], second[e])
  }
  return second
}

function smoothingWeights(radius: number, kind: 'binomial' | 'uniform'): number[] {
  let row = [1]
  for (let i = 0; i < 2 * radius; i++) row = [...row, 0].map((v, k) => v + (k > 0 ? row[k - 1] : 0))
  return kind === 'uniform' ? row.map(() => 1) : row
}

/**
 * Returns the smoothed density per entry: "simply weighted averaging with sibling nodes" (§4.3). Text runs count as siblings, and body
 * keeps its density.
 */
export function smooth(
  tree: ContentTree,
  density: Float64Array,
  { inLink, runs, runDensity }: OwnText,
  { radius, weights: kind }: { readonly radius: number; readonly weights: 'binomial' | 'uniform' },
): Float64Array {
  const { size, parent, isText } = tree
  const out = Float64Array.from(density)
  const weights = smoothingWeights(radius, kind)
  const first = new Int32Array(size + 1)
  for (let e = 1; e < size; e++) if (counts(e)) first[parent[e] + 1] += 1
  for (let e = 0; e < size; e++) first[e + 1] += first[e]
  const at = Int32Array.from(first)
  const slots = new Int32Array(first[size])
  for (let e = 1; e < size; e++) {
    if (!counts(e)) continue
    const p = parent[e]
    slots[at[p]] = e
    at[p] += 1
  }
  for (let p = 0; p < size; p++) {
    const from = first[p]
    const to = first[p + 1]
    for (let k = from; k < to; k++) {
      const e = slots[k]
      if (isText[e] === 1) continue
      let sum = 0
      let total = 0
      for (let d = -radius; d <= radius; d++) {
        const j = k + d
        if (j < from || j >= to) continue
        const w = weights[d + radius]
        sum += w * value(slots[j])
        total += w
      }
      out[e] = sum / total
    }
  }
  return out

  /** The first text node of a run represents the run. */
  function counts(e: number): boolean {
    if (isText[e] === 0) return true
    return runs.first[runs.of[e]] === e
  }
  function value(e: number): number {
    if (isText[e] === 0) return density[e]
    return inLink[parent[e]] === 1 ? 0 : runDensity(runs.length[runs.of[e]])
  }
}
