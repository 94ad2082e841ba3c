import type { Blocks } from './blocks'
import type { SpanOrigin } from './gold-file'
import { addRanges, sortedRanges, subtractRanges, tidy, type LabelSpan } from './label-spans'
import type { AxisRange, TextAxis } from './text-axis'

/** Returns whether a label is a suggestion that is not yet accepted. */
export function isPending({ origin }: Pick<LabelSpan, 'origin'>): boolean {
  return (origin?.kind === 'extractor' || origin?.kind === 'annotator') && origin['accepted'] !== true
}

export interface Suggestion extends AxisRange {
  readonly block: number
  readonly label: string
  readonly origin: SpanOrigin
}

export function suggestionsOf(blocks: Blocks, spans: readonly LabelSpan[]): Suggestion[] {
  const ranges = blocks.map((range, block) => ({ ...range, block }))
  return pendingParts(spans, ranges)
}

/** Accepts or removes the suggestions in `ranges`. Accepted labels keep their origin. Labels that an annotator set or accepted stay. */
export function reviewLabels(
  axis: TextAxis,
  spans: readonly LabelSpan[],
  ranges: readonly AxisRange[],
  accept: boolean,
): readonly LabelSpan[] {
  const parts = pendingParts(spans, sortedRanges(ranges))
  if (!accept) return tidy(axis, subtractRanges(spans, sortedRanges(parts)))
  return parts.reduce(
    (after, { label, origin, ...part }) => addRanges(axis, after, [part], { label, origin: { ...origin, accepted: true } }),
    spans,
  )
}

/** Returns the suggestions in sorted, disjoint ranges, with the other properties of their range. Linear. */
function pendingParts<R extends AxisRange>(
  spans: readonly LabelSpan[],
  ranges: readonly R[],
): (R & Pick<Suggestion, 'label' | 'origin'>)[] {
  let s = 0
  return ranges.flatMap((range) => {
    while (s < spans.length && spans[s].to <= range.from) s++
    const found: (R & Pick<Suggestion, 'label' | 'origin'>)[] = []
    for (let k = s; k < spans.length && spans[k].from < range.to; k++) {
      const { from, to, label, origin } = spans[k]
      if (origin && isPending({ origin }))
        found.push({ ...range, label, origin, from: Math.max(from, range.from), to: Math.min(to, range.to) })
    }
    return found
  })
}
