import { createReadStream, existsSync } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { z } from 'zod'
import { failed } from '../../../shared/base/failure'
import { jsonOf } from '../../../shared/base/json'
import type { PageResult } from '../../../shared/evaluation/evaluation-row'
import { fileFailure, hasCode, ifMissing, makeFolder, sha256 } from '../files/files'
import { isLocked, sweepLocks } from '../files/file-lock'
import { beginWriting, endWriting, openGrowing, sweep } from '../files/write-whole'
import { countedOf } from '../../../shared/base/written-number'
import { removedFailure, recordFile, type RunRecord } from './run-record'

/** Returns the same hash for the same corpus, if the entries are in page order. */
export function corpusHash(entries: readonly Pick<JournalEntry, 'hash'>[]): string {
  return sha256(entries.map(({ hash }) => `${hash}\n`).join(''))
}

export interface JournalEntry {
  readonly index: number
  readonly hash: string
  readonly result: PageResult
  readonly timings: readonly number[]
  readonly kept?: readonly (string | null)[]
}

const Result = z.object({
  index: z.number(),
  hash: z.string(),
  result: z.object({ facts: z.object({ page: z.string() }), rows: z.array(z.object({ metrics: z.object({}) })) }),
})
const Timings = z.object({ timings: z.array(z.number()) })
const Kept = z.object({ index: z.number(), kept: z.array(z.string().nullable()) })

const JOURNAL = 'journal.jsonl'
const RESULTS = 'results.jsonl'
const TIMINGS = 'timings.jsonl'
const KEPT = 'kept.jsonl'
const OWN_FILE = /^(?:run\.json|triage\.json|(?:journal|results|timings|kept)\.jsonl)(?:\.|$)/

export type RunFiles = ReturnType<typeof runFiles>

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

/** Yields the values of lines one by one, because a file may exceed the maximum length of a string. Omits an incomplete last line. */
async function* linesOf<T>(path: string, schema: z.ZodType): AsyncGenerator<T> {
  // Yields the parsed value, because a schema's copy has another order of keys. The results of a resumed run must equal the results of an
  // uninterrupted run byte for byte.
  const unchanged = z.custom<T>((value) => schema.safeParse(value).success)
  let begun: Buffer[] = []
  let line = 0
  for await (const chunk of chunksOf(path)) {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      line++
      const text = Buffer.concat([...begun, chunk.subarray(from, end)]).toString('utf8')
      const value = jsonOf(text, unchanged)
      if (value === null) throw damaged(`${path} is damaged in line ${line}.`)
      yield value
      begun = []
      from = end + 1
    }
    begun.push(chunk.subarray(from))
  }
}

const damaged = (message: string) => failed('run.damaged', message, 'Start the run again. Boilerscope then scores all pages.')

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path) as AsyncIterable<Buffer>
  } catch (thrown) {
    if (!hasCode(thrown, 'ENOENT')) throw fileFailure(thrown, path)
  }
}

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

