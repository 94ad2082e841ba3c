import { extractors } from '../../shared/extractors'
import { createRegistry } from '../../shared/extractors/core/run'
import { defuddle } from './defuddle'
import { readability } from './readability'

/**
 * All runnable extractors: those of shared/ and libraries. For workers and the command line; use `descriptions` for lists, which loads no
 * library.
 */
export const registry = createRegistry([...extractors, readability, defuddle])
