/** What the parts of an observer share while one run of @mozilla/readability goes on. */
import type { Attempt, ReadabilityRecord, Told } from '../../shared/extractors/peers/readability-record'
import type { ReadabilityRule } from '../../shared/extractors/peers/readability-rules'
import type { Outcome } from '../../shared/extractors/core/probe'
import type { DomElement, ReaderInternals } from './readability-internals'
import type { Places } from './readability-places'

/** What the library is doing. */
export type Stage = 'prepare' | 'strip' | 'score' | 'clean' | 'measure' | 'end'

/** What the wrapped methods share during one run. */
export class Watch {
  readonly reader: ReaderInternals
  readonly places: Places
  readonly prepared: Told[] = []
  readonly attempts: Attempt[] = []
  readonly articles: DomElement[] = []
  readonly simplified: Told[] = []
  stage: Stage = 'prepare'
  kept = -1
  /** Why the next element that is taken out goes, where a test has just said so. */
  pending: { readonly rule: ReadabilityRule; readonly value: number; readonly limit: number; readonly note: string } | null = null
  /** What a method called last gave. */
  similarity = Number.NaN
  linkDensity = Number.NaN
  weight = Number.NaN
  /** Methods under way that ask for texts on their own account. */
  inside = 0

  constructor(reader: ReaderInternals, places: Places) {
    this.reader = reader
    this.places = places
  }

  get attempt(): Attempt | undefined {
    return this.attempts.at(-1)
  }

  /** Writes down what was found about an element, where the stage belongs. */
  tell(element: DomElement, outcome: Outcome, rule: ReadabilityRule, value = 1, limit = 0, note = ''): void {
    const told: Told = { place: this.places.of(element), outcome, rule, value, limit, note }
    if (this.stage === 'prepare') this.prepared.push(told)
    else if (this.stage === 'strip') this.attempt?.stripped.push(told)
    else this.attempt?.cleaned.push(told)
  }

  record(): ReadabilityRecord {
    const { prepared, attempts, kept, simplified } = this
    return {
      prepared,
      attempts,
      kept: kept < 0 ? attempts.length - 1 : kept,
      charThreshold: this.reader._charThreshold,
      simplified,
    }
  }
}
