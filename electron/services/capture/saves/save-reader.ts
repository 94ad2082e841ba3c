/** Reads pages that other programs saved. `saveReaderIn` uses threads with a time limit, because a hostile archive may take forever. */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { FailureError, valueOf } from '../../../../shared/base/failure'
import { type ArchivedPages, DEFAULT_LIMITS } from '../../../../shared/contract/capture'
import type { LocalInput, SaveKind } from '../local-input'
import { timeoutFailure } from '../load-failures'
import type { StreamOptions } from '../../files/read-file'
import type { TaskOptions } from '../../threads/task-thread'
import { createThreadPool, threadBudget } from '../../threads/thread-pool'
import { type ArchivePlace, listArchive } from './archive'
import { archivedPage, inputOf, mhtmlPage, type SavedPage } from './saved-page'

export type SaveTask = { readonly kind: 'pages'; readonly place: ArchivePlace; readonly limit: number } | PageTask

export interface PageTask {
  readonly kind: Exclude<SaveKind, 'html'>
  readonly place: ArchivePlace
  readonly entry: string | null
  readonly limit: number
}

/** @throws FailureError as `listArchive`, `archivedPage` and `mhtmlPage`. */
export function readSave(task: SaveTask, options: StreamOptions = {}): Promise<ArchivedPages | SavedPage> {
  switch (task.kind) {
    case 'pages':
      return listArchive(task.place, task.limit, options)
    case 'archive':
      return archivedPage(task.place, task.entry, task.limit, options)
    case 'mhtml':
      return mhtmlPage(task.place)
  }
}

export async function readPageHere(task: PageTask, { signal }: StreamOptions): Promise<LocalInput> {
  return inputOf((await readSave(task, { signal })) as SavedPage)
}

export type SaveReader = ReturnType<typeof saveReaderIn>

export function saveReaderIn(root: string, isShared = false) {
  const timeout = DEFAULT_LIMITS.loadTimeout
  const pool = createThreadPool<SaveTask, ArchivedPages | SavedPage>({
    program: join(root, 'out', 'main', 'save-worker.js'),
    budget: threadBudget('saves', availableParallelism(), isShared),
    timeout,
    words: {
      code: 'archive',
      work: 'Reading the archive',
      tooLong: 'Raise the load limit.',
      tooLarge: 'Extract the required pages from the archive.',
    },
  })
  async function run(task: SaveTask, options: TaskOptions): Promise<ArchivedPages | SavedPage> {
    const result = await pool.run(task, options)
    if (!result.ok && result.failure.code === 'archive.timeout')
      throw new FailureError(timeoutFailure(options.timeout ?? timeout, 'archive'))
    return valueOf(result)
  }
  return {
    /** @throws FailureError as `listArchive`; `load.timeout`, `cancelled`, `archive.out-of-memory`, `archive.crashed`. */
    pages: async (place: ArchivePlace, limit: number, options: TaskOptions = {}): Promise<ArchivedPages> =>
      (await run({ kind: 'pages', place, limit }, options)) as ArchivedPages,
    /** @throws FailureError as `readSave`; `load.timeout`, `cancelled`, `archive.out-of-memory`, `archive.crashed`. */
    page: async (task: PageTask, options: TaskOptions = {}): Promise<LocalInput> => inputOf((await run(task, options)) as SavedPage),
    close: () => pool.close(),
  }
}
