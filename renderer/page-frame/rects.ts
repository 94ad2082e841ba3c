/** Boxes of elements over the page: single, nested, joined to runs. */
import { KEPT } from '../../shared/page/selection'
import { ELEMENT, type NodeId } from '../../shared/page/page-model'
import type { FrameGeometry } from './geometry'

/** x, y, width and height of an element. */
export const rectOf = ({ boxes }: FrameGeometry, node: NodeId): Rect =>
  [boxes[node * 4], boxes[node * 4 + 1], boxes[node * 4 + 2], boxes[node * 4 + 3]] as unknown as Rect
export type Rect = readonly [x: number, y: number, width: number, height: number]

/** Whether an element's box is (almost) within another's. */
export function contains(geometry: FrameGeometry, outer: NodeId, inner: NodeId): boolean {
  const slack = 2
  const [x, y, width, height] = rectOf(geometry, inner)
  const [left, top, wide, high] = rectOf(geometry, outer)
  return x >= left - slack && y >= top - slack && x + width <= left + wide + slack && y + height <= top + high + slack
}

/** Pixels of the page: largest gap between boxes of one run, and largest offset of their sides. */
const RUN_GAP = 48
const RUN_SIDES = 4

/** Joins a run of kept elements below each other, of equal width and without dropped text between them, to one box. */
export function runsOf(geometry: FrameGeometry, nodes: readonly NodeId[], selected: Uint8Array): Rect[] {
  const runs: Rect[] = []
  let last = -1
  for (const node of nodes) {
    const run = runs.at(-1)
    const [x, y, width, height] = rectOf(geometry, node)
    const gap = run ? y - run[1] - run[3] : Infinity
    const isBeside = run && Math.abs(x - run[0]) <= RUN_SIDES && Math.abs(x + width - run[0] - run[2]) <= RUN_SIDES
    if (run && isBeside && gap >= -RUN_SIDES && gap <= RUN_GAP && !isTextDropped(geometry, last, node, selected))
      runs[runs.length - 1] = [run[0], run[1], run[2], y + height - run[1]]
    else runs.push([x, y, width, height])
    last = node
  }
  return runs
}

/** Whether a text between the end of one node and the start of another is dropped. */
function isTextDropped({ model, blank }: FrameGeometry, after: NodeId, until: NodeId, selected: Uint8Array): boolean {
  for (let n = model.subtreeEnd[after] as number; n < until; n++)
    if (model.kind[n] !== ELEMENT && blank[n] === 0 && selected[n] !== KEPT) return true
  return false
}
