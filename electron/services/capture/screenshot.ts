import { z } from 'zod'
import type { Screenshot } from '../../../shared/contract/bundle'
import type { CdpTarget } from './cdp-target'

const Metrics = z.object({ cssContentSize: z.object({ width: z.number(), height: z.number() }) })
const Picture = z.object({ data: z.string() })

/** Height in CSS pixels above which a picture is cut: textures of graphics cards end there, and viewers give up soon after. */
const HIGHEST = 16_384

/** A picture of the whole page, as high as it is. */
export async function takeScreenshot(send: CdpTarget['send'], viewportWidth: number): Promise<Screenshot> {
  const { cssContentSize } = Metrics.parse(await send('Page.getLayoutMetrics'))
  const width = Math.max(1, Math.min(viewportWidth, Math.ceil(cssContentSize.width)))
  const height = Math.max(1, Math.min(HIGHEST, Math.ceil(cssContentSize.height)))
  const clip = { x: 0, y: 0, width, height, scale: 1 }
  const { data } = Picture.parse(
    await send('Page.captureScreenshot', { format: 'webp', quality: 80, captureBeyondViewport: true, optimizeForSpeed: true, clip }),
  )
  return { type: 'image/webp', width, height, bytes: Buffer.from(data, 'base64') }
}
