/** How playing goes on: through all moments or those of the summary, once or in a loop. */
import { summaryPlace } from './summary'
import { chapterAt, momentAfter, type Timeline } from './timeline'

export interface Playing {
  /** What is played again and again; a marked part goes before it. */
  readonly loop: 'none' | 'run' | 'chapter'
  /** The marked part: from its beginning, and to its end with it. Null for none. */
  readonly marked: { readonly from: number; readonly to: number } | null
  /** The only moments that are shown, ascending; null for all. */
  readonly only: readonly number[] | null
  /** Milliseconds that one of these stands. */
  readonly stands: (moment: number) => number
}

export interface PlayedTo {
  /** Moment, with the part of its time that has passed. */
  readonly position: number
  /** It is the end, and nothing comes after it. */
  readonly isOver: boolean
}

/** Where playing is after some time. The end of what is played in a loop leads to its beginning, and takes no time by itself. */
export function playOn(timeline: Timeline, playing: Playing, from: number, elapsed: number): PlayedTo {
  const end = timeline.length - 1
  const target = playing.only ? summaryAfter(playing.only, playing.stands, from, elapsed) : momentAfter(timeline, from, elapsed)
  const { marked } = playing
  if (marked) {
    const isLast = marked.to >= end
    if (isLast ? target >= end : target >= marked.to + 1) return { position: marked.from, isOver: false }
    return { position: target, isOver: false }
  }
  if (playing.loop === 'chapter') {
    const here = chapterAt(timeline, Math.floor(from))
    if (target >= Math.min(here.end, end)) return { position: here.start, isOver: false }
  }
  if (target < end) return { position: target, isOver: false }
  return playing.loop === 'run' ? { position: 0, isOver: false } : { position: end, isOver: true }
}

/** The same for some moments only: each stands its time, then comes the next. */
function summaryAfter(moments: readonly number[], stands: (moment: number) => number, from: number, elapsed: number): number {
  let left = elapsed
  let at = from
  for (let place = summaryPlace(moments, Math.floor(from)); ; place++) {
    const next = moments[place + 1]
    if (next === undefined) return moments[moments.length - 1] ?? 0
    const here = Math.floor(at)
    const whole = Math.max(1, stands(here))
    const rest = (1 - (at - here)) * whole
    if (left < rest) return at + left / whole
    left -= rest
    at = next
  }
}
