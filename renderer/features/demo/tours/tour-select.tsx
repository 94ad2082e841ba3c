import { TOURS } from '../../../../shared/demo/tours/tours'
import { Select } from '../../../components/select'
import { demoActions, useDemo } from '../state/demo'

/** The choice of a tour: above the stage, in a lecture among the player's buttons. */
export function TourSelect() {
  const current = useDemo((s) => s.tour?.tour.id ?? '')
  return (
    <label className="bar">
      Tour{' '}
      <Select
        value={current}
        options={[{ value: '', label: 'none' }, ...TOURS.map(({ id, title }) => ({ value: id, label: title }))]}
        onChange={(id) => {
          const chosen = TOURS.find((tour) => tour.id === id)
          if (chosen) demoActions.startTour(chosen)
          else demoActions.endTour()
        }}
      />
    </label>
  )
}
