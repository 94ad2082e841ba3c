import type { MeasureSpec } from '../extractors/core/extractor'
import type { Trace, TraceStep } from '../extractors/core/probe'
import { lastAtOrBefore } from '../base/search'

/** Parts in which a chapter's new measures appear: bottom-up in the tree, or from the first line to the last. */
export const REVEAL_PARTS = 12

/** One named step of the run, with the moments it covers. */
export interface Chapter {
  readonly index: number
  readonly step: TraceStep
  /** First moment: the step has begun, nothing of it has happened. */
  readonly start: number
  readonly end: number
  /** Moments in which measures appear, after the first. */
  readonly reveals: number
  readonly firstDecision: number
  readonly decisions: number
}

/** A run as moments: per chapter one for its beginning, one per part of its measures, one per decision. */
export interface Timeline {
  readonly chapters: readonly Chapter[]
  /** Number of moments, at least 1. */
  readonly length: number
}

/** The position of a moment in a timeline. */
export interface Place {
  readonly chapter: Chapter
  /** Parts of the chapter's measures that have appeared, 0 to `chapter.reveals`. */
  readonly revealed: number
  /** Decisions made so far, in all chapters. */
  readonly decided: number
  /** The decision made at this very moment, or -1. */
  readonly decision: number
}

const UNTOLD: TraceStep = { name: 'run', caption: 'The extractor runs.', firstDecision: 0 }

/** Lays out a trace. Decisions before the first step get a separate chapter. */
export function buildTimeline(trace: Trace, measures: readonly MeasureSpec[]): Timeline {
  const first = trace.steps[0]
  const steps = first && (first.firstDecision === 0 || trace.decisionCount === 0) ? trace.steps : [UNTOLD, ...trace.steps]
  const known = new Set(measures.map((m) => m.id))
  const chapters: Chapter[] = []
  let start = 0
  steps.forEach((step, index) => {
    const reveals = step.measures?.some((id) => known.has(id)) ? REVEAL_PARTS : 0
    const decisions = (steps[index + 1]?.firstDecision ?? trace.decisionCount) - step.firstDecision
    const end = start + 1 + reveals + decisions
    chapters.push({ index, step, start, end, reveals, firstDecision: step.firstDecision, decisions })
    start = end
  })
  return { chapters, length: start }
}

/** Chapters of the same name that follow each other, shown as one. */
export interface ChapterGroup {
  readonly name: string
  readonly caption: string
  readonly first: Chapter
  readonly last: Chapter
}

/** The chapters of a timeline, those of the same name that follow each other together. */
export function chapterGroups({ chapters }: Timeline): ChapterGroup[] {
  const groups: ChapterGroup[] = []
  for (const chapter of chapters) {
    const group = groups.at(-1)
    if (group?.name === chapter.step.name) groups[groups.length - 1] = { ...group, last: chapter }
    else groups.push({ name: chapter.step.name, caption: chapter.step.caption, first: chapter, last: chapter })
  }
  return groups
}

export function chapterAt(timeline: Timeline, moment: number): Chapter {
  const { chapters } = timeline
  return chapters[
    Math.max(
      0,
      lastAtOrBefore(chapters.length, (i) => (chapters[i] as Chapter).start, moment),
    )
  ] as Chapter
}

export function clampMoment(timeline: Timeline, moment: number): number {
  return Math.max(0, Math.min(timeline.length - 1, Math.round(moment)))
}

export function placeOf(timeline: Timeline, moment: number): Place {
  const chapter = chapterAt(timeline, moment)
  const into = moment - chapter.start
  const revealed = Math.min(into, chapter.reveals)
  const made = Math.max(0, into - chapter.reveals)
  const decided = chapter.firstDecision + made
  return { chapter, revealed, decided, decision: made > 0 ? decided - 1 : -1 }
}

/** The moment at which a decision is made. */
export function momentOfDecision(timeline: Timeline, decision: number): number {
  const { chapters } = timeline
  const index = lastAtOrBefore(chapters.length, (i) => (chapters[i] as Chapter).firstDecision, decision)
  const chapter = chapters[Math.max(0, index)] as Chapter
  return chapter.start + chapter.reveals + (decision - chapter.firstDecision) + 1
}

/** A stored moment: its number, and its chapter if the run has changed. */
export interface MomentMark {
  readonly moment: number
  /** Moments of that film; null if unknown. */
  readonly moments: number | null
  readonly chapter: string
  /** Moments since the chapter's first. */
  readonly into: number
}

/** The moment of a mark: the same moment in an equal timeline, else the same distance into the chapter. */
export function momentOfMark(timeline: Timeline, { moment, moments, chapter, into }: MomentMark): number {
  const namesake = timeline.chapters.find((c) => c.step.name === chapter)
  if (moments === null || moments === timeline.length || !namesake) return clampMoment(timeline, moment)
  return Math.min(namesake.end - 1, namesake.start + into)
}

/** Milliseconds a chapter plays at speed 1: long enough to read its caption, and longer with more to see, up to a limit. */
export function chapterDuration(chapter: Chapter): number {
  const reading = 1200 + chapter.step.caption.length * 22
  return reading + (chapter.reveals > 0 ? 1400 : 0) + Math.min(9000, chapter.decisions * 260)
}

/** Maximum milliseconds of the first moment, so that playing is visible at once. */
const FIRST_MOMENT = 900

/** The moment reached after playing `elapsed` milliseconds from a moment; the end is the last moment. */
export function momentAfter(timeline: Timeline, from: number, elapsed: number): number {
  let left = elapsed
  let at = from
  while (at < timeline.length - 1) {
    const chapter = chapterAt(timeline, Math.floor(at))
    const length = chapter.end - chapter.start
    const whole = chapterDuration(chapter) / length
    // The first chapter may have only one moment.
    const pace = at < 1 ? Math.min(whole, FIRST_MOMENT) : whole
    const end = at < 1 ? Math.min(1, chapter.end) : chapter.end
    const rest = (end - at) * pace
    if (left < rest) return at + left / pace
    left -= rest
    at = end
  }
  return timeline.length - 1
}

/** Milliseconds that a moment of a video is shown at least: ten pictures a second. */
const LEAST_SHOWN = 100

/** Milliseconds of the last picture of a video. */
const END = 3000

/** Returns the moments of a run for its video, with durations: at player speed, without moments too short to see. */
export function videoMoments(timeline: Timeline): { moment: number; milliseconds: number }[] {
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
