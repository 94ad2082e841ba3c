import type { ReactNode } from 'react'
import { TableHead, type ColumnHead } from '../../components/table'

interface ScrollTableProps {
  readonly label: string
  readonly columns: readonly ColumnHead[]
  readonly className?: string | undefined
  /** Its rows. */
  readonly children: ReactNode
}

/** A table that scrolls by itself, by the keyboard too; its heads and the names of its rows stay in view. */
export function ScrollTable({ label, columns, className, children }: ScrollTableProps) {
  return (
    <div className="evaluate-scroll" tabIndex={0} role="region" aria-label={label}>
      <table className={className}>
        <TableHead columns={columns} />
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
