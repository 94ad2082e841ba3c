/** The page being labelled, as plain data. */
import { create } from 'zustand'
import type { CorpusPage, SaveOutcome, TrainingFeedback } from '../../../../shared/contract/corpus-contract'
import type { PageSummary } from '../../../../shared/contract/capture'
import type { Failure } from '../../../../shared/base/failure'
import type { FoundSpan, LostSpan } from '../../../../shared/gold/anchor'
import type { FieldName, GoldFile } from '../../../../shared/gold/gold-file'
import type { LabelHistory, LabelState } from '../../../../shared/gold/label-commands'
import type { PageOutline } from '../../../../shared/gold/page-outline'
import type { AxisRange, TextAxis } from '../../../../shared/gold/text-axis'
import type { PageModel } from '../../../../shared/page/page-model'
import type { Blocks } from '../../../../shared/gold/blocks'
import type { BlockCursor } from './cursor'

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict' | 'read-only'
/** A field's name: the next click gives its text. */
export type Tool = 'label' | 'erase' | 'box' | 'range' | FieldName
export type Conflict = Extract<SaveOutcome, { readonly status: 'conflict' }>

/** An open page, complete. */
export interface Labelling {
  readonly corpus: string
  readonly page: CorpusPage
  readonly summary: PageSummary
  readonly model: PageModel
  readonly axis: TextAxis
  readonly blocks: Blocks
  readonly annotator: string
  /** What was last read or written; null for a page without labels of this annotator. */
  readonly base: { readonly revision: string; readonly gold: GoldFile } | null
  readonly history: LabelHistory
  /** The labels and what was lost of them as they are on disk; null: what is in view is to be saved in any case. */
  readonly stored: { readonly state: LabelState; readonly lost: readonly LostSpan[] } | null
  /** Milliseconds of this sitting that the saved file holds already. */
  readonly savedSpent: number
  /** Spans that had to be found by their quote, and those that were not found. */
  readonly moved: readonly FoundSpan[]
  readonly lost: readonly LostSpan[]
  /** Lost spans that a person dropped or placed, the last one first; they can be put back. */
  readonly settled: readonly LostSpan[]
  readonly outline: PageOutline
  readonly cursor: BlockCursor | null
  /** Where a range begins, while one is being made; moves of the cursor then change its other end. */
  readonly anchor: BlockCursor | null
  /** The other end of that range. */
  readonly reach: BlockCursor | null
  /** The place of the cursor to keep in view: of a long one the end that moved last. */
  readonly focus: number
  /** Words looked for, and where they stand; null while nothing is looked for. */
  readonly find: { readonly query: string; readonly matches: readonly AxisRange[]; readonly at: number } | null
  readonly readOnly: boolean
  readonly saveFailure: Failure | null
  readonly conflict: Conflict | null
  /** What the person is asked before the page is finished: whether it has no main content, or what of suggestions nobody looked at. */
  readonly asks: 'content' | 'suggestions' | null
  /** What is told of a training page that was finished. */
  readonly feedback: TrainingFeedback | null
}

interface LabellingState {
  readonly loading: string | null
  readonly open: Labelling | null
  /** Label that is given next. */
  readonly label: string
  readonly tool: Tool
  /** Navigation and the like are folded away: the text panel leaves them out and the cursor steps over them. */
  readonly folded: boolean
  /** Nothing more is to be labelled. */
  readonly finished: boolean
  /** What was last done, for screen readers. */
  readonly said: string
  /** A save is under way. */
  readonly saving: boolean
}

export const useLabelling = create<LabellingState>()(() => ({
  loading: null,
  open: null,
  label: 'content',
  tool: 'label',
  folded: false,
  finished: false,
  said: '',
  saving: false,
}))

/** Changes the open page. */
export function patch(change: Partial<Labelling>): void {
  useLabelling.setState(({ open }) => (open ? { open: { ...open, ...change } } : {}))
}

/** What a store has open, where it has something open. */
interface Opens<T> {
  readonly getState: () => { readonly open: T | null }
}

/** Makes something that is done to what a store has open; where nothing is open it does nothing. */
export const whileOpen =
  <T>({ getState }: Opens<T>) =>
  <A extends readonly unknown[], R>(act: (open: T, ...args: A) => R) =>
  (...args: A): R | undefined => {
    const { open } = getState()
    return open === null ? undefined : act(open, ...args)
  }

/** The same with the open page. */
export const onPage = whileOpen(useLabelling)

/** Whether something is not on disk yet. */
export function isDirty({ history, lost, stored }: Labelling): boolean {
  return history.present !== stored?.state || lost !== stored.lost
}

/** How far the open page is saved. */
export function saveStateOf({ open, saving }: Pick<LabellingState, 'open' | 'saving'>): SaveState {
  if (!open) return 'saved'
  if (open.readOnly) return 'read-only'
  if (open.conflict) return 'conflict'
  if (saving) return 'saving'
  if (open.saveFailure) return 'failed'
  return isDirty(open) ? 'unsaved' : 'saved'
}
