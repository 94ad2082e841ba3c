import type { ContentTree } from '../../page/content-tree'
import type { RunReporter } from '../core/define'
import type { Candidate } from '../core/extractor'
import type { Choice } from '../core/probe'
import { contest } from '../kit/top-ten'
import {
  argmaxInSubtree,
  densitySums,
  secondInSubtree,
  textRuns,
  type DensitySumRule,
  compositeTextDensity,
  countCharactersAndTags,
  textDensity,
  textRunDensity,
  type ZeroRule,
} from './densities'
import type { COMPOSITE_DENSITY, plainMeasures } from './description'

export interface TargetSettings {
  readonly lambda: number
  readonly densitySum: DensitySumRule
  /** How Definition 2 treats zeros. Null selects the density of Definition 1. */
  readonly zeroRule: ZeroRule | null
  readonly linkWrappers?: boolean
}

export function findTarget(
  tree: ContentTree,
  { densitySum: sumRule, zeroRule, linkWrappers }: TargetSettings,
  { active, step, decide }: RunReporter<keyof typeof plainMeasures, 'target', keyof typeof COMPOSITE_DENSITY>,
) {
  const { C, T, LC, LT, inLink } = countCharactersAndTags(tree, linkWrappers)
  step('count', 'From the innermost nodes outwards, every node counts the characters and the tags inside it.', {
    measures: ['C', 'T'],
    lines: ['compute-each', 'compute', 'characters', 'tags'],
  })
  step('links', 'Every node also counts the characters and the tags of links, buttons and drop-down lists.', { measures: ['LC', 'LT'] })

  const r = LC[0] / C[0]
  const density = new Float64Array(tree.size)
  for (let e = 0; e < tree.size; e++) {
    if (tree.isText[e] === 1) continue
    density[e] = zeroRule === null ? textDensity(C[e], T[e]) : compositeTextDensity(C[e], T[e], LC[e], LT[e], r, zeroRule)
  }
  step(
    'density',
    zeroRule === null
      ? 'Text density: characters divided by tags (Definition 1).'
      : 'Composite text density is high for much text in few tags, and lower with many links (Definition 2).',
    { measures: ['density'], values: { r }, lines: ['no-tags', 'one-tag', 'divide'] },
  )

  const runs = textRuns(tree, C)
  const densitySum = densitySums(
    tree,
    density,
    { inLink, runs, runDensity: (L) => (zeroRule === null ? L : textRunDensity(L, r)) },
    sumRule,
  )
  step('density sum', 'Every node adds up the densities of its children, so a content block has a high sum (Definition 3).', {
    measures: ['densitySum'],
  })

  // §4.2: "finds the maximum DensitySum tag in the whole page, without thresholding".
  const best = argmaxInSubtree(tree, densitySum)
  const target = best[0]
  const second = active ? secondInSubtree(tree, densitySum, best) : null
  step('target', 'The node with the largest DensitySum is the target.', { entry: target, choice: choiceWithoutThreshold(second) })
  decide(target, 'pass', 'target', densitySum[target], sumOf(densitySum, second?.[0]))

  let sparsest = target
  const way = [target]
  for (let e = tree.parent[target]; e >= 0; e = tree.parent[e]) {
    way.push(e)
    if (density[e] < density[sparsest]) sparsest = e
  }
  const pathMinimum = density[sparsest]
  return { tree, r, measures: { C, T, LC, LT, density, densitySum }, runs, inLink, best, second, target, pathMinimum, sparsest, way }
}

export function choiceWithoutThreshold(second: Int32Array | null): Choice<number> {
  return { within: 0, value: Number.NaN, limit: Number.NaN, ...runnerUpAt(second, 0) }
}

export const runnerUpAt = (second: Int32Array | null, e: number): Pick<Choice<number>, 'runnerUp'> =>
  second && second[e] >= 0 ? { runnerUp: second[e] } : {}

export const sumOf = (densitySum: Float64Array, e = -1): number => (e < 0 ? Number.NaN : densitySum[e])

/** Returns λ · minimum, or 0 for λ = 0 even if the minimum is infinite: "when λ = 0, the recall is always 100 %" (§5.5). */
export function scaled(lambda: number, minimum: number): number {
  return lambda === 0 ? 0 : lambda * minimum
}

export function candidates({ tree, measures: { density, densitySum } }: ReturnType<typeof findTarget>): Candidate[] {
  return contest(tree, (e) => (tree.isText[e] === 1 ? Number.NaN : densitySum[e])).map((e) => ({
    node: tree.node[e],
    score: densitySum[e],
    terms: [
      { label: 'DensitySum', value: densitySum[e] },
      { label: 'density', value: density[e] },
    ],
  }))
}
