/** The page being labelled, as plain data. */
import { create } from 'zustand'
import type { CorpusPage, SaveOutcome, TrainingFeedback } from '../../../../shared/contract/corpus-contract'
import type { PageSummary } from '../../../../shared/contract/capture'
import type { Failure } from '../../../../shared/base/failure'
import type { FoundSpan, LostSpan } from '../../../../shared/gold/anchor'
import { FIELDS, type FieldName, type GoldFile } from '../../../../shared/gold/gold-file'
import type { LabelHistory, LabelState } from '../../../../shared/gold/label-commands'
import type { PageOutline } from '../../../../shared/gold/page-outline'
import type { AxisRange, TextAxis } from '../../../../shared/gold/text-axis'
import type { PageModel } from '../../../../shared/page/page-model'
import type { Blocks } from '../../../../shared/gold/blocks'
import type { BlockCursor } from './cursor'

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict' | 'read-only'
/** A field's name: the next click gives its text. */
export type Tool = 'label' | 'erase' | 'box' | 'range' | FieldName
export const isField = (name: string | null): name is FieldName => (FIELDS as readonly (string | null)[]).includes(name)
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
  /** The present as it was last saved. */
  readonly savedState: LabelState
  /** Spans that had to be found by their quote, and those that were not found. */
  readonly moved: readonly FoundSpan[]
  readonly lost: readonly LostSpan[]
  /** Lost spans that a person dropped or placed, the last one first; they can be put back. */
  readonly settled: readonly LostSpan[]
  /** Lost spans were settled since the last save. */
  readonly lostChanged: boolean
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
  readonly save: SaveState
  /** The host was told that there is a change which is not saved. */
  readonly noted: boolean
  /** When a change was made that a program which ended never saved, ISO 8601. */
  readonly lostChange: string | null
  readonly saveFailure: Failure | null
  readonly conflict: Conflict | null
  /** What the person is asked before the page is finished: whether it has no main content, or what of suggestions nobody looked at. */
  readonly asks: 'content' | 'suggestions' | null
  /** What is told of a training page that was finished. */
  readonly feedback: TrainingFeedback | null
  readonly preparing: boolean
}

export interface LabellingState {
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
  /** How often a page was opened: an answer to an older opening is let go. */
  readonly opening: number
  /** Milliseconds of this sitting that the saved file holds already. */
  readonly savedSpent: number
  /** The save that waits for a pause, and the one under way. */
  readonly timer: ReturnType<typeof setTimeout> | undefined
  readonly saving: Promise<void> | null
}

export const useLabelling = create<LabellingState>()(() => ({
  loading: null,
  open: null,
  label: 'content',
  tool: 'label',
  folded: false,
  finished: false,
  said: '',
  opening: 0,
  savedSpent: 0,
  timer: undefined,
  saving: null,
}))
