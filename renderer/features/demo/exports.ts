/** Exports that take their time: little by little, telling how far they are, and stopped by a signal. */
import type { DemoRun } from '../../../shared/demo/demo-run'
import { exportHtml } from '../../../shared/demo/export-html'
import { exportParts, filmMoments, MOST_MOMENTS, type ExportedRun, type FilmTour } from '../../../shared/demo/export-run'
import { inStep } from '../../../shared/demo/stops'
import { stopText } from '../../../shared/demo/tours/tour'
import { lastAtOrBefore } from '../../../shared/base/search'
import { formatNumber } from '../../components/number-format'
import { currentTab } from '../../window/window'
import { isTourRun, momentOfStop } from './state/tour-place'
import { pictureMoments, videoMoments } from '../../../shared/demo/picture-moments'
import type { PagePicture } from '../../../shared/contract/figure-contract'
import { dataUrl } from '../../figures/figure-file'
import { measureIn } from '../../figures/figure-fonts'
import { DEFAULT_FIGURE } from '../../figures/figure-style'
import { takePagePicture } from '../../figures/page-picture'
import { pictureWidth } from './out/shown-runs'
import { FILM_HEIGHT, FILM_WIDTH, filmFrames } from './out/film-frames'
import { gifWriter } from './out/gif'
import { videoWriter, type VideoFormat } from './out/video'
import { codeNote } from './code-note'
import { differenceWords } from './difference-words'
import type { Demo, TourStand } from './state/demo-state'

/** How far an export is and whether it is still wanted. */
export interface ExportControl {
  /** @param done share of the work, 0 to 1 */
  readonly report: (done: number) => void
  readonly signal: AbortSignal
}

/** Milliseconds of work after which the window gets its turn. */
const SLICE = 24

const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** The work's result, or the signal's reason as soon as it is aborted, whatever the work does then. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** Pixels that a page's picture is wide in a film: about as wide as it is shown. */
const PAGE_WIDTH = 640

/** The page's picture for a film: small, for it is in each frame. Null where the host has no browser to take it, or not in time. */
async function smallPicture(demo: Demo, signal: AbortSignal): Promise<PagePicture | null> {
  const { page, run } = demo
  if (page === null || !run) return null
  const answer = await takePagePicture(page, true, run.page, signal, pictureWidth(demo))
  if (!answer.ok) return null
  const image = await createImageBitmap(new Blob([new Uint8Array(answer.value.png)], { type: 'image/png' }), {
    resizeWidth: PAGE_WIDTH,
    resizeQuality: 'high',
  })
  const canvas = document.createElement('canvas')
  canvas.width = image.width
  canvas.height = image.height
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  image.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return blob && { ...answer.value, png: new Uint8Array(await blob.arrayBuffer()) }
}

/** Draws the moments of a film on a canvas of its own, one after the other. @throws AbortError once it is not wanted any more */
async function filmCanvas(
  demo: Demo,
  title: string,
  signal: AbortSignal,
): Promise<{
  readonly canvas: HTMLCanvasElement
  readonly context: CanvasRenderingContext2D
  readonly show: (moment: number) => Promise<void>
}> {
  const frames = filmFrames(
    demo,
    title,
    await unlessAborted(smallPicture(demo, signal), signal),
    measureIn(DEFAULT_FIGURE.font),
    measureIn('serif'),
  )
  const canvas = document.createElement('canvas')
  canvas.width = FILM_WIDTH
  canvas.height = FILM_HEIGHT
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('The picture could not be drawn.')
  const show = async (moment: number): Promise<void> => {
    const image = new Image()
    image.src = dataUrl(frames(moment))
    await unlessAborted(image.decode(), signal)
    context.drawImage(image, 0, 0, FILM_WIDTH, FILM_HEIGHT)
  }
  return { canvas, context, show }
}

/** Share of the work that drawing the pictures is; the rest is encoding them. */
const DRAWING = 0.8

/**
 * What plays on the stage as an animated GIF: it plays on slides, in chats and wherever else pictures are shown.
 * @throws AbortError once it is not wanted any more
 */
