/** Whether the guided tours are still to be offered, and whether one is being chosen. Light: the tours themselves load with the choice. */
import { create } from 'zustand'
import { readText, writeText } from '../../../window/host/storage'

const KEY = 'boilerscope.tours-offered'

interface TourOffer {
  /** Nobody has answered the offer yet. */
  readonly open: boolean
  /** The list of tours is shown. */
  readonly choosing: boolean
}

/** Where nothing can be stored, the offer is not made at all: it would come back at every start. */
const canRemember = (): boolean => writeText(KEY, null)

export const useTourOffer = create<TourOffer>()(() => ({ open: readText(KEY) === null && canRemember(), choosing: false }))

/** The offer has been answered, one way or another, and is not made again. */
export function answerTourOffer(): void {
  if (!useTourOffer.getState().open) return
  useTourOffer.setState({ open: false })
  writeText(KEY, '1')
}

/** Shows the list of tours, or closes it. */
export function chooseTour(choosing: boolean): void {
  useTourOffer.setState({ choosing })
}
