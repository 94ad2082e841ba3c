/**
 * Measures 40 moves of λ in Chromium: `npx playwright test --project=bench drag`. A value beyond its limit is no failure. PROFILE=folder
 * writes a CPU profile of each drag.
 */
import { existsSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { openAddress, ready, settled } from '../app'
import { showEverything } from '../one-window'
import { benchHost, REAL_PAGES, startProfile } from './real-page'

const MOVES = 40

const { lines, urlOf, pathOf } = benchHost('drag')

test.describe.configure({ timeout: 300_000 })

const quantile = (values: readonly number[], q: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN
}

async function recordFrames(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const watch = { gaps: [] as number[], on: true, last: performance.now() }
    Object.assign(window, { dragFrames: watch })
    const tick = (now: number): void => {
      watch.gaps.push(now - watch.last)
      watch.last = now
      if (watch.on) requestAnimationFrame(tick)
    }
    requestAnimationFrame((now) => {
      watch.last = now
      requestAnimationFrame(tick)
    })
  })
  return () =>
    page.evaluate(() => {
      const { dragFrames } = window as unknown as { dragFrames: { gaps: number[]; on: boolean } }
      dragFrames.on = false
      return dragFrames.gaps
    })
}

for (const { name, times, limit } of [
  { name: '0649', times: 1, limit: 34 },
  { name: '2875', times: 1, limit: 50 },
  { name: '2875', times: 4, limit: 100 },
])
  test(`λ is dragged on page ${name} × ${times}`, async ({ page }) => {
    test.skip(!existsSync(REAL_PAGES), '../shared/data is missing')
    await showEverything(page)
    await page.goto(urlOf())
    await ready(page)
    await page.evaluate(() => performance.clearMeasures())
    await openAddress(page, pathOf(name, times))
    await page.waitForFunction(() => performance.getEntriesByName('boilerscope.open').length > 0, undefined, { timeout: 120_000 })
    await settled(page)
    await page.waitForTimeout(1500)
    const nodes = await page
      .locator('.run-result')
      .getAttribute('title')
      .then((title) => title?.split('\n')[0])
    const opened = await page.evaluate(() => performance.getEntriesByName('boilerscope.open')[0]?.duration ?? Number.NaN)
    const slider = page.getByRole('slider', { name: 'λ, slider' }).first()
    const updates = (): Promise<number[]> =>
      page.evaluate(() => performance.getEntriesByName('boilerscope.update').map((entry) => entry.duration))
    const drag = async (): Promise<number> => {
      // Content above the slider can have grown and moved the slider out of view.
      await slider.scrollIntoViewIfNeeded()
      const box = await slider.boundingBox()
      if (!box) throw new Error('There is no slider.')
      const y = box.y + box.height / 2
      const xAt = (share: number): number => box.x + 8 + share * (box.width - 16)
      await page.mouse.move(xAt(0.5), y)
      await page.mouse.down()
      const start = performance.now()
      for (let i = 1; i <= MOVES; i++) await page.mouse.move(xAt(0.5 + 0.45 * Math.sin((i / MOVES) * 2 * Math.PI)), y)
      await page.mouse.up()
      await settled(page)
      return performance.now() - start
    }
    await drag()
    expect(await updates(), 'the slider was moved').not.toEqual([])
    await page.waitForTimeout(1500)
    await page.evaluate(() => performance.clearMeasures())
    const stopProfile = await startProfile(page, `drag-${name}-${times}`)
    const endRecord = await recordFrames(page)
    const total = await drag()
    const gaps = await endRecord()
    await stopProfile()
    const drawn = await updates()
    const ms = (value: number): string => `${value.toFixed(0)} ms`
    const worst = Math.max(...gaps)
    lines.push(
      `${name} × ${times}, ${nodes}, opened in ${ms(opened)}: ${MOVES} moves in ${ms(total)} (${total <= 2000 ? 'within' : 'BEYOND'} 2 s), worst frame ${ms(worst)} (${worst <= limit ? 'within' : 'BEYOND'} ${limit} ms), ` +
        `p95 frame ${ms(quantile(gaps, 0.95))}, ${gaps.filter((gap) => gap > limit).length} of ${gaps.length} frames beyond; ${drawn.length} results drawn, λ to drawn p50 ${ms(quantile(drawn, 0.5))}, p95 ${ms(quantile(drawn, 0.95))}`,
    )
  })
