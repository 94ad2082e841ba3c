/** Word count of a result, computed once for several panels. */
import { extractedText, type Extraction } from '../../../shared/extractors/core/run'
import { countWords } from '../../../shared/page/text'
import { once } from '../../../shared/base/once'

export const keptWords = once((extraction: Extraction): number => countWords(extractedText(extraction)))
