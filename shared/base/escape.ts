/** Control characters that a terminal could execute (all except tab and line feed), and characters that change the direction of text. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

const MOST = 2000

/** Prepares a text of a page, a program or a module for display. Removes control characters, and cuts the text after `most` characters. */
export function plainWords(text: string, most = MOST): string {
  const shown = text.slice(0, most).replace(CONTROLS, '')
  return text.length > most ? `${shown}…` : shown
}

/** Makes control characters visible for a terminal: U+001B becomes ␛, U+009B becomes `<009B>`. */
export function withVisibleControls(text: string): string {
  return text.replace(CONTROLS, (sign) => {
    const code = sign.charCodeAt(0)
    if (code < 0x20) return String.fromCharCode(0x2400 + code)
    return code === 0x7f ? '␡' : `<${code.toString(16).toUpperCase().padStart(4, '0')}>`
  })
}

/** A CSV cell. Undefined, null and NaN become empty text. */
export type CsvCell = string | number | null | undefined

/** Writes CSV (RFC 4180); every line has a line end. */
export function csvText(rows: Iterable<readonly CsvCell[]>, end: '\n' | '\r\n' = '\n'): string {
  const lines: string[] = []
  for (const row of rows) lines.push(row.map(csvField).join(','), end)
  return lines.join('')
}

/** Writes a CSV field. Escapes text that begins like a formula, because a spreadsheet would run the formula. */
function csvField(value: CsvCell): string {
  if (typeof value === 'number') return Number.isNaN(value) ? '' : String(value)
  const text = value ?? ''
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^-?[\d.]+$/.test(text) && text !== '='
  const safe = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const HTML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
  // A parser reads a single carriage return as a line feed.
  '\r': '&#13;',
}
const MARKDOWN: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '@': '&#64;' }
const XML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

// Characters that XML 1.0 does not allow, even escaped: most controls, lone surrogates, U+FFFE and U+FFFF.
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** Escapes a text or a quoted attribute value for HTML, so that a parser returns the same text. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"\u00a0\r]/g, (c) => HTML[c])
}

/** Escapes a text for XML. Characters that XML does not allow become U+FFFD. */
export function escapeXml(text: string): string {
  return text.replace(NOT_XML, '\uFFFD').replace(/[&<>"]/g, (c) => XML[c])
}

/** Escapes an attribute value for XML, including line breaks and tabs, which a parser would replace with spaces. */
export function escapeXmlAttribute(text: string): string {
  return escapeXml(text).replace(/[\t\n\r]/g, (c) => `&#${c.charCodeAt(0)};`)
}

/** Escapes Markdown, HTML and mentions in a text, and joins its lines. Does not escape list markers or `~`. */
export function escapeMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\|<>`*_[\]@#&]/g, (c) => MARKDOWN[c] ?? `\\${c}`)
}

/** Writes a Markdown block of code. Its fence is longer than every fence in the text. */
export function codeBlock(text: string, language: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  // LaTeX's default encoding has other characters at the positions of these characters.
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
}
export function escapeLatex(text: string): string {
  return text.replace(/[\\~^<>|&%$#_{}]/g, (c) => LATEX[c] ?? `\\${c}`)
}
