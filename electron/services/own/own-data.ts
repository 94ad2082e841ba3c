import { failed } from '../../../shared/base/failure'
import type { OwnFile } from './own-file'

/** What threads are told of the files a person named; a member of their `workerData`. */
export interface OwnData {
  readonly files: readonly OwnFile[]
  /** Folder of the built programs. */
  readonly programs: string
}

/** What a pool gives its threads, so that `registryOfThread` finds it. */
export function ownWorkerData(own: OwnData | undefined): { readonly own: OwnData } | undefined {
  return own && own.files.length > 0 ? { own } : undefined
}

/** @throws FailureError `own.id-taken`. */
export function checkIds(ids: readonly { readonly id: string; readonly path: string }[], taken: (id: string) => boolean): void {
  const seen = new Set<string>()
  for (const { id, path } of ids) {
    if (taken(id) || seen.has(id))
      throw failed('own.id-taken', `${path} calls itself "${id}", as another extractor does.`, 'Give it an id of its own.')
    seen.add(id)
  }
}
