/** Which node stands for each row of pixels beside the page. Pure. */
import type { NodeId } from '../../../shared/page/page-model'

export interface ProfileRows {
  /** By row the node whose value is drawn, -1 for none. */
  readonly owner: Int32Array
}

/**
 * Of the nodes that cover a row the innermost; of nodes beside each other that with the largest value.
 * @param boxes nodes in document order with their first row and the row after their last, in pixels
 */
export function profileRows(
  boxes: readonly { readonly node: NodeId; readonly from: number; readonly to: number }[],
  values: Float64Array,
  subtreeEnd: Int32Array,
  height: number,
): ProfileRows {
  const owner = new Int32Array(height).fill(-1)
  for (const { node, from, to } of boxes) {
    const last = Math.min(height, Math.max(Math.round(from) + 1, Math.round(to)))
    for (let row = Math.max(0, Math.round(from)); row < last; row++) {
      const now = owner[row] as number
      const isInside = now >= 0 && node < (subtreeEnd[now] as number)
      if (now < 0 || isInside || (values[node] as number) > (values[now] as number)) owner[row] = node
    }
  }
  return { owner }
}
