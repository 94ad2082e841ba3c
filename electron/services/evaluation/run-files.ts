import { createReadStream, existsSync } from 'node:fs'
import { appendFile, open, readdir, readFile, rename, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'
import { failed, type FailureError } from '../../../shared/base/failure'
import { RunSpec } from '../../../shared/evaluation/run-spec'
import type { PageResult } from '../../../shared/evaluation/evaluation-row'
import { hasCode, makeFolder, sha256 } from '../corpus/store/corpus-files'
import { withFileLock } from '../corpus/store/file-lock'
import type { OwnData } from '../own/own-data'
import type { OwnFile } from '../own/own-file'
import { firstIssue } from '../../../shared/base/json'

/** What is written of a run besides its rows; enough to repeat it. */
export const RunRecord = z.object({
  format: z.literal('boilerscope-run'),
  version: z.literal(1),
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  spec: RunSpec,
  /** Names of the configurations, in the order of the rows' indices. */
  names: z.array(z.string()),
  boilerscope: z.string(),
  node: z.string(),
  status: z.enum(['running', 'cancelled', 'failed', 'finished']),
  /** Pages finished. */
  pages: z.number(),
  /** Pages to do, where known. */
  total: z.number().nullable(),
  /** sha256 over the pages' html and gold, in order; set when finished. */
  corpusHash: z.string().nullable(),
  failure: z.object({ code: z.string(), message: z.string(), next: z.string() }).nullable(),
  notes: z.string().default(''),
  /** What modules of a person's own did that a reader of the scores should know. */
  warnings: z.array(z.string()).default([]),
  /** Extractors of a person's own: the file, its sha256, and what a program was called with. */
  own: z.array(z.object({ path: z.string(), hash: z.string(), command: z.array(z.string()) })).default([]),
})
export type RunRecord = z.infer<typeof RunRecord>

type OwnRecord = RunRecord['own'][number]

/** What is kept of the files that were named, so that a run can say what it ran. */
export const ownRecords = (own: OwnData | undefined): OwnRecord[] => own?.files.map(ownRecord) ?? []

function ownRecord(file: OwnFile): OwnRecord {
  const command = file.kind === 'program' ? [file.program.command, ...file.program.args] : []
  return { path: file.path, hash: file.hash, command }
}

/** Path of a file that a run began with in another state than it has now, or that is not among those now; null where there is none. */
export function differingFile(before: readonly OwnRecord[], now: readonly OwnRecord[]): string | null {
  return before.find(({ path, hash }) => !now.some((file) => file.path === path && file.hash === hash))?.path ?? null
}

/** The record of a run that has no page yet, on this Node, with the extractors of a person's own as they are now. */
export function newRunRecord(
  given: Omit<RunRecord, 'format' | 'version' | 'node' | 'pages' | 'total' | 'corpusHash' | 'failure' | 'notes' | 'warnings' | 'own'>,
  own: OwnData | undefined,
): RunRecord {
  return {
    format: 'boilerscope-run',
    version: 1,
    ...given,
    node: process.version,
    pages: 0,
    total: null,
    corpusHash: null,
    failure: null,
    notes: '',
    warnings: [],
    own: ownRecords(own),
  }
}

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

const RECORD = 'run.json'
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

  async function readRecord(): Promise<RunRecord> {
    let parsed
    try {
      parsed = RunRecord.safeParse(JSON.parse(await readFile(at(RECORD), 'utf8')))
    } catch (thrown) {
      if (hasCode(thrown, 'ENOENT')) throw goneFailure()
      throw failed(
        'run.unreadable',
        `${at(RECORD)} cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
        'Delete the run, or repair the file.',
      )
    }
    if (parsed.success) return parsed.data
    throw failed(
      'run.damaged',
      `${at(RECORD)} is damaged at ${firstIssue(parsed.error, 'its whole')}`,
      'Delete the run, or repair the file.',
    )
  }

  async function writeRecord(record: RunRecord): Promise<void> {
    await makeFolder(folder)
    await writeFileAtomic(at(RECORD), JSON.stringify(record, null, 2) + '\n')
  }

  return {
    folder,
    readRecord,
    writeRecord,
    /** Changes some of the record and keeps what other programs changed of the rest. @returns the whole. */
    async changeRecord(change: Partial<RunRecord>): Promise<RunRecord> {
      // A run that is gone is told as that, not as a lock that cannot be made.
      await readRecord()
      return withFileLock(at(RECORD), async () => {
        const record = { ...(await readRecord()), ...change }
        await writeRecord(record)
        return record
      })
    },
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

function goneFailure(): FailureError {
  return failed('run.unknown', 'This run is not there any more.', 'Choose a run from the list.')
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
