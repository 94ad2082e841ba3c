/** Requests of the window for pictures that a browser draws. */
import { z } from 'zod'
import { out } from './conditions'

/** A picture of a page as its view shows it, with the positions of its nodes. */
export interface PagePicture {
  readonly png: Uint8Array
  /** Size in CSS pixels. The picture has `scale` times as many pixels per side. */
  readonly width: number
  readonly height: number
  readonly scale: number
  /** x, y, width and height of each element, by node id, in CSS pixels; zero without a box. */
  readonly boxes: Float32Array
  /** Text nodes that have siblings: id of the parent, index among its text nodes, x, y, width, height. */
  readonly texts: Float32Array
}

export const figureContract = {
  /** Returns a picture of an open page as its view shows it, `width` CSS pixels wide and at most `height` high. */
  'figure.page': {
    in: z.object({
      page: z.string().min(1).max(100),
      styled: z.boolean(),
      width: z.number().int().min(100).max(4_000),
      height: z.number().int().min(50).max(16_000),
    }),
    out: out<PagePicture>(),
  },
} as const
