import type { NumberParam } from '../../../shared/extractors/core/params'

/**
 * The value of a parameter that puts a threshold, which grows with it in proportion, to a height: within its range, on one of its steps.
 * @param factor the threshold for 1 of the parameter; null is given where that is not known (nothing was measured yet away from 0)
 */
export function movedValue(spec: Pick<NumberParam, 'min' | 'max' | 'step'>, threshold: number, factor: number): number | null {
  if (!Number.isFinite(factor) || factor === 0 || !Number.isFinite(threshold)) return null
  const wanted = Math.min(spec.max, Math.max(spec.min, threshold / factor))
  const stepped = spec.min + Math.round((wanted - spec.min) / spec.step) * spec.step
  return Number(Math.min(spec.max, stepped).toPrecision(12))
}
