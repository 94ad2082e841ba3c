import { Check } from '../../../components/check'
import { Button } from '../../../components/button'
import { annotate, useAnnotate } from '../state/annotate'
import { PAGE_COLUMNS, type PageColumn } from './page-columns'
import { SCORES } from './score-filter'
import { Chooser } from '../../../components/menu'

const HEADS: Readonly<Record<PageColumn, { readonly label: string; readonly meaning?: string }>> = {
  id: { label: 'Page' },
  title: { label: 'Title', meaning: 'As the collection says it, else the page’s own' },
  address: { label: 'Address' },
  type: { label: 'Type' },
  labels: { label: 'Labels', meaning: 'In order: unlabelled, begun, skipped, done, adjudicated; then by how many have finished' },
  assigned: { label: 'Assigned' },
  disagreement: { label: SCORES.disagreement.column, meaning: SCORES.disagreement.meaning },
  f1: { label: SCORES.f1.column, meaning: SCORES.f1.meaning },
  seconds: { label: 'Seconds', meaning: 'That you took to label it' },
}

export const FIGURES: ReadonlySet<PageColumn> = new Set<PageColumn>(['disagreement', 'f1', 'seconds'])

/** The heads of the columns: a click puts the pages in that order, another turns it round. */
export function ColumnHeads({ columns, tracks }: { readonly columns: readonly PageColumn[]; readonly tracks: string }) {
  const { by, down } = useAnnotate((state) => state.preferences.sort)
  return (
    <div className="pages-columns" role="group" aria-label="Order of the pages" style={{ gridTemplateColumns: tracks }}>
      <span />
      {columns.map((column) => {
        const { label, meaning } = HEADS[column]
        const isChosen = column === by
        return (
          <Button
            key={column}
            tone="bare"
            className={FIGURES.has(column) ? 'bs-number' : undefined}
            title={meaning}
            aria-pressed={isChosen}
            aria-label={isChosen ? `${label}, ${down ? 'descending' : 'ascending'}` : label}
            onClick={() => annotate.setPreferences({ sort: { by: column, down: isChosen ? !down : false } })}
          >
            {label}
            <span aria-hidden="true">{isChosen ? (down ? ' ↓' : ' ↑') : ''}</span>
          </Button>
        )
      })}
    </div>
  )
}

/** Which columns are shown. */
export function ColumnChoice({ hasScores }: { readonly hasScores: boolean }) {
  const hidden = useAnnotate((state) => state.preferences.hiddenColumns)
  const offered = PAGE_COLUMNS.filter((column) => column !== 'id' && (hasScores || (column !== 'disagreement' && column !== 'f1')))
  return (
    <Chooser words="Columns" label="Columns that are shown">
      {offered.map((column) => (
        <Check
          key={column}
          checked={!hidden.includes(column)}
          onChange={(checked) =>
            annotate.setPreferences({ hiddenColumns: checked ? hidden.filter((name) => name !== column) : [...hidden, column] })
          }
        >
          {HEADS[column].label}
        </Check>
      ))}
    </Chooser>
  )
}
