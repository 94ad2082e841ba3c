import { useState } from 'react'
import { z } from 'zod'
import { withoutColumns, type ResultTable } from '../../../shared/evaluation/result-table'
import { columnHead, legend, marksOf, pText, tableText, type TableFormat } from '../../../shared/evaluation/table-text'
import { Button } from '../../components/button'
import { Check } from '../../components/fields'
import type { ColumnHead } from '../../components/table'
import { fileName, saveFile } from '../../components/panel/save-file'
import { copyText } from '../../window/host/clipboard'
import { readValue, writeValue } from '../../window/host/storage'
import { formatScore } from '../../components/number-format'
import { Chooser, MenuButton, MenuItem } from '../../components/menu'
import { ScrollTable } from './view-parts'

const EXPORTS: readonly { readonly format: TableFormat; readonly label: string; readonly extension: string }[] = [
  { format: 'csv', label: 'CSV', extension: 'csv' },
  { format: 'md', label: 'Markdown', extension: 'md' },
  { format: 'latex', label: 'LaTeX', extension: 'tex' },
]

/** Where it is kept which columns are left out. */
const LEFT_OUT = 'boilerscope.columns-left-out'
const Names = z.array(z.string().max(200)).max(500)

interface ResultGridProps {
  readonly table: ResultTable
  /** Whether its intervals and tests are there. */
  readonly isDone: boolean
  /** A row was chosen to compare with; null where nothing is tested. */
  readonly onChoose: ((configuration: number) => void) | null
}

/** The ids of columns that are left out, kept for the next time. */
function useLeftOut(): [left: ReadonlySet<string>, leaveOut: (id: string, out: boolean) => void] {
  const [left, setLeft] = useState<ReadonlySet<string>>(() => new Set(readValue(LEFT_OUT, Names) ?? []))
  const leaveOut = (id: string, out: boolean): void => {
    const next = new Set(left)
    if (out) next.add(id)
    else next.delete(id)
    setLeft(next)
    writeValue(LEFT_OUT, [...next])
  }
  return [left, leaveOut]
}

interface Sort {
  readonly column: string
  readonly down: boolean
}

/** The rows by a column, those without a value last or, upward, first; as they are given where the column is not there. */
function sortedRows({ columns, rows }: ResultTable, sort: Sort | null): ResultTable['rows'] {
  const index = columns.findIndex(({ id }) => id === sort?.column)
  if (!sort || index < 0) return rows
  return [...rows].sort((a, b) => {
    const x = a.cells[index]?.value ?? -Infinity
    const y = b.cells[index]?.value ?? -Infinity
    return (sort.down ? y - x : x - y) || a.configuration - b.configuration
  })
}

/** A table of results: sortable, best of each column in bold, intervals below the numbers, and its exports. */
export function ResultGrid({ table: given, isDone, onChoose }: ResultGridProps) {
  const [left, leaveOut] = useLeftOut()
  const table = withoutColumns(given, left)
  const [sort, setSort] = useState<Sort | null>(null)
  const marks = legend(table)
  return (
    <div className="evaluate-grid">
      <div className="evaluate-row evaluate-exports">
        <span className="quiet">
          {table.title}
          {marks === '' ? '' : `; ${marks}`}.
        </span>
        <Chooser
          words={left.size === 0 ? 'Columns' : `Columns: ${table.columns.length} of ${given.columns.length}`}
          label="Columns that are shown and exported"
        >
          {given.columns.map(({ id, label }) => (
            <Check key={id} checked={!left.has(id)} onChange={(shown) => leaveOut(id, !shown)}>
              {label}
            </Check>
          ))}
        </Chooser>
        {isDone ? <ExportMenu table={table} /> : <span role="status">Intervals and tests follow …</span>}
      </div>
      <ScrollTable
        label={table.title}
        columns={[
          'Extractor',
          ...table.columns.map((column): ColumnHead => ({
            label: columnHead(column),
            sort: {
              direction: sort?.column !== column.id ? null : sort.down ? 'descending' : 'ascending',
              onSort: () => setSort({ column: column.id, down: sort?.column === column.id ? !sort.down : true }),
            },
          })),
          'Pages',
          'Failed',
          'Empty',
        ]}
      >
        {sortedRows(table, sort).map((row) => (
          <tr key={row.configuration} className={row.configuration === table.against ? 'evaluate-focus' : ''}>
            <th scope="row">
              {onChoose ? (
                <Button tone="bare" aria-pressed={row.configuration === table.against} onClick={() => onChoose(row.configuration)}>
                  {row.name}
                </Button>
              ) : (
                row.name
              )}
            </th>
            {row.cells.map((cell, c) => (
              <td key={table.columns[c]?.id ?? c} className={cell.best ? 'evaluate-best' : ''} title={`${cell.pages} pages`}>
                {formatScore(cell.value)}
                {marksOf(table, cell)}
                {cell.interval ? (
                  <small>
                    {cell.interval.low.toFixed(3)}–{cell.interval.high.toFixed(3)}
                  </small>
                ) : null}
                {cell.test ? <small title={effectText(cell.test.effect)}>{pText(cell.test.corrected)}</small> : null}
              </td>
            ))}
            <td>{row.pages}</td>
            <td>{row.failures}</td>
            <td>{row.empties}</td>
          </tr>
        ))}
      </ScrollTable>
      {table.notes.map((note) => (
        <p key={note} className="quiet">
          {note}
        </p>
      ))}
    </div>
  )
}

const effectText = (effect: number | null): string | undefined =>
  effect === null ? undefined : `Cohen’s d of the differences by page: ${effect.toFixed(2)}`

function ExportMenu({ table }: { readonly table: ResultTable }) {
  return (
    <MenuButton word="Export" label="Export" narrow>
      <MenuItem
        title="Copy for paper"
        note="A booktabs table with its caption, as it stands here"
        onSelect={() => copyText(tableText(table, 'latex'), 'Table')}
      />
      {EXPORTS.map(({ format, label, extension }) => (
        <MenuItem key={format} title={label} onSelect={() => saveFile(fileName(table.title, extension), tableText(table, format))} />
      ))}
    </MenuButton>
  )
}
