/** Common interface of Map and WeakMap. */
interface Lookup<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): unknown
}

/** Returns the value of a key; creates it if it is missing. */
export function valueAt<K, V>(lookup: Lookup<K, V>, key: K, make: () => V): V {
  const before = lookup.get(key)
  if (before !== undefined) return before
  const made = make()
  lookup.set(key, made)
  return made
}

/** A function that works out what follows from an object once, and keeps it as long as the object is there. */
export function once<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const lookup = new WeakMap<K, V>()
  return (of) => valueAt(lookup, of, () => make(of))
}

/** Puts an entry at the end of a map, as the latest one, and lets the oldest go beyond a number. */
export function storeLatest<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= most) return
    map.delete(oldest)
  }
}
