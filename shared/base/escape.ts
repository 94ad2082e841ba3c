const HTML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
  // A parser reads a bare one as a line feed.
  '\r': '&#13;',
}
const MARKDOWN: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '@': '&#64;' }
const XML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

// Characters XML 1.0 does not allow, even escaped: most controls, lone surrogates, U+FFFE and U+FFFF.
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** Text or the value of an attribute in quotes, written in HTML so that a parser reads it back. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"\u00a0\r]/g, (c) => HTML[c])
}

/** Text written in XML. What XML cannot hold becomes U+FFFD. */
export function escapeXml(text: string): string {
  return text.replace(NOT_XML, '\uFFFD').replace(/[&<>"]/g, (c) => XML[c])
}

/** The value of an attribute written in XML, whose line breaks and tabs a parser would otherwise read as spaces. */
export function escapeXmlAttribute(text: string): string {
  return escapeXml(text).replace(/[\t\n\r]/g, (c) => `&#${c.charCodeAt(0)};`)
}

/** Escapes a text for Markdown: on one line, without markup or mentions. */
export function escapeMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\|<>`*_[\]@#&]/g, (c) => MARKDOWN[c] ?? `\\${c}`)
}

const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  // The encoding that LaTeX begins with has other signs in their places.
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
}
/** A text in LaTeX. */
export function escapeLatex(text: string): string {
  return text.replace(/[\\~^<>|&%$#_{}]/g, (c) => LATEX[c] ?? `\\${c}`)
}
