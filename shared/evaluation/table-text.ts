import { csvText, type CsvCell } from '../base/csv'
import type { PublishedRow } from './published/leaderboards'
import { SIGNIFICANCE, type Cell, type ResultTable } from './result-table'

const COUNTS = ['pages', 'failures', 'empties'] as const

/** Three digits as the papers print them; an empty string where there is no value. */
function figure(value: number | null): string {
  return value === null ? '' : value.toFixed(3)
}

/** A p-value as papers print it. */
export function pText(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`
}

/** Whether a cell is told as not significantly different from the best of its column. */
export function isTied({ rows }: ResultTable, cell: Cell, column: number): boolean {
  if (cell.best || !cell.test || cell.test.corrected < SIGNIFICANCE) return false
  const { against } = cell.test
  return rows.find(({ configuration }) => configuration === against)?.cells[column]?.best ?? false
}

/** The sentences below a table: what it shows, what its marks mean, what does not count. */
function footer(table: ResultTable): string[] {
  const tied = table.rows.some(({ cells }) => cells.some((cell, c) => isTied(table, cell, c)))
  return [
    `${table.title}; 95 % bootstrap intervals over pages; best of each column in bold${tied ? `, † not significantly different from it (p ≥ ${SIGNIFICANCE})` : ''}.`,
    ...table.notes,
    ...(table.publishedNotes ?? []),
  ]
}

/** RFC 4180 with a header line; intervals, p, corrected p and effect size (Cohen's d_z) in columns of their own. */
export function tableCsv(table: ResultTable, named = false): string {
  const { published = [] } = table
  const tested = table.columns.map((_, c) => table.rows.some(({ cells }) => cells[c]?.test))
  const header = [
    'extractor',
    ...table.columns.flatMap(({ id }, c) => [id, `${id} low`, `${id} high`, ...(tested[c] ? [`${id} p`, `${id} p Holm`, `${id} d`] : [])]),
    ...COUNTS,
    ...(published.length > 0 ? ['published'] : []),
  ]
  const lines: CsvCell[][] = table.rows.map((row) => [
    row.name,
    ...row.cells.flatMap(({ value, interval, test }, c) => [
      value,
      interval?.low,
      interval?.high,
      ...(tested[c] ? [test?.p, test?.corrected, test?.effect] : []),
    ]),
    ...COUNTS.map((name) => row[name]),
    ...(published.length > 0 ? [''] : []),
  ])
  for (const { name, values, pages, source } of published)
    lines.push([
      name,
      ...values.flatMap((value, c) => [value, '', '', ...(tested[c] ? ['', '', ''] : [])]),
      ...COUNTS.map((count) => (count === 'pages' ? pages : '')),
      source,
    ])
  return csvText(named ? [['table', ...header], ...lines.map((line) => [table.title, ...line])] : [header, ...lines])
}

/** One JSON object a row. `p` says for each column against whom, the difference, p, and p corrected by Holm. */
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
  const header = ['', ...table.columns.map(({ label }) => escape(label)), ...COUNTS]
  const rows = table.rows.map((row) => [
    escape(row.name),
    ...row.cells.map((cell, c) => {
      if (cell.value === null) return '–'
      const { interval, test } = cell
      return [
        `${cell.best ? `**${figure(cell.value)}**` : figure(cell.value)}${isTied(table, cell, c) ? '†' : ''}`,
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

/** A `table` with booktabs rules and a caption: interval and corrected p below each number, best of each column in bold. */
export function tableLatex(table: ResultTable): string {
  const header = ['', ...table.columns.map(({ label }) => escapeLatex(label)), ...COUNTS]
  const rows = table.rows.flatMap((row) => {
    const below = row.cells.map(({ value, interval, test }) => {
      if (value === null) return ''
      const parts = [
        ...(interval ? [`[${figure(interval.low)}, ${figure(interval.high)}]`] : []),
        ...(test ? [`$${pText(test.corrected)}$`] : []),
      ]
      return parts.length === 0 ? '' : `{\\scriptsize ${parts.join(' ')}}`
    })
    const numbers = row.cells.map((cell, c) => {
      if (cell.value === null) return '--'
      return `${cell.best ? `\\textbf{${figure(cell.value)}}` : figure(cell.value)}${isTied(table, cell, c) ? '$^{\\dagger}$' : ''}`
    })
    const first = [escapeLatex(row.name), ...numbers, ...COUNTS.map((name) => String(row[name]))].join(' & ')
    return below.every((text) => text === '') ? [first] : [first, ['', ...below, ...COUNTS.map(() => '')].join(' & ')]
  })
  return [
    table.published ? '% \\usepackage{booktabs,xcolor}' : '% \\usepackage{booktabs}',
    '\\begin{table}',
    '\\centering',
    `\\caption{${footer(table).map(captionText).join(' ')}}`,
    `\\begin{tabular}{l${'r'.repeat(header.length - 1)}}`,
    '\\toprule',
    `${header.join(' & ')} \\\\`,
    '\\midrule',
    ...rows.map((row) => `${row} \\\\`),
    ...(table.published ? ['\\midrule', ...table.published.map(greyRow)] : []),
    '\\bottomrule',
    '\\end{tabular}',
    '\\end{table}',
    '',
  ].join('\n')
}

function greyRow({ name, values, pages }: PublishedRow): string {
  const grey = (text: string): string => (text === '' ? '' : `\\textcolor{gray}{${text}}`)
  const counts = COUNTS.map((count) => (count === 'pages' ? grey(String(pages)) : ''))
  return `${[grey(`${escapeLatex(name)} (published)`), ...values.map((value) => grey(figure(value))), ...counts].join(' & ')} \\\\`
}

function captionText(sentence: string): string {
  return escapeLatex(sentence).replaceAll('†', '$^{\\dagger}$').replaceAll('≥', '$\\geq$')
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
  const rows = [
    ['', ...table.columns.map(({ label }) => label), ...COUNTS],
    ...table.rows.map((row) => [
      row.name,
      ...row.cells.map((cell, c) => (figure(cell.value) || '–') + (cell.best ? '*' : isTied(table, cell, c) ? '†' : ' ')),
      ...COUNTS.map((name) => String(row[name])),
    ]),
    ...(table.published ?? []).map(({ name, values, pages }) => [
      `${name} (published)`,
      ...values.map((value) => `${figure(value)} `),
      ...COUNTS.map((count) => (count === 'pages' ? String(pages) : '')),
    ]),
  ]
  const tied = rows.some((row) => row.some((cell) => cell.endsWith('†')))
  const marks = `* best of its column${tied ? `, † not significantly different from it (p ≥ ${SIGNIFICANCE})` : ''}.`
  return [...plainTable(rows), '', `${table.title}; ${marks}`, ...table.notes, ...(table.publishedNotes ?? [])].join('\n') + '\n'
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
