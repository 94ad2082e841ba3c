/** Scores the extracted text of one page against the gold text. */
import { utf8Length } from '../page/text'
import { matchNumbers } from './lcs'
import { distanceOfNumbers } from './levenshtein'
import { tokenWords, vocabularyOf, type TokenOptions } from './tokens'

/** A precision, a recall and their harmonic mean, each in [0,1]. */
export interface PrecisionRecall {
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

/** Scores of one page, each in [0,1], with their counts. */
export interface TextScore extends PrecisionRecall {
  /** CleanEval's score `L / (|a| + |b| − L)` (CETD Eqs. 3, 4). */
  readonly cleaneval: number
  readonly words: { readonly extracted: number; readonly gold: number; readonly common: number }
  /** Number of characters of these words: the weights of ContentEx. */
  readonly characters: { readonly extracted: number; readonly gold: number; readonly common: number }
  /**
   * Scores of CUTER Table 2, over UTF-8 bytes of words. Accuracy is recall, noise is 1 − precision. `precisionRecall` defines the scores of
   * empty texts.
   */
  readonly accuracy: number
  readonly noise: number
  /**
   * EDR of the text-to-tag ratio's slides: `1 − Levenshtein(o, m) / max(|o|, |m|)` over words, in [0,1]. 1 if both are empty; null if not
   * requested. In the slides, the fraction bar also covers the 1.
   */
  readonly editDistanceRatio: number | null
}

/** Returns the harmonic mean (CETD Eq. 2); 0 if both are 0. */
export function f1Of(precision: number, recall: number): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
}

/** Returns precision and recall (CETD Eq. 1). Both texts empty: 1, 1. Only gold text empty: 0, 1. Only extracted text empty: 0, 0. */
export function precisionRecall(common: number, extracted: number, gold: number): PrecisionRecall {
  if (extracted === 0 && gold === 0) return { precision: 1, recall: 1, f1: 1 }
  const precision = extracted === 0 ? 0 : common / extracted
  const recall = gold === 0 ? 1 : common / gold
  return { precision, recall, f1: f1Of(precision, recall) }
}

/** Returns CleanEval's score from both lengths and the LCS length (CETD Eq. 4); 1 if both are empty. */
export function cleanEvalScore(common: number, extracted: number, gold: number): number {
  const union = extracted + gold - common
  return union === 0 ? 1 : common / union
}

interface ScoreOptions extends TokenOptions {
  /** Whether to compute the edit distance ratio, which is slower than the other scores. Default false. */
  readonly editDistance?: boolean
}

export function scoreText(extracted: string, gold: string, options: ScoreOptions = {}): TextScore {
  return scoreWords(tokenWords(extracted, options), tokenWords(gold, options), options.editDistance ?? false)
}

export function scoreWords(extracted: readonly string[], gold: readonly string[], editDistance = false): TextScore {
  return createScorer(gold)(extracted, editDistance)
}

/** Returns a function that scores texts against one gold text. The words of the gold text are numbered once. */
export function createScorer(gold: readonly string[]): (extracted: readonly string[], editDistance?: boolean) => TextScore {
  const vocabulary = vocabularyOf(gold)
  const goldBytes = gold.map(utf8Length)
  const all = { bytes: sum(goldBytes), characters: sum(gold.map(lengthOf)) }
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
      words: { extracted: extracted.length, gold: gold.length, common },
      characters: { extracted: sum(extracted.map(lengthOf)), gold: all.characters, common: commonCharacters },
      accuracy: inBytes.recall,
      noise: 1 - inBytes.precision,
      editDistanceRatio: editDistance ? (longest === 0 ? 1 : 1 - distance() / longest) : null,
    }
  }
}

function lengthOf(word: string): number {
  return word.length
}

function sum(numbers: readonly number[]): number {
  let total = 0
  for (const n of numbers) total += n
  return total
}

/** Returns the saved share of the page's bytes (TextSweeper, CUTER), `1 − text / html`; null without extracted text or HTML. */
export function spaceSaving({ html, text }: { readonly html: number; readonly text: number }): number | null {
  return html === 0 || text === 0 ? null : 1 - text / html
}
