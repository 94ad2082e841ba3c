import type { ResultTable } from './result-table'

const COUNTS = ['pages', 'failures', 'empties'] as const

/** Three digits as the papers print them; an empty string where there is no value. */
function figure(value: number | null): string {
  return value === null ? '' : value.toFixed(3)
}

function quoteCsv(text: string): string {
  // A cell that begins like a formula would be run by a spreadsheet.
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?[\d.]+$/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** RFC 4180 with a header line; intervals in columns of their own. */
export function tableCsv(table: ResultTable): string {
  const header = ['extractor', ...table.columns.flatMap(({ id }) => [id, `${id} low`, `${id} high`]), ...COUNTS]
  const lines = table.rows.map((row) => [
    row.name,
    ...row.cells.flatMap(({ value, interval }) => [
      value === null ? '' : String(value),
      interval ? String(interval.low) : '',
      interval ? String(interval.high) : '',
    ]),
    ...COUNTS.map((name) => String(row[name])),
  ])
  return [header, ...lines].map((line) => line.map(quoteCsv).join(',')).join('\n') + '\n'
}

/** One JSON object a row. */
export function tableJsonl(table: ResultTable): string {
  return table.rows
    .map(
      (row) =>
        JSON.stringify({
          extractor: row.name,
          ...Object.fromEntries(table.columns.map(({ id }, c) => [id, row.cells[c]?.value ?? null])),
          intervals: Object.fromEntries(table.columns.map(({ id }, c) => [id, row.cells[c]?.interval ?? null])),
          pages: row.pages,
          failures: row.failures,
          empties: row.empties,
        }) + '\n',
    )
    .join('')
}

/** A GitHub table, best of each column in bold. */
export function tableMarkdown(table: ResultTable): string {
  const escape = (text: string): string => text.replaceAll('|', '\\|')
  const header = ['', ...table.columns.map(({ label }) => escape(label)), ...COUNTS]
  const rows = table.rows.map((row) => [
    escape(row.name),
    ...row.cells.map(({ value, best }) => (best ? `**${figure(value)}**` : figure(value) || '–')),
    ...COUNTS.map((name) => String(row[name])),
  ])
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(header), line(header.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n') + '\n'
}

const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
}
function escapeLatex(text: string): string {
  return text.replace(/[\\~^]|[&%$#_{}]/g, (c) => LATEX[c] ?? `\\${c}`)
}

/** A `tabular` with booktabs rules, best of each column in bold. */
export function tableLatex(table: ResultTable): string {
  const header = ['', ...table.columns.map(({ label }) => escapeLatex(label)), ...COUNTS]
  const rows = table.rows.map((row) =>
    [
      escapeLatex(row.name),
      ...row.cells.map(({ value, best }) => (value === null ? '--' : best ? `\\textbf{${figure(value)}}` : figure(value))),
      ...COUNTS.map((name) => String(row[name])),
    ].join(' & '),
  )
  return [
    `\\begin{tabular}{l${'r'.repeat(header.length - 1)}}`,
    '\\toprule',
    `${header.join(' & ')} \\\\`,
    '\\midrule',
    ...rows.map((row) => `${row} \\\\`),
    '\\bottomrule',
    '\\end{tabular}',
    '',
  ].join('\n')
}

/** Columns aligned with spaces, for a terminal. */
export function tablePlain(table: ResultTable): string {
  const rows = [
    ['', ...table.columns.map(({ label }) => label), ...COUNTS],
    ...table.rows.map((row) => [
      row.name,
      ...row.cells.map(({ value, best }) => (figure(value) || '–') + (best ? '*' : ' ')),
      ...COUNTS.map((name) => String(row[name])),
    ]),
  ]
  const widths = (rows[0] ?? []).map((_, c) => Math.max(...rows.map((row) => (row[c] ?? '').length)))
  return (
    rows
      .map((row) =>
        row
          .map((cell, c) => (c === 0 ? cell.padEnd(widths[c] ?? 0) : cell.padStart(widths[c] ?? 0)))
          .join('  ')
          .trimEnd(),
      )
      .join('\n') + '\n'
  )
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
