/** Reads pages that other programs saved. `saveReaderIn` uses threads with a time limit, because a hostile archive may take forever. */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { FailureError, type Result, valueOf } from '../../../../shared/base/failure'
import { type ArchivedPages, DEFAULT_LIMITS } from '../../../../shared/contract/capture'
import type { LocalInput, SaveKind } from '../local-input'
import { unreadFailure } from '../load-failures'
import type { StreamOptions } from '../../files/read-file'
import type { TaskOptions } from '../../threads/task-thread'
import { createThreadPool, threadBudget } from '../../threads/thread-pool'
import { listArchive } from './archive'
import type { ArchivePlace } from './archive-file'
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

export interface SaveReader {
  /** @throws FailureError as `listArchive`; `load.timeout`, `cancelled`, `archive.out-of-memory`, `archive.crashed`. */
  pages(place: ArchivePlace, limit: number, options?: TaskOptions): Promise<ArchivedPages>
  /** @throws FailureError as `readSave`; `load.timeout`, `cancelled`, `archive.out-of-memory`, `archive.crashed`. */
  page(task: PageTask, options?: TaskOptions): Promise<LocalInput>
  close(): Promise<void>
}

type Run = (task: SaveTask, options: TaskOptions) => Promise<ArchivedPages | SavedPage>

function createSaveReader(run: Run, close: () => Promise<void>): SaveReader {
  return {
    pages: async (place, limit, options = {}) => (await run({ kind: 'pages', place, limit }, options)) as ArchivedPages,
    page: async (task, options = {}) => inputOf((await run(task, options)) as SavedPage),
    close,
  }
}

export const readsHere: SaveReader = createSaveReader(
  (task, { signal }) => readSave(task, { signal }),
  () => Promise.resolve(),
)

export function saveReaderIn(root: string, isShared = false): SaveReader {
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
  const run: Run = async (task, given) => {
    const result: Result<ArchivedPages | SavedPage> = await pool.run(task, given)
    if (!result.ok && result.failure.code === 'archive.timeout') throw new FailureError(unreadFailure(given.timeout ?? timeout, true))
    return valueOf(result)
  }
  return createSaveReader(run, () => pool.close())
}
