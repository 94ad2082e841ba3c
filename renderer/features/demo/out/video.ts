import type { PagePicture } from '../../../../shared/contract/contract'
import { videoMoments } from '../../../../shared/demo/timeline'
import type { Demo } from '../state/demo-state'
import { composeFigure } from '../../../figures/figure-frame'
import type { FigureOptions } from '../../../figures/figure-style'
import { shownRuns, pictureWidth } from '../run-words'
import { dataUrl, measureText, pngOf } from '../../../figures/figure-file'
import { requestPicture } from '../../../figures/page-figure'
import { stageFigure } from './stage-figure'

/** Encodings by preference. `full` is the name that browsers expect. */
const CHOICES = [
  { format: 'mp4', codec: 'avc', full: 'avc1.640028' },
  { format: 'webm', codec: 'vp9', full: 'vp09.00.40.08' },
  { format: 'webm', codec: 'vp8', full: 'vp8' },
] as const
export type VideoEncoding = (typeof CHOICES)[number]

/** Enough for sharp text, because the pictures change little. */
const BITS_PER_SECOND = 3_000_000

/** Maximum milliseconds between key frames, because players seek to key frames. */
const KEY_FRAME_MS = 5000

const MOST_QUEUED_PICTURES = 4

const settings = ({ full }: VideoEncoding): VideoEncoderConfig => ({
  codec: full,
  width: FILM_WIDTH,
  height: FILM_HEIGHT,
  bitrate: BITS_PER_SECOND,
})

/** Returns null without a supported encoding, and outside a secure context. */
export async function findEncoding(): Promise<VideoEncoding | null> {
  if (typeof VideoEncoder === 'undefined') return null
  for (const choice of CHOICES) {
    const answer = await VideoEncoder.isConfigSupported(settings(choice)).catch(() => null)
    if (answer?.supported) return choice
  }
  return null
}

/** Maximum milliseconds per video frame, because players can seek only to the start of a frame. */
const LONGEST = 1000

async function videoWriter(canvas: HTMLCanvasElement, encoding: VideoEncoding, cancelled: AbortSignal) {
  const { format } = encoding
  const { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output, WebMOutputFormat } = await import('mediabunny')
  const target = new BufferTarget()
  const output = new Output({ format: format === 'mp4' ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat(), target })
  const source = new EncodedVideoPacketSource(encoding.codec)
  output.addVideoTrack(source)
  await output.start()
  // The encoder reports failures later, so a failure must reject the promise that the caller waits for.
  const failing = new AbortController()
  const signal = AbortSignal.any([cancelled, failing.signal])
  let written = Promise.resolve()
  const encoder = new VideoEncoder({
    output: (chunk, about) => {
      written = written.then(() => source.add(EncodedPacket.fromEncodedChunk(chunk), about)).catch((error: unknown) => failing.abort(error))
    },
    error: (error) => failing.abort(error),
  })
  encoder.configure(settings(encoding))
  let time = 0
  let nextKey = 0
  return {
    add: async (milliseconds: number): Promise<void> => {
      for (let left = milliseconds; left > 0; left -= LONGEST) {
        const shown = Math.min(LONGEST, left)
        const picture = new VideoFrame(canvas, { timestamp: time * 1000, duration: shown * 1000 })
        encoder.encode(picture, { keyFrame: time >= nextKey })
        picture.close()
        if (time >= nextKey) nextKey = time + KEY_FRAME_MS
        time += shown
        while (encoder.encodeQueueSize >= MOST_QUEUED_PICTURES)
          await unlessAborted(new Promise((resolve) => encoder.addEventListener('dequeue', resolve, { once: true })), signal)
      }
    },
    finish: async (): Promise<Blob> => {
      await unlessAborted(encoder.flush(), signal)
      await unlessAborted(written, signal)
      encoder.close()
      await output.finalize()
      if (!target.buffer) throw new Error('The video could not be written.')
      return new Blob([target.buffer], { type: format === 'mp4' ? 'video/mp4' : 'video/webm' })
    },
    cancel: async (): Promise<void> => {
      if (encoder.state !== 'closed') encoder.close()
      await output.cancel()
    },
  }
}

const FILM_WIDTH = 1280
const FILM_HEIGHT = 720

const MILLIMETRES_PER_PIXEL = 25.4 / 96

const OPTIONS: FigureOptions = {
  width: FILM_WIDTH * MILLIMETRES_PER_PIXEL,
  height: FILM_HEIGHT * MILLIMETRES_PER_PIXEL,
  pageHeight: FILM_HEIGHT * MILLIMETRES_PER_PIXEL,
  fontSize: 10.5,
  theme: 'light',
  title: true,
  caption: false,
}

export interface ExportControl {
  /** @param done share of the work, 0 to 1 */
  readonly report: (done: number) => void
  readonly signal: AbortSignal
}

/** Rejects as soon as the signal aborts, even if the work continues. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

const PAGE_WIDTH = 640

async function smallPicture(demo: Demo, signal: AbortSignal): Promise<PagePicture | null> {
  const { page, run } = demo
  if (page === null || !run) return null
  const answer = await requestPicture({ page, styled: true, model: run.page, wide: pictureWidth(demo) }, signal)
  if (!answer.ok) return null
  const image = await createImageBitmap(new Blob([new Uint8Array(answer.value.png)], { type: 'image/png' }), {
    resizeWidth: PAGE_WIDTH,
    resizeQuality: 'high',
  })
  const blob = await pngOf(image, image.width, image.height)
  image.close()
  return blob && { ...answer.value, png: new Uint8Array(await blob.arrayBuffer()) }
}

async function filmCanvas(demo: Demo, title: string, signal: AbortSignal) {
  const picture = await unlessAborted(smallPicture(demo, signal), signal)
  const canvas = document.createElement('canvas')
  canvas.width = FILM_WIDTH
  canvas.height = FILM_HEIGHT
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The picture could not be drawn.')
  const show = async (moment: number): Promise<void> => {
    const runs = shownRuns(demo, moment)
    const name = `${runs.map((each) => each.name).join(' and ')} · ${title}`
    const request = { part: 'stage', runs, picture, title: name, caption: '', isVideo: true } as const
    const image = new Image()
    image.src = dataUrl(composeFigure(stageFigure(request, OPTIONS, measureText), OPTIONS, measureText).svg)
    await unlessAborted(image.decode(), signal)
    context.drawImage(image, 0, 0, FILM_WIDTH, FILM_HEIGHT)
  }
  return { canvas, show }
}

/**
 * Returns the whole run as a video.
 * @throws AbortError after a cancel
 * @throws Error if the stage is empty, or if drawing or encoding fails
 */
export async function video(demo: Demo, title: string, encoding: VideoEncoding, { report, signal }: ExportControl): Promise<Blob> {
  if (!demo.run) throw new Error('The stage is empty.')
  report(0)
  const { canvas, show } = await filmCanvas(demo, title, signal)
  const writer = await videoWriter(canvas, encoding, signal)
  try {
    const moments = videoMoments(demo.run.timeline)
    for (const [i, { moment, milliseconds }] of moments.entries()) {
      await show(moment)
      await writer.add(milliseconds)
      report((i + 1) / moments.length)
      await unlessAborted(new Promise((resolve) => setTimeout(resolve)), signal)
    }
    return await unlessAborted(writer.finish(), signal)
  } catch (error) {
    await writer.cancel()
    throw error
  }
}
