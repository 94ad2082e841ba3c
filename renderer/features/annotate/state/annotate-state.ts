/** State of the Annotate workspace as plain data, with its stored preferences: annotator, order, initial labels. */
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

/** Source of the initial labels. */
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
  /** Whether other annotators' labels are hidden. */
  blind: z.boolean().default(true),
  order: z.enum(['by-id', 'random', 'disagreement']).default('by-id'),
  seed: z.number().int().min(0).max(0xffffffff).default(1),
  /** Whether to show only pages assigned to the annotator. */
  mine: z.boolean().default(false),
  startFrom: StartFrom.default({ kind: 'blank' }),
  styled: z.boolean().default(true),
  /** Hidden columns of the page list. */
  hiddenColumns: z.array(z.string().max(20)).max(20).default([]),
  sort: z.object({ by: z.enum(COLUMNS.map(({ id }) => id)), down: z.boolean() }).default({ by: 'id', down: false }),
})
export type Preferences = z.infer<typeof Preferences>

export const readPreferences = (): Preferences => readValue(KEY, Preferences) ?? Preferences.parse({})

export function writePreferences(preferences: Preferences): void {
  writeValue(KEY, preferences)
}

export type AnnotateView = 'pages' | 'label' | 'agreement' | 'campaign'
export type Filter = Partial<CorpusFilter>

interface Task {
  readonly title: string
  readonly progress: Progress
  readonly controller: AbortController
}

export interface Outcome {
  readonly title: string
  readonly outcome: BatchOutcome
  readonly pages?: number
  /** Unit of the count; default: pages. */
  readonly counted?: string
  readonly knownLabel?: string
}

interface CorpusState {
  readonly corpus: CorpusInfo | null
  readonly view: AnnotateView
  readonly filter: Filter
  readonly entries: readonly CorpusPageEntry[]
  /** Filter of `entries`. */
  readonly listed: Filter | null
  readonly matching: number
  readonly total: number
  /** Whether `entries` contains all pages. */
  readonly complete: boolean
  /** Number of pages with each score; null until the list was read. */
  readonly scored: CorpusPageList['scored'] | null
  /** Annotators with labels or assignments in the corpus. */
  readonly annotators: readonly string[]
  readonly assignees: readonly string[]
  /** Ids of the pages that are marked in the list. */
  readonly marked: ReadonlySet<string>
  readonly queue: QueueState | null
  readonly outcome: Outcome | null
  /** Handles of the last removed pages, for restoring them. */
  readonly removed: readonly string[]
  readonly agreement: AgreementReport | null
  readonly campaign: CampaignReport | null
  readonly failure: Failure | null
}

export interface AnnotateState extends CorpusState {
  readonly recent: readonly RecentCorpus[] | null
  readonly task: Task | null
  readonly preferences: Preferences
  /** Whether to store the open corpus and page of this window. */
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
