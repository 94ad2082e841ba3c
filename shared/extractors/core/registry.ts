import { failed } from '../../base/failure'

/** Extractors, or their descriptions, by id. */
export interface Registry<E> {
  /** In the order of registration; the first is the default. */
  list(): readonly E[]
  get(id: string): E | undefined
  /** Adds one (a user's own, a test's). @throws Error if the id is taken or malformed. */
  register(entry: E): void
}

/** Makes a registry. Ids are lower-case letters, digits and dashes, each once; those of a library's version have it behind an `@`. */
export function createRegistry<E extends { readonly id: string }>(entries: readonly E[]): Registry<E> {
  const byId = new Map<string, E>()
  const register = (entry: E): void => {
    if (!/^[a-z][a-z0-9-]*(?:@\d[\w.-]*)?$/.test(entry.id))
      throw new Error(`"${entry.id}" is not an extractor id: use lower-case letters, digits and dashes.`)
    if (byId.has(entry.id)) throw new Error(`The extractor id "${entry.id}" is taken.`)
    byId.set(entry.id, entry)
  }
  entries.forEach(register)
  return { list: () => [...byId.values()], get: (id) => byId.get(id), register }
}

/** Finds an extractor, or says which there are. @throws FailureError `extractor.unknown`. */
export function findExtractor<E extends { readonly id: string }>(known: readonly E[] | Pick<Registry<E>, 'list'>, id: string): E {
  const all = 'list' in known ? known.list() : known
  const extractor = all.find((one) => one.id === id)
  if (extractor) return extractor
  const ids = all.map((one) => one.id)
  throw failed('extractor.unknown', `There is no extractor "${id}".`, `Choose one of: ${ids.join(', ')}.`)
}
