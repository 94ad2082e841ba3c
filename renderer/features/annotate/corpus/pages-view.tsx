import { Fragment, useMemo, useState, type KeyboardEvent } from 'react'
import type { CorpusPageEntry } from '../../../../shared/contract/corpus-contract'
import { Button } from '../../../components/button'
import { Check } from '../../../components/fields'
import { Square, SquareCheck } from 'lucide-react'
import { Chooser } from '../../../components/menu'
import { List, type RowProps } from '../../../components/list/list'
import { formatCount, formatNumber } from '../../../components/number-format'
import { annotate, useAnnotate, useFilteredPages } from '../state/annotate'
import { labelling } from '../state/labelling'
import { LabelsDialog } from './labels-dialog'
import { columnsOf, offeredColumns, sortPages, type Viewer } from './page-columns'
import { PageFilter, ScoreBounds } from './page-filter'
import { QueuePanel } from './queue-panel'
import { AddPagesDialog, ImportDialog, discardPages, RenameDialog } from './page-dialogs'
import { useFields } from '../../../window/store'
import panelStyles from '../labelling/panels/label-panels.module.css'
import pageStyles from './pages.module.css'

type Open = 'add' | 'import' | 'rename' | 'labels' | null
const ROW = 30

export function PagesView() {
  const { marked, corpus, preferences, list } = useFields(useAnnotate, 'marked', 'corpus', 'preferences', 'list')
  const filtered = useFilteredPages()
  const isBundle = corpus?.campaign?.bundle !== undefined
  const { annotator, blind, hiddenColumns, sort } = preferences
  const hasScores = list.entries.some(({ scores }) => scores)
  const viewer = useMemo(() => ({ annotator, blind }), [annotator, blind])
  const columns = columnsOf(hiddenColumns, hasScores)
  const tracks = ['28px', ...columns.map(({ track }) => track)].join(' ')
  const entries = useMemo(() => sortPages(filtered, sort, viewer), [filtered, sort, viewer])
  const [dialog, setDialog] = useState<Open>(null)
  const close = (): void => setDialog(null)
  const [index, setIndex] = useState(0)
  const row = Math.min(index, entries.length - 1)
  const current = entries[row]
  const chosen = marked.size > 0 ? [...marked] : current ? [current.id] : []

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === ' ' && current) {
      event.preventDefault()
      annotate.mark([current.id], !marked.has(current.id))
    } else if (event.key === 'Delete' && !corpus?.readOnly && !isBundle) {
      event.preventDefault()
      void removePages(chosen)
    }
  }

  return (
    <div className={pageStyles.view}>
      <div className="column pane">
        <div className={`row ${pageStyles.bar}`}>
          <PageFilter />
        </div>
        <ScoreBounds />
        <div className={`row ${pageStyles.bar} ${pageStyles.actions}`}>
          <PageCount matching={entries.length} />
          <Button label="Label" tone="quiet" disabled={!current} onClick={() => current && labelPage(current)} />
          {isBundle ? null : <CorpusActions {...{ current, chosen, hasScores }} onDialog={setDialog} />}
        </div>
        <ColumnHeads columns={columns} tracks={tracks} />
        <List
          className={pageStyles.list}
          role="listbox"
          label="Pages"
          multiple
          data-testid="corpus-pages"
          count={entries.length}
          rowHeight={ROW}
          current={row}
          idOf={(at) => `page-${entries[at]?.id}`}
          nameOf={(at) => entries[at]?.id ?? ''}
          onMove={setIndex}
          onOpen={(at) => entries[at] && labelPage(entries[at])}
          onKeyDown={onKeyDown}
          empty={<EmptyList />}
        >
          {(at, props) =>
            entries[at] ? (
              <PageRow
                entry={entries[at]}
                row={props}
                isCurrent={at === row}
                isMarked={marked.has(entries[at].id)}
                viewer={viewer}
                columns={columns}
                tracks={tracks}
              />
            ) : null
          }
        </List>
      </div>
      <QueuePanel />
      {dialog === 'add' ? <AddPagesDialog onClose={close} /> : null}
      {dialog === 'import' ? <ImportDialog onClose={close} /> : null}
      {dialog === 'labels' ? <LabelsDialog onClose={close} /> : null}
      {dialog === 'rename' && current ? <RenameDialog page={current.id} onClose={close} /> : null}
    </div>
  )
}

function labelPage(entry: CorpusPageEntry): void {
  annotate.show('label')
  void labelling.open(entry.id)
}

async function recapturePages(pages: readonly string[]): Promise<void> {
  if (await discardPages(pages)) await annotate.recapture(pages)
}

async function removePages(pages: readonly string[]): Promise<void> {
  if (await discardPages(pages)) await annotate.remove(pages)
}

interface CorpusActionsProps {
  readonly current: CorpusPageEntry | undefined
  readonly chosen: readonly string[]
  readonly hasScores: boolean
  readonly onDialog: (dialog: Open) => void
}

