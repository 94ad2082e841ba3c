/** Results for a fault: the page reduced to a minimal example, and custom snippets in a folder that `boilerscope evaluate` runs. */
import { z } from 'zod'
import { PRESETS } from '../extractors/core/params'
import { out } from './conditions'

/** The smallest page that still shows the fault. */
export interface Reproducer {
  readonly html: string
  /** Markdown for an issue tracker. */
  readonly report: string
  readonly before: { readonly nodes: number; readonly bytes: number }
  readonly after: { readonly nodes: number; readonly bytes: number }
  /** Pages tried. */
  readonly trials: number
  /** No single element, attribute or word can be removed; false if the reduction was stopped. */
  readonly minimal: boolean
}

/** Maximum characters of a snippet: a test is a sentence, not a page. */
export const LONGEST_SNIPPET = 1000

export const SnippetChange = z.object({
  page: z.string().min(1).max(100),
  /** Absolute path; the folder is created if it is missing. */
  folder: z.string().min(1).max(4096),
  /** Whether the text must be kept, or must not be. */
  kind: z.enum(['with', 'without']),
  text: z.string().min(1).max(LONGEST_SNIPPET),
  /** Removes the snippet from the folder. */
  remove: z.boolean().default(false),
})
export type SnippetChange = z.infer<typeof SnippetChange>

export interface SnippetOutcome {
  /** Whether anything changed: false for a snippet that was there already, or was not there to be removed. */
  readonly changed: boolean
  /** Snippets of the page now. */
  readonly snippets: number
}

export const faultContract = {
  /** Reports progress. Cancelled, it answers with the smallest page until then. */
  'reduce.run': {
    in: z.object({
      page: z.string().min(1).max(100),
      extractor: z.string().min(1).max(80),
      preset: z.enum(PRESETS).default('default'),
      params: z.record(z.string(), z.union([z.number(), z.boolean(), z.string()])).default({}),
      kind: z.enum(['keeps', 'drops']),
      text: z.string().min(1).max(1_000_000),
    }),
    out: out<Reproducer>(),
  },
  'snippets.change': { in: SnippetChange, out: out<SnippetOutcome>() },
} as const
