/** A website has no Node modules, so `registry.ts` must not import this module. */
import { createRequire } from 'node:module'
import type Defuddle from 'defuddle'
import type { Readability } from '@mozilla/readability'
import type { Extractor } from '../../shared/extractors/core/extractor'
import type { defuddleInfo } from '../../shared/extractors/peers/defuddle-info'
import type { readabilityInfo } from '../../shared/extractors/peers/readability-info'
import type { OwnFile } from '../services/own/own-file'
import { defuddleOf } from './defuddle'
import { readabilityOf } from './readability'

/** @throws Error if the module does not load or is not the library */
export function libraryExtractor({ path, library, info }: Extract<OwnFile, { readonly kind: 'library' }>): Extractor {
  const module = createRequire(path)(path) as Readonly<Record<string, unknown>>
  if (library === 'readability')
    return readabilityOf(classIn<typeof Readability>(module, 'Readability', path), info as typeof readabilityInfo)
  return defuddleOf(classIn<typeof Defuddle>(module, 'Defuddle', path), info as typeof defuddleInfo)
}

function classIn<C>(module: unknown, name: string, path: string): C {
  const members = module as Readonly<Record<string, unknown>>
  const found = [module, members[name], members.default].find((one) => typeof one === 'function')
  if (!found) throw new Error(`${path} has no class ${name}.`)
  return found as C
}
