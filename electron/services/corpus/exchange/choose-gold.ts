import type { CorpusPage, StoredGold } from '../../../../shared/contract/corpus-contract'

/** The gold that speaks for a page: labels, or a text without anchors. */
export interface ChosenGold {
  readonly name: string
  readonly labels: StoredGold | null
  /** The text as it was imported; where there is one, it is more exact than the labels aligned to it. */
  readonly text: string | null
}

/**
 * The named gold; without a name the adjudicated one, else a finished one, else the first with labels, else the first
 * text, in order of name. Null where there is none.
 */
export function chooseGold(page: Pick<CorpusPage, 'labels' | 'texts'>, name?: string): ChosenGold | null {
  const labels = page.labels
  const chosen =
    name !== undefined
      ? labels.find(({ gold }) => gold.annotator === name)
      : (labels.find(({ gold }) => gold.status === 'adjudicated') ??
        labels.find(({ gold }) => gold.status === 'done') ??
        labels.find(({ gold }) => gold.spans.length > 0))
  const wanted = name ?? chosen?.gold.annotator ?? page.texts[0]?.name
  if (wanted === undefined) return null
  const text = page.texts.find((t) => t.name === wanted)?.text ?? null
  const changed = chosen !== undefined && chosen.gold.spans.some((span) => span.origin?.kind !== 'import')
  if (!chosen && text === null) return null
  // Labels that a person corrected after the import count more than the text they came from.
  return { name: wanted, labels: chosen ?? null, text: changed ? null : text }
}
