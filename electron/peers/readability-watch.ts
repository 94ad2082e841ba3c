/** State shared by the parts of an observer during one run of @mozilla/readability, and descriptions of its tests. */
import type { DomElement } from './peer-document'
import type { Attempt, Finding, ReadabilityRecord, PlacedFinding } from '../../shared/extractors/peers/readability-record'
import type { ReadabilityRule } from '../../shared/extractors/peers/readability-rules'
import type { Outcome } from '../../shared/extractors/core/probe'
import type { ReaderInternals } from './readability-internals'
import type { Places } from './readability-places'

export type Stage = 'prepare' | 'strip' | 'score' | 'clean' | 'measure' | 'end'

/** State of the wrapped methods during one run. */
export class Watch {
  readonly prepared: PlacedFinding[] = []
  readonly attempts: Attempt[] = []
  readonly articles: DomElement[] = []
  readonly simplified: PlacedFinding[] = []
  stage: Stage = 'prepare'
  kept = -1
  /** Reason for the next removed element, if a test has just decided. */
  pending: Finding | null = null
  /** Last result of a method of the library. */
  similarity = Number.NaN
  linkDensity = Number.NaN
  weight = Number.NaN
  /** Number of running methods that read texts for other purposes. */
  inside = 0

  constructor(
    readonly reader: ReaderInternals,
    readonly places: Places,
  ) {}

  get attempt(): Attempt | undefined {
    return this.attempts.at(-1)
  }

  /** Records a finding about an element in its stage. A rule that only matches has value 1 and limit 0. */
  report(element: DomElement, outcome: Outcome, rule: ReadabilityRule, found: Partial<Omit<Finding, 'rule'>> = {}): void {
    const { value = 1, limit = 0, note = '' } = found
    const finding: PlacedFinding = { place: this.places.of(element), outcome, rule, value, limit, note }
    if (this.stage === 'prepare') this.prepared.push(finding)
    else if (this.stage === 'strip') this.attempt?.stripped.push(finding)
    else this.attempt?.cleaned.push(finding)
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

/** Example of the library's words that exempt an unlikely candidate from this rule. */
const SAVING = '“article”'

function matchedWord(pattern: RegExp, text: string): string {
  return (new RegExp(pattern.source, pattern.flags.replace('g', '')).exec(text)?.[0] ?? '').trim()
}

export function hiddenWords(node: DomElement): string {
  if (node.style?.display === 'none') return 'style display: none'
  if (node.style?.visibility === 'hidden') return 'style visibility: hidden'
  return node.hasAttribute('hidden') ? 'attribute hidden' : 'aria-hidden="true"'
}

/** Describes the attribute that makes an element a byline. */
export function bylineWords(reader: ReaderInternals, node: DomElement, matchString: string): string {
  if (node.getAttribute('rel') === 'author') return 'rel="author"'
  const itemprop = node.getAttribute('itemprop')
  if (itemprop?.includes('author')) return `itemprop="${itemprop}"`
  return `class or id contains “${matchedWord(reader.REGEXPS.byline, matchString)}”`
}

/** Describes the word that makes an element unlikely, and a word that would exempt it. */
export function unlikelyWords(reader: ReaderInternals, node: DomElement): string {
  return `“${matchedWord(reader.REGEXPS.unlikelyCandidates, `${String(node.className)} ${node.id}`)}” (${SAVING} would exempt it)`
}

/** Describes the words of class and id that make the class weight: ` (“promo” in its class: −25)`. */
export function weightWords(reader: ReaderInternals, node: DomElement): string {
  if (!reader._flagIsActive(reader.FLAG_WEIGHT_CLASSES)) return ''
  const messages: string[] = []
  const { negative, positive } = reader.REGEXPS
  for (const [name, value] of [
    ['class', node.className],
    ['id', node.id],
  ] as const) {
    if (typeof value !== 'string' || value === '') continue
    if (negative.test(value)) messages.push(`“${matchedWord(negative, value)}” in its ${name}: −25`)
    if (positive.test(value)) messages.push(`“${matchedWord(positive, value)}” in its ${name}: +25`)
  }
  return messages.length === 0 ? '' : ` (${messages.join(', ')})`
}
