/** Represents labels as disjoint, sorted ranges of the text axis. Each character has at most one label. */
import { usualTree } from '../page/content-tree'
import type { NodeId, PageModel } from '../page/page-model'
import { collapse } from '../page/text'
import {
  axisOfPosition,
  blockText,
  joinOverSpace,
  nodeAtAxis,
  piecesOfRange,
  positionAt,
  rangeOfNode,
  solid,
  spacedText,
  trimRange,
  type AxisRange,
  type TextAxis,
} from './text-axis'
import type { GoldSpan, SpanOrigin } from './gold-file'
import { isSameData } from '../base/json'

export interface LabelSpan extends AxisRange {
  readonly label: string
  readonly origin?: SpanOrigin
  /** The stored span. `toGoldSpans` can reuse the stored span for an unchanged label. */
  readonly source?: GoldSpan
}

/** Removes `ranges` from the labels. Both lists must be sorted and disjoint. Linear. */
export function subtractRanges(spans: readonly LabelSpan[], ranges: readonly AxisRange[]): LabelSpan[] {
  const result: LabelSpan[] = []
  let r = 0
  for (const span of spans) {
    while (r < ranges.length && ranges[r].to <= span.from) r++
    let from = span.from
    let k = r
    while (k < ranges.length && ranges[k].from < span.to) {
      const cut = ranges[k]
      if (cut.from > from) result.push(part(span, from, cut.from))
      from = Math.max(from, cut.to)
      k++
    }
    if (from < span.to) result.push(part(span, from, span.to))
  }
  return result
}

function part(span: LabelSpan, from: number, to: number): LabelSpan {
  if (from === span.from && to === span.to) return span
  return { label: span.label, from, to, ...(span.origin ? { origin: span.origin } : {}) }
}

/** Labels `ranges` and replaces their earlier labels. Merges neighbours with the same label and origin across white space. */
export function addRanges(
  axis: TextAxis,
  spans: readonly LabelSpan[],
  ranges: readonly AxisRange[],
  { label, origin }: { readonly label: string; readonly origin?: SpanOrigin | undefined },
): LabelSpan[] {
  const sorted = sortedRanges(ranges)
  const added = sorted.map(({ from, to }): LabelSpan => ({ label, from, to, ...(origin ? { origin } : {}) }))
  return tidy(axis, [...subtractRanges(spans, sorted), ...added])
}

/** Sorts ranges, merges overlapping or touching ranges, and omits empty ranges. */
export function sortedRanges(ranges: readonly AxisRange[]): AxisRange[] {
  const result: { from: number; to: number }[] = []
  for (const { from, to } of [...ranges].sort((x, y) => x.from - y.from)) {
    if (from >= to) continue
    const last = result.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else result.push({ from, to })
  }
  return result
}

/** Sorts labels, removes white space at their ends, and joins neighbours with the same label and origin across white space. */
export function tidy(axis: TextAxis, spans: readonly LabelSpan[]): LabelSpan[] {
  const sorted = [...spans].sort((x, y) => x.from - y.from)
  const trimmed = sorted.flatMap((span) => {
    const range = trimRange(axis, span)
    return range ? [part(span, range.from, range.to)] : []
  })
  return joinOverSpace(axis, trimmed, (a, b) => a.label === b.label && isSameData(a.origin, b.origin))
}

/** Sorts labels. Removes the parts of a label that overlap with earlier labels. */
export function disjoint(spans: readonly LabelSpan[]): LabelSpan[] {
  const result: LabelSpan[] = []
  let end = 0
  for (const span of [...spans].sort((x, y) => x.from - y.from || y.to - x.to)) {
    if (span.to <= end) continue
    result.push(part(span, Math.max(end, span.from), span.to))
    end = span.to
  }
  return result
}

export function sameSpan(a: LabelSpan, b: LabelSpan): boolean {
  return a === b || (a.from === b.from && a.to === b.to && a.label === b.label && isSameData(a.origin, b.origin))
}

/** A range with one label per annotator; null means no label. */
export interface Stretch extends AxisRange {
  readonly labels: readonly (string | null)[]
}

/**
 * Divides the axis at the start and end of each label and at `places`. Omits the text before the first and after the last of these
 * positions. The labels of each annotator must be sorted and disjoint.
 */
export function cutByLabels(sides: readonly (readonly LabelSpan[])[], places: readonly number[] = []): Stretch[] {
  const cuts = [...new Set([...places, ...sides.flat().flatMap(({ from, to }) => [from, to])])].sort((a, b) => a - b)
  const at = sides.map(() => 0)
  return cuts.slice(0, -1).map((from, k) => {
    const labels = sides.map((spans, side) => {
      while (at[side] < spans.length && spans[at[side]].to <= from) at[side]++
      const span = spans[at[side]]
      return span !== undefined && span.from <= from ? span.label : null
    })
    return { from, to: cuts[k + 1], labels }
  })
}

/** Returns the ranges of a node's text that `hiddenMask` does not exclude. */
export const visibleRanges = (axis: TextAxis, node: NodeId): AxisRange[] => visibleBetween(axis, rangeOfNode(axis, node))