export async function animatedPicture(demo: Demo, title: string, { report, signal }: ExportControl): Promise<Blob> {
  if (!demo.run) throw new Error('There is nothing to show.')
  report(0)
  const { context, show } = await filmCanvas(demo, title, signal)
  const moments = pictureMoments(demo.run)
  const writer = gifWriter(FILM_WIDTH, FILM_HEIGHT)
  try {
    for (const [i, { moment, milliseconds }] of moments.entries()) {
      await show(moment)
      const { data } = context.getImageData(0, 0, FILM_WIDTH, FILM_HEIGHT)
      await unlessAborted(writer.add(data, milliseconds), signal)
      report((DRAWING * (i + 1)) / moments.length)
      await unlessAborted(breathe(), signal)
    }
    return await unlessAborted(writer.finish(), signal)
  } finally {
    writer.close()
  }
}

/** What plays on the stage as a video. @throws AbortError once it is not wanted any more */
export async function video(demo: Demo, title: string, format: VideoFormat, { report, signal }: ExportControl): Promise<Blob> {
  if (!demo.run) throw new Error('There is nothing to show.')
  report(0)
  const { canvas, show } = await filmCanvas(demo, title, signal)
  const writer = await videoWriter(canvas, format)
  try {
    const moments = videoMoments(demo.run)
    for (const [i, { moment, milliseconds }] of moments.entries()) {
      await show(moment)
      await unlessAborted(writer.add(milliseconds), signal)
      report((i + 1) / moments.length)
      await unlessAborted(breathe(), signal)
    }
    return await unlessAborted(writer.finish(), signal)
  } catch (error) {
    await writer.cancel()
    throw error
  }
}

/** What plays on the stage as a page that plays in any browser: one run or two, with the tour. @throws AbortError once it is not wanted any more */
export async function filmPage(demo: Demo, title: string, view: string | null, { report, signal }: ExportControl): Promise<string> {
  const { run, other, tour } = demo
  if (!run) throw new Error('There is nothing to show.')
  const [player, { filmCard }] = await Promise.all([import('virtual:film'), import('./out/film-card')])
  const work = other ? 0.5 : 1
  const ending = other ? differenceWords(run, other).map((piece) => (typeof piece === 'string' ? piece : piece.label)) : []
  const filmed = async (each: DemoRun, name: string, from: number, own: FilmTour | null): Promise<ExportedRun> => {
    const parts = exportParts(each, name, MOST_MOMENTS, {
      card: (frame) => filmCard(each, frame),
      tour: own,
      format: formatNumber,
      note: codeNote,
      ending: from === 0 ? ending.join('') : '',
    })
    let turn = performance.now()
    for (;;) {
      const part = parts.next()
      if (part.done === true) return part.value
      if (performance.now() - turn < SLICE) continue
      report(from + work * part.value)
      await unlessAborted(breathe(), signal)
      turn = performance.now()
    }
  }
  const stops = tour && isTourRun(demo, currentTab().source) ? filmTour(tour, run) : null
  const first = await filmed(run, title, 0, stops)
  if (!other) return exportHtml(first, view, player)
  const second = await filmed(other, title, work, null)
  const chosen = filmMoments(run, MOST_MOMENTS)
  const theirs = filmMoments(other, MOST_MOMENTS)
  const moments = chosen.map((moment) =>
    Math.max(
      0,
      lastAtOrBefore(theirs.length, (i) => theirs[i] ?? 0, inStep(run, moment, other)),
    ),
  )
  return exportHtml(first, view, player, { film: exportHtml(second, view, player), moments })
}

/** The stops of a tour that its run has, with what is said at them. */
function filmTour({ tour, stop: here }: TourStand, run: DemoRun): FilmTour {
  return {
    title: tour.title,
    stops: tour.stops.flatMap((stop, index) => {
      // A film is of one page.
      if (stop.example !== tour.stops[here]?.example) return []
      const moment = momentOfStop({ tour, stop: index, coming: false }, run)
      return moment < 0 ? [] : [{ moment, title: stop.title, text: stopText(stop, run.frameAt(moment), formatNumber) }]
    }),
  }
}
