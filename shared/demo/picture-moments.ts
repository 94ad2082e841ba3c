import type { DemoRun } from './demo-run'
import { chapterDuration } from './timeline'

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
