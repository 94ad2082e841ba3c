import { createReadStream, existsSync } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { failed } from '../../../shared/base/failure'
import type { PageResult } from '../../../shared/evaluation/evaluation-row'
import { openGrowing } from '../files/growing-file'
import { fileFailure, hasCode, ifMissing, makeFolder, sha256 } from '../files/files'
import { beginWriting, endWriting, sweep } from '../files/write-whole'
import { countedOf } from '../../../shared/base/written-number'
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
/** Files of a run, and what writing them leaves when it is killed. */
const OWN_FILE = /^(?:run\.json|triage\.json|(?:journal|results|timings|kept)\.jsonl)(?:\.|$)/

export type RunFiles = ReturnType<typeof runFiles>

/** Bytes of a file up to the end of its last whole line; 0 where there is no file. */
async function wholeBytes(path: string): Promise<number> {
  let read = 0
  let whole = 0
  for await (const chunk of chunksOf(path)) {
    const end = chunk.lastIndexOf(10)
    if (end >= 0) whole = read + end + 1
    read += chunk.length
  }
  return whole
}

/**
 * The values of a file's lines, one line in memory at a time: a sweep's files are longer than a string may be. A last line without
 * its end is being written, or was when the process was killed, and is left out. @throws FailureError `run.damaged`.
 */
async function* linesOf<T>(path: string): AsyncGenerator<T> {
  let begun: Buffer[] = []
  let line = 0
  for await (const chunk of chunksOf(path)) {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      line++
      const text = Buffer.concat([...begun, chunk.subarray(from, end)]).toString('utf8')
      yield parseLine(line, path, () => JSON.parse(text) as T)
      begun = []
      from = end + 1
    }
    begun.push(chunk.subarray(from))
  }
}

function parseLine<T>(line: number, path: string, parse: () => T): T {
  try {
    return parse()
  } catch {
    throw damaged(`${path} is damaged in line ${line}.`)
  }
}

const damaged = (message: string) => failed('run.damaged', message, 'Run it again: what is damaged is scored anew.')

/** A file piece by piece; nothing where there is none. */
async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path) as AsyncIterable<Buffer>
  } catch (thrown) {
    if (!hasCode(thrown, 'ENOENT')) throw fileFailure(thrown, path)
  }
}

/** Writes a file line by line, and puts it in its place when it is whole. */
async function writeLines<T>(path: string, entries: readonly T[], lineOf: (entry: T) => unknown): Promise<void> {
  const file = await openGrowing(path)
  try {
    for (const entry of entries) await file.append(`${JSON.stringify(lineOf(entry))}\n`)
    await file.finish()
  } catch (thrown) {
    await file.discard()
    throw thrown
  }
}

