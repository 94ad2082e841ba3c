/** Runs pages again with decisions: only pages that a reader will open. */
import { z } from 'zod'
import { failed, valueOf } from '../../../shared/base/failure'
import { valueAt } from '../../../shared/base/once'
import { changesKey, type KnownChanges, type PageChanges } from '../../../shared/evaluation/guard/page-changes'
import type { Configuration, RunSpec } from '../../../shared/evaluation/run-spec'
import type { OwnData } from '../own/own-file'
import type { PageCollection, PageRecord } from '../sources/page-record'
import { choosePages, eachPage } from './choose-pages'
import type { EvaluationPool } from './evaluation-runner'

/** A page to explain for a row. */
export interface WantedChanges {
  readonly configuration: number
  /** Position among the run's entries, and in the source. */
  readonly entry: number
  readonly index: number
  /** The kept texts of the baseline, see `writeKept`. */
  readonly before: string | null
}

export interface ChangesInput {
  readonly spec: RunSpec
  readonly entries: PageCollection
  readonly maxNodes: number
  readonly own: OwnData | undefined
  readonly signal: AbortSignal
  readonly wanted: readonly WantedChanges[]
}

/** A thread's response for a page, checked because a custom module may return anything. */
const Told = z.object({
  against: z.enum(['baseline', 'gold', 'nothing']),
  blocks: z
    .array(
      z.object({
        kind: z.enum(['missed', 'added']),
        rule: z.string(),
        words: z.number(),
        node: z.number(),
        path: z.string(),
        text: z.string(),
        why: z.string(),
        goldWords: z.number().int().nullable(),
      }),
    )
    .max(1000),
  snippets: z.array(z.object({ kind: z.enum(['with', 'without']), text: z.string(), why: z.string() })).max(1000),
})

/** Returns explanations by page and row, see `changesKey`, without failed ones. @throws FailureError `cancelled`. */
export async function explainChanges(pool: EvaluationPool, input: ChangesInput): Promise<KnownChanges> {
  const { spec, entries, signal, wanted } = input
  const known = new Map<string, PageChanges>()
  const byIndex = new Map<number, WantedChanges[]>()
  for (const one of wanted) valueAt(byIndex, one.index, () => []).push(one)
  if (wanted.length === 0) return known
  let left = byIndex.size
  await eachPage(choosePages(entries, spec.pages, signal), pool.threads, (entry, index) => {
    if (left === 0 || signal.aborted) return 'stop'
    const here = byIndex.get(index)
    if (!here) return null
    left--
    return async () => {
      for (const one of here) {
        const onSelected = signal.aborted ? null : await changesOf(pool, entry, one, input)
        if (onSelected) known.set(changesKey(one.configuration, one), onSelected)
      }
    }
  })
  if (signal.aborted) throw failed('cancelled', 'Cancelled.', 'Request it again at any time.')
  return known
}

async function changesOf(
  pool: EvaluationPool,
  entry: PageRecord,
  { configuration: row, before }: WantedChanges,
  { spec, maxNodes, own, signal }: ChangesInput,
): Promise<PageChanges | null> {
  const configuration = spec.configurations[row]
  if (!configuration) return null
  try {
    const page = await entry.read()
    const task = { id: entry.id, url: entry.url, ...page, configurations: [configuration], tokens: spec.tokens, metrics: [], maxNodes }
    const reply = valueOf(await pool.run({ ...task, own: ownOf(own, configuration), changes: { before } }, { signal }))
    return Told.parse(reply.changes)
  } catch {
    // Its scores are in the table; the explanation is optional.
    return null
  }
}

/** Returns the file of a row's extractor. */
function ownOf(own: OwnData | undefined, { extractor }: Configuration): OwnData | undefined {
  return own && { ...own, files: own.files.filter(({ id }) => id === extractor) }
}
