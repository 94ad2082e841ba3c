/** Data of an observed run of Readability, with node ids of the page. */
import type { NodeId } from '../../page/page-model'
import type { Outcome } from '../core/probe'
import type { ReadabilityRule } from './readability-rules'

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

export interface Paragraph {
  readonly place: Place
  readonly length: number
  readonly commas: number
  readonly points: number
}

export interface Scored {
  readonly place: Place
  readonly tag: number
  readonly weight: number
  readonly received: number
  readonly linkDensity: number
  readonly score: number
}

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
  readonly paragraphs: Paragraph[]
  readonly scored: Scored[]
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
