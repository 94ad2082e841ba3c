import type { Candidate } from '../extractors/core/extractor'
import { isWithin, type NodeId, type PageModel } from '../page/page-model'

export interface CandidateChain {
  readonly best: Candidate
  /** Rank of `best` among all candidates, from 1. */
  readonly place: number
  /** The other candidates of the chain, best first. `place` is the rank among all candidates. */
  readonly nested: readonly { readonly candidate: Candidate; readonly place: number }[]
}

interface GapTerm {
  readonly label: string
  readonly winner: number
  readonly runnerUp: number
}

export interface CandidateBoard {
  readonly winner: CandidateChain
  /** Chains of candidates that are neither inside nor around the winner, best first. */
  readonly otherChains: readonly CandidateChain[]
  readonly runnerUp: CandidateChain | null
  /**
   * (winner's score − runner-up's score) / winner's score. Null without a runner-up, if the runner-up has the higher score, if the winner's
   * score is not above 0, or if a score is not finite.
   */
  readonly gap: number | null
  /**
   * The term in which the winner leads most. Null without a runner-up, if the runner-up has the higher score, if a score is not a sum of
   * several terms, or if the winner leads in no term.
   */
  readonly gapTerm: GapTerm | null
}

/**
 * Groups candidates into chains of nested elements. The candidates must be sorted, best first. The winner is the best chosen candidate; if
 * none was chosen, the best candidate. Null without candidates.
 */
export function buildCandidateBoard(page: PageModel, candidates: readonly Candidate[]): CandidateBoard | null {
  const ranked = candidates.map((candidate, i) => ({ candidate, place: i + 1 }))
  const chosen = candidates.findIndex((candidate) => candidate.chosen)
  if (chosen > 0) ranked.unshift(...ranked.splice(chosen, 1))
  const chains: { best: Candidate; place: number; nested: { candidate: Candidate; place: number }[] }[] = []
  for (const { candidate, place } of ranked) {
    const chain = chains.find(({ best }) => isWithin(page, candidate.node, best.node) || isWithin(page, best.node, candidate.node))
    if (chain) chain.nested.push({ candidate, place })
    else chains.push({ best: candidate, place, nested: [] })
  }
  const [winner, ...otherChains] = chains
  if (!winner) return null
  const runnerUp = otherChains.find(({ best }) => !best.chosen) ?? null
  const score = winner.best.score
  const lost = runnerUp !== null && !(runnerUp.best.score > score)
  const comparable = lost && score > 0 && Number.isFinite(score) && Number.isFinite(runnerUp.best.score)
  return {
    winner,
    otherChains,
    runnerUp,
    gap: comparable ? (score - runnerUp.best.score) / score : null,
    gapTerm: lost ? largestTerm(winner.best, runnerUp.best) : null,
  }
}

function largestTerm(winner: Candidate, runnerUp: Candidate): GapTerm | null {
  if (!isSumOfTerms(winner) || !isSumOfTerms(runnerUp)) return null
  const terms = winner.terms.map(({ label, value }): GapTerm => {
    const other = runnerUp.terms.find((term) => term.label === label)?.value ?? 0
    return { label, winner: value, runnerUp: other }
  })
  const [largest] = terms.toSorted((one, other) => other.winner - other.runnerUp - (one.winner - one.runnerUp))
  return largest && largest.winner > largest.runnerUp ? largest : null
}

function isSumOfTerms({ terms, score }: Candidate): boolean {
  const sum = terms.reduce((total, { value }) => total + value, 0)
  return terms.length > 1 && Math.abs(sum - score) <= 1e-6 * Math.max(1, Math.abs(score))
}

/**
 * Returns the best chosen candidate and a runner-up; null without candidates. If no candidate was chosen, the best candidate is the winner.
 * The runner-up is the best other candidate that was not chosen, preferably inside or around `node`.
 */
export function runnerUpOf(page: PageModel, candidates: readonly Candidate[], node: NodeId) {
  const winner = candidates.find(({ chosen }) => chosen) ?? candidates[0]
  if (!winner) return null
  const others = candidates.filter((candidate) => candidate !== winner && !candidate.chosen)
  const near = others.find((other) => isWithin(page, other.node, node) || isWithin(page, node, other.node))
  return { winner, next: near ?? others[0] ?? null }
}

export type RunnerUp = NonNullable<ReturnType<typeof runnerUpOf>>
