import { csvText } from '../base/csv'
import type { Reproduction, ReproducedCell, ReproducedTable } from './reproduction'
import { escapeLatex, plainTable, type TableFormat } from './table-text'

const LEGEND = 'Each cell: the paper’s figure, ours, the difference; in per cent, Matches in pages.'

function difference({ printed, ours }: ReproducedCell): number | null {
  return ours === null ? null : ours - printed
}

/** Two digits, as the papers print them; `minus` where there is one. */
function signed(value: number, minus: string): string {
  const text = Math.abs(value).toFixed(2)
  return Number(text) === 0 ? '±0.00' : `${value < 0 ? minus : '+'}${text}`
}

function cellText(cell: ReproducedCell): string {
  const apart = difference(cell)
  if (cell.ours === null || apart === null) return `${cell.printed} / – / –`
  return `${cell.printed} / ${cell.ours.toFixed(2)} / ${signed(apart, '−')}`
}

function grid({ columns, rows }: ReproducedTable): string[][] {
  return [['', ...columns], ...rows.map(({ name, cells }) => [name, ...cells.map(cellText)])]
}

const titleOf = ({ table, caption }: ReproducedTable): string => `${table}: ${caption}`

function markdown({ paper, tables, notes }: Reproduction): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`
  const written = tables.flatMap((table) => {
    const [head = [], ...rows] = grid(table)
    return [`## ${titleOf(table)}`, '', line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line), '']
  })
  return [`# ${paper}`, '', LEGEND, '', ...written, ...notes.map((note) => `- ${note}`), ''].join('\n')
}

function latex({ paper, tables, notes }: Reproduction): string {
  const written = tables.flatMap((table) => {
    const [head = [], ...rows] = grid(table)
    const line = (cells: readonly string[]): string => `${cells.map(mathMinus).join(' & ')} \\\\`
    return [
      '\\begin{table}',
      '\\centering',
      `\\caption{${escapeLatex(`${paper}, ${titleOf(table)}. ${LEGEND}`)}}`,
      `\\begin{tabular}{l${'r'.repeat(head.length - 1)}}`,
      '\\toprule',
      line(head),
      '\\midrule',
      ...rows.map(line),
      '\\bottomrule',
      '\\end{tabular}',
      '\\end{table}',
      '',
    ]
  })
  return ['% \\usepackage{booktabs}', ...written, ...notes.map((note) => `% ${note}`), ''].join('\n')
}

function mathMinus(text: string): string {
  return escapeLatex(text).replaceAll('−', '$-$').replaceAll('±', '$\\pm$').replaceAll('–', '--')
}

function plain({ paper, tables, notes }: Reproduction): string {
  const written = tables.flatMap((table) => [titleOf(table), '', ...plainTable(grid(table)), ''])
  return [paper, LEGEND, '', ...written, ...notes, ''].join('\n')
}

/** One object or line a figure: the differences can be worked with. */
function records({ paper, tables }: Reproduction): Record<string, string | number | null>[] {
  return tables.flatMap(({ table, caption, columns, rows }) =>
    rows.flatMap(({ name, cells }) =>
      cells.map((cell, c) => ({
        paper,
        table,
        caption,
        row: name,
        column: columns[c] as string,
        printed: cell.printed,
        ours: cell.ours,
        difference: difference(cell),
        pages: cell.pages,
      })),
    ),
  )
}

function csv(reproduction: Reproduction): string {
  const all = records(reproduction)
  return csvText([Object.keys(all[0] ?? {}), ...all.map((record) => Object.values(record))])
}

/** Writes a paper's figures beside ours. */
export function reproductionText(reproduction: Reproduction, format: TableFormat): string {
  switch (format) {
    case 'table':
      return plain(reproduction)
    case 'csv':
      return csv(reproduction)
    case 'jsonl':
      return records(reproduction)
        .map((record) => `${JSON.stringify(record)}\n`)
        .join('')
    case 'md':
      return markdown(reproduction)
    case 'latex':
      return latex(reproduction)
  }
}
