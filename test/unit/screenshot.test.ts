import { describe, expect, it } from 'vitest'
import { captureScreenshot } from '../../electron/services/capture/cdp-target'

/** Maximum pixels per side of a WebP picture. For a larger picture, Chromium returns no bytes. */
const MOST_WEBP = 16_383

describe('the picture of a very long page', () => {
  it('has at most the height of a WebP picture', async () => {
    const send = async (method: string, params?: Readonly<Record<string, unknown>>): Promise<unknown> => {
      if (method === 'Page.getLayoutMetrics') return { cssContentSize: { width: 800, height: 40_000 } }
      const { height } = (params as { readonly clip: { readonly height: number } }).clip
      return { data: height > MOST_WEBP ? '' : btoa('picture') }
    }
    const picture = await captureScreenshot(send, 1280)
    expect(picture).toMatchObject({ width: 800, height: MOST_WEBP })
    expect(picture.bytes.length).toBeGreaterThan(0)
  })
})
