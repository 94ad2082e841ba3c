import type { DemoRun } from '../../../shared/demo/demo-run'
import { paramWords } from '../../components/number-format'

/** Differences that are named at most. */
const NAMED = 2

/** What a run is called beside another: its method, and where both are the same method the values that differ. */
export function runName(run: DemoRun, other: DemoRun): string {
  const { title, params: specs } = run.info
  if (run.info.id !== other.info.id) return title
  const differing = Object.entries(specs).flatMap(([name, spec]) => {
    const value = run.extraction.params[name]
    if (value === undefined || value === other.extraction.params[name]) return []
    return [`${spec.label}: ${paramWords(spec, value)}`]
  })
  if (differing.length === 0) return title
  const more = differing.length - NAMED
  return `${title} (${differing.slice(0, NAMED).join(', ')}${more > 0 ? `, ${more} more` : ''})`
}
