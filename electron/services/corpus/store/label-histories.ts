/** Undo and redo of labels, kept in the program's data folder: they are nobody's business but the annotator's, so not in the corpus. */
import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { HISTORY_SIZE, StoredHistory } from '../../../../shared/gold/stored-history'
import { removeOldest } from '../../files/oldest-files'
import { readText, sha256 } from '../../files/files'
import { writeWhole } from '../../files/write-whole'
import { createTurns } from '../../files/file-lock'
import { jsonOf } from '../../../../shared/base/json'

/** What a history belongs to. */
interface HistoryKey {
  /** Folder of the corpus. */
  readonly corpus: string
  readonly page: string
  readonly annotator: string
}

/** Milliseconds after which a change that this very program noted, and did not save, is lost: its window is gone. */
const STILL_SAVING = 5000
const Noted = z.object({ host: z.string(), at: z.iso.datetime() })

/** Histories kept, and their bytes in all; those that were not changed for longest go first. */
const MOST = 2000
const MOST_BYTES = 256 * 1024 * 1024
/** Writes between two looks at how much there is. */
const LOOK_EVERY = 50

export type LabelHistories = ReturnType<typeof createLabelHistories>

/** @param most histories kept, give or take some. */
export function createLabelHistories(folder: string, most = MOST) {
  /** This run of the program: what another one noted is not being saved any more. */
  const host = randomUUID()
  const noteOf = (key: HistoryKey): string => nameOf(key).replace(/json$/, 'unsaved')
  /** What is read after a write is what was written. */
  const inTurn = createTurns()
  let writes = 0
  const nameOf = ({ corpus, page, annotator }: HistoryKey): string =>
    `${sha256(JSON.stringify([corpus, page, annotator])).slice(0, 32)}.json`

  async function write(path: string, history: StoredHistory | null): Promise<void> {
    if (history === null) return rm(path, { force: true })
    await mkdir(folder, { recursive: true })
    await writeWhole(path, JSON.stringify(history))
    if (writes++ % LOOK_EVERY === 0) await removeOldest(folder, { bytes: MOST_BYTES, files: most })
  }

  return {
    /** Null where there is none, or none that can be read. */
    read(key: HistoryKey): Promise<StoredHistory | null> {
      const name = nameOf(key)
      return inTurn(name, () =>
        readText(join(folder, name), 4 * HISTORY_SIZE)
          .then((text) => jsonOf(text, StoredHistory))
          .catch(() => null),
      )
    },
    /** Keeps a history; null forgets it. One that cannot be written is no reason not to label. */
    keep(key: HistoryKey, history: StoredHistory | null): Promise<void> {
      const name = nameOf(key)
      return inTurn(name, () => write(join(folder, name), history).catch(() => undefined))
    },
    /** Notes that a window has a change which is not saved yet, or has none any more. */
    noteUnsaved(key: HistoryKey, isUnsaved: boolean): Promise<void> {
      const path = join(folder, noteOf(key))
      return inTurn(noteOf(key), async () => {
        if (!isUnsaved) return rm(path, { force: true })
        await mkdir(folder, { recursive: true })
        await writeWhole(path, JSON.stringify({ host, at: new Date().toISOString() }))
      }).catch(() => undefined)
    },
    /** When a change was made that was never saved, ISO 8601: its program ended first. Null where there is none, or where it is being saved now. */
    lostChange(key: HistoryKey): Promise<string | null> {
      return inTurn(noteOf(key), async () => {
        const text = await readText(join(folder, noteOf(key)), 1000).catch(() => null)
        const noted = jsonOf(text ?? '', Noted)
        if (!noted || (noted.host === host && Date.now() - Date.parse(noted.at) < STILL_SAVING)) return null
        return noted.at
      })
    },
  }
}
