/** A small drawing of the stage at a tour's next stop, for the lecturer's notes. */
import { stopMoment, type StagePart } from '../../../../shared/demo/tours/tour'
import { composeFigure } from '../../../figures/figure-frame'
import { dataUrl } from '../../../figures/figure-file'
import { measureIn } from '../../../figures/figure-fonts'
import { COLOURS, DEFAULT_FIGURE, type FigureOptions } from '../../../figures/figure-style'
import { partsThere, stageFigure, type FigurePart, type ShownRun } from '../out/stage-figure'
import type { Demo } from '../state/demo-state'

/** As the notes show it: half of their width, on paper whatever their colours are. */
const OPTIONS: FigureOptions = { ...DEFAULT_FIGURE, width: 110, height: 70, pageHeight: 70, fontSize: 8, caption: false }

export interface NextPicture {
  /** As a `data:` address of an SVG. */
  readonly address: string
  readonly words: string
}

/** What is drawn of a part: of the page, which takes a picture of its own, the tree with what is kept and dropped. */
const drawnFor = (look: StagePart, there: readonly FigurePart[]): FigurePart => (there.includes(look) ? look : 'tree')

/** @returns null at the last stop, before a stop about another page, and where the run does not have the stop's step */
export function nextPicture({ tour, run }: Demo): NextPicture | null {
  const stop = tour?.tour.stops[tour.stop]
  const next = tour?.tour.stops[tour.stop + 1]
  if (!run || !stop || !next || next.example !== stop.example) return null
  // Of a stop that asks, its answer: only the lecturer sees it.
  const moment = stopMoment(run, next)
  if (moment < 0) return null
  const shown: ShownRun = { run, moment, name: run.info.title }
  const part = drawnFor(next.look, partsThere(shown, null))
  const measure = measureIn(OPTIONS.font)
  const content = stageFigure(
    { part, runs: [shown], picture: null, title: '', caption: '', legend: false },
    OPTIONS,
    measure,
    measureIn('serif'),
  )
  const { svg } = composeFigure(content, OPTIONS, COLOURS[OPTIONS.palette].text, measure)
  return { address: dataUrl(svg), words: `The ${part} at the next stop, ${next.title}` }
}
