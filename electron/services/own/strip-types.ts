import { transformSync } from '@swc/wasm-typescript'
import { codeFrame } from './loader-words'

/**
 * Replaces the types of a TypeScript source by blanks: lines and columns stay. JavaScript stays as it is.
 * @throws SyntaxError whose message has `path:line:column: `, the fault, and the lines.
 */
export function stripTypes(source: string, path: string): string {
  try {
    return transformSync(source, { mode: 'strip-only', module: true }).code
  } catch (thrown) {
    // The parser throws plain data: lines from 1, columns from 0.
    const { message = String(thrown), startLine: line = 1, startColumn = 0 } = thrown as Partial<Reported>
    const column = startColumn + 1
    throw new SyntaxError(`${path}:${line}:${column}: ${message}\n${codeFrame(source, line, column)}`)
  }
}

interface Reported {
  readonly message: string
  readonly startLine: number
  readonly startColumn: number
}
