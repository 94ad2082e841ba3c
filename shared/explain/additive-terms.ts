import type { AdditiveSpec, AdditiveTerm } from '../extractors/core/extractor'
import type { Extraction } from '../extractors/core/run'
import { tagName, TEXT, type NodeId, type PageModel } from '../page/page-model'
import { INLINE_TAGS } from '../page/tags'

/** A term of a score at a node. */
export interface EarnedTerm {
  readonly measure: string
  readonly value: number
  readonly points: number
  /** The nearest range of values of this term that moves the score across the cut-off; null without such a range. */
  readonly flip: { readonly from: number; readonly to: number; readonly points: number } | null
}

/**
 * Returns the node whose score applies to `node`. For a text or inline element without a score in the subtree, returns the nearest ancestor
 * with a score, or -1. For other nodes, returns `node`.
 */
export function scoredElement(page: PageModel, spec: AdditiveSpec, extraction: Extraction, node: NodeId): NodeId {
  const hasScore = (n: number): boolean => !Number.isNaN(extraction.measures[spec.score]?.[n] ?? Number.NaN)
  if (page.kind[node] !== TEXT && !INLINE_TAGS.has(tagName(page, node))) return node
  for (let n = node; n < (page.subtreeEnd[node] ?? 0); n++) if (hasScore(n)) return node
  let element = node
  while (element >= 0 && !hasScore(element)) element = page.parent[element] ?? -1
  return element
}

/** Returns the score of a node with all terms; null without a score. */
export function additiveSum(spec: AdditiveSpec, extraction: Extraction, node: NodeId) {
  const at = (id: string): number => extraction.measures[id]?.[node] ?? Number.NaN
  const total = at(spec.score)
  if (Number.isNaN(total)) return null
  const intercept = extraction.values[spec.intercept] ?? 0
  const cut = extraction.values[spec.cut] ?? 0.5
  const cutScore = Math.log(cut / (1 - cut))
  const isKept = total >= cutScore
  const nearestFlip = ({ cuts, points: of }: AdditiveTerm, value: number, points: number): EarnedTerm['flip'] => {
    const own = cuts.filter((cut) => value >= cut).length
    let best: number | null = null
    for (const [step, other] of of.entries()) {
      const flips = total - points + other >= cutScore !== isKept
      if (flips && (best === null || Math.abs(step - own) < Math.abs(best - own))) best = step
    }
    if (best === null) return null
    return { from: cuts[best - 1] ?? Number.NEGATIVE_INFINITY, to: cuts[best] ?? Number.POSITIVE_INFINITY, points: of[best] ?? 0 }
  }
  const terms = spec.terms.map((term): EarnedTerm => {
    const value = at(term.measure)
    const points = at(term.earned)
    return { measure: term.measure, value, points, flip: nearestFlip(term, value, points) }
  })
  const rest = total - intercept - terms.reduce((sum, term) => sum + term.points, 0)
  return {
    intercept,
    terms: terms.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points)),
    /** The part of the score that neither the intercept nor a term explains. */
    rest: Math.abs(rest) < 1e-9 ? 0 : rest,
    score: total,
    probability: at(spec.probability),
    /** Minimum probability of kept blocks; `cutScore` is the score with this probability. */
    cut,
    cutScore,
  }
}
