import type { Explanation, Reason } from './explain-node'
import { slackOf } from './gauge'

/** Decisions that read alike: one rule said the same of several ancestors, or of several lines. */
export interface ReasonGroup {
  readonly about: 'node' | 'ancestors' | 'lines'
  /** In the order of the run; at least one. */
  readonly reasons: readonly Reason[]
  /** The one that was nearest to turning over; the first where nothing was compared. */
  readonly closest: Reason
}

/**
 * What led to a node's fate in as few lines as say it: what was decided about the node itself and what decided stand alone;
 * what one rule said alike of ancestors, or of lines, is one entry, where the first of it stood. Linear in the reasons.
 */
export function foldReasons({ reasons, decisive }: Pick<Explanation, 'reasons' | 'decisive'>): ReasonGroup[] {
  const groups: { about: ReasonGroup['about']; reasons: Reason[] }[] = []
  const open = new Map<string, Reason[]>()
  for (const reason of reasons) {
    const about = reason.line >= 0 ? 'lines' : reason.distance > 0 ? 'ancestors' : 'node'
    if (about === 'node' || reason.decision === decisive?.decision) {
      groups.push({ about, reasons: [reason] })
      continue
    }
    const key = `${about} ${reason.outcome} ${reason.rule}`
    const group = open.get(key)
    if (group) group.push(reason)
    else {
      const started = [reason]
      open.set(key, started)
      groups.push({ about, reasons: started })
    }
  }
  return groups.map(({ about, reasons: folded }) => ({ about, reasons: folded, closest: closestOf(folded) }))
}

function closestOf(reasons: readonly Reason[]): Reason {
  const distance = (reason: Reason): number => Math.abs(slackOf(reason) ?? Number.POSITIVE_INFINITY)
  return reasons.reduce((best, reason) => (distance(reason) < distance(best) ? reason : best))
}
