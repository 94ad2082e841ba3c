/** How the loader of modules words what goes wrong: errors of its thread arrive as their words alone. */
import { failed, type FailureError } from '../../../shared/base/failure'

/** Begins the message about a file that nobody agreed to; its path follows. */
export const NOT_AGREED = 'own.not-agreed: '

export const changedSince = (path: string): FailureError =>
  failed('own.changed', `${path} was changed since it was named.`, 'Run it again; a run over many pages is started anew.')

/** The failure that a loader's message stands for; null for other messages. */
export function refusalIn(message: string, module: string): FailureError | null {
  if (!message.startsWith(NOT_AGREED)) return null
  const path = message.slice(NOT_AGREED.length)
  return failed(
    'own.not-agreed',
    `${module} loads ${path}, which is not among the files that were agreed to: its name is worked out while it runs, or it lies in a package.`,
    'Import it by its name at the top of the file, so that it is shown, covered by the hash and watched.',
  )
}

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
