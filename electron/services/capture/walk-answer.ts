/** Reads the result of a document's walk. `tags` to `levels` are arrays in base64; `boxes` to `levels` contain only displayed elements. */
import { z } from 'zod'
import type { CapturedLayout } from '../../../shared/page/place-layout'

const Walk = z.object({
  result: z.object({
    value: z.object({
      tagNames: z.array(z.string()),
      tags: z.string(),
      parents: z.string(),
      flags: z.string(),
      boxes: z.string(),
      fonts: z.string(),
      positioned: z.string(),
      levels: z.string(),
      html: z.string().nullable(),
      characters: z.number(),
      frameCount: z.number(),
      canvases: z.number(),
      deepest: z.number(),
      frames: z.array(z.object({ number: z.number(), at: z.number(), x: z.string().transform(Number), y: z.string().transform(Number) })),
      left: z.number(),
      top: z.number(),
      width: z.number(),
      height: z.number(),
      isBlank: z.boolean(),
      isEmpty: z.boolean(),
      stays: z.number(),
    }),
  }),
})

export interface DocumentWalk {
  readonly layout: CapturedLayout
  readonly html: string | null
  readonly characters: number
  /** `at`: index of the frame's element. `x`, `y`: position of the frame's content in the document. */
  readonly frames: readonly { readonly number: number; readonly at: number; readonly x: number; readonly y: number }[]
  readonly frameCount: number
  readonly left: number
  readonly top: number
  readonly canvases: number
  readonly deepest: number
  readonly isBlank: boolean
  readonly isEmpty: boolean
  readonly stays: number
}

export function readWalk(answer: unknown): DocumentWalk {
  const { tagNames, width, height, ...values } = Walk.parse(answer).result.value
  const { tags, parents, flags: shown, boxes, fonts, positioned, levels, ...rest } = values
  const flags = new Uint8Array(unpack(shown))
  const count = flags.length
  const sizesAndWeights = spread(new Float32Array(unpack(fonts)), flags, new Float32Array(count * 2).fill(Number.NaN))
  const positions = spread(new Uint8Array(unpack(positioned)), flags, new Uint8Array(count))
  return {
    ...rest,
    layout: {
      tagNames,
      tags: new Uint16Array(unpack(tags)),
      parents: new Int32Array(unpack(parents)),
      flags,
      boxes: spread(new Float32Array(unpack(boxes)), flags, new Float32Array(count * 4).fill(Number.NaN)),
      styles: {
        fontSize: sizesAndWeights.filter((_, i) => i % 2 === 0),
        fontWeight: Uint16Array.from(sizesAndWeights.filter((_, i) => i % 2 === 1)),
        position: positions.map((bits) => bits & 7),
        stacks: positions.map((bits) => bits >> 3),
        zIndex: spread(new Int32Array(unpack(levels)), flags, new Int32Array(count)),
      },
      viewport: { width, height },
    },
  }
}

function spread<T extends Float32Array | Int32Array | Uint8Array>(values: T, flags: Uint8Array, all: T): T {
  const each = all.length / flags.length
  for (let i = 0, from = 0; i < flags.length; i++)
    if (flags[i] !== 0) for (let k = 0; k < each; k++) all[i * each + k] = values[from++] ?? 0
  return all
}

function unpack(base64: string): ArrayBuffer {
  const bytes = Buffer.from(base64, 'base64')
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
}
