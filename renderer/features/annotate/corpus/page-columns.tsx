import type { ReactNode } from 'react'
import type { CorpusPageEntry, GoldEntry, PageScores } from '../../../../shared/contract/corpus-contract'
import { formatNumber, formatScore } from '../../../components/number-format'
import pageStyles from './pages.module.css'

interface Viewer {
  readonly annotator: string
  readonly blind: boolean
}

interface Column<Id extends string = string> {
  readonly id: Id
  readonly label: string
  readonly meaning?: string
  readonly track: string
  readonly isFigure?: boolean
  readonly needsScores?: boolean
  /** Returns the sort key. Pages with null are last in both directions. */
  readonly key: (entry: CorpusPageEntry, viewer: Viewer) => string | number | null
  readonly cell: (entry: CorpusPageEntry, viewer: Viewer) => ReactNode
}

export const SCORES: Readonly<Record<keyof PageScores, { readonly option: string; readonly label: string; readonly meaning: string }>> = {
  f1: {
    option: 'F1 of extractors',
    label: 'F1',
    meaning:
      'Mean F1 (words) of eight extractors (one per paper) and all custom extractors, with default parameters. The gold standard is adjudicated; otherwise imported; otherwise from finished labels, if all annotators agree.',
  },
  disagreement: {
    option: 'disagreement of extractors',
    label: 'Disagree',
    meaning:
      'Text that some, but not all, extractors keep, divided by the text that at least one extractor keeps. Uses eight extractors (one per paper) and all custom extractors, with default parameters.',
  },
}

export const COLUMNS = [
  textColumn({ id: 'id', label: 'Page', track: 'minmax(72px, 1fr)' }, ({ id }) => id, { hint: ({ id, label }) => label ?? id }),
  textColumn(
    { id: 'title', label: 'Title', meaning: 'Title in the collection, otherwise title of the page', track: 'minmax(110px, 2.4fr)' },
    (entry) => titleOf(entry),
    { hint: describePage },
  ),
  textColumn({ id: 'address', label: 'Address', track: 'minmax(90px, 2fr)' }, ({ url, label }) => url ?? label, {
    hint: describePage,
    isQuiet: true,
  }),
  textColumn({ id: 'type', label: 'Type', track: '84px' }, typeOf),
  {
    id: 'labels',
    label: 'Labels',
    meaning: 'Order: unlabelled, begun, skipped, done, adjudicated; then by number of finished annotators',
    track: 'minmax(110px, 2fr)',
    key: progressOf,
    cell: (entry, viewer) => <PageLabels entry={entry} viewer={viewer} />,
  },
  textColumn({ id: 'assigned', label: 'Assigned', track: 'minmax(64px, 0.8fr)' }, ({ assigned }) => assigned?.join(', '), {
    isQuiet: true,
  }),
  scoreColumn('disagreement', '64px'),
  scoreColumn('f1', '60px'),
  figureColumn({ id: 'seconds', label: 'Seconds', meaning: 'Your labelling time', track: '68px' }, secondsOf, (seconds) =>
    seconds ? formatNumber(Math.round(seconds)) : '',
  ),
] as const satisfies readonly Column[]

type About<Id extends string> = Omit<Column<Id>, 'key' | 'cell' | 'isFigure'>
type TextOf = (entry: CorpusPageEntry, viewer: Viewer) => string | null | undefined

/** A column of texts. @param hint returns the tooltip; default: the text */
function textColumn<Id extends string>(
  about: About<Id>,
  textOf: TextOf,
  { hint = textOf, isQuiet = false }: { readonly hint?: TextOf; readonly isQuiet?: boolean } = {},
): Column<Id> {
  return {
    ...about,
    key: (entry, viewer) => textOf(entry, viewer) || null,
    cell: (entry, viewer) => (
      <span className={isQuiet ? 'quiet' : undefined} title={hint(entry, viewer) ?? undefined}>
        {textOf(entry, viewer)}
      </span>
    ),
  }
}

function scoreColumn<Id extends keyof PageScores>(id: Id, track: string): Column<Id> {
  return figureColumn({ id, ...SCORES[id], track, needsScores: true }, ({ scores }) => scores?.[id] ?? null, formatScore)
}

function figureColumn<Id extends string>(
  about: About<Id>,
  valueOf: (entry: CorpusPageEntry, viewer: Viewer) => number | null,
  format: (value: number | null) => string,
): Column<Id> {
  return {
    ...about,
    isFigure: true,
    key: valueOf,
    cell: (entry, viewer) => (
      <span className="bs-number" data-figure={about.id}>
        {format(valueOf(entry, viewer))}
      </span>
    ),
  }
}

type PageColumn = (typeof COLUMNS)[number]['id']

