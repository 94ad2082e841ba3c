import { z } from 'zod'
import { countsAsContent } from './gold-text'
import { PageKind, PageType } from './gold-file'

export const LabelDefinition = z.looseObject({
  name: z.string().min(1).max(40),
  color: z.string().max(40).optional(),
  key: z.string().max(20).optional(),
  description: z.string().max(2000).optional(),
})
export type LabelDefinition = z.infer<typeof LabelDefinition>

export const LabelDefinitions = z.array(LabelDefinition).max(100)
/** Labels that count as main content in scores; an empty list means all labels. */
export const ContentLabels = z.array(z.string().min(1).max(40)).max(100)

export const OwnPageTypes = z.record(PageType, PageKind)
/** Markdown. */
export const GuidelinesText = z.string().max(1_000_000)

export const CorpusLabels = z.object({
  labels: LabelDefinitions,
  contentLabels: ContentLabels.optional(),
  pageTypes: OwnPageTypes.optional(),
  /** An export writes the guidelines only with the first page that has labels. */
  guidelines: GuidelinesText.optional(),
})
export type CorpusLabels = z.infer<typeof CorpusLabels>

/**
 * Compares the labels of two corpora. `unnamed`: labels of `theirs` that are missing in `ours`. `unlike`: labels of `theirs` that are main
 * content in only one of the two corpora.
 */
export function findConflictingLabels(theirs: CorpusLabels, ours: CorpusLabels): { readonly unnamed: string[]; readonly unlike: string[] } {
  const ownNames = new Set(ours.labels.map(({ name }) => name))
  const [there, here] = [countsAsContent(theirs.contentLabels), countsAsContent(ours.contentLabels)]
  const names = theirs.labels.map(({ name }) => name)
  return { unnamed: names.filter((name) => !ownNames.has(name)), unlike: names.filter((name) => there(name) !== here(name)) }
}
