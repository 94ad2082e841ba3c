/** Breaks formulas over several lines for narrow places. */

/** Tokens of a formula: a command or a character. */
const TOKEN = /\\[A-Za-z]+|\\.|[^\\]/gs

const OPENS = new Set(['{', '(', '[', String.raw`\left`])
const CLOSES = new Set(['}', ')', ']', String.raw`\right`])

/** Returns a TeX formula with one line per term, the first beside the left-hand side; a single term gets its own line. Null if there is no place to break. Linear. */
export function breakFormula(tex: string): string | null {
  const lines = linesAt(tex, '+') ?? linesAt(tex, '=')
  if (lines === null) return null
  const set = lines.map((line, i) => String.raw`\displaystyle ${i === 0 ? '' : String.raw`\quad {}`}${line}`)
  return String.raw`\begin{array}{l}${set.join(String.raw` \\ `)}\end{array}`
}

/** Splits a formula before each top-level sign; null without such a sign, or with one only at the beginning. */
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
