/** The stage moment by moment as pictures of one size, for videos: the same drawing that figures are made of. */
import type { MeasureText } from '../../../../shared/scene/scene'
import type { PagePicture } from '../../../../shared/contract/figure-contract'
import type { Demo } from '../state/demo-state'
import { composeFigure } from '../../../figures/figure-frame'
import { COLOURS, DEFAULT_FIGURE, type FigureOptions } from '../../../figures/figure-style'
import { shownRuns } from './shown-runs'
import { stageFigure } from './stage-figure'

/** Pixels: what slides and players show whole. */
export const FILM_WIDTH = 1280
export const FILM_HEIGHT = 720

/** Millimetres of a pixel. */
const PIXEL = 25.4 / 96

const OPTIONS: FigureOptions = {
  ...DEFAULT_FIGURE,
  width: FILM_WIDTH * PIXEL,
  height: FILM_HEIGHT * PIXEL,
  pageHeight: FILM_HEIGHT * PIXEL,
  fontSize: 10.5,
  title: true,
  caption: false,
}

/**
 * Draws the frames of a film, as SVG of `FILM_WIDTH` by `FILM_HEIGHT` pixels.
 * @param picture of the page, small: it is in every frame
 */
export function filmFrames(
  demo: Demo,
  title: string,
  picture: PagePicture | null,
  measure: MeasureText,
  measureFormula: MeasureText,
): (moment: number) => string {
  return (moment) => {
    const runs = shownRuns(demo, moment)
    const name = `${runs.map((each) => each.name).join(' and ')} · ${title}`
    const content = stageFigure(
      { part: 'stage', runs, picture, title: name, caption: '', fixed: true, legend: false },
      OPTIONS,
      measure,
      measureFormula,
    )
    return composeFigure(content, OPTIONS, COLOURS[OPTIONS.palette].text, measure).svg
  }
}
