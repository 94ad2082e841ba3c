import { useState, type ReactNode } from 'react'
import { z } from 'zod'
import { withColumns, type Cell, type ResultTable } from '../../../shared/evaluation/result-table'
import { columnHead, legend, marksOf, pText, tablesText, varyingCounts, type TableFormat } from '../../../shared/evaluation/table-text'
import { Button } from '../../components/button'
import { Check } from '../../components/fields'
import { InTopBar } from '../../components/hooks'
import type { ColumnHead } from '../../components/table'
import { QuietNotes } from '../../components/panel/panel'
import { fileName, saveFile } from '../../components/panel/save-file'
import { copyText } from '../../window/host/clipboard'
import { readValue, writeValue } from '../../window/host/storage'
import { formatNumber, formatScore, formatShare } from '../../components/number-format'
import { Chooser, MenuButton, MenuItem } from '../../components/menu'
import { ScrollTable } from './view-parts'
import { evaluation, useEvaluation } from './state/evaluation'

const EXPORTS: readonly { readonly format: TableFormat; readonly label: string; readonly extension: string }[] = [
  { format: 'csv', label: 'CSV', extension: 'csv' },
  { format: 'md', label: 'Markdown', extension: 'md' },
  { format: 'latex', label: 'LaTeX', extension: 'tex' },
]

const CHOSEN = 'boilerscope.columns-chosen'
const Choices = z.record(z.string().max(200), z.boolean())
type Choices = z.infer<typeof Choices>

interface ResultGridProps {
  readonly table: ResultTable
  readonly isDone: boolean
  readonly usual?: readonly string[]
  /** Metric of the drawn intervals and of the initial order. */
  readonly drawn?: string
  readonly kinds?: readonly string[]
  readonly milliseconds?: readonly (number | null)[]
  readonly onOpen: (configuration: number, column: string) => void
  readonly children?: ReactNode
}

type Sort = { readonly column: string; readonly down: boolean } | null

function sortedRows({ columns, rows }: ResultTable, sort: Sort): ResultTable['rows'] {
  const index = columns.findIndex(({ id }) => id === sort?.column)
  if (!sort || index < 0) return rows
  const last = sort.down ? -Infinity : Infinity
  return [...rows].sort((a, b) => {
    const x = a.cells[index]?.value ?? last
    const y = b.cells[index]?.value ?? last
    return (sort.down ? y - x : x - y) || a.configuration - b.configuration
  })
}

const cellTitle = ({ interval, test, pages }: Cell): string =>
  [
    `${pages} pages`,
    ...(interval ? [`95 % interval ${formatScore(interval.low)} to ${formatScore(interval.high)}`] : []),
    ...(test ? [pText(test.corrected)] : []),
  ].join(', ')

