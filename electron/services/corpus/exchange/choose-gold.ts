import type { CorpusPage, StoredGold } from '../../../../shared/contract/corpus-contract'

/** The gold that speaks for a page: labels, or a text without anchors. */
export interface ChosenGold {
  readonly name: string
  readonly labels: StoredGold | null
  /** The text as it was imported; where there is one, it is more exact than the labels aligned to it. */
  readonly text: string | null
}

type PageGolds = Pick<CorpusPage, 'labels' | 'texts'>

/**
 * The named gold; without a name the adjudicated one, else a finished one, else the first with labels, else the first
 * text, in order of name. Null where there is none.
 */
export function chooseGold(page: PageGolds, name?: string): ChosenGold | null {
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
  const changed = chosen !== undefined && isChanged(chosen)
  if (!chosen && text === null) return null
  // Labels that a person corrected after the import count more than the text they came from.
  return { name: wanted, labels: chosen ?? null, text: changed ? null : text }
}

function isChanged({ gold }: StoredGold): boolean {
  return gold.spans.some((span) => span.origin?.kind !== 'import')
}

/** Why labels are no gold. */
export type NotCounted = 'not finished' | 'made on another capture' | 'labels lost' | 'skipped'

/** Why labels do not count as gold; null where they do. @param sha256 of the page as it is now. */
function notCountedBecause({ gold }: StoredGold, sha256: string | null): NotCounted | null {
  if (gold.status === 'skipped') return 'skipped'
  if (gold.status === 'in-progress') return 'not finished'
  if (gold.pageSha256 !== sha256) return 'made on another capture'
  return (gold.lost?.length ?? 0) > 0 ? 'labels lost' : null
}

/**
 * The gold to score against, as `chooseGold`, but only what is finished and still fits the page: labels half made would be scored
 * as if the rest of the page were none of the content. `notCounted` is why a page that has labels has no gold.
 */
export function goldThatCounts(
  page: PageGolds,
  sha256: string | null,
  name?: string,
): { readonly gold: ChosenGold | null; readonly notCounted: NotCounted | null } {
  const mine = name === undefined ? page.labels : page.labels.filter(({ gold }) => gold.annotator === name)
  const reasons = mine.flatMap((labels) => notCountedBecause(labels, sha256) ?? [])
  const labels = mine.filter((stored) => notCountedBecause(stored, sha256) === null)
  const texts = page.texts.filter((text) => {
    const own = page.labels.find(({ gold }) => gold.annotator === text.name)
    if (name !== undefined && text.name !== name) return false
    // A page type alone is no work on the text; corrections that are not done, or another capture, are.
    return !own || labels.includes(own) || (own.gold.pageSha256 === sha256 && own.gold.spans.length === 0 && own.gold.status !== 'skipped')
  })
  const gold = chooseGold({ labels, texts }, name)
  return { gold, notCounted: gold ? null : (reasons[0] ?? null) }
}
