import { Route } from 'lucide-react'
import { TOURS } from '../../../../shared/demo/tours/tours'
import { chooseFiles } from '../../../components/panel/save-file'
import { Select } from '../../../components/select'
import { actions } from '../../../window/window'
import { demoActions, useDemo } from '../state/demo'
import { tourById, useOwnTours } from './own-tours'
import { openTourFile, recorderActions, useRecorder } from './recorder'

const RECORD = '+record'
const OPEN = '+open'

/** Lets a person choose the file of a tour, and begins it. */
export function chooseTourFile(): void {
  chooseFiles({ accept: '.json,application/json' }, (files) => {
    void files[0]?.text().then((text) => {
      const failure = openTourFile(text)
      if (failure) actions.notify(`${failure.message} ${failure.next}`)
    })
  })
}

/** The tours, ours and one's own; and the way to more of them. */
export function TourSelect() {
  const current = useDemo((s) => s.tour?.tour.id ?? '')
  const own = useOwnTours((s) => s.tours)
  const recording = useRecorder((s) => s.draft !== null)
  return (
    <label>
      <Route size={14} aria-hidden="true" /> Tour{' '}
      <Select
        value={recording ? RECORD : current}
        options={[
          { value: '', label: 'none' },
          ...TOURS.map(({ id, title }) => ({ value: id, label: title })),
          ...own.map(({ id, title }) => ({ value: id, label: title, group: 'Your own' })),
          { value: RECORD, label: recording ? 'Recording' : 'Record a tour …', group: 'New' },
          { value: OPEN, label: 'Open a tour file …', group: 'New' },
        ]}
        onChange={(id) => {
          if (id === OPEN) chooseTourFile()
          else if (id === RECORD) recorderActions.begin()
          else {
            recorderActions.close()
            const chosen = tourById(id)
            if (chosen) demoActions.startTour(chosen)
            else demoActions.endTour()
          }
        }}
      />
    </label>
  )
}
