/** Exports that take their time: little by little, telling how far they are, and stopped by a signal. */
import { animatedPng, pictureMoments, type ApngFrame } from '../../../shared/demo/animated-png'
import type { DemoRun } from '../../../shared/demo/demo-run'
import { exportHtml } from '../../../shared/demo/export-html'
import { exportParts } from '../../../shared/demo/export-run'
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

/** Draws an SVG into a PNG. */
export async function toPng(svg: string, scale: number): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth * scale
  canvas.height = image.naturalHeight * scale
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn.'))), 'image/png'),
  )
}

/** The run as an animated PNG: it plays wherever pictures are shown. @throws AbortError once it is not wanted any more */
export async function animatedPicture(run: DemoRun, title: string, { report, signal }: ExportControl): Promise<Blob> {
  const moments = pictureMoments(run)
  const frames: ApngFrame[] = []
  report(0)
  for (const { moment, milliseconds } of moments) {
    const png = await unlessAborted(toPng(stepPicture(run, run.frameAt(moment), title), 1), signal)
    frames.push({ png: new Uint8Array(await png.arrayBuffer()), milliseconds })
    report(frames.length / moments.length)
    await unlessAborted(breathe(), signal)
  }
  return new Blob([animatedPng(frames)], { type: 'image/png' })
}

/** The run as a page that plays in any browser. @throws AbortError once it is not wanted any more */
export async function filmPage(run: DemoRun, title: string, view: string | null, { report, signal }: ExportControl): Promise<string> {
  const parts = exportParts(run, title)
  let turn = performance.now()
  for (;;) {
    const part = parts.next()
    if (part.done === true) return exportHtml(part.value, view)
    if (performance.now() - turn < SLICE) continue
    report(part.value)
    await unlessAborted(breathe(), signal)
    turn = performance.now()
  }
}
