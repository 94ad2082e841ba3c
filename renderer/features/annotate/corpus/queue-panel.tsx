import { useState } from 'react'
import { Check, NumberInput, Select } from '../../../components/fields'
import { Button } from '../../../components/button'
import { Facts } from '../../../components/table'
import { formatCount, formatNumber } from '../../../components/number-format'
import { annotate, useAnnotate, useQueue } from '../state/annotate'
import { labelling } from '../state/labelling'
import { useExtractor, useFields } from '../../../window/store'
import { StartFromDialog } from '../labelling/label-dialogs'
import pageStyles from './pages.module.css'

const ORDERS = [
  { value: 'by-id', label: 'by id' },
  { value: 'random', label: 'random sample' },
  { value: 'disagreement', label: 'most disputed first' },
] as const

export function QueuePanel() {
  const { preferences, task } = useFields(useAnnotate, 'preferences', 'task')
  const queue = useQueue()
  const campaign = useAnnotate((state) => state.corpus?.campaign ?? null)
  const measured = queue?.measured ?? 0
  const [starting, setStarting] = useState(false)
  const { annotator, order, seed, mine, startFrom } = preferences
  const starter = useExtractor(startFrom.kind === 'extractor' ? startFrom.extractor : undefined)
  const from =
    startFrom.kind === 'blank'
      ? 'no labels'
      : `labels of ${startFrom.kind === 'annotator' ? startFrom.annotator : (starter?.title ?? startFrom.extractor)}`
  return (
    <aside className={`column pane ${pageStyles.queue}`} aria-label="Queue">
      <h2>Queue</h2>
      {annotator === '' ? <p className="quiet">Enter your name above. Labels are stored per annotator.</p> : null}
      {queue ? (
        <>
          <progress value={queue.pages.length - queue.next.length} max={Math.max(1, queue.pages.length)} aria-label="Pages finished" />
          <Facts
            facts={[
              ['Done', formatNumber(queue.done)],
              ['Skipped', formatNumber(queue.skipped)],
              ['To do', formatNumber(queue.next.length)],
              ['Median time per page', queue.medianSeconds === null ? '–' : `${formatNumber(Math.round(queue.medianSeconds))} s`],
            ]}
          />
        </>
      ) : null}
      <Button label="Label next page" tone="strong" disabled={annotator === '' || !queue?.next.length} onClick={labelling.next} />
      <Select caption="Order" value={order} options={ORDERS} onChange={(chosen) => annotate.setPreferences({ order: chosen })} />
      {order === 'random' ? (
        <NumberInput caption="Seed" min={0} max={0xffffffff} value={seed} onChange={(value) => annotate.setPreferences({ seed: value })} />
      ) : null}
      {order === 'disagreement' ? (
        <>
          <p className="quiet">
            {measured > 0
              ? `${formatCount(measured, 'page')} ranked.`
              : 'Ranking runs the extractors once. Pages with the largest differences between extractors are then first.'}
          </p>
          <Button
            label={measured > 0 ? 'Rank other pages' : 'Rank pages'}
            disabled={task !== null || (measured > 0 && measured === queue?.pages.length)}
            onClick={() => void annotate.measure()}
          />
        </>
      ) : null}
      {campaign?.annotators.includes(annotator) ? (
        <p className="quiet">
          Pages of the campaign that are assigned to {annotator}
          {queue ? ` (${formatNumber(queue.assigned)})` : ''}
          {campaign.training.length > 0 ? ', practice pages first' : ''}.
        </p>
      ) : (
        <Check
          label={`Only assigned to me${queue ? ` (${formatNumber(queue.assigned)})` : ''}`}
          checked={mine}
          onChange={(checked) => annotate.setPreferences({ mine: checked })}
        />
      )}
      <div className="form">
        <p className="quiet">New pages start with {from}.</p>
        <Button label="Change …" onClick={() => setStarting(true)} />
      </div>
      {starting ? <StartFromDialog open={null} onClose={() => setStarting(false)} /> : null}
    </aside>
  )
}
