import { extractors } from '../../shared/extractors'
import { createRegistry } from '../../shared/extractors/core/run'
import { defuddle } from './defuddle'
import { readability } from './readability'

/** Lists use `descriptions` instead, because this registry loads the libraries. */
export const registry = createRegistry([...extractors, readability, defuddle])
