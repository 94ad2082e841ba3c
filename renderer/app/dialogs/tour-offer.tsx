import { lazy, Suspense } from 'react'
import { Button } from '../../components/button'
import { answerTourOffer, chooseTour, useTourOffer } from '../../features/demo/state/tour-offer'
import { useWindow } from '../../window/window'

const TourDialog = lazy(() => import('../../features/demo/tours/tour-dialog'))

/** At the first start: a line at the bottom that offers the guided tours, until it is answered. It covers nothing and takes no focus. */
export function TourOffer() {
  const shown = useTourOffer((s) => s.open)
  const started = useWindow((s) => s.host !== null && s.workspace === 'inspect')
  if (!shown || !started) return null
  return (
    <section
      className="row tour-offer"
      aria-label="First steps"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        answerTourOffer()
      }}
    >
      <p>New here? A guided tour shows on a sample page how a method works, step by step.</p>
      <Button onClick={() => chooseTour(true)}>Choose a tour …</Button>
      <Button tone="quiet" onClick={answerTourOffer}>
        Not now
      </Button>
    </section>
  )
}

/** The list of tours, wherever it was asked for. */
export function TourChoice() {
  const choosing = useTourOffer((s) => s.choosing)
  return choosing ? (
    <Suspense fallback={null}>
      <TourDialog />
    </Suspense>
  ) : null
}
