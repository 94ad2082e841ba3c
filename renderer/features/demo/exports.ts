/** Exports that take their time: little by little, telling how far they are, and stopped by a signal. */
import type { DemoRun } from '../../../shared/demo/demo-run'
import { exportHtml } from '../../../shared/demo/export-html'
import { exportParts } from '../../../shared/demo/export-run'
import { pictureMoments } from '../../../shared/demo/picture-moments'
import { stepPicture } from '../../../shared/demo/step-picture'

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

/** Draws an SVG on a canvas. @param scale pixels of the canvas for one of the picture */
async function draw(svg: string, scale: number): Promise<HTMLCanvasElement> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth * scale
  canvas.height = image.naturalHeight * scale
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** Draws an SVG into a PNG. */
export async function toPng(svg: string, scale: number): Promise<Blob> {
  const canvas = await draw(svg, scale)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn.'))), 'image/png'),
  )
}

/** Share of the work that drawing the pictures is; the rest is encoding them. */
const DRAWING = 0.8

/** The run as an animated GIF: it plays on slides, in chats and wherever else pictures are shown. @throws AbortError once it is not wanted any more */
export async function animatedPicture(run: DemoRun, title: string, { report, signal }: ExportControl): Promise<Blob> {
  // With the first export of this kind only: few windows need it.
  const [{ Encoder }, { default: workerUrl }] = await Promise.all([import('modern-gif'), import('modern-gif/worker?url')])
  const moments = pictureMoments(run)
  let encoder: InstanceType<typeof Encoder> | null = null
  report(0)
  for (const [i, { moment, milliseconds }] of moments.entries()) {
    const canvas = await unlessAborted(draw(stepPicture(run, run.frameAt(moment), title), 1), signal)
    const { width, height } = canvas
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data
    if (!pixels) throw new Error('The picture could not be drawn.')
    encoder ??= new Encoder({ width, height, workerUrl })
    await unlessAborted(encoder.encode({ data: pixels, delay: milliseconds }), signal)
    report((DRAWING * (i + 1)) / moments.length)
    await unlessAborted(breathe(), signal)
  }
  if (!encoder) throw new Error('There is nothing to show.')
  return unlessAborted(encoder.flush('blob'), signal)
}

/** The run as a page that plays in any browser. @throws AbortError once it is not wanted any more */
export async function filmPage(run: DemoRun, title: string, view: string | null, { report, signal }: ExportControl): Promise<string> {
  const parts = exportParts(run, title)
  let turn = performance.now()
  for (;;) {
    const part = parts.next()
    if (part.done === true) return exportHtml(part.value, view, await import('virtual:film'))
    if (performance.now() - turn < SLICE) continue
    report(part.value)
    await unlessAborted(breathe(), signal)
    turn = performance.now()
  }
}
