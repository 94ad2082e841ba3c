/** The tables of a Markdown text: GitHub's with bars, and those in HTML. */
import type { TableCell, TableRows } from '../metrics/teds'
import { attribute, ELEMENT, tagName, TEXT, type PageModel } from '../page/page-model'
import { parsePage } from '../page/parse-page'

const FENCE = /^ {0,3}(`{3,}|~{3,})/
/** The line below a header: dashes and bars, with at least one bar. */
const DELIMITER = /^\s*(?=[^|]*\|)\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/
const TABLE_TAG = /<(\/?)table\b/gi

/**
 * Finds tables in the order of the text. Of a table with bars the first row is `th`, and each row has as many cells as the first
 * (as GitHub shows it); of one in HTML tags and spans are its own. Code blocks have none. Linear in the text.
 */
export function markdownTables(markdown: string): TableRows[] {
  const lines = markdown.split(/\r\n?|\n/)
  const tables: TableRows[] = []
  let fence: string | null = null
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string
    const opens = FENCE.exec(line)?.[1]
    if (fence !== null) {
      if (opens?.startsWith(fence) && line.trim() === opens) fence = null
      continue
    }
    if (opens !== undefined) {
      fence = opens
      continue
    }
    if (/<table\b/i.test(line)) {
      const end = endOfTable(lines, at)
      tables.push(...htmlTables(lines.slice(at, end + 1).join('\n')))
      at = end
      continue
    }
    const below = lines[at + 1]
    if (below === undefined || !line.includes('|') || !DELIMITER.test(below)) continue
    const head = cellsOf(line)
    if (cellsOf(below).length !== head.length) continue
    const rows: TableCell[][] = [head.map((text) => cell('th', text))]
    at += 2
    for (; at < lines.length && (lines[at] as string).trim() !== ''; at++) {
      const texts = cellsOf(lines[at] as string)
      rows.push(head.map((_, c) => cell('td', texts[c] ?? '')))
    }
    tables.push(rows)
  }
  return tables
}

function cell(tag: 'th' | 'td', text: string): TableCell {
  return { tag, text, colspan: 1, rowspan: 1 }
}

/** The line on which the table that begins on a line ends; the last one where it does not. */
function endOfTable(lines: readonly string[], start: number): number {
  let open = 0
  for (let at = start; at < lines.length; at++) {
    for (const [, closes] of (lines[at] as string).matchAll(TABLE_TAG)) open += closes === '' ? 1 : -1
    if (open <= 0) return at
  }
  return lines.length - 1
}

/** The cells of a line with bars; `\|` is a bar in a cell. */
function cellsOf(line: string): string[] {
  const cells = line
    .trim()
    .replace(/^\|/, '')
    .split(/(?<!\\)\|/)
  if (cells.length > 1 && (cells[cells.length - 1] as string).trim() === '') cells.pop()
  return cells.map((text) => text.replaceAll('\\|', '|').trim())
}

/** The outermost tables of HTML; what a cell holds, tables too, is its text. */
function htmlTables(html: string): TableRows[] {
  const page = parsePage(html)
  const tables: TableCell[][][] = []
  let tableEnd = 0
  for (let n = 0; n < page.count; n++) {
    if (page.kind[n] !== ELEMENT) continue
    const tag = tagName(page, n)
    if (tag === 'table' && n >= tableEnd) {
      tables.push([])
      tableEnd = page.subtreeEnd[n] as number
    } else if (n < tableEnd) {
      const rows = tables[tables.length - 1] as TableCell[][]
      if (tag === 'tr') rows.push([])
      else if (tag === 'td' || tag === 'th') {
        rows[rows.length - 1]?.push({
          tag,
          text: textIn(page, n),
          colspan: spanOf(page, n, 'colspan'),
          rowspan: spanOf(page, n, 'rowspan'),
        })
        n = (page.subtreeEnd[n] as number) - 1
      }
    }
  }
  return tables
}

function spanOf(page: PageModel, node: number, name: string): number {
  const value = Number(attribute(page, node, name) ?? 1)
  return Number.isInteger(value) && value > 0 ? value : 1
}

function textIn(page: PageModel, node: number): string {
  const parts: string[] = []
  const end = page.subtreeEnd[node] as number
  for (let n = node + 1; n < end; n++) if (page.kind[n] === TEXT) parts.push(page.text[n] as string)
  return parts.join('').replace(/\s+/g, ' ').trim()
}
