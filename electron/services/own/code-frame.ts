/** The lines around a place in a source, the place marked. Lines and columns from 1. */
export function codeFrame(source: string, line: number, column: number): string {
  const lines = source.split(/\r?\n/)
  const first = Math.max(1, line - 2)
  const last = Math.min(lines.length, line + 1)
  const width = String(last).length
  const shown: string[] = []
  for (let l = first; l <= last; l++) {
    const text = lines[l - 1] ?? ''
    shown.push(`${l === line ? '>' : ' '} ${String(l).padStart(width)} | ${text}`)
    if (l === line) shown.push(`  ${' '.repeat(width)} | ${text.slice(0, column - 1).replace(/[^\t]/g, ' ')}^`)
  }
  return shown.join('\n')
}
