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
  const labelled = labelledTexts(axis, spans, countsAsContent())
  const selected = new Uint8Array(page.count)
  if (page.body < 0) return selected
  const end = page.subtreeEnd[page.body]
  const all = new Int32Array(page.count)
  const kept = new Int32Array(page.count)
  for (let n = end - 1; n >= page.body; n--) {
    if (page.kind[n] === TEXT && axis.start[n + 1] > axis.start[n]) {
      all[n] = collapsedLength(page.text[n])
      if (labelled.has(n)) kept[n] = all[n]
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

/** Returns the labelled text per text node, with a space between two labelled parts. */
function labelledTexts(axis: TextAxis, spans: readonly LabelSpan[], counts: CountsAsContent): ReadonlyMap<number, string> {
  const texts = new Map<number, string>()
  for (const range of sortedRanges(spans.filter(({ label }) => counts(label))))
    for (const { node, text } of piecesOfRange(axis, range)) {
      const before = texts.get(node)
      texts.set(node, before === undefined ? text : `${before} ${text}`)
    }
  return texts
}

/** Returns the gold text of labels, written like extractions: one block per line, tabs between cells. */
export function goldText(axis: TextAxis, spans: readonly LabelSpan[], counts: CountsAsContent = countsAsContent()): OutputText {
  const { page } = axis
  const labelled = labelledTexts(axis, spans, counts)
  const text = page.text.map((whole, n) => labelled.get(n) ?? whole)
  return textOfNodes({ ...page, text }, (n) => labelled.has(n))
}

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