/** The files of one run in a folder: `run.json`, the journal while it runs, then `results.jsonl`, `timings.jsonl` and, where it was asked for, `kept.jsonl` in page order. */
export function runFiles(folder: string) {
  const at = (name: string): string => join(folder, name)

  /** All entries that are finished, of the final files and of the journal, in page order. */
  async function readResults(): Promise<JournalEntry[]> {
    // In this order: whoever finishes a run writes the results before the journal goes.
    const journal: JournalEntry[] = []
    for await (const entry of linesOf<JournalEntry>(at(JOURNAL))) journal.push(entry)
    const kept = new Map<number, (string | null)[]>()
    for await (const line of linesOf<{ index: number; kept: (string | null)[] }>(at(KEPT))) kept.set(line.index, line.kept)
    const timings: (readonly number[])[] = []
    for await (const line of linesOf<{ timings: number[] }>(at(TIMINGS))) timings.push(line.timings)
    const entries = new Map<number, JournalEntry>()
    let place = 0
    for await (const entry of linesOf<Omit<JournalEntry, 'timings' | 'kept'>>(at(RESULTS))) {
      const own = kept.get(entry.index)
      entries.set(entry.index, { ...entry, timings: timings[place++] ?? [], ...(own && { kept: own }) })
    }
    for (const entry of journal) entries.set(entry.index, entry)
    return [...entries.values()].sort((a, b) => a.index - b.index)
  }

  const records = recordFile(folder)
  return {
    folder,
    ...records,
    /** The record of a run that nobody runs: one that says it is going was killed where a journal is left, and else had finished. */
    async readEnded(): Promise<RunRecord> {
      const record = await records.readRecord()
      if (record.status !== 'running') return record
      return { ...record, status: existsSync(at(JOURNAL)) ? 'cancelled' : 'finished' }
    },
    /** Removes an earlier run. @throws FailureError `run.foreign` where something else is in the folder. */
    async clear(): Promise<void> {
      const names = await readdir(folder).catch(ifMissing<string[]>([]))
      const isOurs = names.length === 0 || (await readFile(at('run.json'), 'utf8').catch(() => '')).includes('boilerscope-run')
      const other = isOurs ? names.find((name) => !OWN_FILE.test(name)) : names[0]
      if (other !== undefined)
        throw failed(
          'run.foreign',
          `${at(other)} is no file of a run, and its folder would be removed.`,
          'Move it away, or write to another file.',
        )
      await rm(folder, { recursive: true, force: true })
    },
    /** Pages in the journal: what a run that was killed had finished by then. */
    async pagesInJournal(): Promise<number> {
      let pages = 0
      for await (const chunk of chunksOf(at(JOURNAL))) for (const byte of chunk) if (byte === 10) pages++
      return pages
    },
    /** Bytes of all that is known of its pages. */
    async bytes(): Promise<number> {
      const sizes = await Promise.all([JOURNAL, RESULTS].map((name) => stat(at(name)).then(({ size }) => size, ifMissing(0))))
      return sizes.reduce((a, b) => a + b, 0)
    },
    /** Opens the journal for appending; a half-written last line (the process was killed) is cut off. */
    async openJournal() {
      await makeFolder(folder)
      const file = await open(at(JOURNAL), 'a')
      let whole = await wholeBytes(at(JOURNAL))
      await file.truncate(whole)
      // A long line is written in pieces: those of two lines would mix.
      const inTurn = pLimit(1)
      return {
        append: (entry: JournalEntry): Promise<void> =>
          inTurn(async () => {
            const line = Buffer.from(`${JSON.stringify(entry)}\n`)
            try {
              await file.appendFile(line)
              whole += line.length
            } catch (thrown) {
              await file.truncate(whole).catch(() => undefined)
              throw fileFailure(thrown, at(JOURNAL))
            }
          }),
        close: (): Promise<void> => inTurn(() => file.close()),
      }
    },
    /**
     * Writes the final files from the journal, in page order; a page that they held stays. The results hold no timings: the same run
     * twice gives the same bytes.
     * @param pages how many the source has: what stands at later places is of pages that are gone
     * @returns all entries
     */
    async finish(pages: number): Promise<JournalEntry[]> {
      const entries = (await readResults()).filter(({ index }) => index < pages)
      await writeLines(at(TIMINGS), entries, ({ result, timings }) => ({ page: result.facts.page, timings }))
      const kept = entries.filter((entry) => entry.kept)
      if (kept.length > 0) await writeLines(at(KEPT), kept, (entry) => ({ index: entry.index, kept: entry.kept }))
      await writeLines(at(RESULTS), entries, ({ index, hash, result }) => ({ index, hash, result }))
      await rm(at(JOURNAL), { force: true })
      return entries
    },
    readResults,
    /** All entries of a run as its record says it ended. @throws FailureError `run.damaged` where they are not those that it counted. */
    async readScored({ status, pages, corpusHash: hash }: RunRecord): Promise<JournalEntry[]> {
      const entries = await readResults()
      if (status === 'finished' && hash !== null && (entries.length !== pages || corpusHash(entries) !== hash))
        throw damaged(`The scores in ${folder} are not those of the ${countedOf(pages, null, 'page')} that were evaluated.`)
      return entries
    },
    /** Removes all scores, so that they are made anew. */
    async clearScores(): Promise<void> {
      for (const name of [JOURNAL, RESULTS, TIMINGS, KEPT]) await rm(at(name), { force: true })
    },
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
      const beside = join(folder, `.new-${check(record.id)}.${beginWriting()}`)
      try {
        await runFiles(beside).writeRecord(record)
        await rename(beside, join(folder, record.id))
      } finally {
        endWriting(beside)
      }
      return runFiles(join(folder, record.id))
    },
    /** Records of all runs, newest first; damaged ones are left out and named. */
    async list(): Promise<{ readonly runs: readonly RunRecord[]; readonly damaged: readonly string[] }> {
      const names = await readdir(folder, { withFileTypes: true }).catch(() => [])
      const runs: RunRecord[] = []
      const damaged: string[] = []
      for (const entry of names) {
        // A creation, or a lock, whose process was killed.
        if (await sweep(folder, entry.name)) continue
        if (!entry.isDirectory() || entry.name === 'trash' || entry.name.startsWith('.new-')) continue
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
