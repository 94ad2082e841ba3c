import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { LEAST, placeWindow } from '../../electron/services/window-place'
import { forAll } from '../fixtures/for-all'
import { serveHere } from '../fixtures/listen'
import { findUpdate } from '../../electron/main/app-window'

const AREA = { x: 0, y: 25, width: 1366, height: 700 }

test('the first window has its usual size in the middle of the display, limited to the display', () => {
  expect(placeWindow(null, { x: 0, y: 0, width: 2560, height: 1440 })).toEqual({ x: 560, y: 270, width: 1440, height: 900 })
  expect(placeWindow(null, AREA)).toEqual({ x: 0, y: 25, width: 1366, height: 700 })
})

test('a window from a disconnected display moves to a connected display', () =>
  expect(placeWindow({ x: 3000, y: -900, width: 1000, height: 600 }, AREA)).toEqual({ x: 366, y: 25, width: 1000, height: 600 }))

test('a window never leaves a display that is large enough for it', () => {
  const side = fc.integer({ min: -5000, max: 5000 })
  const bounds = fc.record({ x: side, y: side, width: fc.integer({ min: 1, max: 9000 }), height: fc.integer({ min: 1, max: 9000 }) })
  const area = fc.record({ x: side, y: side, width: fc.integer({ min: 800, max: 6000 }), height: fc.integer({ min: 560, max: 4000 }) })
  forAll(bounds, area, (kept, display) => {
    const placed = placeWindow(kept, display)
    expect(placed.width).toBeGreaterThanOrEqual(LEAST.width)
    expect(placed.x).toBeGreaterThanOrEqual(display.x)
    expect(placed.y).toBeGreaterThanOrEqual(display.y)
    expect(placed.x + placed.width).toBeLessThanOrEqual(display.x + display.width)
    expect(placed.y + placed.height).toBeLessThanOrEqual(display.y + display.height)
  })
})

const { url: source, close } = await serveHere((request, response) => {
  if (request.url === '/releases/latest') response.writeHead(302, { Location: '/releases/tag/v0.10.0' })
  response.end()
})
afterAll(close)

test.each([
  ['0.9.3', true],
  ['0.10.0', false],
  ['1.0.0', false],
])('version %s has an update: %s', async (version, hasUpdate) => {
  expect(await findUpdate(source, version)).toBe(hasUpdate ? `${source}/releases/tag/v0.10.0` : null)
})
