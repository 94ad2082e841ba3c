/** A cell; undefined, null and NaN are written empty. */
export type CsvCell = string | number | null | undefined

/** Lines of CSV (RFC 4180), each with its end. */
export function csvText(rows: Iterable<readonly CsvCell[]>, end: '\n' | '\r\n' = '\n'): string {
  const lines: string[] = []
  for (const row of rows) lines.push(row.map(csvField).join(','), end)
  return lines.join('')
}

/** Writes a field, quoted if necessary. Text that begins like a formula is escaped, because a spreadsheet would run it. */
function csvField(value: CsvCell): string {
  if (typeof value === 'number') return Number.isNaN(value) ? '' : String(value)
  const text = value ?? ''
  // A relation by itself is no formula.
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^-?[\d.]+$/.test(text) && text !== '='
  const safe = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
