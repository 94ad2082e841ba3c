/** A line of pseudocode as it is shown. */
export interface CodeLine {
  /** Place among all lines, from 1: what a step names. */
  readonly index: number
  readonly text: string
  /** Says whose algorithm follows, and is no line of it. */
  readonly isTitle: boolean
  /** Number in its own algorithm, from 1; 0 for a title. */
  readonly number: number
}

/** The lines of an extractor's pseudocode, each algorithm numbered from 1. */
export function codeLines(pseudocode: readonly string[]): CodeLine[] {
  let number = 0
  return pseudocode.map((line, i) => {
    const isTitle = line.startsWith('# ')
    number = isTitle ? 0 : number + 1
    return { index: i + 1, text: isTitle ? line.slice(2) : line, isTitle, number }
  })
}
