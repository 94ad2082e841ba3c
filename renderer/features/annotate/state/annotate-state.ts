/** What the annotate workspace knows, as plain data, and what it remembers between runs: who labels, in which order, what a page starts from. */
import { z } from 'zod'
import type {
  AgreementReport,
  BatchOutcome,
  CampaignReport,
  CorpusFilter,
  CorpusInfo,
  CorpusPageEntry,
  CorpusPageList,
  QueueState,
  RecentCorpus,
} from '../../../../shared/contract/corpus-contract'
import type { Progress } from '../../../../shared/contract/contract'
import type { Failure } from '../../../../shared/base/failure'
import { readValue, writeValue } from '../../../window/host/storage'
import { COLUMNS } from '../corpus/page-columns'

const KEY = 'boilerscope.annotate'

/** What a page without labels starts from. */
export const StartFrom = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('blank') }),
  z.object({
    kind: z.literal('extractor'),
    extractor: z.string().max(80),
    preset: z.enum(['default', 'as-printed']),
    params: z.record(z.string(), z.union([z.number(), z.boolean(), z.string()])),
  }),
  z.object({ kind: z.literal('annotator'), annotator: z.string().max(80) }),
])
export type StartFrom = z.infer<typeof StartFrom>

export const Preferences = z.object({
  annotator: z.string().max(80).default(''),
  /** Others' labels are not shown. */
  blind: z.boolean().default(true),
  order: z.enum(['by-id', 'random', 'disagreement']).default('by-id'),
  seed: z.number().int().min(0).max(0xffffffff).default(1),
  /** Only pages assigned to the annotator. */
  mine: z.boolean().default(false),
  startFrom: StartFrom.default({ kind: 'blank' }),
  styled: z.boolean().default(true),
  /** Columns of the page list that are not shown, and its order. */
  hiddenColumns: z.array(z.string().max(20)).max(20).default([]),
  sort: z.object({ by: z.enum(COLUMNS.map(({ id }) => id)), down: z.boolean() }).default({ by: 'id', down: false }),
})
export type Preferences = z.infer<typeof Preferences>

export function readPreferences(): Preferences {
  return readValue(KEY, Preferences) ?? Preferences.parse({})
}

export function writePreferences(preferences: Preferences): void {
  writeValue(KEY, preferences)
}

export type AnnotateView = 'pages' | 'label' | 'agreement' | 'campaign'
export type Filter = Partial<CorpusFilter>

/** Something that takes a while, with its way to stop. */
interface Task {
  readonly title: string
  readonly progress: Progress
  readonly controller: AbortController
}

/** What the last batch did. */
export interface Outcome {
  readonly title: string
  readonly outcome: BatchOutcome
  readonly pages?: number
  /** What is counted, where that is not pages. */
  readonly counted?: string
  readonly knownAre?: string
}

/** What is known of the corpus in front, and what was done with it. */
interface CorpusState {
  readonly corpus: CorpusInfo | null
  readonly view: AnnotateView
  readonly filter: Filter
  readonly entries: readonly CorpusPageEntry[]
  /** Filter that `entries` belong to. */
  readonly listed: Filter | null
  readonly matching: number
  readonly total: number
  /** Every page was read. */
  readonly complete: boolean
  /** Pages of the corpus that have each score; null until listed. */
  readonly scored: CorpusPageList['scored'] | null
  /** Who has labels in the corpus, and to whom pages are assigned. */
  readonly annotators: readonly string[]
  readonly assignees: readonly string[]
  /** Pages marked in the list. */
  readonly marked: ReadonlySet<string>
  readonly queue: QueueState | null
  readonly outcome: Outcome | null
  /** Handles of the pages removed last. */
  readonly removed: readonly string[]
  readonly agreement: AgreementReport | null
  readonly campaign: CampaignReport | null
  readonly failure: Failure | null
}

export interface AnnotateState extends CorpusState {
  readonly recent: readonly RecentCorpus[] | null
  readonly task: Task | null
  readonly preferences: Preferences
  /** The window's place is remembered from now on. */
  readonly followed: boolean
}

export const CLOSED: CorpusState = {
  corpus: null,
  view: 'pages',
  filter: {},
  entries: [],
  listed: null,
  matching: 0,
  total: 0,
  complete: false,
  scored: null,
  annotators: [],
  assignees: [],
  marked: new Set(),
  queue: null,
  outcome: null,
  removed: [],
  agreement: null,
  campaign: null,
  failure: null,
}
