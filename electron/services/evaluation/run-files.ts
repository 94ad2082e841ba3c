import { createReadStream, existsSync } from 'node:fs'
import { appendFile, open, readdir, readFile, rename, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { failed } from '../../../shared/base/failure'
import type { PageResult } from '../../../shared/evaluation/evaluation-row'
import { hasCode, makeFolder, sha256 } from '../corpus/store/corpus-files'
import { goneFailure, recordFile, type RunRecord } from './run-record'

/** sha256 over the pages' hashes in page order: the same corpus gives the same hash. */
export function corpusHash(entries: readonly Pick<JournalEntry, 'hash'>[]): string {
  return sha256(entries.map(({ hash }) => `${hash}\n`).join(''))
}

/** One finished page, as the journal keeps it. */
export interface JournalEntry {
  /** Place of the page in the source's order. */
  readonly index: number
  readonly hash: string
  readonly result: PageResult
  /** Milliseconds: parsing, then one number a configuration. */
  readonly timings: readonly number[]
  /** What each row kept, see `writeKept`, where it was asked for. */
  readonly kept?: readonly (string | null)[]
}

const JOURNAL = 'journal.jsonl'
const RESULTS = 'results.jsonl'
const TIMINGS = 'timings.jsonl'
const KEPT = 'kept.jsonl'

export type RunFiles = ReturnType<typeof runFiles>

function parseLines<T>(text: string): T[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)
}

/** The files of one run in a folder: `run.json`, the journal while it runs, then `results.jsonl`, `timings.jsonl` and, where it was asked for, `kept.jsonl` in page order. */
export function runFiles(folder: string) {
  const at = (name: string): string => join(folder, name)

  /** What is finished of the journal: a last line without its end is being written, or was when the process was killed. */
  async function readJournal(): Promise<JournalEntry[]> {
    const bytes = await readFile(at(JOURNAL)).catch(() => Buffer.alloc(0))
    return parseLines<JournalEntry>(bytes.subarray(0, bytes.lastIndexOf(10) + 1).toString('utf8'))
  }

  /** All entries that are finished, of the final files and of the journal, in page order. */
  async function readResults(): Promise<JournalEntry[]> {
    // In this order: whoever finishes a run writes the results before the journal goes.
    const journal = await readJournal()
    const text = await readFile(at(RESULTS), 'utf8').catch(() => '')
    const timings = parseLines<{ timings: number[] }>(await readFile(at(TIMINGS), 'utf8').catch(() => ''))
    const kept = new Map(
      parseLines<{ index: number; kept: (string | null)[] }>(await readFile(at(KEPT), 'utf8').catch(() => '')).map((line) => [
        line.index,
        line.kept,
      ]),
    )
    const entries = new Map<number, JournalEntry>()
    for (const [i, entry] of parseLines<Omit<JournalEntry, 'timings' | 'kept'>>(text).entries()) {
      const own = kept.get(entry.index)
      entries.set(entry.index, { ...entry, timings: timings[i]?.timings ?? [], ...(own && { kept: own }) })
    }
    for (const entry of journal) entries.set(entry.index, entry)
    return [...entries.values()].sort((a, b) => a.index - b.index)
  }

  return {
    folder,
    ...recordFile(folder),
    /** Pages in the journal: what a run that was killed had finished by then. */
    async pagesInJournal(): Promise<number> {
      let pages = 0
      try {
        for await (const chunk of createReadStream(at(JOURNAL)) as AsyncIterable<Buffer>) for (const byte of chunk) if (byte === 10) pages++
      } catch (thrown) {
        if (!hasCode(thrown, 'ENOENT')) throw thrown
      }
      return pages
    },
    /** Opens the journal for appending; a half-written last line (the process was killed) is cut off. */
    async openJournal() {
      await makeFolder(folder)
      const bytes = await readFile(at(JOURNAL)).catch(() => Buffer.alloc(0))
      const whole = bytes.lastIndexOf(10) + 1
      if (whole < bytes.length) await truncate(at(JOURNAL), whole)
      const file = await open(at(JOURNAL), 'a')
      return {
        append: (entry: JournalEntry): Promise<void> => appendFile(file, JSON.stringify(entry) + '\n'),
        close: (): Promise<void> => file.close(),
      }
    },
    /**
     * Writes the final files from the journal, in page order; a page that they held stays. The results hold no timings: the same run
     * twice gives the same bytes.
     */
    async finish(): Promise<void> {
      const entries = await readResults()
      await writeFileAtomic(
        at(TIMINGS),
        entries.map(({ result, timings }) => JSON.stringify({ page: result.facts.page, timings }) + '\n').join(''),
      )
      const kept = entries.flatMap((entry) => (entry.kept ? [JSON.stringify({ index: entry.index, kept: entry.kept }) + '\n'] : []))
      if (kept.length > 0) await writeFileAtomic(at(KEPT), kept.join(''))
      await writeFileAtomic(at(RESULTS), entries.map(({ index, hash, result }) => JSON.stringify({ index, hash, result }) + '\n').join(''))
      await rm(at(JOURNAL), { force: true })
    },
    readResults,
  }
}

export type RunStore = ReturnType<typeof createRunStore>

/** The runs in `folder`, a folder each. @throws FailureError `run.unknown` for an id that is not one. */
export function createRunStore(folder: string) {
  const check = (id: string): string => {
    // The trash is no run: removed, it would take everything that can still be restored with it.
    if (!/^[a-z0-9][a-z0-9-]{0,79}$/.test(id) || id === 'trash')
      throw failed('run.unknown', `"${id}" is not a run.`, 'Choose a run from the list.')
    return id
  }
  const move = async (from: string, to: string): Promise<void> => {
    try {
      await rename(from, to)
    } catch (thrown) {
      throw hasCode(thrown, 'ENOENT') ? goneFailure() : thrown
    }
  }
  return {
    async create(record: RunRecord): Promise<RunFiles> {
      const files = runFiles(join(folder, check(record.id)))
      await files.writeRecord(record)
      return files
    },
    /** Records of all runs, newest first; damaged ones are left out and named. */
    async list(): Promise<{ readonly runs: readonly RunRecord[]; readonly damaged: readonly string[] }> {
      const names = await readdir(folder, { withFileTypes: true }).catch(() => [])
      const runs: RunRecord[] = []
      const damaged: string[] = []
      for (const entry of names) {
        if (!entry.isDirectory() || entry.name === 'trash') continue
        try {
          runs.push(await runFiles(join(folder, entry.name)).readRecord())
        } catch {
          damaged.push(join(folder, entry.name))
        }
      }
      return { runs: runs.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)), damaged }
    },
    open: (id: string): RunFiles => runFiles(join(folder, check(id))),
    /** Moves a run to the trash folder. */
    async remove(id: string): Promise<void> {
      if (!existsSync(join(folder, check(id)))) throw goneFailure()
      await makeFolder(join(folder, 'trash'))
      await rm(join(folder, 'trash', check(id)), { recursive: true, force: true })
      await move(join(folder, id), join(folder, 'trash', id))
    },
    /** Brings a removed run back. */
    async restore(id: string): Promise<void> {
      await move(join(folder, 'trash', check(id)), join(folder, id))
    },
  }
}
