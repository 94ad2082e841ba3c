/** What the stage says of runs and their numbers, in words. */
import type { CodeValue } from '../../../shared/demo/code-place'
import type { DemoRun } from '../../../shared/demo/demo-run'
import { runsDifference, type OwnPlace } from '../../../shared/demo/runs-difference'
import { formatMeasure, formatNumber } from '../../components/number-format'
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

const words = (n: number): string => `${formatNumber(n)} ${n === 1 ? 'word' : 'words'}`

/** How the results of two runs on one page differ, and where: words, and the places that they speak of. */
export function differenceWords(run: DemoRun, other: DemoRun): readonly (string | OwnPlace)[] {
  const { both, onlyFirst, onlySecond, overlap, first, second } = runsDifference(
    run.page,
    run.extraction.selected,
    other.extraction.selected,
  )
  const mine = runName(run, other)
  const theirs = runName(other, run)
  if (onlyFirst === 0 && onlySecond === 0) return [`${mine} and ${theirs} keep the same words, ${formatNumber(both)} of them.`]
  const at = (place: OwnPlace | null): readonly (string | OwnPlace)[] =>
    place ? [`, ${formatNumber(place.words)} of them in `, place] : []
  const alone = (name: string, count: number, place: OwnPlace | null): readonly (string | OwnPlace)[] =>
    count === 0 ? [] : [` Only ${name} keeps ${words(count)}`, ...at(place), '.']
  return [
    `Both keep ${words(both)}, ${formatNumber(Math.round(overlap * 1000) / 10)} % of what either keeps.`,
    ...alone(mine, onlyFirst, first),
    ...alone(theirs, onlySecond, second),
  ]
}

/** What stands beside a line of pseudocode: the value it has computed, the node it has found, or the comparison it has made. */
export function codeNote(value: CodeValue): string {
  if (value.kind === 'value') return formatMeasure(value.value)
  if (value.kind === 'found') return `${value.node} (${formatMeasure(value.value)})`
  return `${formatNumber(value.value)} ${value.relation} ${formatNumber(value.limit)} ${value.holds ? '✓' : '✗'}`
}
