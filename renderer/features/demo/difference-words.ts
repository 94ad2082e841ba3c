import type { DemoRun } from '../../../shared/demo/demo-run'
import { runsDifference, type OwnPlace } from '../../../shared/demo/runs-difference'
import { formatNumber } from '../../components/number-format'
import { runName } from './run-name'

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
