import type { StoredStep } from '../../../window/session'
import { tourById } from '../tours/own-tours'
import type { TourStand } from './demo-state'

/** The tour of a stored step; null where there is none of that name, or not so many stops. */
export function tourAsked(asked: Pick<StoredStep, 'tour'>): TourStand | null {
  const tour = asked.tour ? tourById(asked.tour.id) : undefined
  return tour && asked.tour && asked.tour.stop < tour.stops.length ? { tour, stop: asked.tour.stop, coming: false } : null
}
