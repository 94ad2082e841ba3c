import { useEffect, useMemo, type RefObject } from 'react'
import type { PageModel } from '../../../shared/page/page-model'
import { KEPT, PATH } from '../../../shared/page/output'
import { measureScale } from '../../components/density-scale'
import type { ListHandle } from '../../components/list/list'
import { treeActions, useTree } from '../../window/page/tree-view'
import { CHANGE_MARK_MS } from '../../window/result/gold-hits'
import { currentTab, useTab, type Tab, useExtractor } from '../../window/window'
import type { Column } from './tree-row'

export function useMeasures() {
  const result = useTab((tab) => tab.result)
  const info = useExtractor(result?.extraction.extractor)
  return useMemo(
    () =>
      (info?.measures ?? []).flatMap((spec) => {
        const values = result?.extraction.measures[spec.id]
        return spec.per === 'node' && values ? [{ ...spec, values }] : []
      }),
    [info, result],
  )
}

export function useColumns(): readonly Column[] {
  const info = useExtractor(useTab(({ result }) => result?.extraction.extractor))
  const measures = useMeasures()
  const chosen = useTree((state) => (info ? state.columns[info.id] : undefined))
  return useMemo(() => {
    const ids = chosen ?? [info?.mainMeasure]
    return measures.flatMap((measure): Column[] => {
      const { id, unit, share = false, names, values } = measure
      if (!ids.includes(id)) return []
      const isWhole = !share && !names && values.every((value) => Number.isNaN(value) || Number.isInteger(value))
      return [{ ...measure, unit: share ? '' : unit, isWhole, scale: measureScale(values, share) }]
    })
  }, [measures, info, chosen])
}

export function statusesOf({ model }: Tab, result: Tab['result']): Uint8Array | null {
  const selected = result?.extraction.selected
  return selected && selected.length === model?.count ? selected : null
}

/** Marks changed rows only at the change, and not when the rows later scroll into view. */
export function useFlash(list: RefObject<ListHandle | null>, statuses: Uint8Array | null, previous: Uint8Array | null): void {
  useEffect(() => {
    const element = list.current?.element
    if (!element || !statuses || !previous) return
    // Reading a size between the removal and the new mark restarts the animation.
    void element.offsetWidth
    element.dataset.flash = ''
    const timer = setTimeout(() => delete element.dataset.flash, CHANGE_MARK_MS)
    return () => {
      clearTimeout(timer)
      delete element.dataset.flash
    }
  }, [list, statuses, previous])
}

const opened = new WeakSet<PageModel>()
/** More rows would hide the page's outline. */
const MOST_ROWS_OPENED = 300
const MOST_REGIONS_OPENED = 3

export function openToKept(model: PageModel): void {
  const statuses = currentTab().result?.extraction.selected
  if (!statuses || statuses.length !== model.count || opened.has(model)) return
  opened.add(model)
  const path: number[] = []
  const roots: number[] = []
  for (let n = 0; n < model.count && path.length < MOST_ROWS_OPENED; n++) {
    if (statuses[n] === PATH) path.push(n)
    else if (statuses[n] === KEPT && statuses[model.parent[n] as number] !== KEPT) roots.push(n)
  }
  if (roots.length <= MOST_REGIONS_OPENED) path.push(...roots)
  treeActions.expandAll(model, path)
}
