/** Notes of a user on the pages of a run: `triage.json` in its folder. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { failed } from '../../../shared/base/failure'
import type { Triage } from '../../../shared/contract/evaluation-contract'
import { withFileLock } from '../files/file-lock'
import { ifMissing } from '../files/files'

const TriageFile = z.record(z.string(), z.object({ tags: z.array(z.string()), note: z.string() }))

const pathIn = (folder: string): string => join(folder, 'triage.json')

/** Returns the notes by page; empty without a file. @throws FailureError `run.damaged`. */
export async function readTriage(folder: string): Promise<Record<string, Triage>> {
  const text = await readFile(pathIn(folder), 'utf8').catch(ifMissing('{}'))
  try {
    return TriageFile.parse(JSON.parse(text))
  } catch {
    throw failed('run.damaged', `${pathIn(folder)} is damaged.`, 'Repair or delete the file; the scores are not affected.')
  }
}

/** Replaces the note of a page; removes an empty one. @throws FailureError `run.damaged`. */
export async function changeTriage(folder: string, page: string, noted: Triage): Promise<void> {
  const isEmpty = noted.tags.length === 0 && noted.note === ''
  await withFileLock(pathIn(folder), async (save) => {
    const all = Object.entries({ ...(await readTriage(folder)), [page]: noted })
    const next = isEmpty ? all.filter(([key]) => key !== page) : all
    await save(`${JSON.stringify(Object.fromEntries(next), null, 2)}\n`)
  })
}
