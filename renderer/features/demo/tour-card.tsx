import { Fragment, useEffect } from 'react'
import type { Frame } from '../../../shared/demo/demo-run'
import { stopSentences } from '../../../shared/demo/tours/tour'
import { Button } from '../../components/button'
import { formatNumber } from '../../components/number-format'
import { ORIGIN_WORDS } from '../../components/origin-words'
import { demoActions, useDemo } from './state/demo'
import { openNotes } from './notes-window'

/** The stop of the guided tour: what to see, and the way on. */
export function TourCard({ frame }: { readonly frame: Frame }) {
  const tour = useDemo((s) => s.tour)
  const stop = tour?.tour.stops[tour.stop]
  const look = stop?.look
  useEffect(() => {
    if (look) document.querySelector(`[data-part="${look}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [look, tour?.stop])
  if (!tour || !stop) return null
  return (
    <section className="demo-tour" aria-label={`Tour: ${tour.tour.title}`}>
      <p className="demo-quiet">
        {tour.tour.title} · {tour.stop + 1} of {tour.tour.stops.length}
      </p>
      <h2>{stop.title}</h2>
      <p role="status">
        {stopSentences(stop, frame, formatNumber).map(({ text, origin, where }, i) => (
          <Fragment key={i}>
            {text}{' '}
            {origin === null ? null : (
              <>
                <span className="demo-origin" data-origin={origin}>
                  {where === '' ? ORIGIN_WORDS[origin] : `${ORIGIN_WORDS[origin]}, ${where}`}
                </span>{' '}
              </>
            )}
          </Fragment>
        ))}
      </p>
      <div className="demo-tour-buttons">
        <Button tone="quiet" onClick={demoActions.endTour}>
          End tour
        </Button>
        <Button tone="quiet" onClick={openNotes}>
          Notes
        </Button>
        <Button disabled={tour.stop === 0} onClick={() => demoActions.tourStop(tour.stop - 1)}>
          Back
        </Button>
        {tour.stop < tour.tour.stops.length - 1 ? (
          <Button tone="strong" onClick={() => demoActions.tourStop(tour.stop + 1)}>
            Next
          </Button>
        ) : (
          <Button tone="strong" onClick={demoActions.endTour}>
            Done
          </Button>
        )}
      </div>
    </section>
  )
}
