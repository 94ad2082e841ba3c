/** Scores the extracted text of one page against the gold text. */
import { utf8Length } from '../page/text'
import { matchNumbers } from './lcs'
import { distanceOfNumbers } from './levenshtein'
import { tokenWords, vocabularyOf, type TokenOptions } from './tokens'

/** Each score is in [0,1]. `f1` is the harmonic mean of precision and recall. */
export interface PrecisionRecall {
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

/** Scores of one page, each in [0,1], with the counts of words and characters. */
export interface TextScore extends PrecisionRecall {
  /** CleanEval's score `L / (|a| + |b| − L)` with the LCS length L (CETD Eqs. 3, 4). */
  readonly cleaneval: number
  /** Number of common words. */
  readonly common: number
  /** Numbers of characters in the common words, the extracted words, and the words of the gold text (ContentEx). */
  readonly lengths: { readonly common: number; readonly kept: number; readonly gold: number }
  /** CUTER's scores (Table 2) over UTF-8 bytes of words. Accuracy is recall, noise is 1 − precision. */
  readonly accuracy: number
  readonly noise: number
  /**
   * EDR of the slides about the text-to-tag ratio: `1 − Levenshtein(a, b) / max(|a|, |b|)` over words, in [0,1]. In the slides, the
   * fraction bar also covers the 1. 1 if both texts are empty; null if not requested.
   */
  readonly editDistanceRatio: number | null
}

/** Returns the harmonic mean (CETD Eq. 2); 0 if both are 0. */
export function f1Of(precision: number, recall: number): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
}

/**
 * Returns precision and recall (CETD Eq. 1). If both texts are empty: 1, 1. If only the gold text is empty: 0, 1. If only the extracted
 * text is empty: 0, 0.
 */
export function precisionRecall(common: number, extracted: number, gold: number): PrecisionRecall {
  if (extracted === 0 && gold === 0) return { precision: 1, recall: 1, f1: 1 }
  const precision = extracted === 0 ? 0 : common / extracted
  const recall = gold === 0 ? 1 : common / gold
  return { precision, recall, f1: f1Of(precision, recall) }
}

/** Returns CleanEval's score (CETD Eq. 4); 1 if both texts are empty. @param common LCS length */
export function cleanEvalScore(common: number, extracted: number, gold: number): number {
  const union = extracted + gold - common
  return union === 0 ? 1 : common / union
}

export function scoreText(extracted: string, gold: string, options: TokenOptions = {}, editDistance = false): TextScore {
  return createScorer(tokenWords(gold, options))(tokenWords(extracted, options), editDistance)
}

/** Returns a function that scores words. @param editDistance whether to compute `editDistanceRatio` */
export function createScorer(gold: readonly string[]): (extracted: readonly string[], editDistance?: boolean) => TextScore {
  const vocabulary = vocabularyOf(gold)
  const goldBytes = gold.map(utf8Length)
  const all = { bytes: sum(goldBytes), characters: sum(gold.map((word) => word.length)) }
  return (extracted, editDistance = false) => {
    const numbers = vocabulary.number(extracted)
    const matching = matchNumbers(numbers, vocabulary.numbers, vocabulary.distinct)
    const common = matching.b.length
    let commonBytes = 0
    let commonCharacters = 0
    for (const i of matching.b) {
      commonBytes += goldBytes[i]
      commonCharacters += gold[i].length
    }
    const inBytes = precisionRecall(commonBytes, sum(extracted.map(utf8Length)), all.bytes)
    const longest = Math.max(extracted.length, gold.length)
    const distance = (): number => distanceOfNumbers(numbers, vocabulary.numbers, vocabulary.distinct, common)
    return {
      ...precisionRecall(common, extracted.length, gold.length),
      cleaneval: cleanEvalScore(common, extracted.length, gold.length),
      common,
      lengths: { common: commonCharacters, kept: sum(extracted.map((word) => word.length)), gold: all.characters },
      accuracy: inBytes.recall,
      noise: 1 - inBytes.precision,
      editDistanceRatio: editDistance ? (longest === 0 ? 1 : 1 - distance() / longest) : null,
    }
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0)

/** Returns the saved share of bytes, `1 − text / html` (TextSweeper, CUTER); null if `html` or `text` is 0. */
export function spaceSaving({ html, text }: { readonly html: number; readonly text: number }): number | null {
  return html === 0 || text === 0 ? null : 1 - text / html
}
