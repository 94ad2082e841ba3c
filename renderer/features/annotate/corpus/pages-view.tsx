import { useMemo, useState, type KeyboardEvent } from 'react'
import type { CorpusPageEntry, GoldEntry } from '../../../../shared/contract/corpus-contract'
import { Button } from '../../../components/button'
import { List, type RowProps } from '../../../components/list/list'
import { formatNumber, formatScore } from '../../../components/number-format'
import { annotate, useAnnotate } from '../state/annotate'
import { labelling } from '../state/labelling'
import { useLabelling } from '../state/labelling-state'
import { AddPagesDialog } from './add-pages-dialog'
import { ColumnChoice, ColumnHeads, FIGURES } from './column-heads'
import { ExportDialog } from './export-dialog'
import { ImportDialog } from './import-dialog'
import { LabelsDialog } from './labels-dialog'
import { columnsOf, secondsOf, shownGold, sortPages, titleOf, TRACKS, typeOf, type PageColumn, type Viewer } from './page-columns'
import { PageFilter } from './page-filter'
import { QueuePanel } from './queue-panel'
import { RenameDialog } from './rename-dialog'
import { ScoreBounds } from './score-filter'

type Open = 'add' | 'import' | 'export' | 'rename' | 'labels' | null
const ROW = 30

/** The pages of the corpus: found by text, status, type, annotator; marked, opened, renamed, removed. */
export function PagesView() {
  const listed = useAnnotate((state) => state.entries)
  const marked = useAnnotate((state) => state.marked)
  const removed = useAnnotate((state) => state.removed)
  const readOnly = useAnnotate((state) => state.corpus?.readOnly ?? false)
  const { annotator, blind, hiddenColumns, sort } = useAnnotate((state) => state.preferences)
  const hasScores = useAnnotate((state) => (state.scored?.disagreement ?? 0) > 0)
  const viewer = useMemo(() => ({ annotator, blind }), [annotator, blind])
  const columns = columnsOf(hiddenColumns, hasScores)
  const tracks = ['28px', ...columns.map((column) => TRACKS[column])].join(' ')
  const entries = useMemo(() => sortPages(listed, sort, viewer), [listed, sort, viewer])
  const task = useAnnotate((state) => state.task)
  const [dialog, setDialog] = useState<Open>(null)
  const [index, setIndex] = useState(0)
  const row = Math.min(index, entries.length - 1)
  const current = entries[row]
  const chosen = marked.size > 0 ? [...marked] : current ? [current.id] : []

  function open(entry: CorpusPageEntry): void {
    annotate.show('label')
    void labelling.open(entry.id)
  }

  /** A page that is being labelled is let go before something is done to it; false where it stays open. */
  async function letGo(pages: readonly string[]): Promise<boolean> {
    const open = useLabelling.getState().open?.page.entry.id
    return open === undefined || !pages.includes(open) || labelling.leave()
  }

  async function recapture(pages: readonly string[]): Promise<void> {
    if (await letGo(pages)) await annotate.recapture(pages)
  }

  async function remove(pages: readonly string[]): Promise<void> {
    if (await letGo(pages)) await annotate.remove(pages)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === ' ' && current) {
      event.preventDefault()
      annotate.mark([current.id], !marked.has(current.id))
    } else if (event.key === 'Delete' && !readOnly) {
      event.preventDefault()
      void remove(chosen)
    }
  }

  return (
    <div className="pages-view">
      <div className="pages-main">
        <div className="pages-bar">
          <PageFilter />
        </div>
        <ScoreBounds />
        <div className="pages-bar pages-actions">
          <PageCount />
          <Button tone="quiet" disabled={!current} onClick={() => current && open(current)}>
            Label
          </Button>
          <Button tone="quiet" disabled={!current || readOnly} onClick={() => setDialog('rename')}>
            Rename …
          </Button>
          <Button
            tone="quiet"
            disabled={chosen.length === 0 || readOnly || task !== null}
            title="From the address, under the same id; labels move with their words, and the page as it was goes to the trash"
            onClick={() => void recapture(chosen)}
          >
            Capture{chosen.length > 1 ? ` ${chosen.length}` : ''} again
          </Button>
          <Button tone="quiet" disabled={chosen.length === 0 || readOnly} onClick={() => void remove(chosen)}>
            Remove{chosen.length > 1 ? ` ${chosen.length}` : ''}
          </Button>
          {marked.size > 0 ? (
            <Button tone="quiet" onClick={() => annotate.mark([...marked], false)}>
              Unmark all
            </Button>
          ) : null}
          {removed.length > 0 ? (
            <span role="status" className="pages-removed">
              {removed.length === 1 ? 'One page is in the trash.' : `${removed.length} pages are in the trash.`}{' '}
              <Button onClick={() => void annotate.restore()}>Undo</Button>
            </span>
          ) : null}
          <span className="space" />
          <Button tone="strong" disabled={readOnly} onClick={() => setDialog('add')}>
            Add pages …
          </Button>
          <Button disabled={readOnly} onClick={() => setDialog('import')}>
            Import …
          </Button>
          <Button onClick={() => setDialog('export')}>Export …</Button>
          <Button onClick={() => setDialog('labels')}>Labels …</Button>
          <ColumnChoice hasScores={hasScores} />
        </div>
        <ColumnHeads columns={columns} tracks={tracks} />
        <List
          className="pages-list"
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
          onOpen={(at) => entries[at] && open(entries[at])}
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
      {dialog === 'add' ? <AddPagesDialog onClose={() => setDialog(null)} /> : null}
      {dialog === 'import' ? <ImportDialog onClose={() => setDialog(null)} /> : null}
      {dialog === 'export' ? <ExportDialog marked={[...marked]} onClose={() => setDialog(null)} /> : null}
      {dialog === 'rename' && current ? <RenameDialog page={current.id} onClose={() => setDialog(null)} /> : null}
      {dialog === 'labels' ? <LabelsDialog onClose={() => setDialog(null)} /> : null}
    </div>
  )
}

