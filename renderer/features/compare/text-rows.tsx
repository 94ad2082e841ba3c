import { useId, useMemo, type CSSProperties, useState, type KeyboardEvent } from 'react'
import { alignTexts, type Piece, type SkippedRows, type AlignedRow } from '../../../shared/explain/difference/aligned-text'
import { coverageWarning, visibleCoverage } from '../../../shared/explain/coverage'
import { countKeepers, disputeOf, type Disagreement, type PassageFilter } from '../../../shared/explain/difference/disagreement'
import type { PageModel, NodeId } from '../../../shared/page/page-model'
import { List } from '../../components/list/list'
import { formatCount, formatShare, formatWords } from '../../components/number-format'
import { PanelMessage } from '../../components/panel/panel'
import { keptWords } from '../../window/result/gold-hits'
import type { ComparedProps, Contestant, Finished } from './contestants'
import { lastAtOrBefore } from '../../../shared/base/int-list'
import { actions, useTab } from '../../window/window'

const LEAST_COLUMN_PIXELS = 168

interface TextRowsProps extends Pick<ComparedProps, 'model' | 'filter'> {
  readonly contestants: readonly Contestant[]
  readonly finished: readonly Finished[]
  readonly disagreement: Disagreement | null
}

export function TextRows({ disagreement, ...props }: TextRowsProps) {
  const { model, contestants } = props
  const columns: CSSProperties = { minInlineSize: contestants.length * LEAST_COLUMN_PIXELS }
  return (
    <div className="texts">
      <div className="column" style={columns}>
        <div className="line-below texts-heads" style={gridOf(contestants.length)}>
          {contestants.map((contestant) => (
            <Head key={contestant.info.id} model={model} contestant={contestant} />
          ))}
        </div>
        {disagreement ? <Rows {...props} disagreement={disagreement} /> : null}
      </div>
    </div>
  )
}

