import type { OwnData } from '../own/own-data'
import type { OwnFile } from '../own/own-file'
import type { RunRecord } from './run-files'

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
