import type { ContentTree } from '../../page/content-tree'

export type DensitySumRule = 'with-text-runs' | 'child-elements'

export interface OwnText {
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
