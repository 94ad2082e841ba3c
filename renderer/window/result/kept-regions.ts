/** Moves the selection through the kept regions. */
import { KEPT } from '../../../shared/page/selection'
import type { NodeId } from '../../../shared/page/page-model'
import { currentTab, notify, patchOf } from '../store'

/** Returns kept nodes whose parent is not kept, in document order, without blank text. */
function keptRegions(): NodeId[] {
  const { model, result } = currentTab()
  const selected = result?.extraction.selected
  const regions: NodeId[] = []
  if (!model || selected?.length !== model.count) return regions
  for (let n = 0; n < model.count; n++) {
    if (selected[n] !== KEPT || selected[model.parent[n] ?? 0] === KEPT) continue
    if (model.text[n] === '' || /\S/.test(model.text[n] ?? '')) regions.push(n)
  }
  return regions
}

/** Selects the next or previous kept region after the selected node; wraps at the end. */
export function goToKept(step: 1 | -1): void {
  const regions = keptRegions()
  const { id, selected } = currentTab()
  if (regions.length === 0) return notify('Nothing was kept of this page.')
  const behind = regions.findIndex((n) => n > (selected ?? -1))
  const at = selected === null ? -1 : regions.indexOf(selected)
  const next = at >= 0 ? at + step : step > 0 ? Math.max(behind, 0) : (behind < 0 ? regions.length : behind) - 1
  patchOf(id, { selected: regions[(next + regions.length) % regions.length] ?? null })
}
