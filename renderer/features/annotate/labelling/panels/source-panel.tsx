import { useMemo } from 'react'
import { List } from '../../../../components/list/list'
import type { LabelSpan } from '../../../../../shared/gold/label-spans'
import { nodeAtAxis, piecesOfRange, rangeOfNode, trimRange, type AxisRange, type TextAxis } from '../../../../../shared/gold/text-axis'
import { TEXT } from '../../../../../shared/page/page-model'
import { blockAt, cursorOnBlock } from '../../state/cursor'
import { labelling } from '../../state/labelling'
import type { Labelling } from '../../state/labelling-state'
import { useLabelColours } from '../label-colours'
import { lastAtOrBefore } from '../../../../../shared/base/search'
import panelStyles from './label-panels.module.css'

const ROW = 18
/** Characters of a line that are drawn. */
const LONGEST = 2000

interface SourceRange extends AxisRange {
  readonly label: string
}

/** The captured HTML with the labelled text marked. */
export function SourcePanel({ open }: { readonly open: Labelling }) {
  const { axis, model, cursor } = open
  const { spans } = open.history.present
  const colours = useLabelColours(spans)
  const lines = useMemo(() => lineStarts(model.html), [model])
  const ranges = useMemo(() => sourceRanges(axis, spans), [axis, spans])
  const start = cursor ? (model.sourceStart[nodeAtAxis(axis, cursor.from)] ?? -1) : -1

  if (!model.hasSource) return <p className={`quiet ${panelStyles.empty}`}>This page has no source positions.</p>
  return (
    <List
      className={`${panelStyles.scroller} ${panelStyles.source}`}
      role="region"
      label="Source with labels"
      data-label-page=""
      count={lines.length}
      rowHeight={ROW}
      current={lastAtOrBefore(lines.length, (i) => lines[i] as number, start)}
      follow={cursor}
    >
      {(index, props) => {
        const start = lines[index] ?? 0
        const end = Math.min(lines[index + 1] ?? model.html.length, start + LONGEST)
        return (
          <div
            {...props}
            onMouseDown={(event) => {
              if (event.shiftKey) event.preventDefault()
            }}
            onClick={(event) => {
              const range = ranges.find((r) => r.to > start)
              const span = range && spans.find((s) => s.label === range.label && rangeHolds(axis, s, range))
              const block = textOfLine(open, start, end)
              if (event.shiftKey && block) labelling.extendTo(block)
              else if (span && range.from < end) labelling.putCursor(span)
              else if (block) labelling.putCursor(block)
            }}
          >
            <span className={panelStyles.line}>{index + 1}</span>
            {cut(model.html, start, end, ranges).map((piece) =>
              piece.label === null ? (
                <span key={piece.from}>{piece.text}</span>
              ) : (
                <mark key={piece.from} title={piece.label} style={{ '--label': colours.get(piece.label) } as React.CSSProperties}>
                  {piece.text}
                </mark>
              ),
            )}
          </div>
        )
      }}
    </List>
  )
}

/** The first block with text on a line of the source. */
function textOfLine({ axis, blocks, model }: Labelling, start: number, end: number): AxisRange | null {
  for (let n = 0; n < model.count; n++) {
    const from = model.sourceStart[n] ?? -1
    if (axis.start[n + 1] === axis.start[n] || from >= end || (model.sourceEnd[n] ?? -1) <= start) continue
    const range = trimRange(axis, rangeOfNode(axis, n))
    if (range && model.kind[n] === TEXT) return cursorOnBlock(blocks, blockAt(blocks, range.from))
  }
  return null
}

function rangeHolds(axis: TextAxis, span: LabelSpan, range: SourceRange): boolean {
  const start = axis.page.sourceStart[nodeAtAxis(axis, span.from)] ?? -1
  const end = axis.page.sourceEnd[nodeAtAxis(axis, span.to - 1)] ?? -1
  return start <= range.from && end >= range.to
}

function lineStarts(html: string): number[] {
  const starts = [0]
  for (let at = html.indexOf('\n'); at >= 0; at = html.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** Labelled text in the source: exact where the source has the text as it is, whole text nodes where it is written with entities. Ascending. */
function sourceRanges(axis: TextAxis, spans: readonly LabelSpan[]): SourceRange[] {
  const { page } = axis
  const ranges: SourceRange[] = []
  for (const span of spans) {
    for (const { node, from, text } of piecesOfRange(axis, span)) {
      const start = page.sourceStart[node] ?? -1
      const end = page.sourceEnd[node] ?? -1
      if (start < 0 || !/\S/.test(text)) continue
      const literal = page.html.slice(start, end) === page.text[node]
      const at = start + from - (axis.start[node] ?? 0)
      ranges.push({ label: span.label, ...(literal ? { from: at, to: at + text.length } : { from: start, to: end }) })
    }
  }
  return ranges.sort((a, b) => a.from - b.from)
}

function cut(
  html: string,
  from: number,
  to: number,
  ranges: readonly SourceRange[],
): { readonly from: number; readonly text: string; readonly label: string | null }[] {
  const pieces: { from: number; text: string; label: string | null }[] = []
  let at = from
  const first = lastAtOrBefore(ranges.length, (i) => (ranges[i] as SourceRange).to, from) + 1
  for (let i = first; i < ranges.length; i++) {
    const range = ranges[i] as SourceRange
    if (range.from >= to) break
    const begin = Math.max(at, range.from)
    const end = Math.min(to, range.to)
    if (begin > at) pieces.push({ from: at, text: html.slice(at, begin), label: null })
    if (end > begin) pieces.push({ from: begin, text: html.slice(begin, end), label: range.label })
    at = Math.max(at, end)
  }
  if (at < to) pieces.push({ from: at, text: html.slice(at, to).replace(/\n$/, ''), label: null })
  return pieces
}
