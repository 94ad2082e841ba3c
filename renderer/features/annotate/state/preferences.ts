/** What the annotate workspace remembers between runs: who labels, in which order, what a page starts from. */
import { z } from 'zod'
import { COLUMNS } from '../corpus/page-columns'
import { readValue, writeValue } from '../../../window/host/storage'

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
