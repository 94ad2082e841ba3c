/**
 * Settings of labels in a corpus. Reads and writes all labels of a page and the settings of its corpus, as an addition to an export format.
 * Other programs ignore the addition.
 */
import { z } from 'zod'
import { failed } from '../base/failure'
import type { Snippets } from './formats/exchange-pages'
import { checkGoldFile, GoldFile, PageKind, PageType, writeGoldFile } from './gold-file'
import { countsAsContent } from './gold-text'
import { checkValue } from './read-json'

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

export const PAGE_LABELS_KEY = 'boilerscope'
export const PAGE_LABELS_FOLDER = 'boilerscope-labels'
const VERSION = 1

const Stored = z.object({
  version: z.number().int().min(1),
  /** Mode of the capture. Node ids depend on the mode. */
  mode: z.enum(['source', 'rendered']),
  labels: z.array(z.unknown()).max(1000),
  texts: z.record(z.string(), z.string()).default({}),
  /** Sets of snippets by name; undefined in files of older versions. */
  snippets: z.record(z.string(), z.object({ with: z.array(z.string()), without: z.array(z.string()) })).optional(),
  /** Labels, page types and guidelines of the corpus; undefined in files of older versions. */
  corpus: CorpusLabels.optional(),
})

export interface PageLabels extends Pick<z.infer<typeof Stored>, 'mode' | 'texts' | 'corpus'> {
  readonly labels: readonly GoldFile[]
  readonly snippets?: Readonly<Record<string, Snippets>> | undefined
}

export function pageLabelsValue({ mode, labels, ...others }: PageLabels): Readonly<Record<string, unknown>> {
  return { version: VERSION, mode, labels: labels.map((gold): unknown => JSON.parse(writeGoldFile(gold))), ...others }
}

/** Reads page labels. @param place name of the record or file in messages @throws FailureError `gold.bad-value`, `gold.newer-version` */
export function readPageLabels(value: unknown, place: string): PageLabels {
  const { version, labels, ...others } = checkValue(value, Stored, place)
  if (version > VERSION)
    throw failed('gold.newer-version', `A newer Boilerscope wrote ${place}. The page was omitted.`, 'Update Boilerscope.')
  return { ...others, labels: labels.map((gold, i) => checkGoldFile(checkValue(gold, GoldFile, place, `labels.${i}`), place)) }
}
