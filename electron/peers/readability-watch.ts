/** What the parts of an observer share while one run of @mozilla/readability goes on, and how they word what its tests looked at. */
import type { Attempt, Finding, ReadabilityRecord, PlacedFinding } from '../../shared/extractors/peers/readability-record'
import type { ReadabilityRule } from '../../shared/extractors/peers/readability-rules'
import type { Outcome } from '../../shared/extractors/core/probe'
import type { DomElement, ReaderInternals } from './readability-internals'
import type { Places } from './readability-places'

/** What the library is doing. */
export type Stage = 'prepare' | 'strip' | 'score' | 'clean' | 'measure' | 'end'

/** What the wrapped methods share during one run. */
export class Watch {
  readonly prepared: PlacedFinding[] = []
  readonly attempts: Attempt[] = []
  readonly articles: DomElement[] = []
  readonly simplified: PlacedFinding[] = []
  stage: Stage = 'prepare'
  kept = -1
  /** Why the next element that is taken out goes, where a test has just said so. */
  pending: Finding | null = null
  /** What a method called last gave. */
  similarity = Number.NaN
  linkDensity = Number.NaN
  weight = Number.NaN
  /** Methods under way that ask for texts on their own account. */
  inside = 0

  constructor(
    readonly reader: ReaderInternals,
    readonly places: Places,
  ) {}

  get attempt(): Attempt | undefined {
    return this.attempts.at(-1)
  }

  /** Writes down what was found about an element, where the stage belongs. A rule that only matches has the value 1 and the limit 0. */
  tell(element: DomElement, outcome: Outcome, rule: ReadabilityRule, found: Partial<Omit<Finding, 'rule'>> = {}): void {
    const { value = 1, limit = 0, note = '' } = found
    const told: PlacedFinding = { place: this.places.of(element), outcome, rule, value, limit, note }
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

/** Words of which one spares an unlikely candidate this rule, as the library's pattern has them; the first is offered. */
const SAVING = '“article”'

/** Where a pattern matches a class or an id: the word as it stands there. */
function matchedWord(pattern: RegExp, text: string): string {
  return (new RegExp(pattern.source, pattern.flags.replace('g', '')).exec(text)?.[0] ?? '').trim()
}

/** The attribute that hides an element. */
export function hiddenWords(node: DomElement): string {
  if (node.style?.display === 'none') return 'style display: none'
  if (node.style?.visibility === 'hidden') return 'style visibility: hidden'
  return node.hasAttribute('hidden') ? 'attribute hidden' : 'aria-hidden="true"'
}

/** The attribute that makes an element a byline. */
export function bylineWords(reader: ReaderInternals, node: DomElement, matchString: string): string {
  if (node.getAttribute('rel') === 'author') return 'rel="author"'
  const itemprop = node.getAttribute('itemprop')
  if (itemprop?.includes('author')) return `itemprop="${itemprop}"`
  return `class or id contains “${matchedWord(reader.REGEXPS.byline, matchString)}”`
}

/** The word that makes an element unlikely, and a word that would exempt it. */
export function unlikelyWords(reader: ReaderInternals, node: DomElement): string {
  return `“${matchedWord(reader.REGEXPS.unlikelyCandidates, `${String(node.className)} ${node.id}`)}” (${SAVING} would exempt it)`
}

/** The words of class and id that make the class weight: ` (“promo” in its class: −25)`. */
export function weightWords(reader: ReaderInternals, node: DomElement): string {
  if (!reader._flagIsActive(reader.FLAG_WEIGHT_CLASSES)) return ''
  const said: string[] = []
  const { negative, positive } = reader.REGEXPS
  for (const [name, value] of [
    ['class', node.className],
    ['id', node.id],
  ] as const) {
    if (typeof value !== 'string' || value === '') continue
    if (negative.test(value)) said.push(`“${matchedWord(negative, value)}” in its ${name}: −25`)
    if (positive.test(value)) said.push(`“${matchedWord(positive, value)}” in its ${name}: +25`)
  }
  return said.length === 0 ? '' : ` (${said.join(', ')})`
}
