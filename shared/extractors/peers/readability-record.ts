/** Data of an observed run of Readability, with node ids of the page. */
import type { NodeId } from '../../page/page-model'
import type { Outcome } from '../core/probe'
import type { ReadabilityRule } from './readability-rules'

/** The page node of an element in the library's document; for an element that the library created, the page nodes inside it. */
export interface Place {
  readonly ids: readonly NodeId[]
  /** Name for users: `div#main`. */
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
  /** Characters of the element's text with collapsed white space. */
  readonly length: number
  readonly commas: number
  /** Points for the parent; 0 if the text is too short. */
  readonly points: number
  /** Ancestors of the element, nearest first, at most five. */
  readonly ancestors: readonly Place[]
}

export interface Scored {
  readonly place: Place
  readonly tag: number
  readonly weight: number
  readonly received: number
  readonly linkDensity: number
  readonly score: number
}

/** A step on the way from the best candidate to the winner: from the element `from` to the next. A missing score is NaN. */
export interface WinnerStep {
  readonly way: 'shared' | 'better-parent' | 'only-child'
  readonly label: string
  readonly score: number
  readonly from: { readonly label: string; readonly score: number }
}

export interface Winner {
  readonly place: Place
  /** Whether body was chosen, because body is the best candidate or because there is no candidate. */
  readonly isBody: boolean
  /** Points of the best candidate; NaN if missing. */
  readonly best: number
  /** Steps from the best candidate to the winner; empty if both are the same. */
  readonly steps: readonly WinnerStep[]
  readonly score: number
  /** Points of the runner-up; NaN if missing. */
  readonly runnerUp: number
  readonly threshold: number
}

export interface Sibling {
  readonly place: Place
  readonly appended: boolean
  readonly isWinner: boolean
  /** Score of the sibling; NaN without a score. */
  readonly score: number
  /** Points for the same class name as the winner. */
  readonly bonus: number
  /** Length and link density of a `p` whose score is too low; NaN for other elements. */
  readonly length: number
  readonly linkDensity: number
}

export interface Attempt {
  readonly flags: { readonly unlikely: boolean; readonly weights: boolean; readonly clean: boolean }
  /** Removals and changes before scoring. */
  readonly stripped: PlacedFinding[]
  readonly paragraphs: Paragraph[]
  readonly scored: Scored[]
  winner: Winner | null
  readonly siblings: Sibling[]
  /** Tests of the cleaning: removals, and elements that stay. */
  readonly cleaned: PlacedFinding[]
  /** Characters of the result. The library stops if this number reaches the threshold. */
  length: number
}

export interface ReadabilityRecord {
  /** Removals before the first attempt, such as scripts and styles. */
  readonly prepared: readonly PlacedFinding[]
  readonly attempts: readonly Attempt[]
  /** Index of the attempt with the article; the last attempt if there is no article. */
  readonly kept: number
  readonly charThreshold: number
  /** Texts that the last cleaning step removed from the article. */
  readonly simplified: readonly PlacedFinding[]
}
