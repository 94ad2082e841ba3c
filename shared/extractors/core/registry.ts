import type { Extractor } from './extractor'

export interface Registry {
  /** In the order of registration; the first is the default. */
  list(): readonly Extractor[]
  get(id: string): Extractor | undefined
  /** Adds an extractor (a user's own, a test's). @throws Error if the id is taken or malformed. */
  register(extractor: Extractor): void
}

/** Makes a registry. Ids are lower-case letters, digits and dashes, each once. */
export function createRegistry(extractors: readonly Extractor[]): Registry {
  const byId = new Map<string, Extractor>()
  const register = (extractor: Extractor): void => {
    if (!/^[a-z][a-z0-9-]*$/.test(extractor.id))
      throw new Error(`"${extractor.id}" is not an extractor id: use lower-case letters, digits and dashes.`)
    if (byId.has(extractor.id)) throw new Error(`The extractor id "${extractor.id}" is taken.`)
    byId.set(extractor.id, extractor)
  }
  extractors.forEach(register)
  return { list: () => [...byId.values()], get: (id) => byId.get(id), register }
}
