/** The run as a video: made little by little, telling how far it is, and stopped by a signal. */
import { videoMoments } from '../../../shared/demo/timeline'
import type { PagePicture } from '../../../shared/contract/figure-contract'
import { dataUrl } from '../../figures/figure-file'
import { measureIn } from '../../figures/figure-fonts'
import { DEFAULT_FIGURE } from '../../figures/figure-style'
import { takePagePicture } from '../../figures/page-picture'
import { pictureWidth } from './out/shown-runs'
import { FILM_HEIGHT, FILM_WIDTH, filmFrames } from './out/film-frames'
import { videoWriter, type VideoFormat } from './out/video'
import type { Demo } from './state/demo-state'

/** How far an export is and whether it is still wanted. */
export interface ExportControl {
  /** @param done share of the work, 0 to 1 */
  readonly report: (done: number) => void
  readonly signal: AbortSignal
}

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
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The picture could not be drawn.')
  const show = async (moment: number): Promise<void> => {
    const image = new Image()
    image.src = dataUrl(frames(moment))
    await unlessAborted(image.decode(), signal)
    context.drawImage(image, 0, 0, FILM_WIDTH, FILM_HEIGHT)
  }
  return { canvas, show }
}

/** What plays on the stage as a video. @throws AbortError once it is not wanted any more */
export async function video(demo: Demo, title: string, format: VideoFormat, { report, signal }: ExportControl): Promise<Blob> {
  if (!demo.run) throw new Error('There is nothing to show.')
  report(0)
  const { canvas, show } = await filmCanvas(demo, title, signal)
  const writer = await videoWriter(canvas, format)
  try {
    const moments = videoMoments(demo.run.timeline)
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
