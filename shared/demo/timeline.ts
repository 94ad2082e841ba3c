import type { MeasureSpec } from '../extractors/core/extractor'
import type { Trace, TraceStep } from '../extractors/core/probe'

/** Number of parts in which the measures of a chapter appear: from inner to outer nodes, or from the first to the last line. */
export const REVEAL_PARTS = 12

const UNNAMED_STEP: TraceStep = { name: 'run', caption: 'The extractor runs.', firstDecision: 0 }

/**
 * Divides a trace into moments. A chapter is a step of the run: a first moment, a moment per part of the measures, and a moment per
 * decision. Decisions before the first step form a separate chapter.
 */
export function buildTimeline(trace: Trace, measures: readonly MeasureSpec[]) {
  const first = trace.steps[0]
  const steps = first && (first.firstDecision === 0 || trace.decisionCount === 0) ? trace.steps : [UNNAMED_STEP, ...trace.steps]
  const known = new Set(measures.map((m) => m.id))
  let end = 0
  const chapters = steps.map((step, index) => {
    const { firstDecision } = step
    /** Number of moments in which measures appear. These moments follow the first moment. */
    const reveals = step.measures?.some((id) => known.has(id)) ? REVEAL_PARTS : 0
    const decisions = (steps[index + 1]?.firstDecision ?? trace.decisionCount) - firstDecision
    const start = end
    end += 1 + reveals + decisions
    return { index, step, start, end, reveals, firstDecision, decisions }
  })
  return { chapters, length: end }
}
export type Timeline = Readonly<ReturnType<typeof buildTimeline>>

/** The moments of a chapter are `start` to `end`, end exclusive. The first moment is the beginning of the step. */
export type Chapter = Readonly<Timeline['chapters'][number]>

/** Joins neighbouring chapters of the same name. */
export function chapterGroups({ chapters }: Timeline) {
  const groups: { readonly first: Chapter; last: Chapter }[] = []
  for (const chapter of chapters) {
    const group = groups.at(-1)
    if (group?.first.step.name === chapter.step.name) group.last = chapter
    else groups.push({ first: chapter, last: chapter })
  }
  return groups
}

export function chapterAt(timeline: Timeline, moment: number): Chapter {
  return (timeline.chapters.findLast(({ start }) => start <= moment) ?? timeline.chapters[0]) as Chapter
}

export function clampMoment(timeline: Timeline, moment: number): number {
  return Math.max(0, Math.min(timeline.length - 1, Math.round(moment)))
}

/** `decided`: number of decisions so far, in all chapters. `decision`: index of the decision of this moment, or -1. */
export function placeOf(timeline: Timeline, moment: number) {
  const chapter = chapterAt(timeline, moment)
  const into = moment - chapter.start
  const revealed = Math.min(into, chapter.reveals)
  const made = Math.max(0, into - chapter.reveals)
  const decided = chapter.firstDecision + made
  return { chapter, revealed, decided, decision: made > 0 ? decided - 1 : -1 }
}

export function momentOfDecision(timeline: Timeline, decision: number): number {
  const { chapters } = timeline
  const chapter = (chapters.findLast(({ firstDecision }) => firstDecision <= decision) ?? chapters[0]) as Chapter
  return chapter.start + chapter.reveals + (decision - chapter.firstDecision) + 1
}

type RequestedMoment = Readonly<{ moment: number; moments: number | null; chapter: string; into: number }>

/**
 * Returns the same moment in a timeline of equal length. In another timeline, returns the moment at the same distance from the start of the
 * chapter. If `moments` is null or the chapter is missing, returns the moment nearest to `moment`.
 */
export function momentOfMark(timeline: Timeline, { moment, moments, chapter, into }: RequestedMoment): number {
  const namesake = timeline.chapters.find((c) => c.step.name === chapter)
  if (moments === null || moments === timeline.length || !namesake) return clampMoment(timeline, moment)
  return Math.min(namesake.end - 1, namesake.start + into)
}

/** Returns the milliseconds of a chapter at speed 1: time for the caption, the measures and the decisions. */
export function chapterDuration(chapter: Chapter): number {
  const reading = 1200 + chapter.step.caption.length * 22
  return reading + (chapter.reveals > 0 ? 1400 : 0) + Math.min(9000, chapter.decisions * 260)
}

const FIRST_MOMENT = 900

/** Returns the moment after `elapsed` milliseconds of playing, at most the last moment. May be fractional. */
export function momentAfter(timeline: Timeline, from: number, elapsed: number): number {
  let left = elapsed
  let at = from
  while (at < timeline.length - 1) {
    const chapter = chapterAt(timeline, Math.floor(at))
    const length = chapter.end - chapter.start
    const whole = chapterDuration(chapter) / length
    const pace = at < 1 ? Math.min(whole, FIRST_MOMENT) : whole
    const end = at < 1 ? Math.min(1, chapter.end) : chapter.end
    const rest = (end - at) * pace
    if (left < rest) return at + left / pace
    left -= rest
    at = end
  }
  return timeline.length - 1
}

/** Milliseconds of one frame of a video. A shown moment lasts one or more frames. */
const LEAST_SHOWN = 100

const END = 3000

/** Returns the moments of a video with durations. Omits moments that fall between two frames of the video. */
export function videoMoments(timeline: Timeline) {
  const last = timeline.length - 1
  const shown: { moment: number; milliseconds: number }[] = []
  let at = 0
  while (at < last) {
    const moment = Math.floor(at)
    const before = shown.at(-1)
    if (before?.moment === moment) before.milliseconds += LEAST_SHOWN
    else shown.push({ moment, milliseconds: LEAST_SHOWN })
    at = momentAfter(timeline, at, LEAST_SHOWN)
  }
  return [...shown, { moment: last, milliseconds: END }]
}
