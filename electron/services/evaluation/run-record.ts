import { join } from 'node:path'
import { z } from 'zod'
import type { Triage } from '../../../shared/contract/evaluation-contract'
import { failed, type FailureError, toFailure } from '../../../shared/base/failure'
import { RunSpec } from '../../../shared/evaluation/run-spec'
import { makeFolder, readJsonFile, readJsonFileIfThere } from '../files/files'
import { withFileLock } from '../files/file-lock'
import { writeWhole } from '../files/write-whole'
import type { OwnData } from '../own/own-file'

export const RunRecord = z.object({
  format: z.literal('boilerscope-run'),
  version: z.literal(1),
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  spec: RunSpec,
  names: z.array(z.string()),
  boilerscope: z.string(),
  node: z.string(),
  status: z.enum(['running', 'cancelled', 'failed', 'finished']),
  pages: z.number(),
  total: z.number().nullable(),
  corpusHash: z.string().nullable(),
  failure: z.object({ code: z.string(), message: z.string(), next: z.string() }).nullable(),
  notes: z.string().default(''),
  warnings: z.array(z.string()).default([]),
  own: z.array(z.object({ path: z.string(), hash: z.string(), command: z.array(z.string()) })).default([]),
})
export type RunRecord = z.infer<typeof RunRecord>

export const ownRecords = (own: OwnData | undefined): RunRecord['own'] =>
  (own?.files ?? []).map((file) => {
    const command = file.kind === 'program' ? [file.program.command, ...file.program.args] : []
    return { path: file.path, hash: file.hash, command }
  })

export function differingFile(before: RunRecord['own'], own: OwnData | undefined): string | null {
  const now = ownRecords(own)
  return before.find(({ path, hash }) => !now.some((file) => file.path === path && file.hash === hash))?.path ?? null
}

export function newRunRecord(
  known: Omit<RunRecord, 'format' | 'version' | 'node' | 'pages' | 'total' | 'corpusHash' | 'failure' | 'notes' | 'warnings' | 'own'>,
  own: OwnData | undefined,
): RunRecord {
  return {
    format: 'boilerscope-run',
    version: 1,
    ...known,
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

export function endedBy(thrown: unknown): Pick<RunRecord, 'status' | 'failure'> {
  const reason = toFailure(thrown)
  return reason.code === 'cancelled' ? { status: 'cancelled', failure: null } : { status: 'failed', failure: reason }
}

/** Methods that read the record throw FailureError `run.unknown` for a removed run, and the errors of `readJsonFile`. */
export function recordFile(folder: string) {
  const path = join(folder, 'run.json')

  async function readRecord(): Promise<RunRecord> {
    return readJsonFile(path, RunRecord).catch((thrown: unknown) => {
      throw toFailure(thrown).code === 'file.not-found' ? removedFailure() : thrown
    })
  }

  const textOf = (record: RunRecord): string => `${JSON.stringify(record, null, 2)}\n`

  async function writeRecord(record: RunRecord): Promise<void> {
    await makeFolder(folder)
    await writeWhole(path, textOf(record))
  }

  return {
    readRecord,
    writeRecord,
    async changeRecord(change: Partial<RunRecord>): Promise<RunRecord> {
      // This call throws if the run was removed. Without this call, the failure would concern the lock.
      await readRecord()
      return withFileLock(path, async (save) => {
        const record = { ...(await readRecord()), ...change }
        await save(textOf(record))
        return record
      })
    },
  }
}

export function removedFailure(): FailureError {
  return failed('run.unknown', 'This run was removed, or its folder contains no run.', 'Choose another run.')
}

const TriageFile = z.record(z.string(), z.object({ tags: z.array(z.string()), note: z.string() }))

const pathIn = (folder: string): string => join(folder, 'triage.json')

export async function readTriage(folder: string): Promise<Record<string, Triage>> {
  return (await readJsonFileIfThere(pathIn(folder), TriageFile)) ?? {}
}

/**
 * Replaces the note of a page, or removes an empty note.
 * @throws FailureError as `readTriage` and `withFileLock`
 */
export async function changeTriage(folder: string, page: string, noted: Triage): Promise<void> {
  const isEmpty = noted.tags.length === 0 && noted.note === ''
  await withFileLock(pathIn(folder), async (save) => {
    const all = Object.entries({ ...(await readTriage(folder)), [page]: noted })
    const next = isEmpty ? all.filter(([key]) => key !== page) : all
    await save(`${JSON.stringify(Object.fromEntries(next), null, 2)}\n`)
  })
}
