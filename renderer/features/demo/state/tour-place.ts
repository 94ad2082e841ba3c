import { isSameSource, type Source } from '../../../../shared/contract/capture'
import type { DemoRun } from '../../../../shared/demo/demo-run'
import { exampleById } from '../../../../shared/demo/examples'
import { stopMoment, type Tour } from '../../../../shared/demo/tours/tour'
import { TOURS } from '../../../../shared/demo/tours/tours'
import type { ExtractorInfo } from '../../../../shared/extractors/core/extractor'
import { presetValues, type ParamValue } from '../../../../shared/extractors/core/params'
import type { StoredStep } from '../../../window/session'
import { momentOf, type Demo, type TourStand } from './demo-state'

export function tourOfStep(requested: Pick<StoredStep, 'tour'>): TourStand | null {
  const tour = TOURS.find(({ id }) => id === requested.tour?.id)
  return tour && requested.tour && requested.tour.stop < tour.stops.length ? { tour, stop: requested.tour.stop, coming: false } : null
}

export function sourceOfStop(tour: Tour, stop: number): Source {
  const example = exampleById(tour.stops[stop]?.example)
  return example ? { kind: 'html', html: example.html, name: example.title } : { kind: 'sample', id: tour.sample }
}

export function isTourRun({ tour, run, example }: Pick<Demo, 'tour' | 'run' | 'example'>, source: Source | null): boolean {
  if (!tour || !run || run.info.id !== tour.tour.extractor) return false
  if (!source || example || !isSameSource(source, sourceOfStop(tour.tour, tour.stop))) return false
  return hasTourValues(tour.tour, run.info, run.extraction.params)
}

export function hasTourValues(tour: Tour, info: ExtractorInfo, params: Readonly<Record<string, ParamValue>>): boolean {
  return Object.entries({ ...presetValues(info.params, 'default'), ...tour.params }).every(([name, value]) =>
    Object.is(params[name], value),
  )
}

export function momentOfStop({ tour, stop, hasQuestion }: Partial<TourStand> & Pick<TourStand, 'tour' | 'stop'>, run: DemoRun): number {
  const at = tour.stops[stop]
  return at ? stopMoment(run, hasQuestion && at.quiz ? at.quiz.at : at) : -1
}

/** `here`: the stop is shown; `coming`: the stop's run is loading; `moved`: another moment is shown; `elsewhere`: another run is shown. */
export type TourPlace = 'here' | 'coming' | 'moved' | 'elsewhere'

export function tourPlace(demo: Demo, source: Source | null): TourPlace {
  const { tour, run } = demo
  if (!isTourRun(demo, source)) return tour?.coming ? 'coming' : 'elsewhere'
  return tour && run && momentOfStop(tour, run) === momentOf(demo) ? 'here' : 'moved'
}
