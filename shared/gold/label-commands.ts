import { anchorSpans } from './anchor'
import type { GoldFields, GoldFile, LabelStatus, SpanOrigin, PageType } from './gold-file'
import {
  addRanges,
  disjoint,
  growNode,
  sameSpan,
  shrinkNode,
  sortedRanges,
  subtractRanges,
  tidy,
  toGoldSpans,
  visibleRanges,
  type LabelSpan,
} from './label-spans'
import { isSameData } from '../base/json'
import type { Blocks } from './blocks'
import { nodeAtAxis, type AxisRange, type TextAxis } from './text-axis'

/** The edited labels of one page. Every change creates a new object. */
export interface LabelState {
  readonly spans: readonly LabelSpan[]
  readonly pageType: PageType | null
  readonly status: LabelStatus
  readonly notes: string
  readonly flags: readonly string[]
  readonly noContent: boolean
  readonly fields: GoldFields
}

export type LabelCommand =
  /** Labels the ranges. Null removes the labels of the ranges. */
  | { readonly kind: 'label'; readonly ranges: readonly AxisRange[]; readonly label: string | null }
  /** Extends the label at a position to the next larger element, or shrinks the label to the next smaller element. */
  | { readonly kind: 'grow' | 'shrink'; readonly at: number }
  | { readonly kind: 'replace'; readonly ranges: readonly (AxisRange & { readonly label: string })[]; readonly origin?: SpanOrigin }
  | { readonly kind: 'review'; readonly ranges: readonly AxisRange[]; readonly accept: boolean }
  | { readonly kind: 'set'; readonly change: Partial<Omit<LabelState, 'spans'>> }

/** Returns the state after a command; the same object if the command changes nothing. */
export function applyLabelCommand(axis: TextAxis, state: LabelState, command: LabelCommand): LabelState {
  const withSpans = (spans: readonly LabelSpan[]): LabelState => {
    const isSame = spans.length === state.spans.length && spans.every((span, i) => sameSpan(span, state.spans[i]))
    return isSame ? state : { ...state, noContent: false, spans }
  }
  switch (command.kind) {
    case 'label': {
      const { ranges, label } = command
      return withSpans(
        label === null ? tidy(axis, subtractRanges(state.spans, sortedRanges(ranges))) : addRanges(axis, state.spans, ranges, { label }),
      )
    }
    case 'grow':
    case 'shrink': {
      const span = spanAt(state.spans, command.at)
      if (!span) return state
      const node = command.kind === 'grow' ? growNode(axis, span) : shrinkNode(axis, nodeAtAxis(axis, command.at), span)
      if (node === null) return state
      if (command.kind === 'grow') return withSpans(addRanges(axis, state.spans, visibleRanges(axis, node), { label: span.label }))
      // Clip to the label, because the smaller node may extend beyond the label.
      const inner = visibleRanges(axis, node).map(({ from, to }) => ({ from: Math.max(from, span.from), to: Math.min(to, span.to) }))
      const rest = state.spans.filter((s) => s !== span)
      return withSpans(addRanges(axis, rest, inner, { label: span.label }))
    }
    case 'replace': {
      const { ranges, origin } = command
      const labels = [...new Set(ranges.map(({ label }) => label))]
      const given = (of: string): AxisRange[] => ranges.filter(({ label }) => label === of)
      return withSpans(labels.reduce<LabelSpan[]>((spans, label) => addRanges(axis, spans, given(label), { label, origin }), []))
    }
    case 'review':
      return withSpans(reviewLabels(axis, state.spans, command.ranges, command.accept))
    case 'set': {
      const next = { ...state, ...command.change }
      return isSameData(next, state) ? state : next
    }
  }
}

export function spanAt(spans: readonly LabelSpan[], at: number): LabelSpan | null {
  return spans.find((s) => at >= s.from && at < s.to) ?? null
}

/** Unlimited undo and redo. Plain data, so that a view can store and restore the history. */
export interface LabelHistory {
  readonly past: readonly LabelState[]
  readonly present: LabelState
  readonly future: readonly LabelState[]
}

/** Applies a command. A command without a change adds no step to the history. */
export function recordCommand(axis: TextAxis, history: LabelHistory, command: LabelCommand): LabelHistory {
  const present = applyLabelCommand(axis, history.present, command)
  return present === history.present ? history : { past: [...history.past, history.present], present, future: [] }
}

export function undo(history: LabelHistory): LabelHistory {
  const before = history.past[history.past.length - 1]
  return before ? { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future] } : history
}

export function redo(history: LabelHistory): LabelHistory {
  const after = history.future[0]
  return after ? { past: [...history.past, history.present], present: after, future: history.future.slice(1) } : history
}

/** Returns a gold file with the labels of a state. Keeps unknown keys of the file. */
export function withLabels(axis: TextAxis, gold: GoldFile, state: LabelState, updatedAt: string): GoldFile {
  const { flags: _flags, fields: _fields, noContent: _answer, ...rest } = gold
  return {
    ...rest,
    spans: toGoldSpans(axis, state.spans),
    pageType: state.pageType,
    status: state.status,
    notes: state.notes,
    ...(state.noContent ? { noContent: true } : {}),
    ...(state.flags.length > 0 ? { flags: [...state.flags] } : {}),
    ...(Object.keys(state.fields).length > 0 ? { fields: { ...state.fields } } : {}),
    updatedAt,
  }
}

export const NO_LABELS: LabelState = {
  spans: [],
  pageType: null,
  status: 'in-progress',
  notes: '',
  flags: [],
  noContent: false,
  fields: {},
}

/**
 * Returns the labels of a gold file on the page. Searches for a label if the file belongs to another capture, or if the stored positions do
 * not contain the quote. `moved` contains the labels that were found by their quote. `lost` also contains spans that were already lost on
 * an earlier capture.
 */
export function placeLabels(axis: TextAxis, sha256: string, gold: GoldFile | null) {
  if (!gold) return { state: NO_LABELS, moved: [], lost: [] }
  const samePage = gold.pageSha256 === sha256
  const { found, lost } = anchorSpans(axis, gold.spans, samePage)
  // The stored positions of labels that were lost on an earlier capture are invalid, so search only for the text.
  const again = anchorSpans(axis, gold.lost ?? [], false)
  const all = [...found, ...again.found]
  const spans = all.map(({ span, range, how }): LabelSpan => {
    const { label, origin } = span
    return { ...range, label, ...(origin ? { origin } : {}), ...(how === 'same' ? { source: span } : {}) }
  })
  const { pageType, status, notes, flags = [], noContent = false, fields = {} } = gold
  return {
    state: { spans: disjoint(spans), pageType, status, notes, flags, noContent, fields },
    moved: all.filter(({ how }) => how !== 'same'),
    lost: [...lost, ...again.lost],
  }
}

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
function reviewLabels(axis: TextAxis, spans: readonly LabelSpan[], ranges: readonly AxisRange[], accept: boolean): readonly LabelSpan[] {
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
