import { Check } from '../../../../components/fields'
import { useMemo, useState } from 'react'
import { spacedText, type AxisRange } from '../../../../../shared/gold/text-axis'
import { isPending } from '../../../../../shared/gold/review'
import type { LabelSpan } from '../../../../../shared/gold/label-spans'
import { isFoldable, type RegionKind } from '../../../../../shared/gold/page-outline'
import { List } from '../../../../components/list/list'
import { formatNumber } from '../../../../components/number-format'
import { blockAt } from '../../state/cursor'
import { labelling } from '../../state/labelling'
import { useLabelling, type Labelling } from '../../state/labelling-state'
import { useLabelColours } from '../frame/label-colours'
import panelStyles from './label-panels.module.css'

const REGION_NAMES: Readonly<Record<RegionKind, string>> = {
  navigation: 'Navigation',
  header: 'Header',
  footer: 'Footer',
  aside: 'Aside',
  form: 'Form',
  links: 'Links',
  text: 'Text',
}

interface Piece extends AxisRange {
  readonly label: string | null
  /** Suggested, and nobody looked at it. */
  readonly pending?: boolean
}

/** A block cut where labels begin and end. */
function piecesOf(spans: readonly LabelSpan[], block: AxisRange): Piece[] {
  const pieces: Piece[] = []
  let at = block.from
  for (const span of spans) {
    if (span.to <= block.from || span.from >= block.to) continue
    const from = Math.max(span.from, block.from)
    const to = Math.min(span.to, block.to)
    if (from > at) pieces.push({ from: at, to: from, label: null })
    pieces.push({ from, to, label: span.label, pending: isPending(span) })
    at = to
  }
  if (at < block.to) pieces.push({ from: at, to: block.to, label: null })
  return pieces
}

/** The page as text, block by block, with its labels. */
export function BlocksPanel({ open }: { readonly open: Labelling }) {
  const { axis, blocks, cursor, outline } = open
  const folded = useLabelling((state) => state.folded)
  const { spans } = open.history.present
  const [onlyLabelled, setOnlyLabelled] = useState(false)
  const colours = useLabelColours(spans)
  const rows = useMemo(() => {
    const all = Array.from({ length: blocks.count }, (_, i) => i)
    if (folded && !onlyLabelled)
      // One row stands for a region that is folded away.
      return all.filter((i) => {
        const region = outline.regions[outline.regionOf[i] as number]
        return region === undefined || !isFoldable(region) || region.first === i
      })
    if (!onlyLabelled) return all
    return all.filter((i) => spans.some((span) => span.from < (blocks.to[i] as number) && span.to > (blocks.from[i] as number)))
  }, [blocks, outline, spans, onlyLabelled, folded])
  const current = cursor ? blockAt(blocks, open.focus) : -1
  const words = useMemo(() => spans.reduce((sum, span) => sum + (spacedText(axis, span).match(/\S+/g)?.length ?? 0), 0), [axis, spans])

  return (
    <div className="column">
      <div className={panelStyles.head}>
        <span>
          {formatNumber(spans.length)} {spans.length === 1 ? 'label' : 'labels'}, {formatNumber(words)} words
        </span>
        <Check checked={onlyLabelled} onChange={setOnlyLabelled}>
          only what is labelled
        </Check>
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
        current={rows.indexOf(current)}
        follow={`${current} ${folded}`}
        empty={<p className={`quiet ${panelStyles.empty}`}>Nothing is labelled yet.</p>}
      >
        {(row, props) => {
          const block = rows[row] ?? 0
          const range = { from: blocks.from[block] ?? 0, to: blocks.to[block] ?? 0 }
          const inCursor = cursor !== null && range.from < cursor.to && range.to > cursor.from
          const region = outline.regions[outline.regionOf[block] as number]
          const isFold = folded && !onlyLabelled && region !== undefined && isFoldable(region)
          return (
            <p
              {...props}
              data-cursor={inCursor || undefined}
              onClick={(event) => {
                if (isFold) labelling.toggleFolded()
                else if (event.shiftKey) labelling.extendTo(range)
                else labelling.putCursor(range)
              }}
              onMouseDown={(event) => {
                // The browser would select the text between.
                if (event.shiftKey) event.preventDefault()
              }}
            >
              {isFold ? (
                <span className={panelStyles.fold}>
                  {REGION_NAMES[region.kind]}: {formatNumber(region.last - region.first + 1)}{' '}
                  {region.last === region.first ? 'block' : 'blocks'} folded away
                </span>
              ) : null}
              {(isFold ? [] : piecesOf(spans, range)).map((piece) =>
                piece.label === null ? (
                  <span key={piece.from}>{spacedText(axis, piece)}</span>
                ) : (
                  <mark
                    key={piece.from}
                    title={piece.pending ? `${piece.label}, suggested: not looked at` : piece.label}
                    data-label={piece.label}
                    data-pending={piece.pending || undefined}
                    style={{ '--label': colours.get(piece.label) } as React.CSSProperties}
                  >
                    {spacedText(axis, piece)}
                  </mark>
                ),
              )}
            </p>
          )
        }}
      </List>
    </div>
  )
}
