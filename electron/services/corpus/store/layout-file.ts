/** `layout.json.gz`: the layout of a page in the browser at the time of the capture. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { z } from 'zod'
import { readJson } from '../../../../shared/gold/read-json'
import type { CapturedLayout } from '../../../../shared/page/place-layout'
import { FILE_LIMITS, unpack } from '../../files/files'

/** Numbers of which null stands for NaN. */
const Sizes = z.array(z.number().nullable()).transform((sizes) => Float32Array.from(sizes, (x) => x ?? Number.NaN))
const Bytes = (most: number) => z.array(z.number().int().min(0).max(most)).transform((bytes) => Uint8Array.from(bytes))

const LayoutFile = z.object({
  format: z.literal('boilerscope-layout'),
  version: z.literal(1),
  viewport: z.object({ width: z.number(), height: z.number() }),
  tagNames: z.array(z.string()).max(65_536),
  tags: z.array(z.number().int().min(0).max(65_535)).transform((tags) => Uint16Array.from(tags)),
  parents: z.array(z.number().int().min(-1)).transform((parents) => Int32Array.from(parents)),
  flags: Bytes(255),
  /** x, y, width and height of each element in CSS pixels; null if the element has no box. */
  boxes: Sizes,
  /** Missing in older files. */
  styles: z
    .object({
      fontSize: Sizes,
      fontWeight: z.array(z.number().int().min(0).max(1000)).transform((weights) => Uint16Array.from(weights)),
      position: Bytes(4),
      stacks: Bytes(1),
      zIndex: z.array(z.number().int()).transform((indices) => Int32Array.from(indices)),
    })
    .optional(),
})

const rounded = (x: number): number | null => (Number.isFinite(x) ? Math.round(x * 100) / 100 : null)

const pack = promisify(gzip)

export async function packLayout({ viewport, tagNames, tags, parents, flags, boxes, styles }: CapturedLayout): Promise<Buffer> {
  const file = { format: 'boilerscope-layout', version: 1, viewport, tagNames, tags, parents, flags, boxes, styles }
  const listed = (value: unknown): unknown => (ArrayBuffer.isView(value) ? Array.from(value as Float32Array, rounded) : value)
  return pack(JSON.stringify(file, (_key, value) => listed(value)))
}

export async function unpackLayout(bytes: Buffer, path: string): Promise<CapturedLayout> {
  const text = (await unpack(bytes, path, FILE_LIMITS.layout)).toString('utf8')
  const { format: _format, version: _version, ...layout } = readJson(text, LayoutFile, path)
  return layout
}
