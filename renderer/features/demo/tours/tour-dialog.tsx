import type { Tour } from '../../../../shared/demo/tours/tour'
import { TOURS } from '../../../../shared/demo/tours/tours'
import { Dialog } from '../../../components/dialog'
import { demoActions } from '../state/demo'
import { chooseTour } from '../state/demo-state'
import { actions } from '../../../window/window'
import { Button } from '../../../components/button'
import './tour-dialog.css'

export default function TourDialog() {
  const begin = (tour: Tour): void => {
    chooseTour(false)
    actions.setWorkspace('demonstrate')
    demoActions.startTour(tour)
  }
  return (
    <Dialog label="Guided tours" onClose={() => chooseTour(false)}>
      <p className="dim tour-about">
        Each tour plays one extractor on sample pages or examples. Next or Page Down goes to the next stop; End tour leaves the tour.
      </p>
      <ul className="tour-list">
        {TOURS.map((tour, index) => (
          <li key={tour.id}>
            <Button tone="row" data-autofocus={index === 0 || undefined} onClick={() => begin(tour)}>
              <strong>{tour.title}</strong> <span className="dim">{tour.stops.length} stops</span>
              <span className="dim tour-text">{tour.about}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
