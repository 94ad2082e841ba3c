import type { DemoRun } from './demo-run'
import { momentAfter } from './timeline'

/** Milliseconds that a moment of a video is shown at least: ten pictures a second. */
const LEAST_SHOWN = 100

/** Milliseconds that the end of a video stands. */
const END = 3000

/** The moments of a run that its video shows, and for how long: at the pace of the player, without those that pass faster than they are seen. */
export function videoMoments(run: DemoRun): { moment: number; milliseconds: number }[] {
  const last = run.timeline.length - 1
  const shown: { moment: number; milliseconds: number }[] = []
  let at = 0
  while (at < last) {
    const moment = Math.floor(at)
    const before = shown.at(-1)
    if (before?.moment === moment) before.milliseconds += LEAST_SHOWN
    else shown.push({ moment, milliseconds: LEAST_SHOWN })
    at = momentAfter(run.timeline, at, LEAST_SHOWN)
  }
  return [...shown, { moment: last, milliseconds: END }]
}
