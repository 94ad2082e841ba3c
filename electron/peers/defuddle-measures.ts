/** The scores that an observed run of Defuddle gave to elements. */
import type { PageModel } from '../../shared/page/page-model'
import type { Observed } from './defuddle-observer'

/** Scores per node; none where the run was not observed. */
export function measuresOf(page: PageModel, observed: Observed | null): Record<'contentScore' | 'blockScore', Float64Array> {
  const contentScore = new Float64Array(page.count).fill(Number.NaN)
  const blockScore = new Float64Array(page.count).fill(Number.NaN)
  const pass = observed?.taken
  for (const { node, score } of pass?.candidates ?? []) if (node >= 0) contentScore[node] = score
  for (const { stage, node, removal } of pass?.losses ?? [])
    if (stage === 'scoring' && node >= 0 && removal) blockScore[node] = Number(removal.reason?.replace('score: ', ''))
  return { contentScore, blockScore }
}
