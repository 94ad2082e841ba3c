/** Looks for two parameters that change a node's fate only together, by asking as rarely as is honest. */
import type { ParamSpec, ParamSpecs, ParamValue } from '../extractors/core/params'
import type { Fate } from './explain-node'
import { gridValue, type FlipFinding } from './flip-search'

type Values = Readonly<Record<string, ParamValue>>

/** Two changes, neither of which does it alone, and what becomes of the node. */
export interface PairFlip {
  readonly changes: readonly [Change, Change]
  readonly fate: Fate
}
type Change = Omit<FlipFinding, 'fate'>

export interface PairSearch {
  /** Least changes first. */
  readonly found: readonly PairFlip[]
  /** Pairs looked at, and pairs there are: fewer where the runs were used up, or the search was stopped. */
  readonly tried: number
  readonly pairs: number
}

export interface PairOptions {
  /** Runs at most; 600 by default. */
  readonly mostRuns?: number
  readonly stopped?: () => boolean
  readonly onProgress?: (search: PairSearch) => void
}

const MOST_RUNS = 600
/** Both parameters move by the same share of their ranges: first by so many thousandths. */
const SHARES = [15, 30, 60, 125, 250, 500, 1000] as const

/** One way to change a parameter: along its range in steps, or to another choice. */
interface Way {
  readonly param: string
  readonly from: ParamValue
  /** Steps there are; 1 for a choice. */
  readonly last: number
  /** Steps that a thousandth of the range takes. */
  readonly perShare: number
  at(step: number): ParamValue
}

function waysOf(param: string, spec: ParamSpec, from: ParamValue): Way[] {
  const choice = (value: ParamValue): Way => ({ param, from, last: 1, perShare: 1, at: (step) => (step === 0 ? from : value) })
  if (spec.kind === 'boolean') return [choice(from !== true)]
  if (spec.kind === 'choice') return spec.options.flatMap(({ value }) => (value === from ? [] : [choice(value)]))
  if (typeof from !== 'number') return []
  const perShare = (spec.max - spec.min) / spec.step / 1000
  return ([1, -1] as const).flatMap((sign): Way[] => {
    const room = sign > 0 ? spec.max - from : from - spec.min
    const last = Math.ceil(room / spec.step - 1e-9)
    return last <= 0 ? [] : [{ param, from, last, perShare, at: (step) => gridValue(spec.min, spec.max, spec.step, from, sign * step) }]
  })
}

/** Steps of a way for thousandths of its parameter's range: at least one, at most all. */
const stepsOf = ({ last, perShare }: Way, share: number): number => Math.min(last, Math.max(1, Math.round(share * perShare)))

/**
 * Pairs of parameters that change what becomes of a node where no single one does. Both move by the same share of their ranges at
 * growing distances; from the first change on, each goes back as far as the other allows. What is returned changes the fate and would
 * not with either change one step smaller (for answers that are monotonic); a change that only shows between the distances is missed.
 * @param run runs the extractor with complete values and says what becomes of the node
 */
export async function findPairFlips(
  specs: ParamSpecs,
  values: Values,
  now: Fate,
  run: (values: Values) => Promise<Fate>,
  { mostRuns = MOST_RUNS, stopped, onProgress }: PairOptions = {},
): Promise<PairSearch> {
  const names = Object.keys(specs)
  const ways = names.map((name) => {
    const spec = specs[name]
    return spec ? waysOf(name, spec, values[name] ?? spec.default) : []
  })
  const pairs = (names.length * (names.length - 1)) / 2
  let runs = 0
  const isOver = (): boolean => runs >= mostRuns || stopped?.() === true
  const found: { readonly flip: PairFlip; readonly share: number }[] = []
  const search = (tried: number): PairSearch => ({
    found: found.toSorted((a, b) => a.share - b.share).map(({ flip }) => flip),
    tried,
    pairs,
  })

  async function alongWays(a: Way, b: Way): Promise<{ readonly flip: PairFlip; readonly share: number } | null> {
    const fates = new Map<string, Fate>()
    const changed = async (i: number, j: number): Promise<boolean> => {
      if (isOver()) return false
      runs++
      const fate = await run({ ...values, [a.param]: a.at(i), [b.param]: b.at(j) })
      fates.set(`${i} ${j}`, fate)
      return fate !== now
    }
    let near: number | null = null
    for (const [index, share] of SHARES.entries()) {
      const i = stepsOf(a, share)
      const j = stepsOf(b, share)
      const before = SHARES[index - 1]
      if (before !== undefined && i === stepsOf(a, before) && j === stepsOf(b, before)) continue
      if (await changed(i, j)) {
        near = share
        break
      }
    }
    if (near === null) return null
    let i = stepsOf(a, near)
    let j = stepsOf(b, near)
    i = await leastStep(i, (step) => changed(step, j))
    j = await leastStep(j, (step) => changed(i, step))
    const fate = fates.get(`${i} ${j}`)
    // One that comes back to where it was is no part of a pair.
    if (fate === undefined || fate === now || i === 0 || j === 0) return null
    const changes = [
      { param: a.param, from: a.from, to: a.at(i) },
      { param: b.param, from: b.from, to: b.at(j) },
    ] as const
    return { flip: { changes, fate }, share: i / Math.max(1, a.perShare) + j / Math.max(1, b.perShare) }
  }

  let tried = 0
  for (let x = 0; x < names.length; x++)
    for (let y = x + 1; y < names.length; y++) {
      if (isOver()) return search(tried)
      let best: { readonly flip: PairFlip; readonly share: number } | null = null
      for (const a of ways[x] ?? [])
        for (const b of ways[y] ?? []) {
          const flip = await alongWays(a, b)
          if (flip && (best === null || flip.share < best.share)) best = flip
        }
      if (best) found.push(best)
      if (!isOver()) tried++
      onProgress?.(search(tried))
    }
  return search(tried)
}

/** The least step for which the answer is yes, between 0, taken for a no, and one that is known for a yes. */
async function leastStep(known: number, changed: (step: number) => Promise<boolean>): Promise<number> {
  let no = 0
  let yes = known
  while (yes - no > 1) {
    const middle = (no + yes) >> 1
    if (await changed(middle)) yes = middle
    else no = middle
  }
  return yes
}
