/** Words of a result's text; counted once, asked for by several panels. */
import { extractedText, type Extraction } from '../../../shared/extractors/core/run'
import { countWords } from '../../../shared/page/text'
import { once } from '../../../shared/base/once'

/** Number of words of an extraction's text. */
export const keptWords = once((extraction: Extraction): number => countWords(extractedText(extraction)))
