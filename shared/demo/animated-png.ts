import type { DemoRun } from './demo-run'
import { chapterDuration } from './timeline'

/** A still picture of an animation: a PNG file, and how long it stands. All frames have the same size and colour type. */
export interface ApngFrame {
  readonly png: Uint8Array
  readonly milliseconds: number
}

/** Frames an animated picture has at most. */
const MOST_FRAMES = 48

/** The moments of a run that its animated picture shows: chapters, and within them what fits. */
export function pictureMoments(run: DemoRun): { moment: number; milliseconds: number }[] {
  const { chapters } = run.timeline
  const each = Math.max(1, Math.floor(MOST_FRAMES / chapters.length))
  const chosen: { moment: number; milliseconds: number }[] = []
  const stride = Math.max(1, Math.ceil(chapters.length / MOST_FRAMES))
  for (let c = 0; c < chapters.length; c += stride) {
    const chapter = chapters[c]
    if (!chapter) continue
    const length = chapter.end - chapter.start
    const frames = Math.min(each, length)
    const milliseconds = Math.max(250, Math.min(4000, chapterDuration(chapter) / frames))
    for (let k = 0; k < frames; k++)
      chosen.push({ moment: chapter.start + (frames === 1 ? length - 1 : Math.round((k * (length - 1)) / (frames - 1))), milliseconds })
  }
  const last = chosen[chosen.length - 1]
  if (last) chosen[chosen.length - 1] = { moment: run.timeline.length - 1, milliseconds: 4000 }
  return chosen
}

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10]

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})

function crc(bytes: Uint8Array): number {
  let c = 0xffffffff
  for (const byte of bytes) c = (CRC_TABLE[(c ^ byte) & 255] as number) ^ (c >>> 8)
  return (c ^ 0xffffffff) >>> 0
}

interface Chunk {
  readonly type: string
  readonly data: Uint8Array
}

function chunksOf(png: Uint8Array): Chunk[] {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  const chunks: Chunk[] = []
  for (let at = SIGNATURE.length; at + 12 <= png.length;) {
    const length = view.getUint32(at)
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8))
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) })
    at += 12 + length
  }
  return chunks
}

function writeChunk(type: string, data: Uint8Array): Uint8Array {
  const out = new Uint8Array(12 + data.length)
  const view = new DataView(out.buffer)
  view.setUint32(0, data.length)
  for (let i = 0; i < 4; i++) out[4 + i] = type.charCodeAt(i)
  out.set(data, 8)
  view.setUint32(8 + data.length, crc(out.subarray(4, 8 + data.length)))
  return out
}

/**
 * Joins PNG files into one animated PNG that plays without end (APNG 1.0). Viewers that know no animation show the first frame.
 * @throws Error without frames, or where a frame's size or colour type differs from the first's.
 */
export function animatedPng(frames: readonly ApngFrame[]): Uint8Array<ArrayBuffer> {
  const first = frames[0]
  if (!first) throw new Error('An animation needs at least one frame.')
  const header = chunksOf(first.png).find((c) => c.type === 'IHDR')?.data
  if (!header) throw new Error('The first frame is not a PNG file.')
  const size = new DataView(header.buffer, header.byteOffset, header.byteLength)
  const parts: Uint8Array[] = [Uint8Array.from(SIGNATURE), writeChunk('IHDR', header)]
  const control = new Uint8Array(8)
  new DataView(control.buffer).setUint32(0, frames.length)
  parts.push(writeChunk('acTL', control))
  let sequence = 0
  frames.forEach(({ png, milliseconds }, index) => {
    const chunks = chunksOf(png)
    const own = chunks.find((c) => c.type === 'IHDR')?.data
    if (!own || own.some((byte, i) => byte !== header[i])) throw new Error('The frames of an animation must have one size and colour type.')
    const frame = new Uint8Array(26)
    const view = new DataView(frame.buffer)
    view.setUint32(0, sequence++)
    view.setUint32(4, size.getUint32(0))
    view.setUint32(8, size.getUint32(4))
    view.setUint16(20, Math.min(65_535, Math.round(milliseconds)))
    view.setUint16(22, 1000)
    parts.push(writeChunk('fcTL', frame))
    for (const { type, data } of chunks) {
      if (type !== 'IDAT') continue
      if (index === 0) parts.push(writeChunk('IDAT', data))
      else {
        const numbered = new Uint8Array(data.length + 4)
        new DataView(numbered.buffer).setUint32(0, sequence++)
        numbered.set(data, 4)
        parts.push(writeChunk('fdAT', numbered))
      }
    }
  })
  parts.push(writeChunk('IEND', new Uint8Array(0)))
  const out = new Uint8Array(parts.reduce((total, part) => total + part.length, 0))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}
