import { ArrowDown, ArrowUp, Redo2, Trash2, Undo2 } from 'lucide-react'
import { Button, IconButton } from '../../../components/button'
import { Select } from '../../../components/select'
import type { StagePart } from '../../../../shared/demo/tours/tour'
import { recorderActions, saveTour, useRecorder } from './recorder'
import { LONGEST_TEXT, MOST_STOPS, type TourFileStop } from './tour-file'
import { TextField } from '../../../components/fields'
import './tour-recorder.css'

const PARTS: readonly { readonly value: StagePart; readonly label: string }[] = [
  { value: 'page', label: 'Page' },
  { value: 'tree', label: 'Tree or lines' },
  { value: 'chart', label: 'Chart' },
  { value: 'formula', label: 'Formula' },
  { value: 'code', label: 'Pseudocode' },
]

/** The tour that is recorded: its stops, and what is said at the one in hand. */
export function TourRecorder() {
  const draft = useRecorder((s) => s.draft)
  const selected = useRecorder((s) => s.selected)
  if (!draft) return null
  const { file } = draft
  const stop = file.stops[selected]
  return (
    <section className="tour-recorder" aria-label="Record a tour">
      <div className="bar tour-recorder-head">
        <TextField caption="Title" value={file.title} maxLength={200} onChange={recorderActions.rename} />
        <IconButton icon={Undo2} label="Undo" disabled={draft.before.length === 0} onClick={recorderActions.undo} />
        <IconButton icon={Redo2} label="Redo" disabled={draft.after.length === 0} onClick={recorderActions.redo} />
        <span className="space" />
        <Button tone="quiet" disabled={file.stops.length === 0} onClick={recorderActions.play}>
          Play
        </Button>
        <Button disabled={file.stops.length === 0} onClick={() => saveTour(file)}>
          Save tour
        </Button>
        <Button tone="strong" onClick={recorderActions.close}>
          Done
        </Button>
      </div>
      <div className="tour-recorder-stops">
        <ol aria-label="Stops">
          {file.stops.map(({ title }, index) => (
            <li key={index}>
              <Button
                tone="bare"
                className="cut"
                aria-current={index === selected ? 'true' : undefined}
                onClick={() => recorderActions.select(index)}
              >
                {index + 1}. {title}
              </Button>
              {index === selected ? <StopTools index={index} isLast={index === file.stops.length - 1} /> : null}
            </li>
          ))}
        </ol>
        <Button disabled={file.stops.length >= MOST_STOPS} onClick={recorderActions.addStop}>
          Add this moment
        </Button>
      </div>
      {stop ? (
        <StopFields key={selected} stop={stop} index={selected} />
      ) : (
        <p className="quiet">Go to a moment worth a word, and add it. What you write is kept as you write it.</p>
      )}
    </section>
  )
}

function StopTools({ index, isLast }: { readonly index: number; readonly isLast: boolean }) {
  const { moveStop, removeStop } = recorderActions
  return (
    <span className="tour-recorder-tools">
      <IconButton icon={ArrowUp} label="Move the stop up" disabled={index === 0} onClick={() => moveStop(index, -1)} />
      <IconButton icon={ArrowDown} label="Move the stop down" disabled={isLast} onClick={() => moveStop(index, 1)} />
      <IconButton icon={Trash2} label="Delete the stop" onClick={() => removeStop(index)} />
    </span>
  )
}

function StopFields({ stop, index }: { readonly stop: TourFileStop; readonly index: number }) {
  const change = (values: Partial<TourFileStop>): void => recorderActions.changeStop(index, values)
  return (
    <div className="tour-recorder-fields">
      <TextField caption="Heading" dir="auto" value={stop.title} maxLength={200} onChange={(title) => change({ title })} />
      <label>
        What to see
        <textarea
          rows={2}
          dir="auto"
          value={stop.text}
          maxLength={LONGEST_TEXT}
          onChange={({ target }) => change({ text: target.value })}
        />
      </label>
      <TextField caption="Question (if any)" value={stop.question} maxLength={1000} onChange={(question) => change({ question })} />
      <div className="bar tour-recorder-row">
        <Select caption="Part" small value={stop.look} options={PARTS} onChange={(look) => change({ look })} />
        <Button small onClick={() => recorderActions.moveHere(index)}>
          Move to this moment
        </Button>
        <span className="quiet">
          {stop.chapter}, moment {stop.moment + 1}
        </span>
      </div>
    </div>
  )
}
