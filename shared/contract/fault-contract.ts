/** Requests that reduce a page with a fault to a minimal example, and requests that store snippets. */
import { z } from 'zod'
import { PRESETS } from '../extractors/core/params'
import { out, ParamRecord, request } from './conditions'

/** The smallest page found that still shows the fault. */
export interface Reproducer {
  readonly html: string
  readonly report: string
  readonly before: { readonly nodes: number; readonly bytes: number }
  readonly after: { readonly nodes: number; readonly bytes: number }
  readonly trials: number
  /** Whether every single element, attribute and word is needed. False if the reduction was stopped. */
  readonly minimal: boolean
}

export const LONGEST_SNIPPET = 1000

export const SnippetChange = z.object({
  page: z.string().min(1).max(100),
  /** Absolute path. The folder is created if missing. */
  folder: z.string().min(1).max(4096),
  /** `with`: the text must be kept. `without`: the text must not be kept. */
  kind: z.enum(['with', 'without']),
  text: z.string().min(1).max(LONGEST_SNIPPET),
  remove: z.boolean().default(false),
})
export type SnippetChange = z.infer<typeof SnippetChange>

export interface SnippetOutcome {
  /** Whether the folder changed. False if an added snippet already existed, or if a removed snippet was already missing. */
  readonly changed: boolean
  readonly snippets: number
}

export const faultContract = {
  /** Reports progress. A request that is cancelled after the first trial returns the smallest page so far. */
  'reduce.run': request(out<Reproducer>(), {
    page: z.string().min(1).max(100),
    extractor: z.string().min(1).max(80),
    preset: z.enum(PRESETS).default('default'),
    params: ParamRecord.default({}),
    kind: z.enum(['keeps', 'drops']),
    text: z.string().min(1).max(1_000_000),
  }),
  'snippets.change': request(out<SnippetOutcome>(), SnippetChange.shape),
} as const
