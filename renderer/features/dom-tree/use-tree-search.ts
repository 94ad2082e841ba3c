import { useEffect, useState } from 'react'
import type { searchTree } from './tree-search'

/** Loads the search: what reads CSS selectors is large, and the first screen searches nothing. */
export const loadTreeSearch = async (): Promise<typeof searchTree> => (await import('./tree-search')).searchTree

/** The tree's search, from the first query on; null until it is loaded. */
export function useTreeSearch(query: string): typeof searchTree | null {
  const [search, setSearch] = useState<typeof searchTree | null>(null)
  const isWanted = search === null && query !== ''
  useEffect(() => {
    if (isWanted) void loadTreeSearch().then((loaded) => setSearch(() => loaded))
  }, [isWanted])
  return search
}
