/** Two annotators' labels side by side, and the final labels that a third decision makes of them. */
import { segments, type Segment } from './agreement'
import { tidy, type LabelSpan } from './label-spans'
import { trimRange, type TextAxis } from './text-axis'
import type { SpanOrigin } from './gold-file'
import type { PageType } from './page-type'

export interface Comparison {
  /** Stretches both label alike. */
  readonly agreed: readonly Segment[]
  /** Stretches to decide, white space left out. */
  readonly disputed: readonly Segment[]
}

/** What is settled and what is not. */
export function compareLabels(axis: TextAxis, a: readonly LabelSpan[], b: readonly LabelSpan[]): Comparison {
  const agreed: Segment[] = []
  const disputed: Segment[] = []
  for (const segment of segments(a, b)) {
    if (segment.first === segment.second) agreed.push(segment)
    else if (trimRange(axis, segment)) disputed.push(segment)
  }
  return { agreed, disputed }
}

/** For a disputed stretch: the first's label, the second's, another one, or none. */
export type Decision =
  { readonly take: 'first' | 'second' } | { readonly take: 'label'; readonly label: string } | { readonly take: 'none' }

/** The final page type; null is a decision for "no type", undefined is none yet. */
export type TypeDecision = PageType | null | undefined

/** What both say of the page's type is settled; where they differ, or one says nothing, it is to be decided. */
export function settledType(first: PageType | null, second: PageType | null): TypeDecision {
  return first === second ? first : undefined
}

/** How many questions are open: disputed stretches, and the page type. Nothing is final before it is 0. */
export function openQuestions(decisions: readonly (Decision | undefined)[], pageType: TypeDecision): number {
  return decisions.filter((decision) => decision === undefined).length + (pageType === undefined ? 1 : 0)
}

/**
 * The final labels: what is agreed, and what was decided.
 * @param decisions one for each disputed stretch, in their order; an undecided one (undefined) gets no label.
 */
export function adjudicate(
  axis: TextAxis,
  comparison: Comparison,
  decisions: readonly (Decision | undefined)[],
  names: readonly [string, string],
): LabelSpan[] {
  const origin: SpanOrigin = { kind: 'adjudication', name: names.join(' + ') }
  const spans: LabelSpan[] = comparison.agreed.flatMap(({ from, to, first }) =>
    first === null ? [] : [{ from, to, label: first, origin }],
  )
  for (const [i, segment] of comparison.disputed.entries()) {
    const label = decided(segment, decisions[i])
    if (label !== null) spans.push({ from: segment.from, to: segment.to, label, origin })
  }
  return tidy(axis, spans)
}

function decided(segment: Segment, decision: Decision | undefined): string | null {
  switch (decision?.take) {
    case undefined:
    case 'none':
      return null
    case 'first':
      return segment.first
    case 'second':
      return segment.second
    case 'label':
      return decision.label
  }
}
