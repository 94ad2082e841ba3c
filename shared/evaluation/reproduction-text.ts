import { csvText } from '../base/csv'
import { escapeLatex, escapeMarkdown } from '../base/escape'
import type { Reproduction, ReproducedCell, ReproducedTable } from './reproduction'
import { latexTable, markdownTable, plainTable, type TableFormat } from './table-text'
import { signedFixed } from '../base/written-number'

const LEGEND = 'Each cell: the paper’s figure, ours, the difference; in per cent, Matches in pages.'

const difference = ({ printed, ours }: ReproducedCell): number | null => (ours === null ? null : ours - printed)

/** Two digits, as the papers print them. */
const signed = (value: number): string => (Number(value.toFixed(2)) === 0 ? '±0.00' : signedFixed(value, 2))

function cellText(cell: ReproducedCell): string {
  const apart = difference(cell)
  if (cell.ours === null || apart === null) return `${cell.printed} / – / –`
  return `${cell.printed} / ${cell.ours.toFixed(2)} / ${signed(apart)}`
}

function grid({ columns, rows }: ReproducedTable): string[][] {
  return [['', ...columns], ...rows.map(({ name, cells }) => [name, ...cells.map(cellText)])]
}

const titleOf = ({ table, caption }: ReproducedTable): string => `${table}: ${caption}`

function markdown({ paper, tables, notes }: Reproduction): string {
  const written = tables.flatMap((table) => [
    `## ${titleOf(table)}`,
    '',
    ...markdownTable(grid(table).map((cells) => cells.map(escapeMarkdown))),
    '',
  ])
  return [`# ${paper}`, '', LEGEND, '', ...written, ...notes.map((note) => `- ${note}`), ''].join('\n')
}

function latex({ paper, tables, notes }: Reproduction): string {
  const written = tables.flatMap((table) => [
    ...latexTable(
      escapeLatex(`${paper}, ${titleOf(table)}. ${LEGEND}`),
      grid(table).map((cells) => cells.map(mathMinus)),
    ),
    '',
  ])
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

const WRITERS: Readonly<Record<TableFormat, (reproduction: Reproduction) => string>> = {
  table: plain,
  csv,
  jsonl: (reproduction) =>
    records(reproduction)
      .map((record) => `${JSON.stringify(record)}\n`)
      .join(''),
  md: markdown,
  latex,
}

/** Writes a paper's figures beside ours. */
export function reproductionText(reproduction: Reproduction, format: TableFormat): string {
  return WRITERS[format](reproduction)
}
