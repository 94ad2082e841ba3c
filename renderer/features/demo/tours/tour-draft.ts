/** Editing a recorded tour: each change gives a new file, and what was before can be had back. */
import { MOST_STOPS, type TourFile, type TourFileStop } from './tour-file'

/** A tour with its changes, done and undone. */
export interface TourDraft {
  readonly file: TourFile
  readonly before: readonly TourFile[]
  readonly after: readonly TourFile[]
  /** What changed last: letters typed one after the other into one field are one change. */
  readonly field: string
}

/** Changes that can be taken back at most. */
const REMEMBERED = 200

export const draftOf = (file: TourFile): TourDraft => ({ file, before: [], after: [], field: '' })

/** @param field where one types; empty for a change that stands alone */
export function changed(draft: TourDraft, file: TourFile, field = ''): TourDraft {
  if (file === draft.file) return draft
  const goesOn = field !== '' && field === draft.field && draft.before.length > 0
  return { file, before: goesOn ? draft.before : [...draft.before, draft.file].slice(-REMEMBERED), after: [], field }
}

export function undone(draft: TourDraft): TourDraft {
  const file = draft.before.at(-1)
  return file ? { file, before: draft.before.slice(0, -1), after: [draft.file, ...draft.after], field: '' } : draft
}

export function redone(draft: TourDraft): TourDraft {
  const [file, ...after] = draft.after
  return file ? { file, before: [...draft.before, draft.file], after, field: '' } : draft
}

/** Puts a stop behind another; -1 puts it first. A tour that is full stays as it is. */
export function withStop(file: TourFile, stop: TourFileStop, behind: number): TourFile {
  if (file.stops.length >= MOST_STOPS) return file
  return { ...file, stops: file.stops.toSpliced(behind + 1, 0, stop) }
}

export function withoutStop(file: TourFile, index: number): TourFile {
  return index in file.stops ? { ...file, stops: file.stops.toSpliced(index, 1) } : file
}

/** Moves a stop by one place; at the ends it stays. */
export function movedStop(file: TourFile, index: number, by: 1 | -1): TourFile {
  const stop = file.stops[index]
  const other = file.stops[index + by]
  return stop && other ? { ...file, stops: file.stops.with(index, other).with(index + by, stop) } : file
}

export function changedStop(file: TourFile, index: number, change: Partial<TourFileStop>): TourFile {
  const stop = file.stops[index]
  return stop ? { ...file, stops: file.stops.with(index, { ...stop, ...change }) } : file
}