/** The files of a run: `run.json`, a journal during the run, and files of results after the run. */
export function runFiles(folder: string) {
  const at = (name: string): string => join(folder, name)

  async function readResults(): Promise<JournalEntry[]> {
    // Read the journal first: at the end, a run writes the results and then deletes the journal. In the other order, both reads could find
    // nothing.
    const journal: JournalEntry[] = []
    for await (const entry of linesOf<JournalEntry>(at(JOURNAL), Result.extend(Timings.shape))) journal.push(entry)
    const kept = new Map<number, (string | null)[]>()
    for await (const line of linesOf<{ index: number; kept: (string | null)[] }>(at(KEPT), Kept)) kept.set(line.index, line.kept)
    const timings: (readonly number[])[] = []
    for await (const line of linesOf<{ timings: number[] }>(at(TIMINGS), Timings)) timings.push(line.timings)
    const entries = new Map<number, JournalEntry>()
    let place = 0
    for await (const entry of linesOf<Omit<JournalEntry, 'timings' | 'kept'>>(at(RESULTS), Result)) {
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
    /** Call `readEnded` only for a run that no process executes. */
    async readEnded(): Promise<RunRecord> {
      const record = await records.readRecord()
      if (record.status !== 'running') return record
      return { ...record, status: existsSync(at(JOURNAL)) ? 'cancelled' : 'finished' }
    },
    /** @throws FailureError `run.foreign` if the folder contains a file that does not belong to a run */
    async clear(): Promise<void> {
      const names = await readdir(folder).catch(ifMissing<string[]>([]))
      const isOurs = names.length === 0 || (await readFile(at('run.json'), 'utf8').catch(() => '')).includes('boilerscope-run')
      const other = isOurs ? names.find((name) => !OWN_FILE.test(name)) : names[0]
      if (other !== undefined) {
        const message = `${at(other)} is not a file of a run. A new run would delete the folder of this file.`
        throw failed('run.foreign', message, 'Move the file elsewhere, or write to another file.')
      }
      await rm(folder, { recursive: true, force: true })
    },
    async pagesInJournal(): Promise<number> {
      let pages = 0
      for await (const chunk of chunksOf(at(JOURNAL))) for (const byte of chunk) if (byte === 10) pages++
      return pages
    },
    async bytes(): Promise<number> {
      const sizes = await Promise.all([JOURNAL, RESULTS].map((name) => stat(at(name)).then(({ size }) => size, ifMissing(0))))
      return sizes.reduce((a, b) => a + b, 0)
    },
    /** Cuts off an incomplete last line of a killed process. */
    async openJournal() {
      await makeFolder(folder)
      const file = await open(at(JOURNAL), 'a')
      let whole = await wholeBytes(at(JOURNAL))
      await file.truncate(whole)
      // Simultaneous writes could mix the pieces of two long lines.
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
     * Timings have a separate file, because the results of equal runs must have equal bytes.
     * @param pages number of chosen pages; entries at later positions are omitted
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
    async readScored({ status, pages, corpusHash: hash }: RunRecord): Promise<JournalEntry[]> {
      const entries = await readResults()
      if (status === 'finished' && hash !== null && (entries.length !== pages || corpusHash(entries) !== hash))
        throw damaged(`The scores in ${folder} do not belong to the ${countedOf(pages, null, 'page')} of this run.`)
      return entries
    },
    async sweep(): Promise<void> {
      const names = await readdir(folder)
      await sweepLocks({ names, path: at })
      for (const name of names)
        if (!(await sweep(folder, name)) && name.endsWith('.part') && !(await isLocked(folder))) await rm(at(name), { force: true })
    },
    async clearScores(): Promise<void> {
      for (const name of [JOURNAL, RESULTS, TIMINGS, KEPT]) await rm(at(name), { force: true })
    },
  }
}

export type RunStore = ReturnType<typeof createRunStore>

/**
 * Each run has a folder in `folder`. All methods except `list` throw FailureError `run.unknown` for an invalid id; `remove` and `restore`
 * also for a missing run.
 */
export function createRunStore(folder: string) {
  const check = (id: string): string => {
    // A removal of the trash would delete all runs that can be restored.
    if (!/^[a-z0-9][a-z0-9-]{0,79}$/.test(id) || id === 'trash')
      throw failed('run.unknown', `"${id}" is not a run.`, 'Choose a run from the list.')
    return id
  }
  const move = async (from: string, to: string): Promise<void> => {
    try {
      await rename(from, to)
    } catch (thrown) {
      throw hasCode(thrown, 'ENOENT') ? removedFailure() : thrown
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
    async list(): Promise<{ readonly runs: readonly RunRecord[]; readonly damaged: readonly string[] }> {
      const folders = await readdir(folder, { withFileTypes: true }).catch(() => [])
      await sweepLocks({ names: folders.map(({ name }) => name), path: (name) => join(folder, name) })
      const runs: RunRecord[] = []
      const damaged: string[] = []
      for (const entry of folders) {
        if (await sweep(folder, entry.name)) continue
        if (!entry.isDirectory() || entry.name === 'trash' || entry.name.startsWith('.new-')) continue
        try {
          const files = runFiles(join(folder, entry.name))
          await files.sweep()
          runs.push(await files.readRecord())
        } catch {
          damaged.push(join(folder, entry.name))
        }
      }
      return { runs: runs.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)), damaged }
    },
    open: (id: string): RunFiles => runFiles(join(folder, check(id))),
    async remove(id: string): Promise<void> {
      if (!existsSync(join(folder, check(id)))) throw removedFailure()
      await makeFolder(join(folder, 'trash'))
      await rm(join(folder, 'trash', check(id)), { recursive: true, force: true })
      await move(join(folder, id), join(folder, 'trash', id))
    },
    async restore(id: string): Promise<void> {
      await move(join(folder, 'trash', check(id)), join(folder, id))
    },
  }
}
