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

/** Returns a function that computes and caches one value per object. */
export function once<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const lookup = new WeakMap<K, V>()
  return (of) => valueAt(lookup, of, () => make(of))
}

export function storeLatest<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= most) return
    map.delete(oldest)
  }
}
