/** `layout.json.gz`: the layout of a page in the browser at the time of the capture. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { z } from 'zod'
import { readJson } from '../../../../shared/gold/read-json'
import type { CapturedLayout } from '../../../../shared/page/place-layout'
import { FILE_LIMITS, unpack } from '../../files/files'

const LayoutFile = z.looseObject({
  format: z.literal('boilerscope-layout'),
  version: z.literal(1),
  viewport: z.object({ width: z.number(), height: z.number() }),
  tagNames: z.array(z.string()).max(65_536),
  tags: z.array(z.number().int().min(0).max(65_535)),
  parents: z.array(z.number().int().min(-1)),
  flags: z.array(z.number().int().min(0).max(255)),
  /** x, y, width and height of each element in CSS pixels; null if the element has no box. */
  boxes: z.array(z.number().nullable()),
  /** Missing in older files. */
  styles: z
    .object({
      fontSize: z.array(z.number().nullable()),
      fontWeight: z.array(z.number().int().min(0).max(1000)),
      position: z.array(z.number().int().min(0).max(4)),
      stacks: z.array(z.number().int().min(0).max(1)),
      zIndex: z.array(z.number().int()),
    })
    .optional(),
})

const rounded = (x: number): number | null => (Number.isFinite(x) ? Math.round(x * 100) / 100 : null)

const pack = promisify(gzip)

export async function packLayout(layout: CapturedLayout): Promise<Buffer> {
  const json = JSON.stringify({
    format: 'boilerscope-layout',
    version: 1,
    viewport: layout.viewport,
    tagNames: layout.tagNames,
    tags: [...layout.tags],
    parents: [...layout.parents],
    flags: [...layout.flags],
    boxes: Array.from(layout.boxes, rounded),
    styles:
      layout.styles &&
      Object.fromEntries(
        Object.entries<ArrayLike<number>>({ ...layout.styles }).map(([name, values]) => [name, Array.from(values, rounded)]),
      ),
  })
  return pack(json)
}

/** @throws FailureError if the file is damaged. */
export async function unpackLayout(bytes: Buffer, path: string): Promise<CapturedLayout> {
  const file = readJson((await unpack(bytes, path, FILE_LIMITS.layout)).toString('utf8'), LayoutFile, path)
  return {
    viewport: file.viewport,
    tagNames: file.tagNames,
    tags: Uint16Array.from(file.tags),
    parents: Int32Array.from(file.parents),
    flags: Uint8Array.from(file.flags),
    boxes: Float32Array.from(file.boxes, (x) => x ?? Number.NaN),
    ...(file.styles && {
      styles: {
        fontSize: Float32Array.from(file.styles.fontSize, (x) => x ?? Number.NaN),
        fontWeight: Uint16Array.from(file.styles.fontWeight),
        position: Uint8Array.from(file.styles.position),
        stacks: Uint8Array.from(file.styles.stacks),
        zIndex: Int32Array.from(file.styles.zIndex),
      },
    }),
  }
}
