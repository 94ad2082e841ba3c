import type { ReactNode } from 'react'

/** The head of a column: its words, or more about it. An empty one is no head. */
export type ColumnHead = string | { readonly label: ReactNode; readonly className?: string; readonly title?: string | undefined }

/** The head of a column of numbers: it stands at the right, as they do. */
export const numbers = (label: string, title?: string): ColumnHead => ({ label, title, className: 'bs-number' })

/** The heads of a table's columns. */
export function TableHead({ columns }: { readonly columns: readonly ColumnHead[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column, i) => {
          const { label, ...about } = typeof column === 'string' ? { label: column } : column
          return label === '' ? (
            <td key={i} />
          ) : (
            <th key={i} scope="col" {...about}>
              {label}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