export function visibleBetween(axis: TextAxis, range: AxisRange): AxisRange[] {
  const removal = hiddenMask(axis.page)
  const visible = piecesOfRange(axis, range).filter(({ node }) => removal[node] === 0)
  return sortedRanges(visible.map(({ from, text }) => ({ from, to: from + text.length })))
}

/** Returns an index into `REMOVALS` per node; 0 for nodes that the usual tree does not omit. */
export function hiddenMask(page: PageModel): Uint8Array {
  return usualTree(page).removal
}

const WHOLE_QUOTE = 240
const QUOTE_END = 110
export const QUOTE_GAP = ' … '
export const CONTEXT = 40

/** Returns a text with collapsed white space. Shortens a long text to the first and last words. */
export function quoteOf(text: string): string {
  const whole = collapse(text)
  if (whole.length <= WHOLE_QUOTE) return whole
  const head = whole.slice(0, QUOTE_END).replace(/\s\S*$/, '')
  const tail = whole.slice(-QUOTE_END).replace(/^\S*\s/, '')
  return `${trimSurrogates(head)}${QUOTE_GAP}${trimSurrogates(tail)}`
}

/** Removes half of a surrogate pair at the ends, because UTF-8 cannot store half of a pair. */
function trimSurrogates(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
}

/**
 * Returns labels in their stored form. Reuses the stored span of an unchanged label, unless the quote is shortened and the text is not
 * stored.
 */
export function toGoldSpans(axis: TextAxis, spans: readonly LabelSpan[]): GoldSpan[] {
  return spans.map(({ from, to, label, origin, source }) => {
    const prefix = context(spacedText(axis, { from: Math.max(0, from - 4 * CONTEXT), to: from }), -CONTEXT)
    const suffix = context(spacedText(axis, { from: to, to: Math.min(axis.length, to + 4 * CONTEXT) }), CONTEXT)
    const place = { label, start: positionAt(axis, from), end: positionAt(axis, to, true), origin }
    const span = quotedSpan(place, blockText(axis, { from, to }), prefix, suffix)
    const isSame = source?.label === label && source.quote === span.quote && isSameData([source.start, source.end], [span.start, span.end])
    return isSame && (span.text === undefined || source.text !== undefined) ? source : span
  })
}

/** Returns a stored span with the quote of `text`. */
export function quotedSpan(
  { label, start, end, origin }: Pick<GoldSpan, 'label' | 'start' | 'end' | 'origin'>,
  text: string,
  prefix: string | undefined,
  suffix: string | undefined,
): GoldSpan {
  const quote = quoteOf(text)
  return {
    label,
    start,
    end,
    quote,
    ...(collapse(text) === quote ? {} : { characters: solid(text).length, text }),
    ...(prefix ? { prefix } : {}),
    ...(suffix ? { suffix } : {}),
    ...(origin ? { origin } : {}),
  }
}

/** Returns the first `length` characters of a text with collapsed white space. If `length` is negative, returns the last characters. */
export function context(text: string, length: number): string {
  const whole = collapse(text)
  return trimSurrogates(length < 0 ? whole.slice(length) : whole.slice(0, length))
}

/** Returns the range of a stored span; null if the positions are not on the page, or if the range is empty. Does not check the quote. */
export function rangeOfSpan(axis: TextAxis, span: GoldSpan): AxisRange | null {
  const from = axisOfPosition(axis, span.start)
  const to = axisOfPosition(axis, span.end)
  return from !== null && to !== null && from < to ? { from, to } : null
}

/** Returns the lowest node whose text contains the whole range. */
export function coveringNode(axis: TextAxis, range: AxisRange): NodeId {
  const { page, start } = axis
  let node: number = nodeAtAxis(axis, range.from)
  while (node > 0 && start[page.subtreeEnd[node]] < range.to) node = page.parent[node]
  return node
}

/** Returns the lowest node up to body whose text contains `range` and extends beyond `range`; null without such a node. */
export function growNode(axis: TextAxis, range: AxisRange): NodeId | null {
  const { page } = axis
  const inner = trimRange(axis, range)
  for (let n: number = coveringNode(axis, range); n >= 0; n = n === page.body ? -1 : page.parent[n]) {
    const own = trimRange(axis, rangeOfNode(axis, n))
    if (own && (!inner || own.from < inner.from || own.to > inner.to)) return n
  }
  return null
}

/** Returns the highest node that contains `towards` and whose text does not fill `range`; null without such a node. */
export function shrinkNode(axis: TextAxis, towards: NodeId, range: AxisRange): NodeId | null {
  const { page } = axis
  const node = coveringNode(axis, range)
  const inner = trimRange(axis, range)
  let found: NodeId | null = null
  for (let n: number = towards; n >= 0 && n > node; n = page.parent[n]) {
    const own = trimRange(axis, rangeOfNode(axis, n))
    if (own && inner && (own.from > inner.from || own.to < inner.to)) found = n
  }
  return found
}
