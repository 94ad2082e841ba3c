/** What the annotate workspace knows, as plain data. */
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
import type { Preferences } from './preferences'

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
