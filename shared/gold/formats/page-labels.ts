/**
 * Reads and writes all labels of a page and the settings of its corpus, as an addition to an export format. Other programs ignore the
 * addition.
 */
import { z } from 'zod'
import { failed } from '../../base/failure'
import { CorpusLabels } from '../corpus-labels'
import { checkGoldFile, GoldFile, writeGoldFile } from '../gold-file'
import { checkValue } from '../read-json'
import type { Snippets } from './exchange-pages'

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
