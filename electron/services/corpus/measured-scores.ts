import type { CorpusPageEntry, PageScores } from '../../../shared/contract/corpus-contract'

export interface MeasuredScores {
  readonly scores: PageScores
  /** The voting extractors, and the hashes of custom ones. */
  readonly states: readonly string[]
}

/** Stores valid scores of a corpus's pages. */
export function createMeasuredScores() {
  const measured = new Map<string, MeasuredScores>()
  /** Discards the scores against gold texts, of all pages by default. */
  function forgetF1(pages: Iterable<string> = measured.keys()): void {
    for (const page of pages) {
      const known = measured.get(page)
      if (known) measured.set(page, { ...known, scores: { ...known.scores, f1: null } })
    }
  }
  return {
    forgetF1,
    get: (page: string): MeasuredScores | null => measured.get(page) ?? null,
    set: (page: string, scores: MeasuredScores): void => void measured.set(page, scores),
    forget: (page: string): void => void measured.delete(page),
    /** Discards the scores that a change of HTML or gold text invalidates. @param before the previous entry, if known */
    forgetChanged(entry: CorpusPageEntry, before: CorpusPageEntry | undefined): void {
      const known = measured.get(entry.id)
      if (!known || !before) return
      if (entry.sha256 !== before.sha256) measured.delete(entry.id)
      else if (JSON.stringify([entry.gold, entry.texts]) !== JSON.stringify([before.gold, before.texts])) forgetF1([entry.id])
    },
    /** Counts pages by score. */
    counts(): Readonly<Record<keyof PageScores, number>> {
      const scored = [...measured.values()].filter(({ scores }) => scores.f1 !== null)
      return { disagreement: measured.size, f1: scored.length }
    },
  }
}