const gridOf = (columns: number): CSSProperties => ({ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` })

function Head({ model, contestant }: { readonly model: PageModel; readonly contestant: Contestant }) {
  const { info, result, failure, own } = contestant
  const coverage = useMemo(() => (result ? visibleCoverage(model, result.extraction.selected) : null), [model, result])
  const warning = coverage && coverageWarning(coverage)
  return (
    <article className="texts-head" aria-label={info.title}>
      <h2 className={own ? 'cut compare-own' : 'cut'}>{info.title}</h2>
      {result && coverage ? (
        <p className="quiet">
          {formatWords(keptWords(result.extraction))}, {formatShare(coverage.share)} of visible text
          {own ? '. Uses the parameters of Inspect.' : ''}
        </p>
      ) : (
        <p className="quiet" role="status">
          {failure ? `${failure.message} ${failure.next}` : 'Running …'}
        </p>
      )}
      {warning ? <p>{warning}</p> : null}
    </article>
  )
}

function Rows({ model, contestants, finished, disagreement, filter }: TextRowsProps & Pick<ComparedProps, 'disagreement'>) {
  const id = useId()
  const rows = useMemo(() => {
    const extractions = finished.map(({ result }) => result.extraction)
    return alignTexts(model, extractions, disagreement, filter)
  }, [model, finished, disagreement, filter])
  const all = (1 << finished.length) - 1
  const { selected, current, column: currentColumn, move, choose, selectPiece, onKeyDown } = useTextCursor(model, rows, all)
  if (rows.every((row) => !isText(row)))
    return (
      <PanelMessage
        title={filter.kind === 'all' ? 'No text kept' : 'No text matches'}
        next={filter.kind === 'all' ? 'No finished extractor keeps text of this page.' : 'Choose another filter above.'}
      />
    )
  return (
    <>
      <List
        className="texts-rows"
        label="Texts side by side"
        role="grid"
        aria-colcount={contestants.length}
        aria-describedby={`${id}-keys`}
        count={rows.length}
        rowHeight={52}
        measured
        current={current}
        onMove={move}
        onKeyDown={onKeyDown}
      >
        {(index, props) => {
          const row = rows[index]
          if (!isText(row))
            return (
              <div {...props} className="dim texts-gap">
                <span role="gridcell">{row ? skippedWords(row, filter) : ''}</span>
              </div>
            )
          return (
            <div {...props} className="texts-row" style={gridOf(contestants.length)}>
              {contestants.map((contestant) => {
                const column = finished.findIndex((one) => one === contestant)
                return column < 0 ? (
                  <div key={contestant.info.id} role="gridcell" className="texts-cell" />
                ) : (
                  <Cell
                    key={contestant.info.id}
                    pieces={row.cells[column] ?? []}
                    all={all}
                    isCurrent={index === current && column === currentColumn}
                    selected={selected}
                    onChoose={(node) => choose(node, index, column)}
                    onMissing={() => selectPiece(index, column)}
                  />
                )
              })}
            </div>
          )
        }}
      </List>
      <p hidden id={`${id}-keys`}>
        Down and up arrows go to the next and previous paragraph, right and left arrows to the next and previous extractor, n and p to the
        next and the previous difference. Enter shows the reasons of all extractors.
      </p>
    </>
  )
}

const FEW = 1 / 4

function describeStanding({ keepers }: Piece, all: number): { readonly standing: string; readonly style?: CSSProperties } {
  if (keepers === all) return { standing: '' }
  const voters = countKeepers(all)
  const few = countKeepers(keepers) <= Math.max(1, voters * FEW) ? ' piece-few' : ''
  return { standing: ` piece-disputed${few}`, style: { '--dispute': `${6 + 14 * disputeOf(keepers, voters)}%` } as CSSProperties }
}

interface CellProps {
  readonly pieces: readonly Piece[]
  readonly all: number
  readonly isCurrent: boolean
  readonly selected: number | null
  readonly onChoose: (node: number) => void
  readonly onMissing: () => void
}

function Cell({ pieces, all, isCurrent, selected, onChoose, onMissing }: CellProps) {
  const cellClass = `texts-cell${isCurrent ? ' texts-cell-current' : ''}`
  if (pieces.length === 0)
    return (
      <div role="gridcell" className={`${cellClass} quiet texts-cell-out`} onClick={onMissing}>
        dropped
      </div>
    )
  return (
    <div role="gridcell" className={cellClass} dir="auto">
      {pieces.map((piece, k) => {
        const { standing, style } = describeStanding(piece, all)
        return (
          <span
            key={k}
            className={`piece${standing}${piece.node === selected ? ' piece-selected' : ''}`}
            style={style}
            onClick={(event) => {
              event.stopPropagation()
              onChoose(piece.node)
            }}
          >
            {piece.text}
          </span>
        )
      })}
    </div>
  )
}

function skippedWords({ skipped, words, keptByAll, droppedByAll }: SkippedRows, filter: PassageFilter): string {
  const who = droppedByAll ? 'dropped by all' : keptByAll ? 'kept by all' : filter.kind === 'all' ? 'not kept' : 'hidden by the filter'
  return `${formatCount(skipped, 'paragraph')} ${who} · ${formatWords(words)}`
}

type Row = AlignedRow | SkippedRows
const isText = (row: Row | undefined): row is AlignedRow => row !== undefined && 'cells' in row

function useTextCursor(model: PageModel, rows: readonly Row[], all: number) {
  const selected = useTab((tab) => tab.selected)
  const [cursor, setCursor] = useState({ row: -1, column: 0, selected: null as NodeId | null })
  const found = useMemo(() => (selected === null ? -1 : rowOfNode(model, rows, selected)), [model, rows, selected])
  const current = cursor.row >= 0 && cursor.selected === selected && cursor.row < rows.length ? cursor.row : found

  const choose = (node: NodeId, row: number, column: number): void => {
    setCursor({ row, column, selected: node })
    actions.select(node)
  }
  const selectPiece = (row: number, column: number): void => {
    const line = rows[row]
    if (!isText(line)) return
    const pieces = line.cells[column] ?? []
    const piece = pieces.find(({ keepers }) => keepers !== all) ?? pieces[0] ?? line.cells.flat()[0]
    if (piece) choose(piece.node, row, column)
  }
  const move = (row: number, column = cursor.column): void => setCursor({ row, column, selected })
  const differs = (row: Row): boolean =>
    isText(row) && !row.cells.every((pieces) => pieces.length > 0 && pieces.every((p) => p.keepers === all))

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    if (key === 'ArrowRight') move(Math.max(0, current), Math.min(countKeepers(all) - 1, cursor.column + 1))
    else if (key === 'ArrowLeft') move(Math.max(0, current), Math.max(0, cursor.column - 1))
    else if (key === 'n' || key === 'p') {
      const at =
        key === 'n' ? rows.findIndex((row, i) => i > current && differs(row)) : rows.findLastIndex((row, i) => i < current && differs(row))
      if (at >= 0) move(at)
    } else if (key === 'Enter' || key === ' ') selectPiece(Math.max(0, current), cursor.column)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { selected, current, column: cursor.column, move, choose, selectPiece, onKeyDown }
}

function rowOfNode(model: PageModel, rows: readonly Row[], node: number): number {
  const texts = rows.flatMap((row, index) => (isText(row) ? [{ index, node: row.node }] : []))
  const at = lastAtOrBefore(texts.length, (i) => texts[i]?.node ?? 0, node)
  const here = texts[at]
  const row = here && rows[here.index]
  if (here && isText(row) && row.cells.flat().some((piece) => piece.node === node)) return here.index
  const next = texts[at + 1]
  return next && next.node < (model.subtreeEnd[node] ?? 0) ? next.index : -1
}
