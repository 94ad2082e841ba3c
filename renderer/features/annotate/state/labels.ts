/** A gold file as labels on the page at hand. Pure. */
import { anchorSpans, type FoundSpan, type LostSpan } from '../../../../shared/gold/anchor'
import { newGoldFile, type GoldFile, type GoldSpan } from '../../../../shared/gold/gold-file'
import { labelState, withLabels, type LabelState } from '../../../../shared/gold/label-commands'
import type { TextAxis } from '../../../../shared/gold/text-axis'

export const NO_LABELS: LabelState = { spans: [], pageType: null, status: 'in-progress', notes: '', flags: [] }

export interface PlacedLabels {
  readonly state: LabelState
  /** Spans that had to be found by their quote. */
  readonly moved: readonly FoundSpan[]
  /** Spans that were not found, now or before. */
  readonly lost: readonly LostSpan[]
}

/** Puts the labels of a file on the page; where it was captured anew since, by their quotes. */
export function placeLabels(axis: TextAxis, sha256: string, gold: GoldFile | null): PlacedLabels {
  if (!gold) return { state: NO_LABELS, moved: [], lost: [] }
  const samePage = gold.pageSha256 === sha256
  const { found, lost } = anchorSpans(axis, gold.spans, samePage)
  // What was lost before may be found on this capture. Positions of an earlier capture mean nothing.
  const again = anchorSpans(axis, gold.lost ?? [], false)
  const all = [...found, ...again.found]
  return {
    state: labelState(axis, { ...gold, spans: all.map((f) => (f.how === 'same' ? f.span : spanHere(axis, f))) }),
    moved: all.filter(({ how }) => how !== 'same'),
    lost: [...lost, ...again.lost],
  }
}

/** A span as it is written for the place where it was found. */
function spanHere(axis: TextAxis, { span, range }: FoundSpan): GoldSpan {
  const state = { ...NO_LABELS, spans: [{ ...range, label: span.label, ...(span.origin ? { origin: span.origin } : {}) }] }
  return withLabels(axis, newGoldFile('page', '', 'annotator', ''), state, '').spans[0] ?? span
}
