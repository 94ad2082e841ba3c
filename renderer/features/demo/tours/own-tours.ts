/** The tours of the person's own: kept by the window beyond its end, beside the built-in ones. */
import { z } from 'zod'
import { create } from 'zustand'
import { TOURS } from '../../../../shared/demo/tours/tours'
import type { Tour } from '../../../../shared/demo/tours/tour'
import type { StoredStep } from '../../../window/session'
import type { TourStand } from '../state/demo-state'
import { readValue, writeValue } from '../../../window/host/storage'
import { TourFile, tourOf, type RecordedTour } from './tour-file'

const KEY = 'boilerscope.tours'
/** Tours that are kept at most; the oldest goes. */
const MOST = 50

interface OwnTours {
  readonly tours: readonly RecordedTour[]
}

export const useOwnTours = create<OwnTours>()(() => ({
  tours: (readValue(KEY, z.array(TourFile).max(MOST)) ?? []).map(tourOf),
}))

function put(tours: readonly RecordedTour[]): boolean {
  useOwnTours.setState({ tours })
  return writeValue(
    KEY,
    tours.map(({ recorded }) => recorded),
  )
}

/** Puts a tour among the own ones, in the place of an earlier state of it. @returns false where it is kept for this window alone: the storage is full or closed */
export function keepTour(file: TourFile): boolean {
  const { tours } = useOwnTours.getState()
  const tour = tourOf(file)
  const known = tours.some(({ id }) => id === file.id)
  return put(known ? tours.map((each) => (each.id === file.id ? tour : each)) : [...tours, tour].slice(-MOST))
}

export function forgetTour(id: string): void {
  put(useOwnTours.getState().tours.filter((tour) => tour.id !== id))
}

/** A tour by its name, ours or an own one. */
export function tourById(id: string): Tour | undefined {
  return TOURS.find((tour) => tour.id === id) ?? useOwnTours.getState().tours.find((tour) => tour.id === id)
}

/** The tour of a stored step; null where there is none of that name, or not so many stops. */
export function tourAsked(asked: Pick<StoredStep, 'tour'>): TourStand | null {
  const tour = asked.tour ? tourById(asked.tour.id) : undefined
  return tour && asked.tour && asked.tour.stop < tour.stops.length ? { tour, stop: asked.tour.stop, coming: false } : null
}
