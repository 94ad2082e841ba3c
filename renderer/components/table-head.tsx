import type { ReactNode } from 'react'
import { Button } from './button'

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

/** The heads of a table's columns. */
export function TableHead({ columns }: { readonly columns: readonly ColumnHead[] }) {
  return (
    <thead>
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
