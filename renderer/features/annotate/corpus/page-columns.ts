/** What the list of a corpus shows of a page, and in which order. Pure. */
import type { CorpusPageEntry, GoldEntry } from '../../../../shared/contract/corpus-contract'

export const PAGE_COLUMNS = ['id', 'title', 'address', 'type', 'labels', 'assigned', 'disagreement', 'f1', 'seconds'] as const
export type PageColumn = (typeof PAGE_COLUMNS)[number]

export interface PageSort {
  readonly by: PageColumn
  readonly down: boolean
}

/** Whose labels are seen. */
export interface Viewer {
  readonly annotator: string
  /** Others' labels are hidden. */
  readonly blind: boolean
}

/** Widths as CSS grid tracks: what is read gets the room, figures get what they need. */
export const TRACKS: Readonly<Record<PageColumn, string>> = {
  id: 'minmax(72px, 1fr)',
  title: 'minmax(110px, 2.4fr)',
  address: 'minmax(90px, 2fr)',
  type: '84px',
  labels: 'minmax(110px, 2fr)',
  assigned: 'minmax(64px, 0.8fr)',
  disagreement: '64px',
  f1: '60px',
  seconds: '68px',
}

/** Columns that can be shown: scores only where pages were measured. */
export function columnsOf(hidden: readonly string[], hasScores: boolean): PageColumn[] {
  return PAGE_COLUMNS.filter(
    (column) => column === 'id' || (!hidden.includes(column) && (hasScores || (column !== 'disagreement' && column !== 'f1'))),
  )
}

/** The title that its collection says, else the page's own. */
export function titleOf({ fields, title }: CorpusPageEntry): string {
  return fields?.title ?? title ?? ''
}

/** Labels that the viewer may see. */
export function shownGold({ gold }: CorpusPageEntry, { annotator, blind }: Viewer): readonly GoldEntry[] {
  return blind ? gold.filter((one) => one.annotator === annotator) : gold
}

/** The type that the viewer gave, else, where others' are seen, the first that anybody gave. */
export function typeOf(entry: CorpusPageEntry, viewer: Viewer): string {
  const shown = shownGold(entry, viewer)
  return (shown.find(({ annotator }) => annotator === viewer.annotator) ?? shown.find(({ pageType }) => pageType))?.pageType ?? ''
}

export function secondsOf({ gold }: CorpusPageEntry, { annotator }: Viewer): number | null {
  return gold.find((one) => one.annotator === annotator)?.seconds ?? null
}

/** From nothing to decided. */
const PROGRESS = ['in-progress', 'skipped', 'done', 'adjudicated'] as const

/** Unlabelled pages first, decided ones last; then by how many have finished. */
function progressOf(entry: CorpusPageEntry, viewer: Viewer): number {
  const shown = shownGold(entry, viewer)
  const furthest = Math.max(-1, ...shown.map(({ status }) => PROGRESS.indexOf(status)))
  const finished = shown.filter(({ status }) => status === 'done' || status === 'adjudicated').length
  return (furthest + 1) * 10_000 + finished
}

type Key = string | number | null

function keyOf(entry: CorpusPageEntry, column: PageColumn, viewer: Viewer): Key {
  switch (column) {
    case 'id':
      return entry.id
    case 'title':
      return titleOf(entry) || null
    case 'address':
      return entry.url ?? entry.label
    case 'type':
      return typeOf(entry, viewer) || null
    case 'labels':
      return progressOf(entry, viewer)
    case 'assigned':
      return entry.assigned ? entry.assigned.join(', ') : null
    case 'disagreement':
      return entry.scores?.disagreement ?? null
    case 'f1':
      return entry.scores?.f1 ?? null
    case 'seconds':
      return secondsOf(entry, viewer)
  }
}

const letters = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Pages in an order; those that have nothing in the column come last either way, equal ones by id. */
export function sortPages(entries: readonly CorpusPageEntry[], { by, down }: PageSort, viewer: Viewer): readonly CorpusPageEntry[] {
  const keyed = entries.map((entry) => ({ entry, key: keyOf(entry, by, viewer) }))
  const sign = down ? -1 : 1
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) {
      if (a.key !== b.key) return a.key === null ? 1 : -1
    } else {
      const order = typeof a.key === 'number' && typeof b.key === 'number' ? a.key - b.key : letters.compare(String(a.key), String(b.key))
      if (order !== 0) return sign * order
    }
    return a.entry.id < b.entry.id ? -1 : 1
  })
  return keyed.map(({ entry }) => entry)
}
