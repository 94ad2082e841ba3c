import type { NodeStatus } from './explain-node'
import { isApplied, type ParamSpec, type ParamSpecs, type ParamValue, type NumberParam } from '../extractors/core/params'

interface Flip {
  readonly value: ParamValue
  readonly runs: number
  /** Whether every nearer value was tested. If false, a nearer value may also reverse the result. */
  readonly nearest: boolean
}

/** Returns how many of the nearest values are tested one by one. */
export const scanLimit = (nodes: number): number => (nodes <= 5000 ? 101 : 25)

/** Whether the search tests every value of a parameter. @param scan see `scanLimit` */
export function isEachValueTried(spec: ParamSpec, scan = scanLimit(0)): boolean {
  return spec.kind !== 'number' || Math.round((spec.max - spec.min) / spec.step) < scan
}

/**
 * Returns the nearest found value for which `changed` is true, or null. Tests the nearest `scan` values of a number one by one. Farther
 * values are found by doubling the distance and by bisection, and small ranges can be missed. For a choice or a boolean, tests the other
 * values in order.
 */
export async function findFlip(
  spec: ParamSpec,
  current: ParamValue,
  changed: (value: ParamValue) => Promise<boolean>,
  scan = scanLimit(0),
): Promise<Flip | null> {
  let runs = 0
  const test = (value: ParamValue): Promise<boolean> => {
    runs++
    return changed(value)
  }
  if (spec.kind === 'boolean') return (await test(current !== true)) ? { value: current !== true, runs, nearest: true } : null
  if (spec.kind === 'choice') {
    for (const { value } of spec.options) if (value !== current && (await test(value))) return { value, runs, nearest: true }
    return null
  }
  if (typeof current !== 'number') return null

  const at = (k: number): number => gridValue(spec, current, k)
  const down = Math.max(0, Math.ceil((current - spec.min) / spec.step - 1e-9))
  const up = Math.max(0, Math.ceil((spec.max - current) / spec.step - 1e-9))
  let tried = 0
  while (tried < Math.max(down, up) && runs < scan) {
    tried++
    if (tried <= up && (await test(at(tried)))) return { value: at(tried), runs, nearest: true }
    if (tried <= down && (await test(at(-tried)))) return { value: at(-tried), runs, nearest: true }
  }
  const upward = await firstChange(tried, up, (k) => test(at(k)))
  // Search only values below that are nearer than the value found above.
  const downward = await firstChange(tried, upward === 0 ? down : Math.min(down, upward - 1), (k) => test(at(-k)))
  if (downward > 0) return { value: at(-downward), runs, nearest: false }
  return upward > 0 ? { value: at(upward), runs, nearest: false } : null
}

/**
 * Returns a step above `tried`, at most `last`, that changes the result; 0 if none is found. Doubles the step, and bisects the last
 * interval.
 */
async function firstChange(tried: number, last: number, isChanged: (k: number) => Promise<boolean>): Promise<number> {
  let no = tried
  while (no < last) {
    const k = Math.min(last, no * 2)
    if (await isChanged(k)) return leastStep(no, k, isChanged)
    no = k
  }
  return 0
}

async function leastStep(no: number, yes: number, isChanged: (step: number) => Promise<boolean>): Promise<number> {
  let [below, least] = [no, yes]
  while (least - below > 1) {
    const middle = (below + least) >> 1
    if (await isChanged(middle)) least = middle
    else below = middle
  }
  return least
}

type Grid = Pick<NumberParam, 'min' | 'max' | 'step'>

function gridValue({ min, max, step }: Grid, current: number, k: number): number {
  const raw = Math.min(max, Math.max(min, current + k * step))
  return Number(raw.toPrecision(12))
}

export interface FlipFinding extends Pick<Flip, 'nearest'> {
  readonly param: string
  readonly from: ParamValue
  readonly to: ParamValue
  readonly status: NodeStatus
}

interface FlipOptions {
  readonly scan?: number
  readonly onProgress?: (done: number, total: number, found: readonly FlipFinding[]) => void
  /** If the function returns true, the search ends with the findings so far. */
  readonly stopped?: () => boolean
}

/**
 * Finds, per parameter, a value that reverses the result of a node. If `nearest` of a finding is true, no nearer value reverses the result.
 * @param run returns the node's result for given values
 */
export async function findFlips(
  specs: ParamSpecs,
  { values, status: now }: { readonly values: Readonly<Record<string, ParamValue>>; readonly status: NodeStatus },
  run: (values: Readonly<Record<string, ParamValue>>) => Promise<NodeStatus>,
  options: FlipOptions = {},
): Promise<FlipFinding[]> {
  const found: FlipFinding[] = []
  const entries = Object.entries(specs).filter(([, spec]) => isApplied(spec, values))
  let done = 0
  for (const [param, spec] of entries) {
    if (options.stopped?.()) break
    const from = values[param] ?? spec.default
    const statuses = new Map<ParamValue, NodeStatus>()
    const changed = async (value: ParamValue): Promise<boolean> => {
      // After a stop, report “no change” for every value, so that the search ends.
      if (options.stopped?.()) return false
      const status = await run({ ...values, [param]: value })
      statuses.set(value, status)
      return status !== now
    }
    const flip = await findFlip(spec, from, changed, options.scan)
    if (flip) found.push({ param, from, to: flip.value, nearest: flip.nearest, status: statuses.get(flip.value) ?? now })
    done++
    options.onProgress?.(done, entries.length, [...found])
  }
  return found
}

export interface CurvePoint {
  readonly value: number
  readonly words: number
  /** F1 of characters against the gold text, in [0,1]; null without a gold text. */
  readonly f1: number | null
}

/** Returns at most `most` values of a parameter on its grid, ascending and evenly spread, with both ends. Requires `most` ≥ 2. */
export function curveValues(grid: Grid, most: number): readonly number[] {
  const { min, max, step } = grid
  const steps = Math.max(0, Math.round((max - min) / step))
  const count = Math.min(most, steps + 1)
  return Array.from({ length: count }, (_, i) => gridValue(grid, min, count === 1 ? 0 : Math.round((i * steps) / (count - 1))))
}
