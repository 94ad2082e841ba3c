/** What is on the stage, in words: names, differences, captions. */
import type { DemoRun } from '../../../shared/demo/demo-run'
import { inStep, runsDifference, type OwnPlace } from '../../../shared/demo/playing'
import { exampleTitle } from '../../../shared/demo/examples'
import { formatNumber, formatWords, paramWords } from '../../components/number-format'
import { captionOf, settingsWords } from '../../figures/figure-words'
import { currentTab, getState } from '../../window/window'
import { momentOf, type Demo } from './state/demo-state'
import type { ShownRun } from './out/stage-figure'

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
    count === 0 ? [] : [` Only ${name} keeps ${formatWords(count)}`, ...at(place), '.']
  return [
    `Both keep ${formatWords(both)}, ${formatNumber(Math.round(overlap * 1000) / 10)} % of what either keeps.`,
    ...alone(mine, onlyFirst, first),
    ...alone(theirs, onlySecond, second),
  ]
}

/** The runs on the stage at their moments: one, or two in step. */
export function shownRuns(demo: Demo, moment = momentOf(demo)): ShownRun[] {
  const { run, other } = demo
  if (!run) return []
  if (!other) return [{ run, moment, name: run.info.title }]
  return [
    { run, moment, name: runName(run, other) },
    { run: other, moment: inStep(run, moment, other), name: runName(other, run) },
  ]
}

/** CSS pixels that an example is pictured in: it has a few short lines. */
const EXAMPLE_WIDTH = 480

/** CSS pixels that the page on the stage is pictured in; undefined for those of its layout. */
export const pictureWidth = ({ example }: Demo): number | undefined => (example ? EXAMPLE_WIDTH : undefined)

/** The line below a figure: the step, the page, what was run with which values, the day. */
export function stageCaption(demo: Demo, runs: readonly ShownRun[]): string {
  const { page } = currentTab()
  const settings = runs.map(({ run }) => settingsWords(run.info, run.extraction.params)).join(', ')
  const name = demo.example && exampleTitle(demo.example.html)
  const shown = name === null ? page : { title: name, url: null, label: name, capturedAt: '' }
  const steps = runs.slice(0, 1).map(({ run, moment }) => {
    const { chapter } = run.frameAt(moment)
    return `Step “${chapter.step.name}”, moment ${moment + 1} of ${run.timeline.length}`
  })
  return [...steps, shown ? captionOf(shown, settings, getState().host?.version ?? '', new Date()) : settings].join(' · ')
}
