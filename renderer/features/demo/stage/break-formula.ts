/** Formulas over several lines, for where one is too narrow. */

/** What a formula is read in, one after the other: a command, or a character. */
const TOKEN = /\\[A-Za-z]+|\\.|[^\\]/gs

const OPENS = new Set(['{', '(', '[', String.raw`\left`])
const CLOSES = new Set(['}', ')', ']', String.raw`\right`])

/**
 * A formula in TeX with a line for each of its terms, the first beside what it equals; of one term, with a line for that. Null where
 * there is nothing to break it at. Linear.
 */
export function breakFormula(tex: string): string | null {
  const lines = linesAt(tex, '+') ?? linesAt(tex, '=')
  if (lines === null) return null
  const set = lines.map((line, i) => String.raw`\displaystyle ${i === 0 ? '' : String.raw`\quad {}`}${line}`)
  return String.raw`\begin{array}{l}${set.join(String.raw` \\ `)}\end{array}`
}

/** A formula parted before each sign that stands in nothing else; null where there is none, or only at its beginning. */
function linesAt(tex: string, sign: string): string[] | null {
  const lines: string[] = []
  let line = ''
  let depth = 0
  for (const [token] of tex.matchAll(TOKEN)) {
    if (OPENS.has(token)) depth++
    else if (CLOSES.has(token)) depth--
    if (token === sign && depth === 0 && line.trim() !== '') {
      lines.push(line)
      line = ''
    }
    line += token
  }
  return lines.length === 0 ? null : [...lines, line]
}