function PageCount() {
  const matching = useAnnotate((state) => state.matching)
  const total = useAnnotate((state) => state.total)
  const complete = useAnnotate((state) => state.complete)
  return (
    <span className="quiet" role="status" data-testid="page-count">
      {matching === total ? '' : `${formatNumber(matching)} of `}
      {formatNumber(total)} {total === 1 ? 'page' : 'pages'}
      {complete ? '' : ', reading …'}
    </span>
  )
}

function EmptyList() {
  const isFiltered = useAnnotate((state) => Object.keys(state.filter).length > 0)
  const complete = useAnnotate((state) => state.complete)
  if (!complete) return <p className="quiet label-empty">Reading …</p>
  return (
    <p className="quiet label-empty">
      {isFiltered ? 'No page passes the filter.' : 'No pages yet: add the page in view, a list of addresses, or import a collection.'}
    </p>
  )
}

/** Address, title, author and date of a page, a line each. */
function pageTold(entry: CorpusPageEntry): string {
  return [entry.url, titleOf(entry), entry.fields?.author, entry.fields?.date].filter(Boolean).join('\n')
}

interface PageRowProps {
  readonly entry: CorpusPageEntry
  readonly row: RowProps
  readonly isCurrent: boolean
  readonly isMarked: boolean
  readonly viewer: Viewer
  readonly columns: readonly PageColumn[]
  readonly tracks: string
}

function PageRow({ entry, row, isCurrent, isMarked, viewer, columns, tracks }: PageRowProps) {
  return (
    <div
      {...row}
      aria-selected={isMarked || isCurrent}
      className="pages-row"
      style={{ gridTemplateColumns: tracks }}
      data-current={isCurrent || undefined}
      data-marked={isMarked || undefined}
      onClick={(event) => {
        row.onClick?.()
        if (event.ctrlKey || event.metaKey) annotate.mark([entry.id], !isMarked)
      }}
    >
      <span className="pages-mark" onClick={() => annotate.mark([entry.id], !isMarked)}>
        {isMarked ? '☑' : '☐'}
      </span>
      {columns.map((column) => (
        <PageCell key={column} column={column} entry={entry} viewer={viewer} />
      ))}
    </div>
  )
}

