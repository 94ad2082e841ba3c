/** Data of an observed run of Readability, with node ids of the page. */
import type { NodeId, PageModel } from '../../page/page-model'
import type { Outcome } from '../core/probe'
import { type ReadabilityRule, READABILITY_MEASURES, type ReadabilityMeasure } from './readability-info'
import type { Candidate } from '../core/extractor'

/** The page node of an element in the library's document. An element that the library created has the page nodes inside the element. */
export interface Place {
  readonly ids: readonly NodeId[]
  readonly label: string
}

export interface Finding {
  readonly rule: ReadabilityRule
  readonly value: number
  readonly limit: number
  readonly note: string
}

export interface PlacedFinding extends Finding {
  readonly place: Place
  readonly outcome: Outcome
}

type Measured<Name extends string> = { readonly place: Place } & Readonly<Record<Name, number>>

/** A step on the way from the best candidate to the winner. A missing score is NaN. */
export interface WinnerStep {
  readonly way: 'shared' | 'better-parent' | 'only-child'
  readonly label: string
  readonly score: number
  readonly from: { readonly label: string; readonly score: number }
}

export interface Winner {
  readonly place: Place
  readonly isBody: boolean
  /** Points of the best candidate, or NaN if missing. */
  readonly best: number
  /** Steps from the best candidate to the winner. Empty if the best candidate wins. */
  readonly steps: readonly WinnerStep[]
  readonly score: number
  /** Points of the runner-up, or NaN if missing. */
  readonly runnerUp: number
  readonly threshold: number
}

export interface Sibling {
  readonly place: Place
  readonly appended: boolean
  readonly isWinner: boolean
  /** Score of the sibling, or NaN if missing. */
  readonly score: number
  /** Points for the same class name as the winner. */
  readonly bonus: number
  /** Length and link density of a `p` that has too few points. NaN for other elements. */
  readonly length: number
  readonly linkDensity: number
}

export interface Attempt {
  readonly flags: { readonly unlikely: boolean; readonly weights: boolean; readonly clean: boolean }
  readonly stripped: PlacedFinding[]
  readonly paragraphs: Measured<'length' | 'commas' | 'points'>[]
  readonly scored: Measured<'tag' | 'weight' | 'received' | 'linkDensity' | 'score'>[]
  winner: Winner | null
  readonly siblings: Sibling[]
  readonly cleaned: PlacedFinding[]
  /** Characters of the result. The library stops if this number reaches the threshold. */
  length: number
}

export interface ReadabilityRecord {
  readonly prepared: readonly PlacedFinding[]
  readonly attempts: readonly Attempt[]
  /** Index of the attempt with the article, or else of the last attempt. */
  readonly kept: number
  readonly charThreshold: number
  readonly simplified: readonly PlacedFinding[]
}

const MOST_CANDIDATES = 10

const keptOf = ({ attempts, kept }: ReadabilityRecord): Attempt | undefined => attempts[kept]

/** Returns the page node of a place with exactly one page node, else -1. */
export const single = ({ ids }: Place): NodeId => (ids.length === 1 ? (ids[0] ?? -1) : -1)

/** Returns the measures of the kept attempt per node. NaN marks a missing value. */
export function measuresOf(page: PageModel, record: ReadabilityRecord | null): Record<ReadabilityMeasure, Float64Array> {
  const measures = Object.fromEntries(
    READABILITY_MEASURES.map((id) => [id, new Float64Array(page.count).fill(Number.NaN)] as const),
  ) as Record<ReadabilityMeasure, Float64Array>
  const attempt = record && keptOf(record)
  if (!attempt) return measures
  const set = (place: Place, values: Partial<Record<ReadabilityMeasure, number>>): void => {
    const node = single(place)
    if (node >= 0) for (const [id, value] of Object.entries(values)) measures[id as ReadabilityMeasure][node] = value
  }
  for (const { place, length, commas, points } of attempt.paragraphs) set(place, { textLength: length, commas, points })
  for (const { place, tag, weight, received, linkDensity, score } of attempt.scored)
    set(place, { tagPoints: tag, classWeight: weight, received, linkDensity, contentScore: score })
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
