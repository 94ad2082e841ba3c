import type { ReactNode, CSSProperties } from 'react'
import { Button } from './button'
import { cutAtPoint, pointRoom } from './number-format'
import './panel/panel.css'

/** How a table is sorted by a column, and what turns it round or sorts by it. */
interface ColumnSort {
  /** Null where another column sorts. */
  readonly direction: 'ascending' | 'descending' | null
  readonly onSort: () => void
  readonly title?: string
}

/** The head of a column: its words, or more about it. An empty one is no head. */
export type ColumnHead =
  | string
  | { readonly label: ReactNode; readonly className?: string | undefined; readonly title?: string | undefined; readonly sort?: ColumnSort }

/** The head of a column of numbers: it stands at the right, as they do. */
export const numbers = (label: string, title?: string): ColumnHead => ({ label, title, className: 'bs-number' })

/** The heads of a table's columns. @param isHeard they are read out and not seen, where the columns speak for themselves */
export function TableHead({ columns, isHeard = false }: { readonly columns: readonly ColumnHead[]; readonly isHeard?: boolean }) {
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

/** Room behind the decimal point that the numbers of a column need, for `AlignedNumber`. */
export type Room = CSSProperties

/** @param texts the numbers of a column as they are written */
export const roomFor = (texts: readonly string[]): Room => ({ '--behind-point': `${pointRoom(texts)}ch` }) as CSSProperties

/** A number of a column, as `formatNumber` or `formatShare` writes it; the points of the column stand below each other. */
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

/** A number over a bar that says how much of the largest it is. @param share from 0; null where there is nothing to compare it with */
export function BarCell({ share, children }: { readonly share: number | null; readonly children: ReactNode }) {
  return (
    <td className="bs-number bar-cell">
      {share ? <span className="bar-cell-bar" style={{ inlineSize: `${Math.min(1, share) * 100}%` }} /> : null}
      <span className="bar-cell-value">{children}</span>
    </td>
  )
}