export function ResultGrid({ table: whole, isDone, usual, drawn, kinds, milliseconds, onOpen, children }: ResultGridProps) {
  const focus = useEvaluation((state) => state.focus)
  const [choices, setChoices] = useState<Choices>(() => readValue(CHOSEN, Choices) ?? {})
  const [chosenSort, setSort] = useState<Sort>(null)
  const sort =
    chosenSort ?? (drawn === undefined ? null : { column: drawn, down: whole.columns.find(({ id }) => id === drawn)?.larger !== false })
  const isShown = (id: string): boolean => choices[id] ?? (usual === undefined || usual.includes(id))
  const order = [...(usual ?? []), ...whole.columns.map(({ id }) => id)]
  const table = withColumns(whole, order.filter(isShown))
  const marks = legend(table)
  const strip = drawn === undefined ? null : intervalStrip(whole, drawn)
  const counts = varyingCounts(table).filter((name) => name !== 'empties')
  const show = (id: string, shown: boolean): void => {
    const next = { ...choices, [id]: shown }
    setChoices(next)
    writeValue(CHOSEN, next)
  }
  return (
    <div className="stack evaluate-grid">
      <div className="evaluate-row">
        {children}
        {isDone ? null : (
          <span role="status" className="quiet">
            Intervals and tests follow …
          </span>
        )}
        <span className="space" />
        <Chooser words="Columns" label="Columns that are shown and exported">
          {whole.columns.map(({ id, label }) => (
            <Check key={id} label={label} checked={isShown(id)} onChange={(shown) => show(id, shown)} />
          ))}
        </Chooser>
        <InTopBar>{isDone ? <ExportMenu table={table} /> : null}</InTopBar>
      </div>
      <ScrollTable
        label={table.title}
        columns={[
          'Extractor',
          ...(strip ? [strip.head] : []),
          ...table.columns.map((column): ColumnHead => ({
            label: columnHead(column),
            sort: {
              direction: sort?.column !== column.id ? null : sort.down ? 'descending' : 'ascending',
              onSort: () => setSort({ column: column.id, down: sort?.column === column.id ? !sort.down : true }),
            },
          })),
          'Empty',
          ...counts.map((name) => (name === 'pages' ? 'Pages' : 'Failed')),
          ...(milliseconds ? [{ label: 'ms', title: 'Mean milliseconds per page' }] : []),
        ]}
      >
        {sortedRows(table, sort).map((row) => (
          <tr key={row.configuration} className={row.configuration === focus ? 'evaluate-focus' : ''}>
            <th scope="row">
              <Button
                label={row.name}
                tone="bare"
                aria-pressed={row.configuration === focus}
                onClick={() => evaluation.set({ focus: row.configuration })}
              />
              {kinds ? <small className="quiet"> {kinds[row.configuration]}</small> : null}
            </th>
            {strip ? <td className="evaluate-strip">{strip.draw(row.configuration)}</td> : null}
            {row.cells.map((cell, c) => (
              <td key={table.columns[c]?.id ?? c} className={cell.best ? 'evaluate-best' : ''}>
                {cell.value === null ? (
                  '–'
                ) : (
                  <Button tone="bare" title={cellTitle(cell)} onClick={() => onOpen(row.configuration, table.columns[c]?.id ?? '')}>
                    {formatScore(cell.value)}
                    {marksOf(table, cell)}
                  </Button>
                )}
              </td>
            ))}
            <td title={`${row.empties} pages`}>{formatShare(row.pages === 0 ? null : row.empties / row.pages)}</td>
            {counts.map((name) => (
              <td key={name}>{row[name]}</td>
            ))}
            {milliseconds ? <td>{formatNumber(milliseconds[row.configuration])}</td> : null}
          </tr>
        ))}
      </ScrollTable>
      <p className="quiet">
        {table.title}
        {marks === '' ? '' : `; ${marks}`}.
      </p>
      <QuietNotes notes={table.notes} />
    </div>
  )
}

function ExportMenu({ table }: { readonly table: ResultTable }) {
  return (
    <MenuButton word="Export" label="Export the table" tone="button" narrow>
      <MenuItem
        title="Copy for paper"
        note="The shown table, in LaTeX with booktabs"
        onSelect={() => copyText(tablesText([table], 'latex'), 'Table')}
      />
      {EXPORTS.map(({ format, label, extension }) => (
        <MenuItem key={format} title={label} onSelect={() => saveFile(fileName(table.title, extension), tablesText([table], format))} />
      ))}
    </MenuButton>
  )
}

/** Returns the head and the cells of a column that draws intervals; null without values. */
function intervalStrip({ columns, rows }: ResultTable, column: string) {
  const at = columns.findIndex(({ id }) => id === column)
  const estimates = new Map(
    rows.flatMap(({ configuration, cells }) => {
      const { value = null, interval } = cells[at] ?? {}
      return value === null ? [] : [[configuration, { value, low: interval?.low ?? value, high: interval?.high ?? value }] as const]
    }),
  )
  if (estimates.size === 0) return null
  const all = [...estimates.values()]
  const low = Math.floor(Math.min(...all.map((one) => one.low)) * 20) / 20
  const high = Math.max(low + 0.05, Math.ceil(Math.max(...all.map((one) => one.high)) * 20) / 20)
  const x = (value: number): string => `${3 + ((value - low) / (high - low)) * 94}%`
  const draw = (configuration: number): ReactNode => {
    const estimate = estimates.get(configuration)
    return estimate ? (
      <svg width="100%" height="14" aria-hidden="true">
        <line x1={x(estimate.low)} x2={x(estimate.high)} y1="7" y2="7" stroke="var(--muted)" strokeWidth="1.5" />
        <circle cx={x(estimate.value)} cy="7" r="4" fill="var(--accent)" />
      </svg>
    ) : null
  }
  return { head: `${columns[at]?.label ?? ''}, ${low.toFixed(2)} to ${high.toFixed(2)}`, draw }
}
