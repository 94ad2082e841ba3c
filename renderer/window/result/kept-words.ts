/** Words of a result's text; counted once, asked for by several panels. */
import type { Extraction } from '../../../shared/extractors/core/run'
import { countWords } from '../../../shared/page/text'

const counts = new WeakMap<Extraction, number>()

/** Number of words of an extraction's text. */
export function keptWords(extraction: Extraction): number {
  let count = counts.get(extraction)
  if (count === undefined) {
    count = countWords(extraction.text)
    counts.set(extraction, count)
  }
  return count
}
