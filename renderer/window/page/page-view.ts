/** What can be switched on and off over the page, and the steps of its zoom: for toolbar, keys and menu. */

/** Switches in the order of the toolbar. */
export const VIEW_SWITCHES = [
  { key: 'kept', label: 'Tint what was kept' },
  { key: 'dim', label: 'Dim what was dropped' },
  { key: 'path', label: 'Mark the path to kept content' },
  { key: 'gold', label: 'Colour hits and misses against the gold text' },
  { key: 'reveal', label: 'Reveal hidden text' },
  { key: 'unpin', label: 'Hide what stays in view while scrolling' },
  { key: 'styled', label: 'Show the page’s own images and styles' },
] as const

/** A part of the view's state that is on or off. */
export type ViewSwitch = (typeof VIEW_SWITCHES)[number]['key']

const ZOOMS = [0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3]

/** The next larger or smaller zoom; undefined at the end of the steps. */
export function zoomStep(now: number, step: 1 | -1): number | undefined {
  return step > 0 ? ZOOMS.find((z) => z > now + 0.01) : ZOOMS.findLast((z) => z < now - 0.01)
}
