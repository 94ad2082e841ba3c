import { descriptions, extractors } from '../../shared/extractors'
import type { Extractor } from '../../shared/extractors/core/extractor'
import { createRegistry, type Registry } from '../../shared/extractors/core/registry'

const ours = createRegistry(extractors)

/** The extractors of shared/, and the libraries where one is named: they bring a DOM, which a thread need not load to parse a page. */
export async function registryFor(named: readonly string[]): Promise<Registry<Extractor>> {
  const needsLibraries = named.some((id) => !ours.get(id) && descriptions.get(id))
  return needsLibraries ? (await import('./registry')).registry : ours
}
