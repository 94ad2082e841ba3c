/** What the demonstration shows, as plain data; changed by `demo-stage.ts` and `demo.ts`. */
import { create } from 'zustand'
import type { DemoRun } from '../../../../shared/demo/demo-run'
import type { Breakpoint } from '../../../../shared/demo/stops'
import { clampMoment } from '../../../../shared/demo/timeline'
import type { Tour } from '../../../../shared/demo/tours/tour'
import type { Failure } from '../../../../shared/base/failure'
import type { ParamValue, Preset } from '../../../../shared/extractors/core/params'
import type { PageModel } from '../../../../shared/page/page-model'

/** A page on the stage that is not the tab's: an example being edited. */
export interface ExamplePage {
  readonly html: string
  readonly page: string
  readonly model: PageModel
}

/** What runs beside, in step: an extractor with values of its own. */
export interface Beside {
  readonly extractor: string
  readonly preset: Preset
  /** Complete values of the extractor's parameters. */
  readonly params: Readonly<Record<string, ParamValue>>
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
  readonly loop: boolean
  readonly breakpoints: readonly Breakpoint[]
  readonly lecture: boolean
  /** The example on the stage instead of the tab's page. */
  readonly example: ExamplePage | null
  readonly editing: string | null
  readonly tour: { readonly tour: Tour; readonly stop: number } | null
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
  loop: false,
  breakpoints: [],
  lecture: false,
  example: null,
  editing: null,
  tour: null,
}))

/** Whole moment shown. */
export const momentOf = (demo: Demo): number => (demo.run ? clampMoment(demo.run.timeline, Math.floor(demo.position)) : 0)
