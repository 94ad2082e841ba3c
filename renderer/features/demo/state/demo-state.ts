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

interface Beside {
  readonly extractor: string
  readonly params: Readonly<Record<string, ParamValue>>
}

export interface RequestedStep extends Omit<StoredStep, 'beside' | 'moments'> {
  readonly tab: string | null
  readonly moments: number | null
  readonly beside: Beside | null
}

export interface TourStand {
  readonly tour: Tour
  readonly stop: number
  readonly coming: boolean
  readonly hasQuestion?: boolean
  readonly answer?: string
}

export const useDemo = create(() => ({
  run: null as DemoRun | null,
  page: null as string | null,
  other: null as DemoRun | null,
  beside: null as Beside | null,
  failure: null as Failure | null,
  otherFailure: null as Failure | null,
  /** Moment of `run`, fractional while playing. */
  position: 0,
  playing: false,
  speed: 1,
  lecture: false,
  picked: null as Picked | null,
  pointed: null as Picked | null,
  example: null as { readonly html: string; readonly page: string; readonly model: PageModel } | null,
  editing: null as string | null,
  tour: null as TourStand | null,
  requested: null as RequestedStep | null,
}))
export type Demo = Readonly<ReturnType<typeof useDemo.getState>>

export const momentOf = (demo: Demo): number => (demo.run ? clampMoment(demo.run.timeline, Math.floor(demo.position)) : 0)

const KEY = 'boilerscope.tours-offered'

export const useTourOffer = create(() => ({
  // Without storage, the offer would appear at each start. Writing null tests the storage.
  open: readText(KEY) === null && writeText(KEY, null),
  choosing: false,
}))

export function closeTourOffer(): void {
  if (!useTourOffer.getState().open) return
  useTourOffer.setState({ open: false })
  writeText(KEY, '1')
}

export const chooseTour = (choosing: boolean): void => useTourOffer.setState({ choosing })
