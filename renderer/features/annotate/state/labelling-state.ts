import { create } from 'zustand'
import type { CorpusPage, SaveOutcome, StoredGold, TrainingFeedback } from '../../../../shared/contract/corpus-contract'
import type { PageSummary } from '../../../../shared/contract/capture'
import type { Failure } from '../../../../shared/base/failure'
import type { LostSpan } from '../../../../shared/gold/anchor'
import type { FieldName } from '../../../../shared/gold/gold-file'
import type { LabelHistory, placeLabels } from '../../../../shared/gold/label-commands'
import type { PageOutline, Blocks } from '../../../../shared/gold/blocks'
import type { AxisRange, TextAxis } from '../../../../shared/gold/text-axis'
import type { PageModel } from '../../../../shared/page/page-model'

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict' | 'read-only'
/** The name of a field means that the next click or drag sets this field. */
export type Tool = 'label' | 'erase' | 'box' | 'range' | FieldName
export type Conflict = Extract<SaveOutcome, { readonly status: 'conflict' }>

export interface BlockCursor extends AxisRange {
  /** Index of the block to which shrinking returns. */
  readonly home: number
}

export interface OpenPage {
  readonly corpus: string
  readonly page: CorpusPage
  readonly summary: PageSummary
  readonly model: PageModel
  readonly axis: TextAxis
  readonly blocks: Blocks
}

export const JUST_OPENED = {
  /** Lost spans that the user discarded or placed, latest first. */
  settled: [] as readonly LostSpan[],
  cursor: null as BlockCursor | null,
  anchor: null as BlockCursor | null,
  reach: null as BlockCursor | null,
  focus: 0,
  find: null as { readonly query: string; readonly matches: readonly AxisRange[]; readonly at: number } | null,
  saveFailure: null as Failure | null,
  conflict: null as Conflict | null,
  question: null as 'content' | 'suggestions' | null,
  feedback: null as TrainingFeedback | null,
}

type PlacedLabels = ReturnType<typeof placeLabels>

export interface Labelling extends OpenPage, Readonly<typeof JUST_OPENED>, Omit<PlacedLabels, 'state'> {
  readonly annotator: string
  /** The file that was read or written last; null for a page without labels of this annotator. */
  readonly base: StoredGold | null
  readonly history: LabelHistory
  /** Labels and lost labels on disk. If null, the next save also writes unchanged labels. */
  readonly stored: Omit<PlacedLabels, 'moved'> | null
  /** Milliseconds of this session that the saved file already includes. */
  readonly savedSpent: number
  readonly outline: PageOutline
  readonly readOnly: boolean
}

export const useLabelling = create(() => ({
  loading: null as string | null,
  open: null as Labelling | null,
  label: 'content',
  tool: 'label' as Tool,
  /** Whether regions such as navigation are hidden in the page, have one row in the text panel, and are skipped by the cursor. */
  folded: false,
  finished: false,
  announcement: '',
  saving: false,
}))
type LabellingState = ReturnType<typeof useLabelling.getState>

export const whileOpen =
  <T>({ getState }: { readonly getState: () => { readonly open: T | null } }) =>
  <A extends readonly unknown[], R>(act: (open: T, ...args: A) => R) =>
  (...args: A): R | undefined => {
    const { open } = getState()
    return open === null ? undefined : act(open, ...args)
  }

export const onPage = whileOpen(useLabelling)

export const patch = onPage((open, change: Partial<Labelling>): void => useLabelling.setState({ open: { ...open, ...change } }))

const SAVE_PAUSE_MS = 500

export function createAutosave<T>(save: (isFinal?: boolean) => Promise<T>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: Promise<unknown> = Promise.resolve()
  const flush = (isFinal = false): Promise<T> => {
    clearTimeout(timer)
    const act = (): Promise<T> => save(isFinal)
    const next = last.then(act, act)
    last = next
    return next
  }
  const schedule = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), SAVE_PAUSE_MS)
  }
  return { flush, schedule }
}

export const isDirty = ({ history, lost, stored }: Labelling): boolean => history.present !== stored?.state || lost !== stored.lost

export function saveStateOf({ open, saving }: Pick<LabellingState, 'open' | 'saving'>): SaveState {
  if (!open) return 'saved'
  if (open.readOnly) return 'read-only'
  if (open.conflict) return 'conflict'
  if (saving) return 'saving'
  if (open.saveFailure) return 'failed'
  return isDirty(open) ? 'unsaved' : 'saved'
}
