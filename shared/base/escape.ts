/** Matches characters that change the direction of text, and control characters except tab and line feed. A terminal could execute them. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

const MOST = 2000

/** Cuts a text that is longer than `most` characters, and adds an ellipsis. Removes the characters that match `CONTROLS`. */
export function plainWords(text: string, most = MOST): string {
  const shown = text.slice(0, most).replace(CONTROLS, '')
  return text.length > most ? `${shown}…` : shown
}

/** Replaces the characters that match `CONTROLS` with visible characters: U+001B becomes ␛, U+009B becomes `<009B>`. */
export function withVisibleControls(text: string): string {
  return text.replace(CONTROLS, (sign) => {
    const code = sign.charCodeAt(0)
    if (code < 0x20) return String.fromCharCode(0x2400 + code)
    return code === 0x7f ? '␡' : `<${code.toString(16).toUpperCase().padStart(4, '0')}>`
  })
}

export type CsvCell = string | number | null | undefined

export function csvText(rows: Iterable<readonly CsvCell[]>, end: '\n' | '\r\n' = '\n'): string {
  const lines: string[] = []
  for (const row of rows) lines.push(row.map(csvField).join(','), end)
  return lines.join('')
}

/** Writes an apostrophe before text that begins like a formula, because a spreadsheet would run the formula. */
function csvField(value: CsvCell): string {
  if (typeof value === 'number') return Number.isNaN(value) ? '' : String(value)
  const text = value ?? ''
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^-?[\d.]+$/.test(text) && text !== '='
  const safe = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const XML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// A parser changes an unescaped carriage return to a line feed.
const HTML: Readonly<Record<string, string>> = { ...XML, '\u00a0': '&nbsp;', '\r': '&#13;' }
const MARKDOWN: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '@': '&#64;' }

// Matches characters that XML 1.0 forbids, even as character references.
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** Escapes a text or a double-quoted attribute value for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"\u00a0\r]/g, (c) => HTML[c])
}

export function escapeXml(text: string): string {
  return text.replace(NOT_XML, '\uFFFD').replace(/[&<>"]/g, (c) => XML[c])
}

/** Escapes line breaks and tabs too, because an XML parser replaces unescaped line breaks and tabs of attributes with spaces. */
export function escapeXmlAttribute(text: string): string {
  return escapeXml(text).replace(/[\t\n\r]/g, (c) => `&#${c.charCodeAt(0)};`)
}

/** Joins the lines of a text, and escapes Markdown, HTML and mentions, but not the list markers `-`, `+` and `1.`, and not `~`. */
export function escapeMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\|<>`*_[\]@#&]/g, (c) => MARKDOWN[c] ?? `\\${c}`)
}

/** Makes the fence longer than every fence in the text, so that the text cannot close the block. */
export function codeBlock(text: string, language: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  // In LaTeX's default encoding, the signs <, > and | print other characters.
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
}
export function escapeLatex(text: string): string {
  return text.replace(/[\\~^<>|&%$#_{}]/g, (c) => LATEX[c] ?? `\\${c}`)
}
