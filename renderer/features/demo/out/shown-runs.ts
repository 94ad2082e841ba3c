/** What is on the stage, as figures and videos need it. */
import { exampleTitle } from '../../../../shared/demo/examples'
import { inStep } from '../../../../shared/demo/stops'
import { captionOf, settingsWords } from '../../../figures/figure-words'
import { currentTab, getState } from '../../../window/window'
import { runName } from '../run-words'
import { momentOf, type Demo } from '../state/demo-state'
import type { ShownRun } from './stage-figure'

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
