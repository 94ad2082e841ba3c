import type { Verdict } from '../core/extractor'
import type { BlockContext } from './block-context'
import { logOddsBy, pointsFor, probability } from './model'
import { OVERVIEW_SIGNALS, readOverview } from './overview'
import { WEIGHTS } from './weights'

const labels = new Map(OVERVIEW_SIGNALS.map((signal) => [signal.id, signal.label]))

/** Whether the page is an overview, by the signals' points; the probability is calibrated by cross-validation (docs/lens.md). */
export function overviewVerdict(context: BlockContext): Verdict {
  const { values, evidence } = readOverview(context)
  const overview = probability(logOddsBy(WEIGHTS.overview, values, 1)[0])
  const isOverview = overview >= 0.5
  const sign = isOverview ? 1 : -1
  const strongest = WEIGHTS.overview.terms
    .map((term) => {
      const value = values.get(term.measure)?.[0] ?? 0
      return { label: labels.get(term.measure) ?? term.measure, value, points: pointsFor(term, value) }
    })
    .filter((term) => term.points * sign > 0)
    .sort((a, b) => b.points * sign - a.points * sign)
    .slice(0, 3)
    .map((term) => `${term.label} ${Number(term.value.toPrecision(2))} (${Math.abs(term.points).toFixed(2)})`)
  return {
    pageType: isOverview ? 'overview' : 'article',
    // As in TextSweeper, the margin of an article is positive.
    value: 1 - overview,
    limit: 0.5,
    margin: 0.5 - overview,
    sentence: `${isOverview ? 'Overview page' : 'Article'}, probability ${(isOverview ? overview : 1 - overview).toFixed(2)}.${strongest.length > 0 ? ` Strongest signs (log-odds): ${strongest.join(', ')}.` : ''}`,
    evidence: isOverview ? evidence : [],
  }
}
