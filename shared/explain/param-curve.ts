/** What a number parameter does over its range: the points at which it is tried, and what each gives. */
import type { NumberParam } from '../extractors/core/params'
import type { PageModel } from '../page/page-model'
import { KEPT } from '../page/selection'
import { wordStarts } from './coverage'

export interface CurvePoint {
  /** The parameter's value. */
  readonly value: number
  /** Words kept, each once. */
  readonly words: number
  /** F1 of characters against the gold text, in [0,1]; null where no gold text is known. */
  readonly f1: number | null
}

/**
 * Values of a parameter spread over its range, ascending, each on one of its steps: both ends and at most `most` in all.
 * @param most at least 2
 */
export function curveValues({ min, max, step }: Pick<NumberParam, 'min' | 'max' | 'step'>, most: number): readonly number[] {
  const steps = Math.max(0, Math.round((max - min) / step))
  const count = Math.min(most, steps + 1)
  const values: number[] = []
  for (let i = 0; i < count; i++) {
    const at = count === 1 ? 0 : Math.round((i * steps) / (count - 1))
    values.push(Number(Math.min(max, min + at * step).toPrecision(12)))
  }
  return values
}

/** Words of what a selection keeps, each once. Linear in nodes. */
export function wordsOfSelection(page: PageModel, selected: Uint8Array): number {
  const starts = wordStarts(page)
  let words = 0
  for (let n = 0; n < page.count; n++) if (selected[n] === KEPT) words += starts[n] as number
  return words
}

/** F1 of characters: 2 TP / (2 TP + FP + FN); 1 where both texts are empty. */
export function characterF1({
  truePositive,
  falsePositive,
  falseNegative,
}: {
  readonly truePositive: number
  readonly falsePositive: number
  readonly falseNegative: number
}): number {
  const all = 2 * truePositive + falsePositive + falseNegative
  return all === 0 ? 1 : (2 * truePositive) / all
}
