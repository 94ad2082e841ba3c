/**
 * Measures the opening of real pages in Chromium (frame, tint, all) beside the browser's time: `npx playwright test --project=bench open`.
 * Prints figures beside the limits and fails nothing. With PROFILE=folder a CPU profile of each page is written there.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type Page } from '@playwright/test'
import { openAddress, ready, settled } from '../app'
import { showEverything } from '../one-window'
import { benchHost, REAL_PAGES } from './real-page'

const ROUNDS = 7

/** Pages with the seconds that opening them may take. */
const BARS = [
  { name: '4041', times: 1, bar: 600 },
  { name: '0649', times: 1, bar: 1200 },
  { name: '2875', times: 1, bar: 1400 },
  { name: '2875', times: 4, bar: 3000 },
]

const { lines, urlOf, pathOf } = benchHost('open', `; milliseconds, median (least) of ${ROUNDS - 1}`)

test.describe.configure({ timeout: 120_000 })

const figure = (values: readonly number[]): string => {
  const sorted = [...values].sort((a, b) => a - b)
  return `${(sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN).toFixed(0)} (${(sorted[0] ?? Number.NaN).toFixed(0)})`
}

/** Milliseconds until the browser itself has loaded a page from the disk and drawn it. */
async function loadedAlone(page: Page, path: string): Promise<number> {
  await page.goto(`file://${path}`)
  return page.evaluate(() => new Promise<number>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))))
}

/** Opens a page and waits until all of it is drawn. */
async function open(page: Page, path: string): Promise<void> {
  await page.evaluate(() => {
    performance.clearMeasures()
    Object.assign(window, { longest: [] as number[] })
  })
  await openAddress(page, path)
  const isThere = () => ['', '.tint'].every((phase) => performance.getEntriesByName(`boilerscope.open${phase}`).length > 0)
  // Polled rarely: polling in each frame would make the window draw sixty frames per second.
  await page.waitForFunction(isThere, undefined, { timeout: 120_000, polling: 250 })
  await settled(page)
}

/** Durations of the window's opening measures by name, also until the page is visible in its frame, and of long tasks. */
const told = (page: Page): Promise<{ measures: readonly (readonly [string, number])[]; long: number[] }> =>
  page.evaluate(() => {
    const measures = performance
      .getEntriesByType('measure')
      .filter(({ name }) => name.startsWith('boilerscope.open'))
      .map(({ name, duration }) => [name.replace('boilerscope.', ''), duration] as const)
    const start = performance.getEntriesByName('boilerscope.open')[0]?.startTime ?? Number.NaN
    const frame = document.querySelector<HTMLIFrameElement>('[data-testid="page-view"]')?.contentWindow?.performance
    const seen = frame?.getEntriesByName('first-contentful-paint')[0]
    if (frame && seen) measures.unshift(['open.seen', frame.timeOrigin + seen.startTime - performance.timeOrigin - start])
    return { measures, long: (window as unknown as { longest: number[] }).longest }
  })

for (const { name, times, bar } of BARS) {
  test(`open ${name}${times > 1 ? ` ${times} times` : ''}`, async ({ page, browser }) => {
    test.skip(!existsSync(REAL_PAGES), 'the data beside the checkout is not there')
    const path = pathOf(name, times)
    // No network: only the page is measured.
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
    const session = process.env.PROFILE === undefined ? null : await page.context().newCDPSession(page)
    const taken = new Map<string, number[]>()
    const add = (key: string, value: number): void => void taken.set(key, [...(taken.get(key) ?? []), value])
    let long: number[] = []
    for (let i = 0; i < ROUNDS; i++) {
      const alone = await loadedAlone(plain, path)
      // A user waits between two pages; during this time the host prepares a blank page.
      await page.waitForTimeout(1500)
      if (i === ROUNDS - 1) {
        await session?.send('Profiler.enable')
        await session?.send('Profiler.start')
      }
      await open(page, path)
      if (session && i === ROUNDS - 1) {
        const { profile } = await session.send('Profiler.stop')
        writeFileSync(join(process.env.PROFILE ?? '', `open-${name}-${times}.cpuprofile`), JSON.stringify(profile))
      }
      const { measures, long: tasks } = await told(page)
      const hostTold = (await page.locator('.run-result').getAttribute('title')) ?? ''
      // The first warms up the browsers.
      if (i === 0) continue
      add('the browser alone', alone)
      for (const [measure, value] of measures) add(measure, value)
      for (const [, phase, value] of hostTold.matchAll(/^(\w+): ([\d.,]+) ms$/gm)) add(`host ${phase}`, Number(value?.replaceAll(',', '')))
      long = tasks
    }
    await plain.close()
    const count = (await page.locator('.run-result').getAttribute('title'))?.split('\n')[0]
    const wholes = taken.get('open')?.map((open, i) => Math.max(open, taken.get('open.tint')?.[i] ?? Number.NaN)) ?? []
    const [whole = Number.NaN] = wholes.sort((a, b) => a - b)
    lines.push(
      '',
      `${name}${times > 1 ? ` × ${times}` : ''}, ${count}: ${whole <= bar ? 'within' : 'BEYOND'} the bar of ${bar} ms; long tasks of the window: ${long.join(', ')} ms`,
    )
    for (const [key, values] of taken) lines.push(`  ${key.padEnd(20)} ${figure(values).padStart(14)}`)
  })
}
