import type { Candidate } from '../extractors/core/extractor'
import { isWithin, type PageModel } from '../page/page-model'

/** Candidates that stand in or around each other: the best of them, and the others. */
export interface CandidateChain {
  readonly best: Candidate
  /** Place of the best among all candidates, from 1. */
  readonly place: number
  /** Others that stand in it or around it, best first, with their places. */
  readonly nested: readonly { readonly candidate: Candidate; readonly place: number }[]
}

/** Where two candidates differ most. */
interface GapTerm {
  readonly label: string
  readonly winner: number
  readonly rival: number
}

export interface RivalBoard {
  readonly winner: CandidateChain
  /** What stands neither in nor around the winner, best first. */
  readonly rivals: readonly CandidateChain[]
  /** The best of these that was not chosen with the winner. */
  readonly rival: CandidateChain | null
  /** Share of the winner's score that this rival lacks; null without one, where its score is larger, or where scores are no positive numbers. */
  readonly gap: number | null
  /** The term, besides the score itself, in which this rival is the smallest share of the winner; null where its score is larger. */
  readonly gapTerm: GapTerm | null
}

/**
 * Sorts a run's candidates into chains of nested elements: a part of the winner, or an element around it, is no rival of it.
 * The winner is what was chosen, where the candidates say it, else the best.
 * @param candidates best first, as a run gives them
 */
export function rivalBoard(page: PageModel, candidates: readonly Candidate[]): RivalBoard | null {
  const ranked = candidates.map((candidate, i) => ({ candidate, place: i + 1 }))
  const chosen = candidates.findIndex((candidate) => candidate.chosen)
  if (chosen > 0) ranked.unshift(...ranked.splice(chosen, 1))
  const chains: { best: Candidate; place: number; nested: { candidate: Candidate; place: number }[] }[] = []
  for (const { candidate, place } of ranked) {
    const chain = chains.find(({ best }) => isWithin(page, candidate.node, best.node) || isWithin(page, best.node, candidate.node))
    if (chain) chain.nested.push({ candidate, place })
    else chains.push({ best: candidate, place, nested: [] })
  }
  const [winner, ...rivals] = chains
  if (!winner) return null
  const rival = rivals.find(({ best }) => !best.chosen) ?? null
  const score = winner.best.score
  const lost = rival !== null && !(rival.best.score > score)
  const comparable = lost && score > 0 && Number.isFinite(score) && Number.isFinite(rival.best.score)
  return {
    winner,
    rivals,
    rival,
    gap: comparable ? (score - rival.best.score) / score : null,
    gapTerm: lost ? widestTerm(winner.best, rival.best) : null,
  }
}

function widestTerm(winner: Candidate, rival: Candidate): GapTerm | null {
  let widest: GapTerm | null = null
  let least = 1
  for (const { label, value } of winner.terms) {
    const other = rival.terms.find((term) => term.label === label)?.value
    if (other === undefined || !(value > 0) || !Number.isFinite(value) || (value === winner.score && other === rival.score)) continue
    const share = other / value
    if (share >= least) continue
    least = share
    widest = { label, winner: value, rival: other }
  }
  return widest
}
