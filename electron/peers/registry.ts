import { createRequire } from 'node:module'
import type { Readability } from '@mozilla/readability'
import type Defuddle from 'defuddle'
import { extractors } from '../../shared/extractors'
import type { Extractor, ExtractorInfo } from '../../shared/extractors/core/extractor'
import { createRegistry } from '../../shared/extractors/core/registry'
import type { defuddleInfo } from '../../shared/extractors/peers/defuddle-info'
import type { readabilityInfo } from '../../shared/extractors/peers/readability-info'
import { defuddle, defuddleOf } from './defuddle'
import { readability, readabilityOf } from './readability'

/**
 * All runnable extractors: those of shared/ and libraries. For workers and the command line; use `descriptions` for lists, which loads no
 * library.
 */
export const registry = createRegistry([...extractors, readability, defuddle])

interface InstalledLibrary {
  /** The entry file of its package. */
  readonly path: string
  readonly library: string
  readonly info: ExtractorInfo
}

/** Loads a version into this thread. @throws Error if its module does not load, or is not such a library. */
export function libraryExtractor({ path, library, info }: InstalledLibrary): Extractor {
  const module = createRequire(path)(path) as Readonly<Record<string, unknown>>
  if (library === 'readability')
    return readabilityOf(classIn<typeof Readability>(module, 'Readability', path), info as typeof readabilityInfo)
  return defuddleOf(classIn<typeof Defuddle>(module, 'Defuddle', path), info as typeof defuddleInfo)
}

/** Returns the class that a module is or exports. */
function classIn<C>(module: unknown, name: string, path: string): C {
  const members = module as Readonly<Record<string, unknown>>
  const found = [module, members[name], members.default].find((one) => typeof one === 'function')
  if (!found) throw new Error(`${path} has no class ${name}.`)
  return found as C
}
