import { extractors } from '../../shared/extractors'
import { createRegistry } from '../../shared/extractors/core/registry'
import { defuddle } from './defuddle'
import { readability } from './readability'

/**
 * Everything that can be run: the extractors of shared/ and other people's libraries. For workers and the command line; who
 * only lists and describes takes `descriptions`, which loads no library.
 */
export const registry = createRegistry([...extractors, readability, defuddle])