function CorpusActions({ current, chosen, hasScores, onDialog }: CorpusActionsProps) {
  const { marked, removed, task, corpus } = useFields(useAnnotate, 'marked', 'removed', 'task', 'corpus')
  const readOnly = corpus?.readOnly ?? false
  return (
    <>
      <Button label="Rename …" tone="quiet" disabled={!current || readOnly} onClick={() => onDialog('rename')} />
      <Button
        tone="quiet"
        disabled={chosen.length === 0 || readOnly || task !== null}
        title="Loads the address again. Keeps the id, moves the labels with their words, and moves the previous capture to the trash."
        onClick={() => void recapturePages(chosen)}
      >
        Capture{chosen.length > 1 ? ` ${chosen.length}` : ''} again
      </Button>
      <Button
        label={chosen.length > 1 ? `Remove ${chosen.length}` : 'Remove'}
        tone="quiet"
        disabled={chosen.length === 0 || readOnly}
        onClick={() => void removePages(chosen)}
      />
      {marked.size > 0 ? <Button label="Unmark all" tone="quiet" onClick={() => annotate.mark([...marked], false)} /> : null}
      {removed.length > 0 ? (
        <span role="status" className="row">
          {formatCount(removed.length, 'page')} in the trash. <Button label="Undo" onClick={() => void annotate.restore()} />
        </span>
      ) : null}
      <span className="space" />
      <div className="row">
        <Button label="Add pages …" disabled={readOnly} onClick={() => onDialog('add')} />
        <Button label="Import …" disabled={readOnly} onClick={() => onDialog('import')} />
        <Button label="Labels …" onClick={() => onDialog('labels')} />
        <ColumnChoice hasScores={hasScores} />
      </div>
    </>
  )
}

function PageCount({ matching }: { readonly matching: number }) {
  const { total, complete } = useAnnotate((state) => state.list)
  return (
    <span className="quiet" role="status" data-testid="page-count">
      {matching === total ? '' : `${formatNumber(matching)} of `}
      {formatCount(total, 'page')}
      {complete ? '' : ', reading …'}
    </span>
  )
}

function EmptyList() {
  const isFiltered = useAnnotate((state) => Object.keys(state.filter).length > 0)
  const { complete } = useAnnotate((state) => state.list)
  if (!complete) return <p className={`quiet ${panelStyles.empty}`}>Reading …</p>
  return (
    <p className={`quiet ${panelStyles.empty}`}>
      {isFiltered ? 'No page matches the filter.' : 'No pages yet. Add pages or import a collection.'}
    </p>
  )
}

interface PageRowProps {
  readonly entry: CorpusPageEntry
  readonly row: RowProps
  readonly isCurrent: boolean
  readonly isMarked: boolean
  readonly viewer: Viewer
  readonly columns: ReturnType<typeof columnsOf>
  readonly tracks: string
}

function PageRow({ entry, row, isCurrent, isMarked, viewer, columns, tracks }: PageRowProps) {
  return (
    <div
      {...row}
      aria-selected={isMarked || isCurrent}
      className={pageStyles.row}
      style={{ gridTemplateColumns: tracks }}
      data-current={isCurrent || undefined}
      data-marked={isMarked || undefined}
      onClick={(event) => {
        row.onClick?.()
        if (event.ctrlKey || event.metaKey) annotate.mark([entry.id], !isMarked)
      }}
    >
      <span className={pageStyles.mark} onClick={() => annotate.mark([entry.id], !isMarked)}>
        {isMarked ? <SquareCheck size={16} aria-hidden="true" /> : <Square size={16} aria-hidden="true" />}
      </span>
      {columns.map(({ id, cell }) => (
        <Fragment key={id}>{cell(entry, viewer)}</Fragment>
      ))}
    </div>
  )
}

function ColumnHeads({ columns, tracks }: Pick<PageRowProps, 'columns' | 'tracks'>) {
  const { by, down } = useAnnotate((state) => state.preferences.sort)
  return (
    <div className={`quiet ${pageStyles.columns}`} role="group" aria-label="Order of the pages" style={{ gridTemplateColumns: tracks }}>
      <span />
      {columns.map(({ id, label, meaning, isFigure }) => {
        const isChosen = id === by
        return (
          <Button
            key={id}
            tone="bare"
            className={isFigure ? 'bs-number' : undefined}
            title={meaning}
            aria-pressed={isChosen}
            aria-label={isChosen ? `${label}, ${down ? 'descending' : 'ascending'}` : label}
            onClick={() => annotate.setPreferences({ sort: { by: id, down: isChosen ? !down : false } })}
          >
            {label}
            <span aria-hidden="true">{isChosen ? (down ? ' ↓' : ' ↑') : ''}</span>
          </Button>
        )
      })}
    </div>
  )
}

function ColumnChoice({ hasScores }: { readonly hasScores: boolean }) {
  const hidden = useAnnotate((state) => state.preferences.hiddenColumns)
  return (
    <Chooser words="Columns" label="Columns">
      {offeredColumns(hasScores).map(({ id, label }) => (
        <Check
          key={id}
          label={label}
          checked={!hidden.includes(id)}
          onChange={(checked) =>
            annotate.setPreferences({ hiddenColumns: checked ? hidden.filter((name) => name !== id) : [...hidden, id] })
          }
        />
      ))}
    </Chooser>
  )
}
