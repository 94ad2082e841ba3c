/** The run as a video, by the browser's own encoders: offered where it has them. */
import type { VideoCodec } from 'mediabunny'
import { FILM_HEIGHT, FILM_WIDTH } from './film-frames'

export type VideoFormat = 'mp4' | 'webm'

interface Choice {
  readonly format: VideoFormat
  readonly codec: VideoCodec
  /** The codec in full, as browsers are asked for it: H.264 High 4.0, VP9 profile 0, VP8. */
  readonly full: string
}

const CHOICES: readonly Choice[] = [
  { format: 'mp4', codec: 'avc', full: 'avc1.640028' },
  { format: 'webm', codec: 'vp9', full: 'vp09.00.40.08' },
  { format: 'webm', codec: 'vp8', full: 'vp8' },
]

/** Bits a second: text stays sharp in pictures that change little. */
const BITRATE = 3_000_000

/** Longest way to a picture that stands without those before it, in milliseconds: players jump to such ones. */
const KEY_EVERY = 5000

/** Pictures that may wait for the encoder: more of them would only fill the memory. */
const MOST_WAITING = 4

const settings = ({ full }: Choice): VideoEncoderConfig => ({ codec: full, width: FILM_WIDTH, height: FILM_HEIGHT, bitrate: BITRATE })

async function isEncoded(choice: Choice): Promise<boolean> {
  if (typeof VideoEncoder === 'undefined') return false
  try {
    const answer = await VideoEncoder.isConfigSupported(settings(choice))
    return answer.supported === true
  } catch {
    return false
  }
}

/** What this browser encodes: MP4 for slides, WebM. Nothing where it has no encoders, or the page is not from a safe place. */
export async function videoFormats(): Promise<VideoFormat[]> {
  const found = await Promise.all(CHOICES.map(isEncoded))
  return [...new Set(CHOICES.flatMap(({ format }, i) => (found[i] ? [format] : [])))]
}

/** Writes a video picture by picture. */
export interface VideoWriter {
  /** Adds what is on the canvas now. @param milliseconds how long it is shown */
  readonly add: (milliseconds: number) => Promise<void>
  /** The file. */
  readonly finish: () => Promise<Blob>
  /** Gives up: what was encoded is dropped. */
  readonly cancel: () => Promise<void>
}

/** Longest stretch of one picture, in milliseconds: players find their way by pictures. */
const LONGEST = 1000

/** @throws where this browser does not encode the format */
export async function videoWriter(canvas: HTMLCanvasElement, format: VideoFormat): Promise<VideoWriter> {
  const { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output, WebMOutputFormat } = await import('mediabunny')
  let choice: Choice | undefined
  for (const each of CHOICES) if (!choice && each.format === format && (await isEncoded(each))) choice = each
  if (!choice) throw new Error(`This browser does not encode ${format === 'mp4' ? 'MP4' : 'WebM'}.`)
  const target = new BufferTarget()
  const output = new Output({ format: format === 'mp4' ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat(), target })
  const source = new EncodedVideoPacketSource(choice.codec)
  output.addVideoTrack(source)
  await output.start()
  // The encoder tells of its failures when it likes: whoever waits for it hears of them.
  let fail: (reason: unknown) => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  failed.catch(() => undefined)
  const unlessFailed = <T>(work: Promise<T>): Promise<T> => Promise.race([failed, work])
  let written = Promise.resolve()
  const encoder = new VideoEncoder({
    output: (chunk, about) => {
      written = written.then(() => source.add(EncodedPacket.fromEncodedChunk(chunk), about)).catch((error: unknown) => fail(error))
    },
    error: (error) => fail(error),
  })
  encoder.configure(settings(choice))
  let time = 0
  let nextKey = 0
  return {
    add: async (milliseconds) => {
      for (let left = milliseconds; left > 0; left -= LONGEST) {
        const shown = Math.min(LONGEST, left)
        const picture = new VideoFrame(canvas, { timestamp: time * 1000, duration: shown * 1000 })
        encoder.encode(picture, { keyFrame: time >= nextKey })
        picture.close()
        if (time >= nextKey) nextKey = time + KEY_EVERY
        time += shown
        while (encoder.encodeQueueSize >= MOST_WAITING)
          await unlessFailed(new Promise((resolve) => encoder.addEventListener('dequeue', resolve, { once: true })))
      }
    },
    finish: async () => {
      await unlessFailed(encoder.flush())
      await unlessFailed(written)
      encoder.close()
      await output.finalize()
      if (!target.buffer) throw new Error('The video could not be written.')
      return new Blob([target.buffer], { type: format === 'mp4' ? 'video/mp4' : 'video/webm' })
    },
    cancel: async () => {
      if (encoder.state !== 'closed') encoder.close()
      await output.cancel()
    },
  }
}
