import type { Outcome } from '../extractors/core/probe'
import { type NodeId, ELEMENT, TEXT, type PageModel } from '../page/page-model'
import type { DemoRun } from './demo-run'
import { placeOf, type Chapter } from './timeline'
import { nodeLabel } from '../explain/node-label'
import { wordChange } from '../explain/difference/disagreement'
import { sumUp } from '../page/content-tree'
import { KEPT } from '../page/output'
import { countWords } from '../page/text'

/** The phases of a run, in order. An extractor may skip phases. */
export const PHASES = ['prepare', 'measure', 'limit', 'select', 'result'] as const
type Phase = (typeof PHASES)[number]

const SELECTING = new Set<Outcome>(['keep', 'drop', 'keepNode', 'dropNode'])

export function phasesOf(run: DemoRun): Phase[] {
  const { chapters } = run.timeline
  const first = chapters.findIndex((c) => c.reveals > 0)
  let at = 0
  const phases = chapters.map((chapter, i): Phase => {
    let selects = false
    for (let d = chapter.firstDecision; d < chapter.firstDecision + chapter.decisions && !selects; d++)
      selects = SELECTING.has(run.decisionAt(d).outcome)
    at = Math.max(at, i < first ? 0 : chapter.reveals > 0 ? 1 : selects || first < 0 ? 3 : 2)
    return PHASES[at] as Phase
  })
  if (phases.length > 1 && phases[phases.length - 2] === 'select') phases[phases.length - 1] = 'result'
  return phases
}

function phaseSpan(run: DemoRun, phase: Phase): Span | null {
  const phases = phasesOf(run)
  const { chapters } = run.timeline
  const first = chapters[phases.indexOf(phase)]
  const last = chapters[phases.lastIndexOf(phase)]
  return first && last ? { start: first.start, end: last.end } : null
}

/**
 * Returns the moment of `other` that matches a moment of `run`: in the chapter of the same name; if missing, in the same phase; if missing,
 * at the end of the nearest earlier phase.
 */
export function inStep(run: DemoRun, moment: number, other: DemoRun): number {
  if (moment >= run.timeline.length - 1) return other.timeline.length - 1
  const { chapter } = placeOf(run.timeline, moment)
  const namesakes = run.timeline.chapters.filter((c) => c.step.name === chapter.step.name)
  const theirs = other.timeline.chapters.filter((c) => c.step.name === chapter.step.name)
  const target = theirs[Math.min(theirs.length - 1, namesakes.indexOf(chapter))]
  if (target) return partOf(chapter, moment, target)
  const phase = phasesOf(run)[chapter.index] ?? 'prepare'
  const mine = phaseSpan(run, phase)
  for (let p = PHASES.indexOf(phase); p >= 0; p--) {
    const span = phaseSpan(other, PHASES[p] ?? 'prepare')
    if (!span || !mine) continue
    return PHASES[p] === phase ? partOf(mine, moment, span) : span.end - 1
  }
  return 0
}

type Span = Pick<Chapter, 'start' | 'end'>

const partOf = (mine: Span, moment: number, theirs: Span): number =>
  theirs.start + Math.round(((moment - mine.start) / Math.max(1, mine.end - mine.start - 1)) * (theirs.end - theirs.start - 1))

export type PlaceOfDifference = NonNullable<ReturnType<typeof placeOfMost>>

export function runsDifference({ page, extraction: { selected: first } }: DemoRun, { extraction: { selected: second } }: DemoRun) {
  const { gained, lost, added, removed } = wordChange(page, first, second)
  let both = 0
  for (let n = 0; n < page.count; n++)
    if (page.kind[n] === TEXT && first[n] === KEPT && second[n] === KEPT) both += countWords(page.text[n] as string)
  const all = both + gained + lost
  return {
    both,
    onlyFirst: lost,
    onlySecond: gained,
    /** Number of words that both runs keep, divided by the number of words that at least one run keeps; 1 if no run keeps a word. */
    overlap: all === 0 ? 1 : both / all,
    /** The smallest element with at least half of the words that only the first run keeps; null without such words. */
    first: placeOfMost(page, removed),
    second: placeOfMost(page, added),
  }
}

function placeOfMost(page: PageModel, texts: readonly NodeId[]) {
  if (texts.length === 0) return null
  const words = new Int32Array(page.count)
  for (const n of texts) words[n] = countWords(page.text[n] as string)
  sumUp(page, words)
  const all = words[0] as number
  // The last element with at least half of the words is the innermost, because ids are in document order.
  let found = page.body
  for (let n = page.body; n < page.count; n++) if (page.kind[n] === ELEMENT && 2 * (words[n] as number) >= all) found = n
  return { node: found, label: nodeLabel(page, found), words: words[found] as number }
}
