import type { Blocks } from './blocks'
import type { SpanOrigin } from './gold-file'
import { addRanges, sortedRanges, subtractRanges, type LabelSpan } from './label-spans'
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
  const found: Suggestion[] = []
  let s = 0
  for (let block = 0; block < blocks.count; block++) {
    const first = blocks.from[block]
    const end = blocks.to[block]
    while (s < spans.length && spans[s].to <= first) s++
    for (let k = s; k < spans.length; k++) {
      const { from, to, label, origin } = spans[k]
      if (from >= end) break
      if (origin && isPending({ origin })) found.push({ block, label, origin, from: Math.max(from, first), to: Math.min(to, end) })
    }
  }
  return found
}

/** Accepts the suggestions in `ranges`. Accepted labels keep their origin. */
export function acceptLabels(axis: TextAxis, spans: readonly LabelSpan[], ranges: readonly AxisRange[]): readonly LabelSpan[] {
  let after: readonly LabelSpan[] = spans
  for (const { label, origin, ...within } of pendingParts(spans, ranges))
    after = addRanges(axis, after, [within], { label, origin: { ...origin, accepted: true } })
  return after
}

/** Removes the suggestions in `ranges`. Labels that an annotator set or accepted stay. */
export function rejectLabels(spans: readonly LabelSpan[], ranges: readonly AxisRange[]): readonly LabelSpan[] {
  return subtractRanges(spans, sortedRanges(pendingParts(spans, ranges)))
}

function pendingParts(
  spans: readonly LabelSpan[],
  ranges: readonly AxisRange[],
): (AxisRange & { readonly label: string; readonly origin: SpanOrigin })[] {
  const wanted = sortedRanges(ranges)
  return spans.flatMap(({ from, to, label, origin }) =>
    origin && isPending({ origin })
      ? wanted.flatMap((range) => {
          const part = { from: Math.max(from, range.from), to: Math.min(to, range.to) }
          return part.from < part.to ? [{ ...part, label, origin }] : []
        })
      : [],
  )
}
