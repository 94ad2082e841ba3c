import type { DemoRun } from '../../../shared/demo/demo-run'
import { inStep, runsDifference, type PlaceOfDifference } from '../../../shared/demo/playing'
import { exampleTitle } from '../../../shared/demo/examples'
import { formatNumber, formatWords, paramWords } from '../../components/number-format'
import { captionOf, settingsWords } from '../../figures/figure-file'
import { currentTab } from '../../window/window'
import { momentOf, type Demo } from './state/demo-state'
import type { ShownRun } from './out/stage-figure'

const MOST_NAMED_DIFFERENCES = 2

export function runName(run: DemoRun, other: DemoRun): string {
  const { title, params: specs } = run.info
  if (run.info.id !== other.info.id) return title
  const differing = Object.entries(specs).flatMap(([name, spec]) => {
    const value = run.extraction.params[name]
    if (value === undefined || value === other.extraction.params[name]) return []
    return [`${spec.label}: ${paramWords(spec, value)}`]
  })
  if (differing.length === 0) return title
  const more = differing.length - MOST_NAMED_DIFFERENCES
  return `${title} (${differing.slice(0, MOST_NAMED_DIFFERENCES).join(', ')}${more > 0 ? `, ${more} more` : ''})`
}

export function differenceWords(run: DemoRun, other: DemoRun): readonly (string | PlaceOfDifference)[] {
  const { both, onlyFirst, onlySecond, overlap, first, second } = runsDifference(run, other)
  const name = runName(run, other)
  const theirs = runName(other, run)
  if (onlyFirst === 0 && onlySecond === 0) return [`${name} and ${theirs} keep the same ${formatWords(both)}.`]
  const at = (place: PlaceOfDifference | null): readonly (string | PlaceOfDifference)[] =>
    place ? [`, ${formatNumber(place.words)} of them in `, place] : []
  const alone = (name: string, count: number, place: PlaceOfDifference | null): readonly (string | PlaceOfDifference)[] =>
    count === 0 ? [] : [` Only ${name} keeps ${formatWords(count)}`, ...at(place), '.']
  return [
    `Both keep ${formatWords(both)}, ${formatNumber(Math.round(overlap * 1000) / 10)} % of all words that at least one of the two runs keeps.`,
    ...alone(name, onlyFirst, first),
    ...alone(theirs, onlySecond, second),
  ]
}

export function shownRuns(demo: Demo, moment = momentOf(demo)): ShownRun[] {
  const { run, other } = demo
  if (!run) return []
  if (!other) return [{ run, moment, name: run.info.title }]
  return [
    { run, moment, name: runName(run, other) },
    { run: other, moment: inStep(run, moment, other), name: runName(other, run) },
  ]
}

const EXAMPLE_WIDTH = 480

export const pictureWidth = ({ example }: Demo): number | undefined => (example ? EXAMPLE_WIDTH : undefined)

export function stageCaption(demo: Demo, runs: readonly ShownRun[]): string {
  const { page } = currentTab()
  const settings = runs.map(({ run }) => settingsWords(run.info, run.extraction.params)).join(', ')
  const name = demo.example && exampleTitle(demo.example.html)
  const shown = name === null ? page : { title: name, url: null, label: name, capturedAt: '' }
  const steps = runs.slice(0, 1).map(({ run, moment }) => {
    const { chapter } = run.frameAt(moment)
    return `Step “${chapter.step.name}”, moment ${moment + 1} of ${run.timeline.length}`
  })
  return [...steps, shown ? captionOf(shown, settings) : settings].join(' · ')
}
