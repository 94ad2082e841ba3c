/** What the demonstration shows, as plain data; changed by `stage-director.ts` and `demo.ts`. */
import { create } from 'zustand'
import type { DemoRun } from '../../../../shared/demo/demo-run'
import type { Picked } from '../../../../shared/demo/card-subject'
import { clampMoment } from '../../../../shared/demo/timeline'
import type { Tour } from '../../../../shared/demo/tours/tour'
import type { Failure } from '../../../../shared/base/failure'
import type { ParamValue } from '../../../../shared/extractors/core/params'
import type { PageModel } from '../../../../shared/page/page-model'
import type { StoredStep } from '../../../window/session'
import { readText, writeText } from '../../../window/host/storage'

/** A page on the stage that is not the tab's: an example being edited. */
interface ExamplePage {
  readonly html: string
  readonly page: string
  readonly model: PageModel
}

/** What runs beside, in step: an extractor with values of its own. */
interface Beside {
  readonly extractor: string
  /** Complete values of the extractor's parameters. */
  readonly params: Readonly<Record<string, ParamValue>>
}

/** A step that a link or a file asked for, until the stage shows it. */
export interface AskedStep extends Omit<StoredStep, 'beside' | 'moments'> {
  /** The tab it is a step of; null for whichever is in front. */
  readonly tab: string | null
  /** How many moments the run had, where that is known. */
  readonly moments: number | null
  readonly beside: Beside | null
}

/** A tour, and how far one has come on it. */
export interface TourStand {
  readonly tour: Tour
  readonly stop: number
  /** The stop is still to be gone to, as soon as its run is on the stage. */
  readonly coming: boolean
  /** The stop's question is asked, and its answer not shown yet. */
  readonly asking?: boolean
  /** What was said to the answer that was given. */
  readonly answer?: string
}

export interface Demo {
  readonly run: DemoRun | null
  /** Handle of the page that `run` ran on, for its view. */
  readonly page: string | null
  /** The second run of two at once. */
  readonly other: DemoRun | null
  /** Null for one at a time. */
  readonly beside: Beside | null
  readonly failure: Failure | null
  /** Why there is nothing beside. */
  readonly otherFailure: Failure | null
  /** Moment of `run`, with a fraction while it plays. */
  readonly position: number
  readonly playing: boolean
  readonly speed: number
  readonly lecture: boolean
  /** What somebody asked about: its numbers stand on the card until it is let go. */
  readonly picked: Picked | null
  /** A term of the sum on the card that somebody points at. */
  readonly pointed: Picked | null
  /** The example on the stage instead of the tab's page. */
  readonly example: ExamplePage | null
  /** HTML being edited, of which `example` becomes the page. */
  readonly editing: string | null
  readonly tour: TourStand | null
  readonly asked: AskedStep | null
}

export const useDemo = create<Demo>()(() => ({
  run: null,
  page: null,
  other: null,
  beside: null,
  failure: null,
  otherFailure: null,
  position: 0,
  playing: false,
  speed: 1,
  lecture: false,
  picked: null,
  pointed: null,
  example: null,
  editing: null,
  tour: null,
  asked: null,
}))

/** Whole moment shown. */
export const momentOf = (demo: Demo): number => (demo.run ? clampMoment(demo.run.timeline, Math.floor(demo.position)) : 0)

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
