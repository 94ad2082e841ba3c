import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCaptureServer, type CaptureServer } from '../capture/capture-server'
import { LIMITS } from './limits'
import { createChromiumTargets } from './targets'

const targets = createChromiumTargets()
let server: CaptureServer
beforeAll(async () => void (server = await startCaptureServer()))
afterAll(() => Promise.all([targets.close(), server.close()]))

describe('what version 9 cannot do', () => {
  for (const { reason, can } of LIMITS)
    test(reason, async () => {
      const page = await targets.open()
      await page.guard(() => Promise.resolve(true))
      await page.send('Page.enable')
      await page.send('Page.navigate', { url: `${server.origin}/missing` })
      expect(await can(page, server.origin)).toBe(false)
      await page.destroy()
    })
})
