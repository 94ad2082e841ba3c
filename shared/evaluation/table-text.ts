import { csvText, type CsvCell } from '../base/csv'
import type { PublishedRow } from './published/leaderboards'
import { SIGNIFICANCE, type Cell, type ResultTable } from './result-table'

const COUNTS = ['pages', 'failures', 'empties'] as const

/** A column's name with the number of pages where it is a group of them. */
export function columnHead({ label, pages }: ResultTable['columns'][number]): string {
  return pages === undefined ? label : `${label} (n = ${pages})`
}

/** Three digits as the papers print them; an empty string where there is no value. */
function figure(value: number | null): string {
  return value === null ? '' : value.toFixed(3)
}

/** A p-value as papers print it. */
export function pText(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`
}

/** The mark of a tie with the best of a column, and of a difference from the row that was chosen to compare with. */
export const TIED = '†'
export const DIFFERENT = '‡'

/** The marks behind a number: the same in the window and in every format. */
export function marksOf({ against }: ResultTable, { tied, test }: Cell): string {
  const differs = against !== 'best' && test !== null && test.corrected < SIGNIFICANCE
  return `${tied ? TIED : ''}${differs ? DIFFERENT : ''}`
}

/** What the marks of a table mean, as far as it has them: for the window, captions and footers. @param best how the best is written */
export function legend(table: ResultTable, best = 'in bold'): string {
  const cells = table.rows.flatMap((row) => row.cells)
  const marks = new Set(cells.flatMap((cell) => [...marksOf(table, cell)]))
  const against = table.rows.find(({ configuration }) => configuration === table.against)?.name ?? ''
  return [
    ...(best !== '*' && cells.some(({ interval }) => interval) ? ['95 % bootstrap intervals over pages'] : []),
    ...(cells.some((cell) => cell.best) ? [best === '*' ? '* best of its column' : `best of each column ${best}`] : []),
    ...(marks.has(TIED) ? [`${TIED} not significantly different from it (p ≥ ${SIGNIFICANCE})`] : []),
    ...(marks.has(DIFFERENT) ? [`${DIFFERENT} significantly different from ${against} (p < ${SIGNIFICANCE})`] : []),
  ].join(', ')
}

/** The sentences below a table: what it shows, what its marks mean, what does not count. */
function footer(table: ResultTable, best?: string): string[] {
  const marks = legend(table, best)
  return [`${table.title}${marks === '' ? '' : `; ${marks}`}.`, ...table.notes, ...(table.publishedNotes ?? [])]
}

/** RFC 4180 with a header line; intervals, marks (`best`, †, ‡), p, corrected p and effect size (Cohen's d_z) in columns of their own. */
export function tableCsv(table: ResultTable, named = false): string {
  const { published = [] } = table
  const tested = table.columns.map((_, c) => table.rows.some(({ cells }) => cells[c]?.test))
  const header = [
    'extractor',
    ...table.columns.flatMap(({ id, pages }, c) => [
      pages === undefined ? id : `${id} (n = ${pages})`,
      `${id} low`,
      `${id} high`,
      `${id} mark`,
      ...(tested[c] ? [`${id} p`, `${id} p Holm`, `${id} d`] : []),
    ]),
    ...COUNTS,
    ...(published.length > 0 ? ['published'] : []),
  ]
  const lines: CsvCell[][] = table.rows.map((row) => [
    row.name,
    ...row.cells.flatMap((cell, c) => [
      cell.value,
      cell.interval?.low,
      cell.interval?.high,
      `${cell.best ? 'best' : ''}${marksOf(table, cell)}`,
      ...(tested[c] ? [cell.test?.p, cell.test?.corrected, cell.test?.effect] : []),
    ]),
    ...COUNTS.map((name) => row[name]),
    ...(published.length > 0 ? [''] : []),
  ])
  for (const { name, values, pages, source } of published)
    lines.push([
      name,
      ...values.flatMap((value, c) => [value, '', '', '', ...(tested[c] ? ['', '', ''] : [])]),
      ...COUNTS.map((count) => (count === 'pages' ? pages : '')),
      source,
    ])
  return csvText(named ? [['table', ...header], ...lines.map((line) => [table.title, ...line])] : [header, ...lines])
}

/** One JSON object a row. `n` has the pages of each group, `marks` what is best, tied (†) and different (‡), `p` says for each column against whom, the difference, p, and p corrected by Holm. */
export function tableJsonl(table: ResultTable, named = false): string {
  const name = (configuration: number): string => table.rows.find((row) => row.configuration === configuration)?.name ?? ''
  const published = (table.published ?? []).map(
    (row) =>
      `${JSON.stringify({
        ...(named ? { table: table.title } : {}),
        extractor: row.name,
        ...Object.fromEntries(table.columns.map(({ id }, c) => [id, row.values[c] ?? null])),
        pages: row.pages,
        published: row.source,
      })}\n`,
  )
  const ours = table.rows.map((row) => {
    const cells = table.columns.map(({ id }, c) => [id, row.cells[c]] as const)
    return (
      JSON.stringify({
        ...(named ? { table: table.title } : {}),
        extractor: row.name,
        ...Object.fromEntries(cells.map(([id, cell]) => [id, cell?.value ?? null])),
        intervals: Object.fromEntries(cells.map(([id, cell]) => [id, cell?.interval ?? null])),
        marks: Object.fromEntries(
          cells.flatMap(([id, cell]) => {
            const marks = cell ? `${cell.best ? 'best' : ''}${marksOf(table, cell)}` : ''
            return marks === '' ? [] : [[id, marks]]
          }),
        ),
        ...(table.columns.some(({ pages }) => pages !== undefined)
          ? { n: Object.fromEntries(table.columns.map(({ id, pages }) => [id, pages ?? null])) }
          : {}),
        p: Object.fromEntries(
          cells.flatMap(([id, cell]) => {
            if (!cell?.test) return []
            const { against, difference, effect, p, corrected } = cell.test
            return [[id, { against: name(against), difference, d: effect, p, holm: corrected }]]
          }),
        ),
        pages: row.pages,
        failures: row.failures,
        empties: row.empties,
      }) + '\n'
    )
  })
  return [...ours, ...published].join('')
}

/** A GitHub table: interval and corrected p below each number, best of each column in bold. */
export function tableMarkdown(table: ResultTable): string {
  const escape = (text: string): string => text.replaceAll('|', '\\|')
  const header = ['', ...table.columns.map((column) => escape(columnHead(column))), ...COUNTS]
  const rows = table.rows.map((row) => [
    escape(row.name),
    ...row.cells.map((cell) => {
      if (cell.value === null) return '–'
      const { interval, test } = cell
      return [
        `${cell.best ? `**${figure(cell.value)}**` : figure(cell.value)}${marksOf(table, cell)}`,
        ...(interval ? [`[${figure(interval.low)}, ${figure(interval.high)}]`] : []),
        ...(test ? [pText(test.corrected)] : []),
      ].join('<br>')
    }),
    ...COUNTS.map((name) => String(row[name])),
  ])
  for (const { name, values, pages } of table.published ?? [])
    rows.push([
      `*${escape(name)} (published)*`,
      ...values.map((value) => (value === null ? '' : `*${figure(value)}*`)),
      ...COUNTS.map((count) => (count === 'pages' ? `*${pages}*` : '')),
    ])
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const body = [line(header), line(header.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)]
  return [...body, '', ...footer(table).map((sentence) => `${sentence}  `.trimEnd())].join('\n') + '\n'
}

const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
}
/** A text in LaTeX. */
export function escapeLatex(text: string): string {
  return text.replace(/[\\~^]|[&%$#_{}]/g, (c) => LATEX[c] ?? `\\${c}`)
}

/** Columns of counts that a paper's table needs: those that tell its rows apart. The title has the number of pages. */
function toldCounts({ rows }: ResultTable): (typeof COUNTS)[number][] {
  return COUNTS.filter((name) => rows.some((row) => row[name] !== (name === 'pages' ? rows[0]?.pages : 0)))
}

/**
 * A `table` with booktabs rules, a caption and a label: interval and corrected p below each number, best of each column in bold.
 * It is never wider than the text: `adjustbox` makes it smaller where it would be. Counts that are the same in all rows are left out.
 */
export function tableLatex(table: ResultTable): string {
  const counts = toldCounts(table)
  const header = ['', ...table.columns.map((column) => captionText(columnHead(column))), ...counts.map((name) => COUNT_HEADS[name])]
  const rows = table.rows.flatMap((row) => {
    const lines = [
      row.cells.map((cell) => {
        if (cell.value === null) return '--'
        return `${cell.best ? `\\textbf{${figure(cell.value)}}` : figure(cell.value)}${captionText(marksOf(table, cell))}`
      }),
      row.cells.map(({ interval }) => (interval ? `{\\scriptsize [${figure(interval.low)}, ${figure(interval.high)}]}` : '')),
      row.cells.map(({ test }) => (test ? `{\\scriptsize $${pText(test.corrected)}$}` : '')),
    ].filter((cells, i) => i === 0 || cells.some((cell) => cell !== ''))
    return lines.map((cells, i) =>
      [i === 0 ? captionText(row.title) : '', ...cells, ...counts.map((name) => (i === 0 ? String(row[name]) : ''))].join(' & '),
    )
  })
  const label = table.title.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return [
    `% \\usepackage{booktabs,adjustbox${table.published ? ',xcolor' : ''}}`,
    '\\begin{table}',
    '\\centering',
    `\\caption{${footer(table).map(captionText).join(' ')}}`,
    `\\label{tab:${label}}`,
    '\\begin{adjustbox}{max width=\\textwidth}',
    `\\begin{tabular}{l${'r'.repeat(header.length - 1)}}`,
    '\\toprule',
    `${header.join(' & ')} \\\\`,
    '\\midrule',
    ...rows.map((row) => `${row} \\\\`),
    ...(table.published ? ['\\midrule', ...table.published.map((row) => greyRow(row, counts))] : []),
    '\\bottomrule',
    '\\end{tabular}',
    '\\end{adjustbox}',
    '\\end{table}',
    '',
  ].join('\n')
}

const COUNT_HEADS: Readonly<Record<(typeof COUNTS)[number], string>> = { pages: 'Pages', failures: 'Failed', empties: 'Empty' }

function greyRow({ name, values, pages }: PublishedRow, shown: readonly (typeof COUNTS)[number][]): string {
  const grey = (text: string): string => (text === '' ? '' : `\\textcolor{gray}{${text}}`)
  const counts = shown.map((count) => (count === 'pages' ? grey(String(pages)) : ''))
  return `${[grey(`${escapeLatex(name)} (published)`), ...values.map((value) => grey(figure(value))), ...counts].join(' & ')} \\\\`
}

const MARKS: Readonly<Record<string, string>> = { [TIED]: '$^{\\dagger}$', [DIFFERENT]: '$^{\\ddagger}$', '≥': '$\\geq$', λ: '$\\lambda$' }

/** A sentence or a mark in LaTeX. */
function captionText(sentence: string): string {
  return escapeLatex(sentence).replace(/[†‡≥λ]/g, (sign) => MARKS[sign] ?? sign)
}

/** Lines of columns aligned with spaces, the first to the left. */
export function plainTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, c) => Math.max(...rows.map((row) => (row[c] ?? '').length)))
  return rows.map((row) =>
    row
      .map((cell, c) => (c === 0 ? cell.padEnd(widths[c] ?? 0) : cell.padStart(widths[c] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

/** Columns aligned with spaces, for a terminal; intervals and p-values are in the other formats. */
export function tablePlain(table: ResultTable): string {
  // Marks stand behind the numbers, whose digits stay in line.
  const width = table.against === 'best' ? 1 : 2
  const rows = [
    ['', ...table.columns.map(columnHead), ...COUNTS],
    ...table.rows.map((row) => [
      row.name,
      ...row.cells.map((cell) => (figure(cell.value) || '–') + `${cell.best ? '*' : ''}${marksOf(table, cell)}`.padEnd(width)),
      ...COUNTS.map((name) => String(row[name])),
    ]),
    ...(table.published ?? []).map(({ name, values, pages }) => [
      `${name} (published)`,
      ...values.map((value) => figure(value) + ' '.repeat(width)),
      ...COUNTS.map((count) => (count === 'pages' ? String(pages) : '')),
    ]),
  ]
  return [...plainTable(rows), '', ...footer(table, '*')].join('\n') + '\n'
}

export const TABLE_FORMATS = ['table', 'csv', 'jsonl', 'md', 'latex'] as const
export type TableFormat = (typeof TABLE_FORMATS)[number]

/** Writes a table in a format. */
export function tableText(table: ResultTable, format: TableFormat): string {
  switch (format) {
    case 'table':
      return tablePlain(table)
    case 'csv':
      return tableCsv(table)
    case 'jsonl':
      return tableJsonl(table)
    case 'md':
      return tableMarkdown(table)
    case 'latex':
      return tableLatex(table)
  }
}

/** Writes several tables in a format: in CSV and JSON Lines the first field says which table a row belongs to. */
export function tablesText(tables: readonly ResultTable[], format: TableFormat): string {
  const [only] = tables
  if (only && tables.length === 1) return tableText(only, format)
  const text = (table: ResultTable): string =>
    format === 'csv' ? tableCsv(table, true) : format === 'jsonl' ? tableJsonl(table, true) : tableText(table, format)
  return tables.map(text).join(format === 'jsonl' ? '' : '\n')
}
