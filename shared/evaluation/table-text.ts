import { escapeLatex, escapeMarkdown, csvText, type CsvCell } from '../base/escape'
import type { Cell, ResultTable } from './result-table'
import { SIGNIFICANCE } from './table-comparisons'
import type { PageResult } from './evaluation-row'
import type { MetricId } from './metric-list'

const COUNTS = ['pages', 'failures', 'empties'] as const

export function columnHead({ label, pages }: ResultTable['columns'][number]): string {
  const name = label.replace(/\s+/g, ' ')
  return pages === undefined ? name : `${name} (n = ${pages})`
}

export const columnName = ({ id, label }: ResultTable['columns'][number]): string => id || label

const figure = (value: number | null): string => value?.toFixed(3) ?? ''

export function pText(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`
}

/** Marks of values. `TIED`: a tie with the best value of the column. `DIFFERENT`: a significant difference from the chosen row. */
const TIED = '†'
export const DIFFERENT = '‡'

/** Returns the marks that follow a number. The window and all formats use the same marks. */
export function marksOf({ against }: ResultTable, { tied, test }: Cell): string {
  const differs = against !== 'best' && test !== null && test.corrected < SIGNIFICANCE
  return `${tied ? TIED : ''}${differs ? DIFFERENT : ''}`
}

/** Explains the marks of a table. @param best how the best value is marked */
export function legend(table: ResultTable, best = 'in bold'): string {
  const cells = table.rows.flatMap((row) => row.cells)
  const marks = new Set(cells.flatMap((cell) => [...marksOf(table, cell)]))
  const against = table.rows.find(({ configuration }) => configuration === table.against)?.name ?? ''
  return [
    ...(best !== '*' && cells.some(({ interval }) => interval) ? ['95 % bootstrap intervals'] : []),
    ...(cells.some((cell) => cell.best) ? [best === '*' ? '* best of its column' : `best of each column ${best}`] : []),
    ...(marks.has(TIED) ? [`${TIED} not significantly different from the best (p ≥ ${SIGNIFICANCE})`] : []),
    ...(marks.has(DIFFERENT) ? [`${DIFFERENT} significantly different from ${against} (p < ${SIGNIFICANCE})`] : []),
  ].join(', ')
}

function footer(table: ResultTable, best?: string): string[] {
  return [`${[table.title, legend(table, best)].filter(Boolean).join('; ')}.`, ...table.notes]
}

/** Columns after each value in CSV. `mark` contains `best`, † or ‡; `d` is Cohen's d_z. */
const NUMBER_FIELDS = ['low', 'high', 'mark', 'p', 'p Holm', 'd', 'difference', 'difference low', 'difference high'] as const
const UNTESTED = NUMBER_FIELDS.indexOf('p')
const markCells = (table: ResultTable, cell: Cell): CsvCell[] => [
  cell.interval?.low,
  cell.interval?.high,
  `${cell.best ? 'best' : ''}${marksOf(table, cell)}`,
  ...[cell.test?.p, cell.test?.corrected, cell.test?.effect],
  ...[cell.test?.difference, cell.test?.interval?.low, cell.test?.interval?.high],
]

/**
 * Writes CSV with a header line and one line per row. Interval and mark follow each value. In tested columns, p-values, effect and
 * difference follow too.
 */
export function tableCsv(table: ResultTable): string {
  const { columns, rows } = table
  const ends = columns.map((_, c) => (rows.some(({ cells }) => cells[c]?.test) ? NUMBER_FIELDS.length : UNTESTED))
  const heads = columns.flatMap((column, c) => {
    const name = columnName(column)
    return [
      column.pages === undefined ? name : `${name} (n = ${column.pages})`,
      ...NUMBER_FIELDS.slice(0, ends[c]).map((what) => `${name} ${what}`),
    ]
  })
  const lines = rows.map((row) => [
    row.name,
    ...row.cells.flatMap((cell, c) => [cell.value, ...markCells(table, cell).slice(0, ends[c])]),
    ...COUNTS.map((name) => row[name]),
  ])
  return csvText([['extractor', ...heads, ...COUNTS], ...lines])
}

function tablesCsv(tables: readonly ResultTable[]): string {
  const lines = tables.flatMap((table) =>
    table.rows.flatMap((row) =>
      table.columns.map((column, c) => {
        const cell = row.cells[c]
        const numbers = cell ? [cell.value, ...markCells(table, cell)] : []
        return [table.title, row.name, columnName(column), column.pages, ...numbers, ...COUNTS.map((name) => row[name])]
      }),
    ),
  )
  return csvText([['table', 'extractor', 'column', 'n', 'value', ...NUMBER_FIELDS, ...COUNTS], ...lines])
}

/** Writes one JSON object per row. `marks` contains `best`, † (tied) or ‡ (different). */
export function tableJsonl(table: ResultTable, isNamed = false): string {
  const { columns, rows } = table
  const name = (configuration: number): string => rows.find((row) => row.configuration === configuration)?.name ?? ''
  // JSON omits undefined values.
  const byColumn = <T>(write: (c: number) => T): Record<string, T> =>
    Object.fromEntries(columns.map((column, c) => [columnName(column), write(c)]))
  const lines = rows.map(({ cells, pages, failures, empties, ...row }) => ({
    ...(isNamed ? { table: table.title } : {}),
    extractor: row.name,
    ...byColumn((c) => cells[c]?.value ?? null),
    intervals: byColumn((c) => cells[c]?.interval ?? null),
    marks: byColumn((c) => (cells[c] && `${cells[c].best ? 'best' : ''}${marksOf(table, cells[c])}`) || undefined),
    ...(columns.some((column) => column.pages !== undefined) ? { n: byColumn((c) => columns[c]?.pages ?? null) } : {}),
    p: byColumn((c) => {
      const { against, difference, interval, effect: d, p, corrected: holm } = cells[c]?.test ?? {}
      return against === undefined ? undefined : { against: name(against), difference, interval, d, p, holm }
    }),
    ...{ pages, failures, empties },
  }))
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

function grid({ columns, rows }: ResultTable, cell: (cell: Cell) => string, written: (name: string) => string = String): string[][] {
  return [
    ['', ...columns.map((column) => written(columnHead(column))), ...COUNTS.map((name) => COUNT_HEADS[name])],
    ...rows.map((row) => [written(row.name), ...row.cells.map(cell), ...COUNTS.map((name) => String(row[name]))]),
  ]
}

/**
 * Writes a GitHub table. The first column is left-aligned. Interval and corrected p are below each number. The best number of each column is
 * bold.
 */
export function tableMarkdown(table: ResultTable): string {
  const cell = ({ value, interval, test, best }: Cell, marks: string): string =>
    [
      `${best ? `**${figure(value)}**` : figure(value)}${marks}`,
      ...(interval ? [`[${figure(interval.low)}, ${figure(interval.high)}]`] : []),
      ...(test ? [pText(test.corrected)] : []),
    ].join('<br>')
  const rows = grid(table, (one) => (one.value === null ? '–' : cell(one, marksOf(table, one))), escapeMarkdown)
  const [head = '', ...lines] = rows.map((cells) => `| ${cells.join(' | ')} |`)
  const aligned = `| --- ${'| ---: '.repeat((rows[0]?.length ?? 1) - 1)}|`
  return [head, aligned, ...lines, '', ...footer(table).map((sentence) => `${sentence}  `.trimEnd())].join('\n') + '\n'
}

/**
 * Returns the counts that a paper's table shows: `pages` if the number of pages differs between rows, and each other count with a value
 * above 0.
 */
export function varyingCounts({ rows }: Pick<ResultTable, 'rows'>): (typeof COUNTS)[number][] {
  return COUNTS.filter((name) => rows.some((row) => row[name] !== (name === 'pages' ? rows[0]?.pages : 0)))
}

/**
 * Writes a LaTeX `table` with booktabs rules. Interval and corrected p are below each number. The best number of each column is bold.
 * Shrinks wide tables.
 */
export function tableLatex(table: ResultTable): string {
  const counts = varyingCounts(table)
  const header = ['', ...table.columns.map((column) => captionText(columnHead(column))), ...counts.map((name) => COUNT_HEADS[name])]
  const numberOf = (cell: Cell): string => {
    if (cell.value === null) return '--'
    return `${cell.best ? `\\textbf{${figure(cell.value)}}` : figure(cell.value)}${captionText(marksOf(table, cell))}`
  }
  const noCounts = counts.map(() => '')
  const rows = table.rows.flatMap((row) => [
    [captionText(row.title), ...row.cells.map(numberOf), ...counts.map((name) => String(row[name]))],
    ...[
      row.cells.map(({ interval }) => (interval ? `{\\scriptsize [${figure(interval.low)}, ${figure(interval.high)}]}` : '')),
      row.cells.map(({ test }) => (test ? `{\\scriptsize $${pText(test.corrected)}$}` : '')),
    ].flatMap((cells) => (cells.some(Boolean) ? [['', ...cells, ...noCounts]] : [])),
  ])
  const label = table.title.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return [
    '% \\usepackage{booktabs,adjustbox}',
    ...latexTable(
      footer(table).map(captionText).join(' '),
      [header, ...rows],
      [`\\label{tab:${label}}`, '\\begin{adjustbox}{max width=\\textwidth}'],
      ['\\end{adjustbox}'],
    ),
    '',
  ].join('\n')
}

/** Writes a `table` with booktabs rules, first column left-aligned. @param rows cells in LaTeX, head first; a string is a whole line */
export function latexTable(
  caption: string,
  [head = [], ...rows]: readonly (readonly string[] | string)[],
  before: readonly string[] = [],
  after: readonly string[] = [],
): string[] {
  const line = (cells: readonly string[] | string): string => (typeof cells === 'string' ? cells : `${cells.join(' & ')} \\\\`)
  return [
    '\\begin{table}',
    '\\centering',
    `\\caption{${caption}}`,
    ...before,
    `\\begin{tabular}{l${'r'.repeat(head.length - 1)}}`,
    '\\toprule',
    line(head),
    '\\midrule',
    ...rows.map(line),
    '\\bottomrule',
    '\\end{tabular}',
    ...after,
    '\\end{table}',
  ]
}

const COUNT_HEADS: Readonly<Record<(typeof COUNTS)[number], string>> = { pages: 'Pages', failures: 'Failed', empties: 'Empty' }

const MARKS: Readonly<Record<string, string>> = { [TIED]: '$^{\\dagger}$', [DIFFERENT]: '$^{\\ddagger}$', '≥': '$\\geq$', λ: '$\\lambda$' }

function captionText(sentence: string): string {
  return escapeLatex(sentence).replace(/[†‡≥λ]/g, (sign) => MARKS[sign] ?? sign)
}

function plainTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, c) => Math.max(...rows.map((row) => (row[c] ?? '').length)))
  return rows.map((row) =>
    row
      .map((cell, c) => (c === 0 ? cell.padEnd(widths[c] ?? 0) : cell.padStart(widths[c] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

/** Writes a table for a terminal, aligned by spaces, without intervals and p-values. @param milliseconds mean per page, by configuration */
export function tablePlain(table: ResultTable, milliseconds: readonly (number | null)[] = []): string {
  const width = table.against === 'best' ? 1 : 2
  const rows = grid(table, (cell) => (figure(cell.value) || '–') + `${cell.best ? '*' : ''}${marksOf(table, cell)}`.padEnd(width))
  const timed = milliseconds.some((time) => time !== null)
  const times = ['ms', ...table.rows.map(({ configuration }) => String(milliseconds[configuration] ?? '–'))]
  const shown = timed ? rows.map((row, i) => [...row, times[i] ?? '']) : rows
  return [...plainTable(shown), '', ...footer(table, '*')].join('\n') + '\n'
}

export const TABLE_FORMATS = ['table', 'csv', 'jsonl', 'md', 'latex'] as const
export type TableFormat = (typeof TABLE_FORMATS)[number]

const WRITERS: Readonly<Record<TableFormat, (table: ResultTable, isNamed?: boolean) => string>> = {
  table: (table) => tablePlain(table),
  csv: tableCsv,
  jsonl: tableJsonl,
  md: tableMarkdown,
  latex: tableLatex,
}

/** Writes several tables in one format. In CSV and JSON Lines with several tables, the first field of a line is the title of the table. */
export function tablesText(tables: readonly ResultTable[], format: TableFormat): string {
  if (format === 'csv' && tables.length > 1) return tablesCsv(tables)
  return tables.map((table) => WRITERS[format](table, tables.length > 1)).join(format === 'jsonl' ? '' : '\n')
}

/** Writes CSV with a header line, and one line per page and extractor. A missing score is an empty field. */
export function pageScoresCsv(results: readonly PageResult[], names: readonly string[], metrics: readonly MetricId[]): string {
  const header = ['page', 'url', 'type', 'language', 'gold words', 'extractor', ...metrics, 'empty', 'failure', 'errors', 'gold began from']
  const lines = results.flatMap(({ facts, rows }) =>
    rows.map((row) => [
      facts.page,
      facts.url,
      facts.pageType,
      facts.language,
      facts.goldWords,
      names[row.configuration],
      ...metrics.map((metric) => row.metrics[metric]),
      row.empty ? 'yes' : '',
      row.failure?.message,
      row.errors.join('; '),
      facts.began?.join('; '),
    ]),
  )
  return csvText([header, ...lines])
}
