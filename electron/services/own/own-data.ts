import { failed, failure, type Failure } from '../../../shared/base/failure'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import type { OwnFile } from './own-file'

/** A named file, with its extractor's id and description: only a module's own process loads it. */
export type NamedFile = OwnFile & { readonly id: string; readonly info: ExtractorInfo }

/** Data of custom files for threads. */
export interface OwnData {
  readonly files: readonly NamedFile[]
  /** Folder of the built programs. */
  readonly programs: string
}

/** Returns the failure of a task. If a program may take longer than the task, the failure names the program and its limits. */
export function failureWith(file: OwnFile | undefined, reason: Failure): Failure {
  if (reason.code !== 'extraction.timeout' || file?.kind !== 'program') return reason
  const { title, timeout, startTimeout } = file.program
  return failure(
    'program.timeout',
    `${title} did not answer. ${reason.message}`,
    `Raise the limit, or check why it is slow. Its description allows ${timeout / 1000} seconds ("timeout"), and ${startTimeout / 1000} more for the first page ("startTimeout").`,
  )
}

/** @throws FailureError `own.id-taken`. */
export function checkIds(ids: readonly { readonly id: string; readonly path: string }[], taken: (id: string) => boolean): void {
  const seen = new Set<string>()
  for (const { id, path } of ids) {
    if (taken(id) || seen.has(id))
      throw failed('own.id-taken', `${path} calls itself "${id}", as another extractor does.`, 'Give it another id.')
    seen.add(id)
  }
}
