import { KEPT, OUT, PATH, textOfNodes, type OutputText } from '../page/output'
import { TEXT, type PageModel } from '../page/page-model'
import { collapsedLength } from '../page/text'
import type { GoldSpan } from './gold-file'
import { rangeOfSpan, sortedRanges, type LabelSpan } from './label-spans'
import { piecesOfRange, textAxis, type AxisRange, type TextAxis } from './text-axis'

export type CountsAsContent = (label: string) => boolean

/** Returns a function that tests whether a label is main content. An empty list accepts all labels. */
export function countsAsContent(contentLabels: readonly string[] = []): CountsAsContent {
  return (label) => contentLabels.length === 0 || contentLabels.includes(label)
}

/** Returns the ranges of the kept text of an extraction. */
export function rangesOfSelection(axis: TextAxis, selected: Uint8Array): AxisRange[] {
  const pieces = piecesOfRange(axis, { from: 0, to: axis.length }).filter(({ node }) => selected[node] === KEPT)
  return sortedRanges(pieces.map(({ from, text }) => ({ from, to: from + text.length })))
}

/**
 * Converts labels to a selection. A text node with a labelled character is `KEPT`. An element is `KEPT` if all text nodes in the element
 * are `KEPT`, and `PATH` if only some are `KEPT`. Nodes without text in a `KEPT` element are also `KEPT`.
 */
export function selectionOfLabels(axis: TextAxis, spans: readonly LabelSpan[]): Uint8Array {
  const { page } = axis
  const { touched } = piecesOf(axis, spans, countsAsContent())
  const selected = new Uint8Array(page.count)
  if (page.body < 0) return selected
  const end = page.subtreeEnd[page.body]
  const all = new Int32Array(page.count)
  const kept = new Int32Array(page.count)
  for (let n = end - 1; n >= page.body; n--) {
    if (page.kind[n] === TEXT && axis.start[n + 1] > axis.start[n]) {
      all[n] = collapsedLength(page.text[n])
      if (touched[n] === 1) kept[n] = all[n]
    }
    if (kept[n] > 0) selected[n] = kept[n] === all[n] ? KEPT : PATH
    if (n > page.body) {
      const p = page.parent[n]
      all[p] += all[n]
      kept[p] += kept[n]
    }
  }
  for (let n = page.body + 1; n < end; n++) {
    if (selected[n] === OUT && all[n] === 0 && selected[page.parent[n]] === KEPT) selected[n] = KEPT
  }
  return selected
}

interface Pieces {
  readonly touched: Uint8Array
  readonly partial: ReadonlyMap<number, string>
}

function piecesOf(axis: TextAxis, spans: readonly LabelSpan[], counts: CountsAsContent): Pieces {
  const { page, start } = axis
  const touched = new Uint8Array(page.count)
  const partial = new Map<number, string>()
  const ranges = sortedRanges(spans.filter((s) => counts(s.label)))
  let r = 0
  for (let n = 0; n < page.count; n++) {
    const from = start[n]
    const to = start[n + 1]
    if (to === from) continue
    while (r < ranges.length && ranges[r].to <= from) r++
    const parts: string[] = []
    let whole = false
    for (let k = r; k < ranges.length && ranges[k].from < to; k++) {
      const range = ranges[k]
      whole = range.from <= from && range.to >= to
      parts.push(page.text[n].slice(Math.max(from, range.from) - from, Math.min(to, range.to) - from))
    }
    if (parts.length === 0) continue
    touched[n] = 1
    if (!whole) partial.set(n, parts.join(' '))
  }
  return { touched, partial }
}

/** Returns the gold text of labels, written like extractions: one block per line, tabs between cells. */
export function goldText(axis: TextAxis, spans: readonly LabelSpan[], counts: CountsAsContent = countsAsContent()): OutputText {
  const { page } = axis
  const { touched, partial } = piecesOf(axis, spans, counts)
  const text = partial.size === 0 ? page.text : page.text.map((whole, n) => partial.get(n) ?? whole)
  return textOfNodes({ ...page, text }, (n) => touched[n] === 1)
}

/** Returns all text of the axis, written like extractions. */
export const wholeText = ({ page, start }: TextAxis): OutputText =>
  textOfNodes(page, (n) => start[n + 1] > start[n] && page.kind[n] === TEXT)

/** Gold labels by position. Reading the text needs the parsed page. */
export interface GoldLabels {
  readonly spans: readonly GoldSpan[]
  /** Labels of main content; empty means all. */
  readonly contentLabels: readonly string[]
}

export type FoundGold = { readonly text: string } | { readonly labels: GoldLabels }

export function textOfLabels(page: PageModel, labels: GoldLabels): string {
  const axis = textAxis(page)
  const spans = labels.spans.flatMap((span) => {
    const range = rangeOfSpan(axis, span)
    return range ? [{ ...range, label: span.label }] : []
  })
  return goldText(axis, spans, countsAsContent(labels.contentLabels)).text
}
