import { Fragment, useEffect } from 'react'
import type { DemoRun } from '../../../../shared/demo/demo-run'
import { exampleById } from '../../../../shared/demo/examples'
import { stopSentences, type Tour } from '../../../../shared/demo/tours/tour'
import { Button } from '../../../components/button'
import { formatNumber } from '../../../components/number-format'
import { demoActions, useDemo } from '../state/demo'
import { momentOfStop, tourPlace } from '../state/stage-director'
import { extractorOf, useTab, placeOf } from '../../../window/window'
import styles from './tour-card.module.css'

function nameOf(tour: Tour, stop: number): string {
  const { extractor, sample } = tour
  const title = extractorOf(extractor)?.title ?? extractor
  const example = exampleById(tour.stops[stop]?.example)
  return `${title} with its default values on ${example ? `the example “${example.title}”` : `the sample “${sample}”`}`
}

export function TourCard({ run }: { readonly run: DemoRun }) {
  const tour = useDemo((s) => s.tour)
  const source = useTab((tab) => placeOf(tab).source)
  const place = useDemo((s) => tourPlace(s, source))
  const stop = tour?.tour.stops[tour.stop]
  const view = stop?.view
  useEffect(() => {
    // Scroll to the caption last, so that the caption stays visible if both parts do not fit.
    if (view)
      for (const part of [`[data-part="${view}"]`, '.stage-caption']) document.querySelector(part)?.scrollIntoView({ block: 'nearest' })
  }, [view, tour?.stop])
  const failed = useTab((tab) => tab.status === 'failed')
  if (!tour || !stop) return null
  const at = place === 'elsewhere' || place === 'coming' ? -1 : momentOfStop(tour, run)
  const quiz = place !== 'elsewhere' && tour.hasQuestion ? stop.quiz : undefined
  const sentences = quiz || at < 0 ? [] : stopSentences(stop, run, run.frameAt(at), formatNumber)
  return (
    <section className={`pane ${styles.stop}`} data-quiz={quiz !== undefined} aria-label={`Tour: ${tour.tour.title}`}>
      <p className="quiet">
        {tour.tour.title} · {tour.stop + 1} of {tour.tour.stops.length}
      </p>
      <h2 dir="auto">{quiz ? 'A question first' : stop.title}</h2>
      <p role="status" dir="auto">
        {quiz?.question}
        {tour.answer === undefined || place === 'elsewhere' ? null : <strong className={styles.answer}>{tour.answer} </strong>}
        {place === 'coming' ? (failed ? 'The page of this tour could not be opened.' : 'Loading the run of this stop …') : null}
        {place === 'elsewhere' ? `The stage shows another run. This stop describes ${nameOf(tour.tour, tour.stop)}.` : null}
        {at < 0 && (place === 'here' || place === 'moved') ? `This run has no step “${stop.step}”, which the stop describes.` : null}
        {sentences.map(({ text, origin, mark }, i) => (
          <Fragment key={i}>
            {text}{' '}
            {origin === null ? null : (
              <>
                <span className={styles.origin} data-origin={origin}>
                  {mark}
                </span>{' '}
              </>
            )}
          </Fragment>
        ))}
      </p>
      <div className={styles.buttons}>
        <Button label="End tour" tone="quiet" onClick={demoActions.endTour} />
        {place === 'moved' || place === 'elsewhere' ? (
          <Button label="Back to the tour" tone={place === 'elsewhere' ? 'strong' : 'quiet'} onClick={demoActions.backToTour} />
        ) : null}
        <div className={styles.steps}>
          <Button label="Back" disabled={tour.stop === 0} onClick={() => demoActions.tourStop(tour.stop - 1)} />
          {quiz ? (
            <Button label="Show the answer" tone="strong" onClick={demoActions.tourOn} />
          ) : tour.stop < tour.tour.stops.length - 1 ? (
            <Button label="Next" tone="strong" title={tour.tour.stops[tour.stop + 1]?.title} onClick={demoActions.tourOn} />
          ) : (
            <Button label="Done" tone="strong" onClick={demoActions.endTour} />
          )}
        </div>
      </div>
    </section>
  )
}