/** What a row says of a page in one column. */
function PageCell({ column, entry, viewer }: { readonly column: PageColumn; readonly entry: CorpusPageEntry; readonly viewer: Viewer }) {
  if (column === 'labels') return <PageLabels entry={entry} viewer={viewer} />
  if (FIGURES.has(column)) {
    const seconds = secondsOf(entry, viewer)
    return (
      <span className="bs-number" data-score={column === 'seconds' ? undefined : column}>
        {column === 'seconds'
          ? seconds
            ? formatNumber(Math.round(seconds))
            : ''
          : formatScore(entry.scores?.[column as 'disagreement' | 'f1'])}
      </span>
    )
  }
  const text = {
    id: entry.id,
    title: titleOf(entry),
    address: entry.url ?? entry.label ?? '',
    type: typeOf(entry, viewer),
    assigned: entry.assigned?.join(', ') ?? '',
  }[column as 'id' | 'title' | 'address' | 'type' | 'assigned']
  return (
    <span
      className={column === 'address' || column === 'assigned' ? 'quiet' : undefined}
      title={column === 'title' || column === 'address' ? pageTold(entry) : column === 'id' ? (entry.label ?? entry.id) : text}
    >
      {text}
    </span>
  )
}

/** Whose labels a page has, how far they are, and what is wrong with it. */
function PageLabels({ entry, viewer }: { readonly entry: CorpusPageEntry; readonly viewer: Viewer }) {
  const shown = shownGold(entry, viewer)
  return (
    <span className="pages-gold" title={shown.map((gold) => goldTold(gold)).join('\n')}>
      {entry.problems.length > 0 ? (
        <span className="pages-problem" title={entry.problems.map(({ failure }) => failure.message).join('\n')}>
          damaged
        </span>
      ) : null}
      {entry.practice ? (
        <span
          className="pages-badge"
          data-practice
          title="All annotators of the campaign label this page first and are told how it compares with its gold"
        >
          practice
        </span>
      ) : null}
      {entry.almostNoText ? (
        <span className="pages-problem" title="Hardly any words: perhaps a page that only scripts fill">
          almost no text
        </span>
      ) : null}
      {shown.map((gold) => (
        <GoldBadge key={gold.annotator} gold={gold} isOwn={gold.annotator === viewer.annotator} />
      ))}
      {entry.texts.length > 0 ? <span className="quiet">gold text</span> : null}
    </span>
  )
}

/** The labels of one annotator in words. */
function goldTold(gold: GoldEntry): string {
  const notes = [
    ...(gold.flags.length > 0 ? [gold.flags.join(', ')] : []),
    ...(gold.lost > 0 ? [`${gold.lost} lost`] : []),
    ...(gold.stale ? ['made on another capture'] : []),
  ]
  return [`${gold.annotator}: ${gold.status}, ${gold.spans} ${gold.spans === 1 ? 'label' : 'labels'}`, ...notes].join(' · ')
}

function GoldBadge({ gold, isOwn }: { readonly gold: GoldEntry; readonly isOwn: boolean }) {
  // The final labels are kept under the name of what they are.
  const isNamed = !isOwn && gold.annotator !== gold.status
  return (
    <span className="pages-badge" data-status={gold.status} title={goldTold(gold)}>
      {isNamed ? `${gold.annotator}: ` : ''}
      {gold.status === 'in-progress' ? 'begun' : gold.status}
      {gold.flags.length > 0 ? ' ⚑' : ''}
      {gold.stale ? ' · other capture' : gold.lost > 0 ? ` · ${gold.lost} lost` : ''}
    </span>
  )
}