export function offeredColumns(hasScores: boolean): readonly Column<PageColumn>[] {
  return COLUMNS.filter((column: Column) => column.id !== 'id' && (hasScores || !column.needsScores))
}

export function columnsOf(hidden: readonly string[], hasScores: boolean): readonly Column<PageColumn>[] {
  return [COLUMNS[0], ...offeredColumns(hasScores).filter(({ id }) => !hidden.includes(id))]
}

const titleOf = ({ fields, title }: CorpusPageEntry): string => fields?.title ?? title ?? ''

function shownGold({ gold }: CorpusPageEntry, { annotator, blind }: Viewer): readonly GoldEntry[] {
  return blind ? gold.filter((one) => one.annotator === annotator) : gold
}

export function typeOf(entry: CorpusPageEntry, viewer: Viewer): string {
  const shown = shownGold(entry, viewer)
  return (shown.find(({ annotator }) => annotator === viewer.annotator) ?? shown.find(({ pageType }) => pageType))?.pageType ?? ''
}

function secondsOf({ gold }: CorpusPageEntry, { annotator }: Viewer): number | null {
  return gold.find((one) => one.annotator === annotator)?.seconds ?? null
}

const PROGRESS = ['in-progress', 'skipped', 'done', 'adjudicated'] as const

function progressOf(entry: CorpusPageEntry, viewer: Viewer): number {
  const shown = shownGold(entry, viewer)
  const furthest = Math.max(-1, ...shown.map(({ status }) => PROGRESS.indexOf(status)))
  const finished = shown.filter(({ status }) => status === 'done' || status === 'adjudicated').length
  return (furthest + 1) * 10_000 + finished
}

const letters = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

export function sortPages(
  entries: readonly CorpusPageEntry[],
  { by, down }: { readonly by: PageColumn; readonly down: boolean },
  viewer: Viewer,
): readonly CorpusPageEntry[] {
  const { key: keyOf } = COLUMNS.find(({ id }) => id === by) ?? COLUMNS[0]
  const keyed = entries.map((entry) => ({ entry, key: keyOf(entry, viewer) }))
  const sign = down ? -1 : 1
  keyed.sort((a, b) => {
    const missing = Number(a.key === null) - Number(b.key === null)
    const order = typeof a.key === 'number' && typeof b.key === 'number' ? a.key - b.key : letters.compare(String(a.key), String(b.key))
    return missing || sign * order || (a.entry.id < b.entry.id ? -1 : 1)
  })
  return keyed.map(({ entry }) => entry)
}

function describePage(entry: CorpusPageEntry): string {
  return [entry.url, titleOf(entry), entry.fields?.author, entry.fields?.date].filter(Boolean).join('\n')
}

function PageLabels({ entry, viewer }: { readonly entry: CorpusPageEntry; readonly viewer: Viewer }) {
  const shown = shownGold(entry, viewer)
  return (
    <span className={pageStyles.gold} title={shown.map((gold) => describeGold(gold)).join('\n')}>
      {entry.problems.length > 0 ? (
        <span className={pageStyles.problem} title={entry.problems.map(({ failure }) => failure.message).join('\n')}>
          damaged
        </span>
      ) : null}
      {entry.practice ? (
        <span
          className={`quiet ${pageStyles.badge}`}
          data-practice
          title="All annotators label this page first, and see the differences from its gold standard"
        >
          practice
        </span>
      ) : null}
      {entry.almostNoText ? (
        <span className={pageStyles.problem} title="This page has almost no words. Perhaps scripts add its text.">
          almost no text
        </span>
      ) : null}
      {shown.map((gold) => (
        <span key={gold.annotator} className={`quiet ${pageStyles.badge}`} data-status={gold.status} title={describeGold(gold)}>
          {/* Adjudicated labels have the annotator name `adjudicated` and the same status. Show the word only once. */}
          {gold.annotator === viewer.annotator || gold.annotator === gold.status ? '' : `${gold.annotator}: `}
          {gold.status === 'in-progress' ? 'begun' : gold.status}
          {gold.flags.length > 0 ? ' ⚑' : ''}
          {gold.stale ? ' · other capture' : gold.lost > 0 ? ` · ${gold.lost} lost` : ''}
        </span>
      ))}
      {entry.texts.length > 0 ? <span className="quiet">gold text</span> : null}
    </span>
  )
}

function describeGold(gold: GoldEntry): string {
  const notes = [
    ...(gold.flags.length > 0 ? [gold.flags.join(', ')] : []),
    ...(gold.lost > 0 ? [`${gold.lost} lost`] : []),
    ...(gold.stale ? ['labelled on another capture'] : []),
  ]
  return [`${gold.annotator}: ${gold.status}, ${gold.spans} ${gold.spans === 1 ? 'label' : 'labels'}`, ...notes].join(' · ')
}
