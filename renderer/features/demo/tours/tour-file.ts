/** A tour that somebody recorded, as a file: which run it speaks of, its stops, what is said at each. See docs/formats.md. */
import { z } from 'zod'
import { failure, type Result } from '../../../../shared/base/failure'
import { hashText } from '../../../../shared/base/hash'
import { CaptureMode, isSameBytes, type Source } from '../../../../shared/contract/source'
import type { DemoRun } from '../../../../shared/demo/demo-run'
import { exampleById } from '../../../../shared/demo/examples'
import type { Tour, TourStop } from '../../../../shared/demo/tours/tour'
import type { PageModel } from '../../../../shared/page/page-model'
import { firstIssue } from '../../../../shared/base/json'
import { once } from '../../../../shared/base/once'
import { restoreSource, StoredSource } from '../../../window/session'
import { ParamRecord } from '../../../../shared/contract/param-record'

/** Stops that a tour has at most, and letters of what is said at one. */
export const MOST_STOPS = 200
export const LONGEST_TEXT = 4000

const Count = z.number().int().nonnegative()

export const TourFileStop = z.object({
  title: z.string().max(200),
  text: z.string().max(LONGEST_TEXT),
  /** Asked before the stop shows its answer; empty for none. */
  question: z.string().max(1000).default(''),
  look: z.enum(['page', 'tree', 'chart', 'formula', 'code']),
  moment: Count,
  /** The same moment by its chapter: its name, which of that name, how far into it. */
  chapter: z.string().max(200),
  which: Count,
  into: Count,
})
export type TourFileStop = z.infer<typeof TourFileStop>

export const TourFile = z.object({
  format: z.literal('boilerscope-tour'),
  version: z.literal(1),
  id: z.string().regex(/^own-[0-9a-z]{1,40}$/),
  title: z.string().max(200),
  about: z.string().max(2000).default(''),
  page: z.object({
    source: StoredSource,
    mode: CaptureMode,
    title: z.string().max(1000),
    /** What tells whether a page is still the same. */
    characters: Count,
    nodes: Count,
    hash: Count,
  }),
  extractor: z.string().min(1).max(80),
  /** Complete values. */
  params: ParamRecord,
  /** Moments of the run. */
  moments: z.number().int().positive(),
  stops: z.array(TourFileStop).max(MOST_STOPS),
})
export type TourFile = z.infer<typeof TourFile>

/** A tour that somebody recorded. */
export interface RecordedTour extends Tour {
  readonly recorded: TourFile
}

/** The file of a recorded tour; null for one of ours. */
export const recordedOf = (tour: Tour): TourFile | null => (tour as Partial<RecordedTour>).recorded ?? null

/** Reads the text of a file. */
export function readTourFile(text: string): Result<TourFile> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return wrong('it is not JSON')
  }
  if (typeof value !== 'object' || value === null || !('format' in value) || value.format !== 'boilerscope-tour')
    return wrong('it does not say that it is one')
  if ('version' in value && typeof value.version === 'number' && value.version > 1)
    return wrong('it is of a later version', 'Open it with a newer Boilerscope.')
  const read = TourFile.safeParse(value)
  if (read.success) return { ok: true, value: read.data }
  return wrong(firstIssue(read.error, 'it'))
}

const wrong = (why: string, next = 'Choose a file that was saved with “Save tour”.'): Result<never> => ({
  ok: false,
  failure: failure('tour.unreadable', `This is no tour of Boilerscope: ${why}.`, next),
})

/** What tells a page from others, and from itself once it has changed. */
export const fingerprintOf = once((page: PageModel): Pick<TourFile['page'], 'characters' | 'nodes' | 'hash'> => ({
  characters: page.html.length,
  nodes: page.count,
  hash: hashText(page.html, 0),
}))

/** Why a tour of a file does not fit a run any more; null where it does. */
export function misfit(file: TourFile, run: DemoRun): string | null {
  const now = fingerprintOf(run.page)
  if (now.hash !== file.page.hash || now.characters !== file.page.characters)
    return `The page is not as it was when this tour was recorded: it had ${file.page.characters} characters and has ${now.characters} now.`
  if (now.nodes !== file.page.nodes || run.timeline.length !== file.moments)
    return `The run is not as it was when this tour was recorded: it had ${file.moments} moments and has ${run.timeline.length} now.`
  return null
}

/** A stop where the stage stands. */
export function stopAt(run: DemoRun, moment: number): TourFileStop {
  const { chapter } = run.frameAt(moment)
  const namesakes = run.timeline.chapters.filter((c) => c.step.name === chapter.step.name)
  return {
    title: chapter.step.name,
    text: '',
    question: '',
    look: 'page',
    moment,
    chapter: chapter.step.name,
    which: namesakes.indexOf(chapter),
    into: moment - chapter.start,
  }
}

function stopOf(stop: TourFileStop, moments: number): TourStop {
  const { title, text, question, look, moment, chapter, which, into } = stop
  return {
    title: title.trim() === '' ? chapter : title,
    text: [text],
    step: chapter,
    which,
    mark: { moment, moments, chapter, into },
    look,
    // Meanwhile the stage waits where the step begins.
    ...(question === '' ? {} : { ask: { question, at: { step: chapter, which, part: 0 } } }),
  }
}

/** The file as a tour that plays like ours. */
export function tourOf(file: TourFile): RecordedTour {
  return {
    id: file.id,
    title: file.title.trim() === '' ? 'Untitled tour' : file.title,
    about: file.about,
    extractor: file.extractor,
    sample: '',
    params: file.params,
    stops: file.stops.map((stop) => stopOf(stop, file.moments)),
    recorded: file,
  }
}

/** Where the page of a tour's stop comes from. */
export function sourceOfStop(tour: Tour, stop: number): Source {
  const file = recordedOf(tour)
  if (file) return restoreSource(file.page.source)
  const example = exampleById(tour.stops[stop]?.example)
  return example ? { kind: 'html', html: example.html, name: example.title } : { kind: 'sample', id: tour.sample }
}

/** Whether two sources are the same page, as far as their names tell; dropped files and pasted HTML by what they hold. */
export function leadToSamePage(one: Source, other: Source): boolean {
  if (one.kind === 'sample') return other.kind === 'sample' && one.id === other.id
  if (one.kind === 'url') return other.kind === 'url' && one.url === other.url
  if (one.kind === 'file') return other.kind === 'file' && one.path === other.path && one.entry === other.entry
  if (one.kind === 'html') return other.kind === 'html' && one.html === other.html
  return other.kind === 'bytes' && one.entry === other.entry && isSameBytes(one.bytes, other.bytes)
}

/** Whether a run is the very one that a tour was recorded on, wherever its page came from. */
export function isRecordedRun(file: TourFile, run: DemoRun): boolean {
  return run.info.id === file.extractor && hasValues(run, file.params) && misfit(file, run) === null
}

const hasValues = (run: DemoRun, params: TourFile['params']): boolean =>
  Object.entries(params).every(([name, value]) => Object.is(run.extraction.params[name], value))

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
