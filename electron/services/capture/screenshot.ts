import { z } from 'zod'
import type { Screenshot } from '../../../shared/contract/bundle'
import type { CdpTarget } from './cdp-target'

const Metrics = z.object({ cssContentSize: z.object({ width: z.number(), height: z.number() }) })
/** Response with a picture in base 64. */
export const Picture = z.object({ data: z.string() })

/** Limit of a picture's height in CSS pixels: textures of graphics cards end there, and many viewers. */
const HIGHEST = 16_384

/** Bytes above which a picture is taken at half its size: it serves recognition and must not exceed the page. */
const LARGE = 512 * 1024

/** Takes a picture of the whole page, with half as many pixels per side if it would be large. */
export async function takeScreenshot(send: CdpTarget['send'], viewportWidth: number): Promise<Screenshot> {
  const { cssContentSize } = Metrics.parse(await send('Page.getLayoutMetrics'))
  const width = Math.max(1, Math.min(viewportWidth, Math.ceil(cssContentSize.width)))
  const height = Math.max(1, Math.min(HIGHEST, Math.ceil(cssContentSize.height)))
  const take = async (scale: number): Promise<Buffer> => {
    const clip = { x: 0, y: 0, width, height, scale }
    const how = { format: 'webp', quality: 80, captureBeyondViewport: true, optimizeForSpeed: true }
    return Buffer.from(Picture.parse(await send('Page.captureScreenshot', { ...how, clip })).data, 'base64')
  }
  const whole = await take(1)
  return { type: 'image/webp', width, height, bytes: whole.length <= LARGE ? whole : await take(0.5) }
}
