interface Lookup<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): unknown
}

export function valueAt<K, V>(lookup: Lookup<K, V>, key: K, make: () => V): V {
  const before = lookup.get(key)
  if (before !== undefined) return before
  const made = make()
  lookup.set(key, made)
  return made
}

/** Returns a function that computes a value once per object. The function caches the value while the object exists. */
export function once<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const lookup = new WeakMap<K, V>()
  return (of) => valueAt(lookup, of, () => make(of))
}

/** Stores a value as the latest value of a map. Then removes the oldest values until at most `most` values remain. */
export function storeLatest<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= most) return
    map.delete(oldest)
  }
}
