import type { NodeId, PageModel } from '../../page/page-model'
import type { Candidate } from '../core/extractor'
import { READABILITY_MEASURES, type ReadabilityMeasure } from './readability-info'
import type { Attempt, Place, ReadabilityRecord } from './readability-record'

const MOST_CANDIDATES = 10

const keptOf = ({ attempts, kept }: ReadabilityRecord): Attempt | undefined => attempts[kept]

/** Returns the page node of a place with exactly one page node, else -1. */
const single = ({ ids }: Place): NodeId => (ids.length === 1 ? (ids[0] ?? -1) : -1)

/** Returns the measures of the kept attempt per node. NaN marks a missing value. */
export function measuresOf(page: PageModel, record: ReadabilityRecord | null): Record<ReadabilityMeasure, Float64Array> {
  const measures = Object.fromEntries(
    READABILITY_MEASURES.map((id) => [id, new Float64Array(page.count).fill(Number.NaN)] as const),
  ) as Record<ReadabilityMeasure, Float64Array>
  const attempt = record && keptOf(record)
  if (!attempt) return measures
  const set = (id: ReadabilityMeasure, node: NodeId, value: number): void => {
    measures[id][node] = value
  }
  for (const { place, length, commas, points } of attempt.paragraphs) {
    const node = single(place)
    if (node < 0) continue
    set('textLength', node, length)
    set('commas', node, commas)
    set('points', node, points)
  }
  for (const { place, tag, weight, received, linkDensity, score } of attempt.scored) {
    const node = single(place)
    if (node < 0) continue
    set('tagPoints', node, tag)
    set('classWeight', node, weight)
    set('received', node, received)
    set('linkDensity', node, linkDensity)
    set('contentScore', node, score)
  }
  return measures
}

export function valuesOf(record: ReadabilityRecord): Record<string, number> {
  const attempt = keptOf(record)
  return {
    attempts: record.attempts.length,
    keptAttempt: record.kept + 1,
    articleLength: attempt?.length ?? 0,
    ...(attempt?.winner && { topScore: attempt.winner.score, siblingThreshold: attempt.winner.threshold }),
  }
}

/** Returns at most ten candidates of the kept attempt, best first. */
export function candidatesOf(record: ReadabilityRecord): Candidate[] {
  const scored = (keptOf(record)?.scored ?? []).filter(({ place }) => single(place) >= 0)
  return [...scored]
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_CANDIDATES)
    .map(({ place, tag, weight, received, score }) => ({
      node: single(place),
      score,
      terms: [
        { label: 'tag name', value: tag },
        { label: 'class and id', value: weight },
        { label: 'from its paragraphs', value: received },
        { label: 'deduction for links', value: score - tag - weight - received },
      ],
    }))
}
