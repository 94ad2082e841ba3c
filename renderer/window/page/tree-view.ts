import { create } from 'zustand'
import { z } from 'zod'
import type { NodeId, PageModel } from '../../../shared/page/page-model'
import type { Source } from '../../../shared/contract/capture'
import { currentTab, useTab } from '../store'
import type { Tab } from '../window-state'
import { readValue, writeValue } from '../host/storage'
import { valueAt } from '../../../shared/base/once'

export type TreeFilter = 'all' | 'kept' | 'text' | 'changed'

/** Per page, 1 for each expanded element. The key is `model.parent`, because copies of a model share this array. */
const expanded = new WeakMap<PageModel['parent'], Uint8Array>()
/** Per page, the first folded node of each opened run of similar siblings. */
const openRuns = new WeakMap<PageModel['parent'], Set<NodeId>>()

interface TreeState {
  /** Increases with each change of `expanded` or `openRuns`, because both are changed in place. */
  readonly version: number
  readonly query: string
  readonly searched: Source | null
  readonly filter: TreeFilter
  readonly columns: Readonly<Record<string, readonly string[]>>
}

const COLUMNS_KEY = 'boilerscope.tree-columns'

const Columns = z.record(z.string(), z.array(z.string()))

export const useTree = create<TreeState>()(() => ({
  version: 0,
  query: '',
  searched: null,
  filter: 'all',
  columns: readValue(COLUMNS_KEY, Columns) ?? {},
}))

const { getState, setState } = useTree
const changed = (): void => setState(({ version }) => ({ version: version + 1 }))

export const queryOf = ({ query, searched }: TreeState, { source }: Pick<Tab, 'source'>): string => (searched === source ? query : '')

export function useTreeQuery(): string {
  const source = useTab((tab) => tab.source)
  return useTree((state) => queryOf(state, { source }))
}

export function expandedOf(model: PageModel): Uint8Array {
  return valueAt(expanded, model.parent, () => {
    const set = new Uint8Array(model.count)
    if (model.count > 0) set[0] = 1
    if (model.body >= 0) set[model.body] = 1
    return set
  })
}

export const openRunsOf = (model: PageModel): Set<NodeId> => valueAt(openRuns, model.parent, () => new Set())

export const treeActions = {
  setQuery: (query: string): void => setState({ query, searched: currentTab().source }),
  setFilter: (filter: TreeFilter): void => setState({ filter }),
  setColumns(extractor: string, columns: readonly string[]): void {
    setState((state) => ({ columns: { ...state.columns, [extractor]: columns } }))
    writeValue(COLUMNS_KEY, getState().columns)
  },
  expand(model: PageModel, node: NodeId, open: boolean): void {
    expandedOf(model)[node] = open ? 1 : 0
    changed()
  },
  expandBelow(model: PageModel, node: NodeId, open: boolean): void {
    expandedOf(model).fill(open ? 1 : 0, node, model.subtreeEnd[node])
    changed()
  },
  reveal(model: PageModel, node: NodeId): void {
    const set = expandedOf(model)
    let any = false
    for (let n = model.parent[node] ?? -1; n >= 0; n = model.parent[n] ?? -1) {
      if (set[n] === 1) continue
      set[n] = 1
      any = true
    }
    if (any) changed()
  },
  expandAll(model: PageModel, nodes: Iterable<NodeId>): void {
    const set = expandedOf(model)
    for (const n of nodes) set[n] = 1
    changed()
  },
  openRun(model: PageModel, first: NodeId): void {
    openRunsOf(model).add(first)
    changed()
  },
}
