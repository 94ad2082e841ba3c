import { useState } from 'react'
import type { Tour } from '../../../../shared/demo/tours/tour'
import { TOURS } from '../../../../shared/demo/tours/tours'
import { Dialog } from '../../../components/dialog'
import { demoActions } from '../state/demo'
import { forgetTour, keepTour, useOwnTours } from './own-tours'
import { chooseTourFile, saveTour } from './recorder'
import { recordedOf, type TourFile } from './tour-file'
import { chooseTour } from '../state/demo-state'
import { actions } from '../../../window/window'
import { Button } from '../../../components/button'
import './tour-dialog.css'

/** The guided tours to choose from. */
export default function TourDialog() {
  const own = useOwnTours((s) => s.tours)
  const [forgotten, setForgotten] = useState<TourFile | null>(null)
  const begin = (tour: Tour): void => {
    chooseTour(false)
    actions.setWorkspace('demonstrate')
    demoActions.startTour(tour)
  }
  return (
    <Dialog label="Guided tours" onClose={() => chooseTour(false)}>
      <p className="tour-about">Each plays one method on a sample page. Go on with Next or Page Down; leave whenever you like.</p>
      <ul className="tour-list">
        {[...TOURS, ...own].map((tour, index) => {
          const file = recordedOf(tour)
          return (
            <li key={tour.id} className="bar tour-own">
              <Button tone="bare" data-autofocus={index === 0 || undefined} onClick={() => begin(tour)}>
                <strong>{tour.title}</strong>{' '}
                <span className="tour-stops">
                  {tour.stops.length} stops{file ? ', your own' : ''}
                </span>
                <span className="tour-text">{tour.about || `On “${file?.page.title ?? ''}”.`}</span>
              </Button>
              {file ? (
                <>
                  <Button small onClick={() => saveTour(file)}>
                    Save
                  </Button>
                  <Button
                    small
                    onClick={() => {
                      forgetTour(tour.id)
                      setForgotten(file)
                    }}
                  >
                    Delete
                  </Button>
                </>
              ) : null}
            </li>
          )
        })}
      </ul>
      <p className="bar tour-own-more">
        <Button
          onClick={() => {
            chooseTour(false)
            chooseTourFile()
          }}
        >
          Open a tour file …
        </Button>
        {forgotten ? (
          <span role="status">
            “{forgotten.title}” is deleted.{' '}
            <Button
              tone="link"
              onClick={() => {
                keepTour(forgotten)
                setForgotten(null)
              }}
            >
              Bring it back
            </Button>
          </span>
        ) : null}
      </p>
    </Dialog>
  )
}
