/** Reducing a page to a reproducer. */
import { z } from 'zod'
import { PRESETS } from '../extractors/core/params'
import { out } from './out'

/** The smallest page that still shows the fault. */
export interface Reproducer {
  readonly html: string
  /** What to paste into a bug tracker, in Markdown. */
  readonly report: string
  readonly before: { readonly nodes: number; readonly bytes: number }
  readonly after: { readonly nodes: number; readonly bytes: number }
  /** Pages tried. */
  readonly trials: number
  /** No single element, attribute or word can go; false where it was stopped. */
  readonly minimal: boolean
}

export const reduceContract = {
  /** Reports progress. Cancelled, it answers with the smallest page until then. */
  'reduce.run': {
    in: z.object({
      page: z.string().min(1).max(100),
      extractor: z.string().min(1).max(80),
      preset: z.enum(PRESETS).default('default'),
      params: z.record(z.string(), z.union([z.number(), z.boolean(), z.string()])).default({}),
      /** What it does wrong: it keeps the text, or drops it. */
      kind: z.enum(['keeps', 'drops']),
      text: z.string().min(1).max(1_000_000),
    }),
    out: out<Reproducer>(),
  },
} as const
