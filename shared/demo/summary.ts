/** A run in short: the moments at which it is decided. */
import { OUTCOMES } from '../extractors/core/probe'
import { TEXT } from '../page/page-model'
import { lastAtOrBefore } from '../base/search'
import { collapsedLength } from '../page/text'
import type { DemoRun } from './demo-run'
import { phasesOf } from './phases'
import { chapterGroups, momentOfDecision } from './timeline'
import { once } from '../base/once'

/** Decisions of a summary at most, and the least part of all text that one of them turns. */
const MOST_DECISIONS = 24
const LEAST_TURN = 0.005

/**
 * The moments that decide a run, ascending: its first and its last, the first of each phase, those at which a measure is complete
 * or a limit, a target or a clustering is found, and the decisions that turn most text or most lines from kept to dropped or back.
 * Linear in decisions and in the nodes that they are about.
 */
export const summaryMoments = once((run: DemoRun): readonly number[] => {
  const { timeline } = run
  const chosen = new Set([0, timeline.length - 1])
  const phases = phasesOf(run)
  for (const { first, last } of chapterGroups(timeline)) {
    if (phases[first.index] !== phases[first.index - 1] && first.reveals === 0) chosen.add(first.start)
    if (last.reveals > 0) chosen.add(last.start + last.reveals)
    else if (Object.keys(last.step.values ?? {}).length > 0 || last.step.centres) chosen.add(last.start)
  }
  for (const decision of turningDecisions(run)) chosen.add(momentOfDecision(timeline, decision))
  return [...chosen].sort((a, b) => a - b)
})

/** Place of the last of the moments that is not after one; 0 before the first. */
export function summaryPlace(moments: readonly number[], moment: number): number {
  return Math.max(
    0,
    lastAtOrBefore(moments.length, (i) => moments[i] ?? 0, moment),
  )
}

/** Decisions by how much they turn: the heaviest of those that turn enough. */
function turningDecisions(run: DemoRun): number[] {
  const { trace } = run
  const nodes = textTurned(run)
  const lines = linesTurned(run)
  const decisions = Array.from({ length: trace.decisionCount }, (_, d) => ({
    d,
    turned: trace.perLine[d] === 1 ? (lines[d] ?? 0) : (nodes[d] ?? 0),
  }))
  return decisions
    .filter(({ turned }) => turned >= LEAST_TURN)
    .sort((a, b) => b.turned - a.turned || a.d - b.d)
    .slice(0, MOST_DECISIONS)
    .map(({ d }) => d)
}

const FATES: Readonly<Record<string, 0 | 1>> = { keep: 1, keepNode: 1, drop: 0, dropNode: 0 }

/** The part of the page's text that each decision about a node turns from kept to dropped or back, 0 to 1. */
function textTurned({ page, trace }: DemoRun): Float64Array {
  const texts: number[] = []
  const letters: number[] = []
  let all = 0
  for (let n = 0; n < page.count; n++) {
    if (page.kind[n] !== TEXT) continue
    const length = collapsedLength(page.text[n] ?? '')
    texts.push(n)
    letters.push(length)
    all += length
  }
  const fate = new Uint8Array(texts.length)
  const turned = new Float64Array(trace.decisionCount)
  for (let d = 0; d < trace.decisionCount; d++) {
    const outcome = OUTCOMES[trace.outcome[d] ?? 0] ?? ''
    const wanted = FATES[outcome]
    if (wanted === undefined || trace.perLine[d] === 1) continue
    const subject = trace.subject[d] ?? 0
    const own = outcome === 'keepNode' || outcome === 'dropNode'
    const end = page.subtreeEnd[subject] ?? 0
    let sum = 0
    for (let t = lastAtOrBefore(texts.length, (i) => texts[i] ?? 0, subject - 1) + 1; (texts[t] ?? end) < end; t++) {
      const node = texts[t] ?? 0
      if (fate[t] === wanted || (own && node !== subject && page.parent[node] !== subject)) continue
      fate[t] = wanted
      sum += letters[t] ?? 0
    }
    turned[d] = sum / (all || 1)
  }
  return turned
}

/** For the first decision of each run of lines with one fate, the part of the source that the run is, 0 to 1. */
function linesTurned({ trace, extraction, timeline }: DemoRun): Float64Array {
  const turned = new Float64Array(trace.decisionCount)
  const { lines } = extraction
  if (!lines) return turned
  const all = lines.start.reduce((sum, start, l) => sum + (lines.end[l] ?? 0) - start, 0)
  for (const { firstDecision, decisions } of timeline.chapters) {
    let first = -1
    for (let d = firstDecision; d < firstDecision + decisions; d++) {
      const fate = FATES[OUTCOMES[trace.outcome[d] ?? 0] ?? '']
      if (trace.perLine[d] !== 1 || fate === undefined) continue
      if (first < 0 || FATES[OUTCOMES[trace.outcome[first] ?? 0] ?? ''] !== fate) first = d
      const line = trace.subject[d] ?? 0
      turned[first] = (turned[first] ?? 0) + ((lines.end[line] ?? 0) - (lines.start[line] ?? 0)) / (all || 1)
    }
  }
  return turned
}
