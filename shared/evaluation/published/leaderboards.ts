/** Figures that systems were published with on the field's corpora, to stand beside ours: never tested, never best. */
import type { NamedCorpus } from '../evaluation-row'
import type { MetricId } from '../metric-list'
import type { Grouping } from '../score-sums'
import stored from './leaderboards.json'

/** Rows of one source over all pages of a corpus or of one of its splits. */
export interface Leaderboard {
  readonly id: string
  /** As `groups.corpus` and `groups.split` of its pages have it. */
  readonly corpus: string
  readonly split?: string
  /** How many pages the figures are over. */
  readonly pages: number
  /** Address where the figures stand. */
  readonly source: string
  /** Of what day or version the source is, where it says. */
  readonly date?: string
  /** What a reader of the comparison must know. */
  readonly note?: string
  /** Of figures by groups of pages: the grouping and the metric; the figures' names are groups, `*` all pages. */
  readonly by?: Grouping
  readonly metric?: MetricId
  readonly rows: readonly {
    readonly system: string
    readonly version?: string
    /** By id of the column. */
    readonly figures: Readonly<Record<string, number>>
  }[]
}

export const LEADERBOARDS = stored as readonly Leaderboard[]

/** Corpora whose published rows can be asked for by name. */
export const NAMED_CORPORA: Readonly<Record<string, NamedCorpus>> = Object.fromEntries(
  LEADERBOARDS.filter(({ by }) => by === undefined).map(({ id, corpus, split }) => [id, { corpus, split }]),
)

/** A row as it was published, for the columns of a table. */
export interface PublishedRow {
  readonly name: string
  /** By place of the column; null where nothing was published. */
  readonly values: readonly (number | null)[]
  readonly pages: number
  readonly source: string
}

/** The published rows of a corpus that have a figure for one of the columns, best first by the leftmost column that they have. */
export function publishedRows(
  { corpus, split }: NamedCorpus,
  columns: readonly { readonly id: string }[],
  groups?: { readonly metric: MetricId; readonly grouping: Grouping },
): { readonly rows: readonly PublishedRow[]; readonly notes: readonly string[] } {
  const boards = LEADERBOARDS.filter((board) => board.corpus === corpus && board.split === split)
  const found = new Map<string, PublishedRow>()
  const used = new Set<Leaderboard>()
  for (const board of boards) {
    for (const { system, version, figures } of board.rows) {
      const values = columns.map(({ id }) => figureIn(board, figures, id, groups))
      if (values.every((value) => value === null)) continue
      used.add(board)
      const name = version === undefined ? system : `${system} ${version}`
      const known = found.get(name)
      found.set(name, {
        name,
        values: known ? values.map((value, c) => known.values[c] ?? value) : values,
        pages: board.pages,
        source: known && known.source !== board.source ? `${known.source}, ${board.source}` : board.source,
      })
    }
  }
  const best = (row: PublishedRow): number => row.values.find((value) => value !== null) ?? 0
  const first = (row: PublishedRow): number => row.values.findIndex((value) => value !== null)
  const rows = [...found.values()].sort((a, b) => first(a) - first(b) || best(b) - best(a))
  const notes = [...used].flatMap(({ note, pages, source, date }) => [
    `Published over ${pages.toLocaleString('en')} pages${split === undefined ? '' : ` (${split})`}: ${source}${date === undefined ? '' : ` (${date})`}.${note === undefined ? '' : ` ${note}`}`,
  ])
  return {
    rows,
    notes:
      rows.length === 0
        ? []
        : ['Published rows are as their sources print them: not tested, never best, no pages of ours.', ...new Set(notes)],
  }
}

function figureIn(
  board: Leaderboard,
  figures: Readonly<Record<string, number>>,
  column: string,
  groups: { readonly metric: MetricId; readonly grouping: Grouping } | undefined,
): number | null {
  if (!groups) return board.by === undefined ? (figures[column] ?? null) : null
  if (board.by !== undefined) return board.by === groups.grouping && board.metric === groups.metric ? (figures[column] ?? null) : null
  // What is over all pages stands in the column of all.
  return column === '*' ? (figures[groups.metric] ?? null) : null
}
