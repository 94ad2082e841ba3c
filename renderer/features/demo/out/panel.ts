import type { DrawingRoom, LegendKey } from '../../../figures/figure-frame'
import { lastAtOrBefore } from '../../../../shared/base/int-list'
import { cutOff } from '../../../../shared/explain/node-label'
import type { MeasureText } from '../../../../shared/scene/scene'
import type { FigureColours } from '../../../figures/figure-style'

export interface StageStyle {
  readonly size: number
  readonly measure: MeasureText
  readonly colours: FigureColours
}

export interface StagePanel {
  readonly title: string
  readonly legend: readonly LegendKey[]
  readonly heightAt: (width: number) => number
  readonly leastAt: (width: number) => number
  readonly draw: (room: DrawingRoom) => string
}

export const ROW = 1.5

export const LEAST_ROWS = 5

export function cutText(text: string, room: number, size: number, measure: MeasureText): string {
  if (measure(text, size) <= room) return text
  const most = lastAtOrBefore(text.length + 1, (length) => measure(cutOff(text, length), size), room)
  return most <= 0 ? '' : cutOff(text, most)
}

export function rowsOf(
  count: number,
  current: number,
  height: number,
  row: number,
): { readonly from: number; readonly to: number; readonly whole: boolean } {
  const fits = Math.max(1, Math.floor(height / row + 0.01))
  const whole = count <= fits
  const shown = whole ? count : Math.max(1, fits - 1)
  const from = Math.max(0, Math.min(count - shown, current < 0 ? 0 : current - (shown >> 1)))
  return { from, to: Math.min(count, from + shown), whole }
}
