/** Whether the guided tours are still to be offered, and whether one is being chosen. Light: the tours themselves load with the choice. */
import { create } from 'zustand'

const KEY = 'boilerscope.tours-offered'

function firstStart(): boolean {
  try {
    return localStorage.getItem(KEY) === null
  } catch {
    // Without storage it could not be remembered: better never than at every start.
    return false
  }
}

interface TourOffer {
  /** Nobody has answered the offer yet. */
  readonly open: boolean
  /** The list of tours is shown. */
  readonly choosing: boolean
}

export const useTourOffer = create<TourOffer>()(() => ({ open: firstStart(), choosing: false }))

/** The offer has been answered, one way or another, and is not made again. */
export function answerTourOffer(): void {
  if (!useTourOffer.getState().open) return
  useTourOffer.setState({ open: false })
  try {
    localStorage.setItem(KEY, '1')
  } catch {
    // Offered again at the next start.
  }
}

/** Shows the list of tours, or closes it. */
export function chooseTour(choosing: boolean): void {
  useTourOffer.setState({ choosing })
}
