import type { CorpusPageEntry, PageScores } from '../../../shared/contract/corpus-contract'

export interface MeasuredScores {
  readonly scores: PageScores
  /** The extractors that voted, and the hashes of those of the person's own. */
  readonly states: readonly string[]
}

/** What was measured on the pages of a corpus, as long as it holds. */
export function createMeasuredScores() {
  const measured = new Map<string, MeasuredScores>()
  /** Forgets the score against the gold: all pages' where none are named. */
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
    /** Forgets what another HTML makes wrong, or the score against another gold. @param before the page as it was, where that is known */
    forgetChanged(entry: CorpusPageEntry, before: CorpusPageEntry | undefined): void {
      const known = measured.get(entry.id)
      if (!known || !before) return
      if (entry.sha256 !== before.sha256) measured.delete(entry.id)
      else if (JSON.stringify([entry.gold, entry.texts]) !== JSON.stringify([before.gold, before.texts])) forgetF1([entry.id])
    },
    /** Pages that have each score. */
    counts(): Readonly<Record<keyof PageScores, number>> {
      const scored = [...measured.values()].filter(({ scores }) => scores.f1 !== null)
      return { disagreement: measured.size, f1: scored.length }
    },
  }
}
