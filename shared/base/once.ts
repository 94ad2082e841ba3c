/** Common interface of Map and WeakMap. */
interface Known<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): unknown
}

/** Returns the value of a key; creates it if it is missing. */
export function valueAt<K, V>(known: Known<K, V>, key: K, make: () => V): V {
  const before = known.get(key)
  if (before !== undefined) return before
  const made = make()
  known.set(key, made)
  return made
}

/** A function that works out what follows from an object once, and keeps it as long as the object is there. */
export function once<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, V>()
  return (of) => valueAt(known, of, () => make(of))
}

/** Puts an entry at the end of a map, as the latest one, and lets the oldest go beyond a number. */
export function keepLatest<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= most) return
    map.delete(oldest)
  }
}
