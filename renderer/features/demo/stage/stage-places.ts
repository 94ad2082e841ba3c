import type { NodeId } from '../../../../shared/page/page-model'
import type { ChartRect } from '../../../../shared/demo/chart-shapes'
import type { StageChart } from '../../../../shared/demo/stage-chart'

/** A block on the stage's page, as far as it is in sight, and how large its letters are there. */
export interface PlacedBlock {
  readonly rect: ChartRect
  readonly font: number
}

/**
 * Where the parts of one stage show what flies between them, in coordinates of the window. Each part puts its own answer in while it
 * is shown; null, and an answer of null, for what is not in sight.
 */
export interface StagePlaces {
  block: ((node: NodeId) => PlacedBlock | null) | null
  /** The chart of the moment, and the part of a column of it between two values. */
  chart: { readonly drawn: StageChart; readonly bar: (column: number, from: number, to: number) => ChartRect | null } | null
}

/** The part of a rectangle inside another; null where they share too little to be seen. */
export function seenPart(rect: ChartRect, within: ChartRect): ChartRect | null {
  const x = Math.max(rect.x, within.x)
  const y = Math.max(rect.y, within.y)
  const width = Math.min(rect.x + rect.width, within.x + within.width) - x
  const height = Math.min(rect.y + rect.height, within.y + within.height) - y
  return width < 6 || height < 4 ? null : { x, y, width, height }
}
