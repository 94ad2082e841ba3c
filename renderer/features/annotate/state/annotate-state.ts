import { z } from 'zod'
import type {
  AgreementReport,
  BatchOutcome,
  CampaignReport,
  CorpusInfo,
  CorpusPageList,
  RecentCorpus,
} from '../../../../shared/contract/corpus-contract'
import type { CorpusFilter } from '../../../../shared/contract/corpus-list'
import type { Progress } from '../../../../shared/contract/contract'
import type { Failure } from '../../../../shared/base/failure'
import { readValue, writeValue } from '../../../window/host/storage'
import { COLUMNS } from '../corpus/page-columns'

const KEY = 'boilerscope.annotate'

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
  blind: z.boolean().default(true),
  order: z.enum(['by-id', 'random', 'disagreement']).default('by-id'),
  seed: z.number().int().min(0).max(0xffffffff).default(1),
  mine: z.boolean().default(false),
  startFrom: StartFrom.default({ kind: 'blank' }),
  styled: z.boolean().default(true),
  hiddenColumns: z.array(z.string().max(20)).max(20).default([]),
  sort: z.object({ by: z.enum(COLUMNS.map(({ id }) => id)), down: z.boolean() }).default({ by: 'id', down: false }),
})
export type Preferences = z.infer<typeof Preferences>

export const readPreferences = (): Preferences => readValue(KEY, Preferences) ?? Preferences.parse({})

export const writePreferences = (preferences: Preferences): void => void writeValue(KEY, preferences)

export type AnnotateView = 'pages' | 'label' | 'agreement' | 'campaign'

interface Task {
  readonly title: string
  readonly progress: Progress
}

export interface Outcome {
  readonly title: string
  readonly outcome: BatchOutcome
  readonly pages?: number
  readonly counted?: string
  /** Words after the number of pages that did not change; default: "already there". */
  readonly knownLabel?: string
}

interface CorpusState {
  readonly corpus: CorpusInfo | null
  readonly view: AnnotateView
  readonly filter: CorpusFilter
  readonly list: CorpusPageList
  readonly marked: ReadonlySet<string>
  readonly outcome: Outcome | null
  readonly removed: readonly string[]
  readonly agreement: AgreementReport | null
  readonly campaign: CampaignReport | null
  readonly failure: Failure | null
}

export interface AnnotateState extends CorpusState {
  readonly recent: readonly RecentCorpus[] | null
  readonly task: Task | null
  readonly preferences: Preferences
  readonly followed: boolean
}

export const CLOSED: CorpusState = {
  corpus: null,
  view: 'pages',
  filter: {},
  list: { entries: [], total: 0, complete: false },
  marked: new Set(),
  outcome: null,
  removed: [],
  agreement: null,
  campaign: null,
  failure: null,
}
