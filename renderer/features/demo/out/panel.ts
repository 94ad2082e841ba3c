/** A part of the stage as it is drawn for a figure, a film's frame, a slide. */
import type { DrawingRoom, LegendKey } from '../../../figures/figure-frame'
import { lastAtOrBefore } from '../../../../shared/base/search'
import { cutOff } from '../../../../shared/explain/node-label'
import type { MeasureText } from '../../../../shared/scene/scene'
import type { FigureColours } from '../../../figures/figure-style'

/** How the stage is drawn. */
export interface StageStyle {
  /** Points. */
  readonly size: number
  readonly measure: MeasureText
  readonly colours: FigureColours
}

export interface StagePanel {
  readonly title: string
  readonly legend: readonly LegendKey[]
  /** Height that it takes to show all, in points. */
  readonly heightAt: (width: number) => number
  /** Height below which it says nothing any more. */
  readonly leastAt: (width: number) => number
  /** Draws as much as there is room for, and says where something is left out. */
  readonly draw: (room: DrawingRoom) => string
}

/** A row of type, from one to the next, in sizes of type. */
export const ROW = 1.5

/** Rows of a list that are worth drawing. */
export const LEAST_ROWS = 5

/** The beginning of a text that has room, with an ellipsis where it is cut. */
export function cutText(text: string, room: number, size: number, measure: MeasureText): string {
  if (measure(text, size) <= room) return text
  const most = lastAtOrBefore(text.length + 1, (length) => measure(cutOff(text, length), size), room)
  return most <= 0 ? '' : cutOff(text, most)
}

/** The rows that have room: around the current one, the first ones where there is none; one row is left for saying what is left out. */
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
