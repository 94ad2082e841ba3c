import type { DemoRun } from './demo-run'
import { chapterDuration, momentAfter } from './timeline'

/** Frames an animated picture has at most. */
const MOST_FRAMES = 48

/** The moments of a run that its animated picture shows: chapters, and within them what fits. */
export function pictureMoments(run: DemoRun): { moment: number; milliseconds: number }[] {
  const { chapters } = run.timeline
  const each = Math.max(1, Math.floor(MOST_FRAMES / chapters.length))
  const chosen: { moment: number; milliseconds: number }[] = []
  const stride = Math.max(1, Math.ceil(chapters.length / MOST_FRAMES))
  for (let c = 0; c < chapters.length; c += stride) {
    const chapter = chapters[c]
    if (!chapter) continue
    const length = chapter.end - chapter.start
    const frames = Math.min(each, length)
    const milliseconds = Math.max(250, Math.min(4000, chapterDuration(chapter) / frames))
    for (let k = 0; k < frames; k++)
      chosen.push({ moment: chapter.start + (frames === 1 ? length - 1 : Math.round((k * (length - 1)) / (frames - 1))), milliseconds })
  }
  const last = chosen[chosen.length - 1]
  if (last) chosen[chosen.length - 1] = { moment: run.timeline.length - 1, milliseconds: 4000 }
  return chosen
}

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
