import { descriptions, extractors } from '../../shared/extractors'
import type { Extractor } from '../../shared/extractors/core/extractor'
import { createRegistry, type Registry } from '../../shared/extractors/core/run'

const ours = createRegistry(extractors)

/** Adds the libraries only if a library is named, because the libraries load a DOM. */
export async function registryFor(names: readonly string[]): Promise<Registry<Extractor>> {
  const needsLibraries = names.some((id) => !ours.get(id) && descriptions.get(id))
  return needsLibraries ? (await import('./registry')).registry : ours
}
