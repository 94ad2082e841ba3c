import { extractors } from '../../shared/extractors'
import { createRegistry } from '../../shared/extractors/core/run'
import { defuddle } from './defuddle'
import { readability } from './readability'

/** All runnable extractors, with libraries. Lists use `descriptions`, which loads no library. */
export const registry = createRegistry([...extractors, readability, defuddle])
