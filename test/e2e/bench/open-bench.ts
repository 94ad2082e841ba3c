/**
 * Measures how long Chromium needs to open real pages: `npx playwright test --project=bench open`. A value beyond its limit is no failure.
 * PROFILE=folder writes a CPU profile of each page.
 */
import { existsSync } from 'node:fs'
import { test, type Page } from '@playwright/test'
import { openAddress, ready, settled } from '../app'
import { showEverything } from '../one-window'
import { benchHost, REAL_PAGES, startProfile } from './real-page'

const ROUNDS = 7

const LIMITS = [
  { name: '4041', times: 1, limit: 600 },
  { name: '0649', times: 1, limit: 1200 },
  { name: '2875', times: 1, limit: 1400 },
  { name: '2875', times: 4, limit: 3000 },
]

const { lines, urlOf, pathOf } = benchHost('open', `; milliseconds, median (least) of ${ROUNDS - 1}`)

test.describe.configure({ timeout: 120_000 })

const figure = (values: readonly number[]): string => {
  const sorted = [...values].sort((a, b) => a - b)
  return `${(sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN).toFixed(0)} (${(sorted[0] ?? Number.NaN).toFixed(0)})`
}

async function timeAlone(page: Page, path: string): Promise<number> {
  await page.goto(`file://${path}`)
  return page.evaluate(() => new Promise<number>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))))
}

async function open(page: Page, path: string): Promise<void> {
  await page.evaluate(() => {
    performance.clearMeasures()
    Object.assign(window, { longest: [] as number[] })
  })
  await openAddress(page, path)
  const isThere = () => ['', '.tint'].every((phase) => performance.getEntriesByName(`boilerscope.open${phase}`).length > 0)
  // Polling per frame would make the window render sixty frames per second.
  await page.waitForFunction(isThere, undefined, { timeout: 120_000, polling: 250 })
  await settled(page)
}

/** Durations of the window's measures by name, and of long tasks. The measure `open.seen` ends when the page is visible. */
const durationsOf = (page: Page): Promise<{ measures: readonly (readonly [string, number])[]; long: number[] }> =>
  page.evaluate(() => {
    const measures = performance
      .getEntriesByType('measure')
      .filter(({ name }) => name.startsWith('boilerscope.open'))
      .map(({ name, duration }) => [name.replace('boilerscope.', ''), duration] as const)
    const start = performance.getEntriesByName('boilerscope.open')[0]?.startTime ?? Number.NaN
    const frame = document.querySelector<HTMLIFrameElement>('[data-testid="page-view"]')?.contentWindow?.performance
    const paint = frame?.getEntriesByName('first-contentful-paint')[0]
    if (frame && paint) measures.unshift(['open.seen', frame.timeOrigin + paint.startTime - performance.timeOrigin - start])
    return { measures, long: (window as unknown as { longest: number[] }).longest }
  })

for (const { name, times, limit } of LIMITS) {
  test(`open ${name}${times > 1 ? ` ${times} times` : ''}`, async ({ page, browser }) => {
    test.skip(!existsSync(REAL_PAGES), '../shared/data is missing')
    const path = pathOf(name, times)
    const plain = await (await browser.newContext({ offline: true })).newPage()
    await showEverything(page)
    await page.goto(urlOf())
    await ready(page)
    await page.waitForFunction(() => performance.getEntriesByName('boilerscope.open').length > 0)
    await page.evaluate(() =>
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) (window as unknown as { longest: number[] }).longest.push(Math.round(duration))
      }).observe({ type: 'longtask' }),
    )
    const durations = new Map<string, number[]>()
    const add = (key: string, value: number): void => void durations.set(key, [...(durations.get(key) ?? []), value])
    let long: number[] = []
    for (let i = 0; i < ROUNDS; i++) {
      const alone = await timeAlone(plain, path)
      // During the wait, the host prepares a blank page.
      await page.waitForTimeout(1500)
      const stopProfile = i === ROUNDS - 1 ? await startProfile(page, `open-${name}-${times}`) : null
      await open(page, path)
      await stopProfile?.()
      const { measures, long: tasks } = await durationsOf(page)
      const hostTimes = (await page.locator('.run-result').getAttribute('title')) ?? ''
      // The first round warms up the browsers and does not count.
      if (i === 0) continue
      add('only the browser', alone)
      for (const [measure, value] of measures) add(measure, value)
      for (const [, phase, value] of hostTimes.matchAll(/^(\w+): ([\d.,]+) ms$/gm)) add(`host ${phase}`, Number(value?.replaceAll(',', '')))
      long = tasks
    }
    await plain.close()
    const count = (await page.locator('.run-result').getAttribute('title'))?.split('\n')[0]
    const wholes = durations.get('open')?.map((open, i) => Math.max(open, durations.get('open.tint')?.[i] ?? Number.NaN)) ?? []
    const [whole = Number.NaN] = wholes.sort((a, b) => a - b)
    lines.push(
      '',
      `${name}${times > 1 ? ` × ${times}` : ''}, ${count}: ${whole <= limit ? 'within' : 'BEYOND'} the limit of ${limit} ms; long tasks of the window: ${long.join(', ')} ms`,
    )
    for (const [key, values] of durations) lines.push(`  ${key.padEnd(20)} ${figure(values).padStart(14)}`)
  })
}
