/** Similarity of two texts character by character, as benchmarks of converters to Markdown measure it. */
import { matchNumbers } from './lcs'
import { distanceOfNumbers } from './levenshtein'

export interface EditSimilarity {
  /** `1 − Levenshtein(a, b) / max(|a|, |b|)`, in [0,1]; 1 where both are empty. */
  readonly edit: number
  /** `2·LCS(a, b) / (|a| + |b|)`, in [0,1], the "ratio" of Levenshtein libraries (a replacement costs 2); 1 where both are empty. */
  readonly ratio: number
}

/** Compares two texts by code points. Time grows with the product of the lengths (32 cells at a time), memory with their sum. */
export function editSimilarity(extracted: string, gold: string): EditSimilarity {
  const known = new Map<string, number>()
  const number = (text: string): Int32Array =>
    Int32Array.from(Array.from(text), (character) => {
      let n = known.get(character)
      if (n === undefined) known.set(character, (n = known.size))
      return n
    })
  const a = number(extracted)
  const b = number(gold)
  if (a.length + b.length === 0) return { edit: 1, ratio: 1 }
  const common = matchNumbers(a, b, known.size).b.length
  return {
    edit: 1 - distanceOfNumbers(a, b, known.size, common) / Math.max(a.length, b.length),
    ratio: (2 * common) / (a.length + b.length),
  }
}
