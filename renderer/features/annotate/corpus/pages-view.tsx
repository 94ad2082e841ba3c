import { Fragment, useMemo, useState, type KeyboardEvent } from 'react'
import type { CorpusPageEntry } from '../../../../shared/contract/corpus-contract'
import { Button } from '../../../components/button'
import { Check } from '../../../components/fields'
import { Square, SquareCheck } from 'lucide-react'
import { Chooser } from '../../../components/menu'
import { List } from '../../../components/list/list'
import { formatCount, formatNumber } from '../../../components/number-format'
import { annotate, useAnnotate, useFilteredPages } from '../state/annotate'
import { labelling } from '../state/labelling'
import { LabelsDialog } from './labels-dialog'
import { columnsOf, offeredColumns, sortPages } from './page-columns'
import { PageFilter, ScoreBounds } from './page-filter'
import { QueuePanel } from './queue-panel'
import { AddPagesDialog, ImportDialog, discardPages, RenameDialog } from './page-dialogs'
import { useFields } from '../../../window/store'
import panelStyles from '../labelling/panels/label-panels.module.css'
import pageStyles from './pages.module.css'

const ROW = 30

export function PagesView() {
  const { marked, corpus, preferences, list, filter } = useFields(useAnnotate, 'marked', 'corpus', 'preferences', 'list', 'filter')
  const filtered = useFilteredPages()
  const isBundle = corpus?.campaign?.bundle !== undefined
  const hasScores = list.entries.some(({ scores }) => scores)
  const columns = columnsOf(preferences.hiddenColumns, hasScores)
  const tracks = ['28px', ...columns.map(({ track }) => track)].join(' ')
  const entries = useMemo(() => sortPages(filtered, preferences.sort, preferences), [filtered, preferences])
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
          <span className="quiet" role="status" data-testid="page-count">
            {entries.length === list.total ? '' : `${formatNumber(entries.length)} of `}
            {formatCount(list.total, 'page')}
            {list.complete ? '' : ', reading …'}
          </span>
          <Button label="Label" tone="quiet" disabled={!current} onClick={() => current && labelPage(current)} />
          {isBundle ? null : <CorpusActions {...{ current, chosen, hasScores }} />}
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
          empty={
            <p className={`quiet ${panelStyles.empty}`}>
              {!list.complete
                ? 'Reading …'
                : Object.keys(filter).length > 0
                  ? 'No page matches the filter.'
                  : 'No pages yet. Add pages or import a collection.'}
            </p>
          }
        >
          {(at, props) => {
            const entry = entries[at]
            if (!entry) return null
            const isMarked = marked.has(entry.id)
            const toggle = (): void => annotate.mark([entry.id], !isMarked)
            return (
              <div
                {...props}
                aria-selected={isMarked || at === row}
                className={pageStyles.row}
                style={{ gridTemplateColumns: tracks }}
                data-current={at === row || undefined}
                data-marked={isMarked || undefined}
                onClick={(event) => {
                  props.onClick?.()
                  if (event.ctrlKey || event.metaKey) toggle()
                }}
              >
                <span className={pageStyles.mark} onClick={toggle}>
                  {isMarked ? <SquareCheck size={16} aria-hidden="true" /> : <Square size={16} aria-hidden="true" />}
                </span>
                {columns.map(({ id, cell }) => (
                  <Fragment key={id}>{cell(entry, preferences)}</Fragment>
                ))}
              </div>
            )
          }}
        </List>
      </div>
      <QueuePanel />
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
}

function CorpusActions({ current, chosen, hasScores }: CorpusActionsProps) {
  const { marked, removed, task, corpus, preferences } = useFields(useAnnotate, 'marked', 'removed', 'task', 'corpus', 'preferences')
  const { hiddenColumns: hidden } = preferences
  const [dialog, setDialog] = useState<'add' | 'import' | 'rename' | 'labels' | null>(null)
  const close = (): void => setDialog(null)
  const readOnly = corpus?.readOnly ?? false
  const many = chosen.length > 1 ? ` ${chosen.length}` : ''
  return (
    <>
      <Button label="Rename …" tone="quiet" disabled={!current || readOnly} onClick={() => setDialog('rename')} />
      <Button
        label={`Capture${many} again`}
        tone="quiet"
        disabled={chosen.length === 0 || readOnly || task !== null}
        title="Loads the address again. Keeps the id, moves the labels with their words, and moves the previous capture to the trash."
        onClick={() => void recapturePages(chosen)}
      />
      <Button label={`Remove${many}`} tone="quiet" disabled={chosen.length === 0 || readOnly} onClick={() => void removePages(chosen)} />
      {marked.size > 0 ? <Button label="Unmark all" tone="quiet" onClick={() => annotate.mark([...marked], false)} /> : null}
      {removed.length > 0 ? (
        <span role="status" className="row">
          {formatCount(removed.length, 'page')} in the trash. <Button label="Undo" onClick={() => void annotate.restore()} />
        </span>
      ) : null}
      <span className="space" />
      <div className="row">
        <Button label="Add pages …" disabled={readOnly} onClick={() => setDialog('add')} />
        <Button label="Import …" disabled={readOnly} onClick={() => setDialog('import')} />
        <Button label="Labels …" onClick={() => setDialog('labels')} />
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
      </div>
      {dialog === 'add' ? <AddPagesDialog onClose={close} /> : null}
      {dialog === 'import' ? <ImportDialog onClose={close} /> : null}
      {dialog === 'labels' ? <LabelsDialog onClose={close} /> : null}
      {dialog === 'rename' && current ? <RenameDialog page={current.id} onClose={close} /> : null}
    </>
  )
}

function ColumnHeads({ columns, tracks }: { readonly columns: ReturnType<typeof columnsOf>; readonly tracks: string }) {
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
