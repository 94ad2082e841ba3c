/** Where the stage stands, seen from a tour. */
import type { Source } from '../../../../shared/contract/source'
import type { DemoRun } from '../../../../shared/demo/demo-run'
import { stopMoment } from '../../../../shared/demo/tours/tour'
import { presetValues } from '../../../../shared/extractors/core/params'
import { isRecordedRun, leadToSamePage, recordedOf, sourceOfStop } from '../tours/tour-file'
import { momentOf, type Demo, type TourStand } from './demo-state'

/** Whether the run on the stage is the one that the tour speaks of: its extractor with its values, on its sample. */
export function isTourRun({ tour, run, example }: Pick<Demo, 'tour' | 'run' | 'example'>, source: Source | null): boolean {
  if (!tour || !run || run.info.id !== tour.tour.extractor) return false
  const recorded = recordedOf(tour.tour)
  if (recorded && isRecordedRun(recorded, run)) return true
  if (!source || example || !leadToSamePage(source, sourceOfStop(tour.tour, tour.stop))) return false
  const wanted = { ...presetValues(run.info.params, 'default'), ...tour.tour.params }
  return Object.entries(wanted).every(([name, value]) => Object.is(run.extraction.params[name], value))
}

/** The moment of a run that the tour's stop is about, or waits at while it asks; -1 where the run has none. */
export function momentOfStop({ tour, stop, asking }: Partial<TourStand> & Pick<TourStand, 'tour' | 'stop'>, run: DemoRun): number {
  const at = tour.stops[stop]
  return at ? stopMoment(run, asking && at.ask ? at.ask.at : at) : -1
}

/**
 * The stage is at the tour's stop; it is on its way there; it has moved within the tour's run; or it shows another run.
 * What a stop says is true of the tour's own run only.
 */
export type TourPlace = 'here' | 'coming' | 'moved' | 'elsewhere'

export function tourPlace(demo: Demo, source: Source | null): TourPlace {
  const { tour, run } = demo
  if (!isTourRun(demo, source)) return tour?.coming ? 'coming' : 'elsewhere'
  return tour && run && momentOfStop(tour, run) === momentOf(demo) ? 'here' : 'moved'
}
