/** Finding things by a few typed letters. */

/** 3: the name begins so; 2: every typed word begins a word of the name; 1: every typed word is in it; 0: no. */
function rank(name: string, query: string): number {
  if (name.startsWith(query)) return 3
  const typed = query.split(/\s+/)
  const words = name.split(/[^\p{L}\p{N}]+/u)
  if (typed.every((part) => words.some((word) => word.startsWith(part)))) return 2
  return typed.every((part) => name.includes(part)) ? 1 : 0
}

/** The things whose name fits, best first; equals stay in their order. */
export function rankByName<T>(things: readonly T[], query: string, name: (thing: T) => string): T[] {
  const wanted = query.trim().toLowerCase()
  return things
    .map((thing) => ({ thing, fit: rank(name(thing).toLowerCase(), wanted) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit)
    .map(({ thing }) => thing)
}
