import { useMemo, useState, type CSSProperties, type MouseEvent, type ReactNode } from 'react'
import { lastAtOrBefore } from '../../../../../shared/base/int-list'
import type { LabelSpan } from '../../../../../shared/gold/label-spans'
import { isFoldable } from '../../../../../shared/gold/blocks'
import { isPending } from '../../../../../shared/gold/label-commands'
import {
  nodeAtAxis,
  piecesOfRange,
  rangeOfNode,
  spacedText,
  trimRange,
  type AxisRange,
  type TextAxis,
} from '../../../../../shared/gold/text-axis'
import { TEXT } from '../../../../../shared/page/page-model'
import { Check } from '../../../../components/fields'
import { List } from '../../../../components/list/list'
import { capitalised, formatCount, formatWords } from '../../../../components/number-format'
import { blockAt, cursorOnBlock } from '../../state/cursor'
import { labelling } from '../../state/labelling'
import { useLabelling, type Labelling } from '../../state/labelling-state'
import { useLabelColours } from '../label-keys'
import panelStyles from './label-panels.module.css'

const ROW = 18
const MOST_LINE_CHARACTERS = 2000

export function BlocksPanel({ open }: { readonly open: Labelling }) {
  const { axis, blocks, cursor, outline } = open
  const folded = useLabelling((state) => state.folded)
  const { spans } = open.history.present
  const [onlyLabelled, setOnlyLabelled] = useState(false)
  const colours = useLabelColours(spans)
  const rows = useMemo(
    () =>
      blocks.flatMap((range, block) => {
        const region = outline.regions[outline.regionOf[block] as number]
        const fold = folded && !onlyLabelled && region && isFoldable(region) ? region : null
        const isLabelled = !onlyLabelled || spans.some((span) => span.from < range.to && span.to > range.from)
        return isLabelled && (!fold || fold.first === block) ? [{ block, range, fold }] : []
      }),
    [blocks, outline, spans, onlyLabelled, folded],
  )
  const current = cursor ? blockAt(blocks, open.focus) : -1
  const words = useMemo(() => spans.reduce((sum, span) => sum + (spacedText(axis, span).match(/\S+/g)?.length ?? 0), 0), [axis, spans])

  return (
    <div className="column">
      <div className={`row quiet line-below ${panelStyles.head}`}>
        <span>
          {formatCount(spans.length, 'label')}, {formatWords(words)}
        </span>
        <Check label="Labelled only" checked={onlyLabelled} onChange={setOnlyLabelled} />
      </div>
      <List
        className={`${panelStyles.scroller} ${panelStyles.blocks}`}
        role="region"
        label="Text of the page"
        data-testid="label-text"
        data-label-page=""
        count={rows.length}
        rowHeight={36}
        measured
        current={rows.findIndex(({ block }) => block === current)}
        follow={`${current} ${folded}`}
        empty={<p className={`quiet ${panelStyles.empty}`}>Nothing is labelled yet.</p>}
      >
        {(row, props) => {
          const { range, fold } = rows[row] ?? {}
          if (!range) return null
          const inCursor = cursor !== null && range.from < cursor.to && range.to > cursor.from
          return (
            <p
              {...props}
              dir="auto"
              data-cursor={inCursor || undefined}
              onClick={(event) => {
                if (fold) labelling.toggleFolded()
                else labelling.putCursor(range, event.shiftKey)
              }}
              onMouseDown={preserveSelection}
            >
              {fold ? (
                <span className={`quiet ${panelStyles.fold}`}>
                  {capitalised(fold.kind)}: {formatCount(fold.last - fold.first + 1, 'block')}, folded
                </span>
              ) : (
                <Pieces of={range} {...{ spans, colours }} textOf={(piece) => spacedText(axis, piece)} />
              )}
            </p>
          )
        }}
      </List>
    </div>
  )
}

export function SourcePanel({ open }: { readonly open: Labelling }) {
  const { axis, model, cursor } = open
  const { spans } = open.history.present
  const colours = useLabelColours(spans)
  const lines = useMemo(() => [0, ...Array.from(model.html.matchAll(/\n/g), ({ index }) => index + 1)], [model])
  const ranges = useMemo(() => sourceSpans(axis, spans), [axis, spans])
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
        const end = Math.min((lines[index + 1] ?? model.html.length + 1) - 1, start + MOST_LINE_CHARACTERS)
        return (
          <div
            {...props}
            onMouseDown={preserveSelection}
            onClick={(event) => {
              const range = ranges.find((r) => r.to > start)
              const block = textOfLine(open, start, end)
              if (event.shiftKey && block) labelling.putCursor(block, true)
              else if (range && range.from < end) labelling.putCursor(range.span)
              else if (block) labelling.putCursor(block)
            }}
          >
            <span className={`dim ${panelStyles.line}`}>{index + 1}</span>
            <Pieces of={{ from: start, to: end }} spans={ranges} colours={colours} textOf={({ from, to }) => model.html.slice(from, to)} />
          </div>
        )
      }}
    </List>
  )
}

function textOfLine({ axis, blocks, model }: Labelling, start: number, end: number): AxisRange | null {
  for (let n = 0; n < model.count; n++) {
    const from = model.sourceStart[n] ?? -1
    if (axis.start[n + 1] === axis.start[n] || from >= end || (model.sourceEnd[n] ?? -1) <= start) continue
    const range = trimRange(axis, rangeOfNode(axis, n))
    if (range && model.kind[n] === TEXT) return cursorOnBlock(blocks, blockAt(blocks, range.from))
  }
  return null
}

/** Returns ascending ranges. If the source of a text node differs from its text (entities), the range is the whole text node. */
function sourceSpans(axis: TextAxis, spans: readonly LabelSpan[]) {
  const { page } = axis
  const ranges: (LabelSpan & { readonly span: LabelSpan })[] = []
  for (const span of spans) {
    for (const { node, from, text } of piecesOfRange(axis, span)) {
      const start = page.sourceStart[node] ?? -1
      const end = page.sourceEnd[node] ?? -1
      if (start < 0 || !/\S/.test(text)) continue
      const literal = page.html.slice(start, end) === page.text[node]
      const at = start + from - (axis.start[node] ?? 0)
      ranges.push({ span, label: span.label, ...(literal ? { from: at, to: at + text.length } : { from: start, to: end }) })
    }
  }
  return ranges.sort((a, b) => a.from - b.from)
}

interface PiecesProps {
  readonly of: AxisRange
  readonly spans: readonly LabelSpan[]
  readonly colours: ReadonlyMap<string, string>
  readonly textOf: (piece: AxisRange) => string
}

/** The text of a range with marked labels. `spans` are ascending. */
function Pieces({ of, spans, colours, textOf }: PiecesProps) {
  const pieces: ReactNode[] = []
  let at = of.from
  const addUnlabelled = (to: number): void => {
    if (at < to) pieces.push(<span key={at}>{textOf({ from: at, to })}</span>)
  }
  for (const span of spans) {
    if (span.from >= of.to) break
    const [from, to] = [Math.max(span.from, at), Math.min(span.to, of.to)]
    if (to <= from) continue
    addUnlabelled(from)
    pieces.push(
      <mark
        key={from}
        title={isPending(span) ? `${span.label}, suggested, not reviewed` : span.label}
        data-label={span.label}
        data-pending={isPending(span) || undefined}
        style={{ '--label': colours.get(span.label) } as CSSProperties}
      >
        {textOf({ from, to })}
      </mark>,
    )
    at = to
  }
  addUnlabelled(of.to)
  return pieces
}

function preserveSelection(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault()
}
