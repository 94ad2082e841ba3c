/** Looks for two parameters that change a node's fate only together, by asking as rarely as is honest. */
import type { ParamSpec, ParamSpecs, ParamValue } from '../extractors/core/params'
import type { Fate } from './explain-node'
import { gridValue, leastStep, type FlipFinding } from './flip-search'

type Values = Readonly<Record<string, ParamValue>>

/** Two changes, neither of which does it alone, and what becomes of the node. */
export interface PairFlip {
  readonly changes: readonly [Change, Change]
  readonly fate: Fate
}
type Change = Omit<FlipFinding, 'fate'>

/** A pair with the sum of the shares of the ranges that it moves. */
interface Found {
  readonly flip: PairFlip
  readonly share: number
}

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
  const ways = Object.entries(specs).map(([name, spec]) => waysOf(name, spec, values[name] ?? spec.default))
  const pairs = (names.length * (names.length - 1)) / 2
  let runs = 0
  const isOver = (): boolean => runs >= mostRuns || stopped?.() === true
  const found: Found[] = []
  const search = (tried: number): PairSearch => ({
    found: found.toSorted((a, b) => a.share - b.share).map(({ flip }) => flip),
    tried,
    pairs,
  })

  async function alongWays(a: Way, b: Way): Promise<Found | null> {
    const fates = new Map<string, Fate>()
    const changed = async (i: number, j: number): Promise<boolean> => {
      if (isOver()) return false
      runs++
      const fate = await run({ ...values, [a.param]: a.at(i), [b.param]: b.at(j) })
      fates.set(`${i} ${j}`, fate)
      return fate !== now
    }
    let [i, j] = [0, 0]
    for (const share of SHARES) {
      const [furtherA, furtherB] = [stepsOf(a, share), stepsOf(b, share)]
      if (furtherA === i && furtherB === j) continue
      ;[i, j] = [furtherA, furtherB]
      if (await changed(i, j)) break
    }
    // Where none of them changed it, there is nothing to go back from.
    if ((fates.get(`${i} ${j}`) ?? now) === now) return null
    i = await leastStep(0, i, (step) => changed(step, j))
    j = await leastStep(0, j, (step) => changed(i, step))
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
      let best: Found | null = null
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
