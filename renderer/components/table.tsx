import { Fragment, type ComponentProps, type ReactNode, type CSSProperties } from 'react'
import { Button } from './button'
import { cutAtPoint, pointRoom } from './number-format'
import './panel/panel.css'

interface ColumnSort {
  readonly direction: 'ascending' | 'descending' | null
  readonly onSort: () => void
  readonly title?: string
}

export type ColumnHead =
  | string
  | { readonly label: ReactNode; readonly className?: string | undefined; readonly title?: string | undefined; readonly sort?: ColumnSort }

export const numbers = (label: string, title?: string): ColumnHead => ({ label, title, className: 'bs-number' })

export function TableHead({ columns, isHeard }: { readonly columns: readonly ColumnHead[]; readonly isHeard?: boolean | undefined }) {
  return (
    <thead className={isHeard ? 'visually-hidden' : undefined}>
      <tr>
        {columns.map((column, i) => {
          const { label, sort, ...about } = typeof column === 'string' ? { label: column, sort: undefined } : column
          if (label === '') return <td key={i} />
          return (
            <th key={i} scope="col" aria-sort={sort && (sort.direction ?? 'none')} {...about}>
              {sort ? (
                <Button tone="bare" className="sort-head" title={sort.title} onClick={sort.onSort}>
                  {label}
                  <span aria-hidden="true">{sort.direction === null ? '' : sort.direction === 'descending' ? ' ↓' : ' ↑'}</span>
                </Button>
              ) : (
                label
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

interface TableProps extends ComponentProps<'table'>, ComponentProps<typeof TableHead> {
  readonly caption?: ReactNode
  readonly foot?: ReactNode
}

/** A table with a head. The children are the rows. */
export const Table = ({ caption, columns, isHeard, children, foot, ...rest }: TableProps) => (
  <table {...rest}>
    {caption === undefined ? null : <caption>{caption}</caption>}
    <TableHead columns={columns} isHeard={isHeard} />
    <tbody>{children}</tbody>
    {foot}
  </table>
)

interface FactsProps extends ComponentProps<'dl'> {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[]
}

export const Facts = ({ facts, className = '', ...rest }: FactsProps) => (
  <dl className={`facts ${className}`} {...rest}>
    {facts.map(([name, value], i) => (
      <Fragment key={i}>
        <dt className="dim">{name}</dt>
        <dd>{value}</dd>
      </Fragment>
    ))}
  </dl>
)

interface TableRow {
  readonly key: string
  readonly cells: readonly ReactNode[]
  readonly title?: string
  readonly isCurrent?: boolean
}

/** A table whose first cells are the names of the rows. Other cells have the class of their column. */
export function DataTable({ columns, rows, ...table }: Omit<TableProps, 'children'> & { readonly rows: readonly TableRow[] }) {
  const classes = columns.map((column) => (typeof column === 'string' ? undefined : column.className))
  return (
    <Table columns={columns} {...table}>
      {rows.map(({ key, cells: [name, ...cells], title, isCurrent = false }) => (
        <tr key={key} aria-current={isCurrent || undefined}>
          <th scope="row" title={title}>
            {name}
          </th>
          {cells.map((cell, i) => (
            <td key={i} className={classes[i + 1]}>
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}

export type Room = CSSProperties

export const roomFor = (texts: readonly string[]): Room => ({ '--behind-point': `${pointRoom(texts)}ch` }) as CSSProperties

export function AlignedNumber({ text, room }: { readonly text: string; readonly room: Room }) {
  const { whole, behind } = cutAtPoint(text)
  return (
    <>
      {whole}
      <span className="behind-point" style={room}>
        {behind}
      </span>
    </>
  )
}

export function BarCell({ share, children }: { readonly share: number | null; readonly children: ReactNode }) {
  return (
    <td className="bs-number bar-cell">
      {share ? <span className="bar-cell-bar" style={{ inlineSize: `${Math.min(1, share) * 100}%` }} /> : null}
      <span className="bar-cell-value">{children}</span>
    </td>
  )
}
