import type { MeasureText } from '../../../../shared/scene/scene'
import { useMemo, useState } from 'react'
import { Button } from '../../../components/button'
import { Select } from '../../../components/fields'
import { FigureDialog } from '../../../figures/figure-dialog'
import type { FigureOptions } from '../../../figures/figure-style'
import { usePagePicture } from '../../../figures/page-figure'
import { useDemo } from '../state/demo'
import { pictureWidth, shownRuns, stageCaption } from '../run-words'
import { partsThere, stageFigure, type FigurePart } from './stage-figure'

const PART_NAMES: Readonly<Record<FigurePart, string>> = {
  stage: 'The whole stage',
  page: 'Page',
  tree: 'Tree or lines',
  chart: 'Chart',
  formula: 'Formula with numbers',
  code: 'Pseudocode',
}

export default function StageFigureDialog({ onClose }: { readonly onClose: () => void }) {
  // Use the moment at which the dialog opened, because the stage may continue to play.
  const [demo] = useState(() => useDemo.getState())
  const [part, setPart] = useState<FigurePart>('stage')
  const runs = useMemo(() => shownRuns(demo), [demo])
  const first = runs[0]
  const { picture, failure, again } = usePagePicture(first ? demo.page : null, true, first?.run.page ?? null, pictureWidth(demo))
  const parts = useMemo(() => (first ? partsThere(first, picture) : []), [first, picture])
  const shown = parts.includes(part) ? part : 'stage'
  const waits = demo.page !== null && picture === null && failure === null && (part === 'stage' || part === 'page')
  const content = useMemo(() => {
    if (!first || waits) return null
    const title = `${runs.map(({ name }) => name).join(' and ')} · ${first.run.frameAt(first.moment).chapter.step.name}`
    const caption = stageCaption(demo, runs)
    return (options: FigureOptions, measure: MeasureText) => stageFigure({ part: shown, runs, picture, title, caption }, options, measure)
  }, [first, waits, runs, demo, shown, picture])
  return (
    <FigureDialog
      label="Figure of the stage"
      name={`${first?.run.info.id ?? 'stage'} step ${(first?.moment ?? 0) + 1} ${shown}`}
      content={content}
      waiting="Taking a picture of the page …"
      onClose={onClose}
    >
      <label className="figure-field">
        <span>Part</span>
        <Select small value={shown} options={parts.map((value) => ({ value, label: PART_NAMES[value] }))} onChange={setPart} />
      </label>
      {failure ? (
        <p className="quiet">
          Without the page: {failure.message} {failure.next} <Button label="Try again" tone="link" onClick={again} />
        </p>
      ) : null}
    </FigureDialog>
  )
}
