import { z } from 'zod'
import type { Failure } from '../base/failure'
import type { PageResult } from '../evaluation/evaluation-row'
import type { FaultsByRule } from '../evaluation/rule-faults'
import { RunSpec } from '../evaluation/run-spec'
import type { FoundGold } from '../gold/gold-text'
import { out, request } from './conditions'
import { PageLimits, type CaptureMode, type Source } from './capture'

export interface RunSummary {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly spec: RunSpec
  readonly names: readonly string[]
  /** `elsewhere`: another Boilerscope or the command line executes the run. */
  readonly status: 'running' | 'elsewhere' | 'cancelled' | 'failed' | 'finished'
  readonly pages: number
  readonly total: number | null
  readonly corpusHash: string | null
  readonly boilerscope: string
  readonly failure: Failure | null
  readonly notes: string
  readonly warnings?: readonly string[]
}

export interface Triage {
  readonly tags: readonly string[]
  readonly note: string
}

export interface RunDetails {
  readonly run: RunSummary
  readonly results: readonly PageResult[]
  /** Milliseconds per page: the first number is for parsing, and the others are for the configurations. */
  readonly timings: readonly (readonly number[])[]
  readonly triage: Readonly<Record<string, Triage>>
}

export interface EvaluatedPage {
  readonly source: Source
  readonly mode: CaptureMode
  /** Null if the page has neither a gold text nor gold labels, for example if the page has only snippets. */
  readonly gold: FoundGold | null
}

export interface SiteDownload {
  readonly path: string
  readonly title: string
  readonly bytes: number
  readonly sha256: string
}

export interface SiteFacts {
  /** The browser stores the site's data under this id. */
  readonly id: string
  readonly title: string
  readonly publishedAt: string
  readonly boilerscope: string
  readonly cite: readonly string[]
  readonly notes: readonly string[]
  readonly downloads: readonly SiteDownload[]
  /** Complete parameter values of each table row. */
  readonly params: readonly Readonly<Record<string, string | number | boolean>>[]
  /** Per table row. `live`: the extractor runs in the browser. `stored`: the site contains the kept text. `none`: only scores. */
  readonly rows: readonly ('live' | 'stored' | 'none')[]
  readonly pages: readonly string[]
}

export interface PublishedFolder {
  readonly folder: string
  readonly bytes: number
  readonly pages: number
  readonly notes: readonly string[]
}

const run = z.string().min(1).max(80)
const limits = PageLimits.pick({ maxNodes: true }).prefault({})

export const evaluationContract = {
  'evaluation.list': request(out<{ readonly runs: readonly RunSummary[]; readonly damaged: readonly string[] }>(), {}),
  /** Returns the number of pages that a specification selects, in total and by page type. */
  'evaluation.count': request(out<{ readonly pages: number; readonly types: Readonly<Record<string, number>> }>(), { spec: RunSpec }),
  'evaluation.create': request(out<RunSummary>(), { name: z.string().max(200).default(''), spec: RunSpec }),
  /** Executes a run. A cancelled run keeps the results of finished pages. Fails with `run.elsewhere` if another program executes it. */
  'evaluation.run': request(out<RunSummary>(), { run, jobs: z.number().int().min(1).max(256).optional(), limits }),
  /** Repeats one configuration of a run, and returns missing and extra text by rule. Saves nothing. */
  'evaluation.faults': request(out<FaultsByRule>(), { run, configuration: z.number().int().min(0).max(499), limits }),
  'evaluation.pause': request(out<null>(), { run, paused: z.boolean() }),
  'evaluation.results': request(out<RunDetails>(), { run }),
  'evaluation.rename': request(out<RunSummary>(), { run, name: z.string().max(200), notes: z.string().max(20_000) }),
  'evaluation.remove': request(out<null>(), { run }),
  'evaluation.restore': request(out<null>(), { run }),
  'evaluation.triage': request(out<null>(), {
    run,
    page: z.string().min(1).max(1000),
    tags: z.array(z.string().max(80)).max(50),
    note: z.string().max(20_000),
  }),
  /** Writes a run as a static site to a new or empty folder, or replaces a published site. A cancellation changes nothing. */
  'evaluation.publish': request(out<PublishedFolder>(), {
    run,
    folder: z.string().min(1).max(4096),
    title: z.string().max(200).default(''),
    /** Whether readers can open pages. If false, the site contains only scores, and hashes of the texts. */
    withPages: z.boolean().default(true),
    /** Number of random pages that can be opened; 0: all. */
    sample: z.number().int().min(0).max(10_000_000).default(0),
    seed: z.number().int().min(0).max(0xffffffff).default(1),
    limits,
  }),
  'evaluation.page': request(out<EvaluatedPage>(), { run, page: z.string().min(1).max(1000) }),
} as const
