/** Messages of the module loader: errors of its thread arrive as texts. */
import { failed, type FailureError } from '../../../shared/base/failure'

/** Prefix of the message about a file that is not approved; its path follows. */
export const NOT_AGREED = 'own.not-agreed: '

export const changedSince = (path: string): FailureError =>
  failed('own.changed', `${path} was changed since it was named.`, 'Run it again; restart a run over many pages.')

/** Returns the failure of a loader's message; null for other messages. */
export function refusalIn(message: string, module: string): FailureError | null {
  if (!message.startsWith(NOT_AGREED)) return null
  const path = message.slice(NOT_AGREED.length)
  return failed(
    'own.not-agreed',
    `${module} loads ${path}, which is not an approved file: its name is computed at run time, or it is in a package.`,
    'Import it by its name at the top of the file, so that it is shown, covered by the hash and watched.',
  )
}

/** Returns the lines around a place in a source, with a mark. Lines and columns from 1. */
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
