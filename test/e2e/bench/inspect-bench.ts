/**
 * What a person waits for in the inspect workspace, measured in Chromium over the browser host. Prints figures beside the bars
 * of the design; it judges, but fails nothing, since the figures are those of the machine: `npx playwright test --project=bench`.
 */
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type Page } from '@playwright/test'
import { extractorTemplate } from '../../../electron/services/own/new-extractor'
import { syntheticPage } from '../../bench/pages'
import { openAddress, ready, settled, startHost, type Host } from '../app'

let host: Host
let child: ChildProcess
let folder: string
/** An extractor of one's own. */
let own: string
const lines: string[] = []

test.describe.configure({ timeout: 600_000 })

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'boilerscope-bench-'))
  own = join(folder, 'bench-method.ts')
  writeFileSync(own, extractorTemplate('bench-method'))
  const started = await startHost(['--extractor', own], { BOILERSCOPE_DATA: folder })
  host = started.host
  child = started.process
  const load = loadavg()[0] ?? 0
  lines.push(`${cpus()[0]?.model ?? 'processor'}, ${cpus().length} cores; load before the start ${load.toFixed(1)}`)
})
test.afterAll(() => {
  child.removeAllListeners('exit')
  child.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
  console.log(`\n${lines.join('\n')}\n`)
})

function generated(nodes: number, variant = 0): string {
  const path = join(folder, `page-${nodes}-${variant}.html`)
  writeFileSync(path, syntheticPage(nodes).replace('<title>', `<title>${variant} `))
  return path
}

async function start(page: Page): Promise<void> {
  await page.goto(host.url)
  await ready(page)
  // The sample's own opening ends with its page, after that.
  await page.waitForFunction(() => performance.getEntriesByName('boilerscope.open').length > 0)
}

async function open(page: Page, path: string): Promise<void> {
  await page.evaluate(() => performance.clearMeasures())
  await openAddress(page, path)
  await page.waitForFunction(() => performance.getEntriesByName('boilerscope.open').length > 0, undefined, { timeout: 120_000 })
  await settled(page)
}

const quantile = (values: readonly number[], q: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN
}
const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`
const judged = (value: number, bar: number): string => `${value <= bar ? 'within' : 'BEYOND'} the bar of ${bar}`

/** Milliseconds that the browser itself takes to load a page from the disk and draw it, median of 5. */
async function loadedAlone(window: Page, path: string): Promise<number> {
  const page = await window.context().newPage()
  const taken: number[] = []
  for (let i = 0; i < 6; i++) {
    await page.goto(`file://${path}`)
    const drawn = await page.evaluate(
      () => new Promise<number>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))),
    )
    if (i > 0) taken.push(drawn)
  }
  await page.close()
  return quantile(taken, 0.5)
}

/** Durations of the measures of a name. */
const measured = (page: Page, name: string): Promise<number[]> =>
  page.evaluate((wanted) => performance.getEntriesByName(wanted).map((entry) => entry.duration), name)

for (const nodes of [10_000, 50_000]) {
  test(`open and change a page of ${nodes} nodes`, async ({ page }) => {
    await start(page)
    const path = generated(nodes)
    const phases = ['open.load', 'open.transfer', 'open.extract', 'open.result', 'open.draw', 'open'] as const
    const runs = new Map<string, number[]>()
    const add = (name: string, value: number): void => void runs.set(name, [...(runs.get(name) ?? []), value])
    for (let i = 0; i < 6; i++) {
      // A person opens no page in the moment in which another was drawn: the host makes itself ready for the next one then.
      await page.waitForTimeout(1500)
      await open(page, path)
      // The first warms up the browsers.
      if (i === 0) continue
      for (const phase of phases) for (const value of await measured(page, `boilerscope.${phase}`)) add(phase, value)
      // What the host said about its part: loading in its browser, and parsing.
      const told = (await page.locator('.status-bar span', { hasText: 'opened in' }).getAttribute('title')) ?? ''
      for (const [, name, value] of told.matchAll(/^(\w+): ([\d.,]+) ms$/gm)) add(`host ${name}`, Number(value?.replaceAll(',', '')))
    }
    const count = await page.locator('.status-bar span').first().textContent()
    lines.push('', `open → drawn, ${count}, median of 5:`)
    const whole = quantile(runs.get('open') ?? [], 0.5)
    const alone = await loadedAlone(page, path)
    const openBar = Math.round(1.2 * alone + 300)
    const result = quantile(runs.get('open.result') ?? [], 0.5)
    lines.push(
      `  the browser alone  ${ms(alone)}; until the result is drawn ${ms(result)} (${judged(result, openBar)} ms, 1.2 × that + 300), ` +
        `the page in its frame, too: ${ms(whole)} (${judged(whole, openBar)})`,
    )
    for (const [name, values] of runs) lines.push(`  ${name.padEnd(16)} ${ms(quantile(values, 0.5)).padStart(9)}`)

    const bar = nodes === 10_000 ? 100 : 350
    const lambda = page.getByRole('group', { name: 'Parameters' }).getByRole('textbox', { name: 'λ', exact: true })
    const change = async (value: number): Promise<void> => {
      const before = (await measured(page, 'boilerscope.update')).length
      await lambda.fill(value.toFixed(2))
      await page.waitForFunction((n) => performance.getEntriesByName('boilerscope.update').length > n, before, { timeout: 60_000 })
    }
    for (let i = 0; i < 8; i++) await change(0.9 + i / 100)
    await page.evaluate(() => performance.clearMeasures())
    for (let i = 0; i < 60; i++) await change(i % 2 === 0 ? 0.2 + i / 100 : 1.8 - i / 100)
    const updates = await measured(page, 'boilerscope.update')
    const draws = await measured(page, 'boilerscope.update.draw')
    const p95 = quantile(updates, 0.95)
    lines.push(
      `changed λ → tree, page and chart drawn, ${updates.length} changes: p50 ${ms(quantile(updates, 0.5))}, p95 ${ms(p95)} (${judged(p95, bar)} ms); of it drawing p50 ${ms(quantile(draws, 0.5))}, p95 ${ms(quantile(draws, 0.95))}`,
    )

    const tree = page.getByRole('tree')
    await page.keyboard.press('Alt+2')
    await tree.press('Home')
    await tree.press('*')
    await settled(page)
    const scrolled = await framesOf(page, () =>
      tree.evaluate(
        (element) =>
          new Promise<void>((resolve) => {
            let left = 240
            const step = (): void => {
              element.scrollTop += 160
              left -= 1
              if (left > 0) requestAnimationFrame(step)
              else resolve()
            }
            requestAnimationFrame(step)
          }),
      ),
    )
    const box = await tree.boundingBox()
    const hovered = await framesOf(page, async () => {
      if (!box) return
      for (let y = 10; y < box.height - 10; y += 6) await page.mouse.move(box.x + 80 + (y % 40), box.y + y)
    })
    for (const [what, frames] of [
      ['tree scrolled, 240 frames of 160 px', scrolled],
      ['tree hovered from top to bottom', hovered],
    ] as const)
      lines.push(
        `${what}: longest frame ${ms(frames.longest)} (${judged(frames.longest, 50)} ms), p95 ${ms(frames.p95)}; longest work in one frame ${ms(frames.work)}`,
      )
  })
}

test('save an extractor of one’s own, on a page of 10000 nodes', async ({ page }) => {
  await start(page)
  await open(page, generated(10_000))
  await page.getByRole('combobox', { name: 'Extractor' }).selectOption('bench-method')
  await settled(page)
  const whole: number[] = []
  const untilAsked: number[] = []
  const drawing: number[] = []
  for (let i = 0; i < 45; i++) {
    await page.evaluate(() => performance.clearMeasures())
    const saved = Date.now()
    writeFileSync(own, `${extractorTemplate('bench-method')}// ${i}\n`)
    await page.waitForFunction(() => performance.getEntriesByName('boilerscope.update').length > 0, undefined, { timeout: 60_000 })
    const [asked, drawn] = await page.evaluate(() => {
      const [update] = performance.getEntriesByName('boilerscope.update')
      // Not timeOrigin, which does not follow when the machine's clock is set.
      const at = Date.now() - performance.now() + (update?.startTime ?? Number.NaN)
      return [at, at + (update?.duration ?? Number.NaN)] as const
    })
    await settled(page)
    // What the first saves load stays loaded.
    if (i < 5) continue
    drawing.push(...(await measured(page, 'boilerscope.update.draw')))
    whole.push(drawn - saved)
    untilAsked.push(asked - saved)
  }
  const p95 = quantile(whole, 0.95)
  lines.push(
    '',
    `saved → drawn, ${whole.length} saves: p50 ${ms(quantile(whole, 0.5))}, p95 ${ms(p95)} (${judged(p95, 300)} ms); of it until the window asks p50 ${ms(quantile(untilAsked, 0.5))}, p95 ${ms(quantile(untilAsked, 0.95))}, drawing p50 ${ms(quantile(drawing, 0.5))}, p95 ${ms(quantile(drawing, 0.95))}; load ${(loadavg()[0] ?? 0).toFixed(1)}`,
  )
})

/** Frames while something happens: the gaps between them, and the browser's own account of long ones. */
async function framesOf(page: Page, act: () => Promise<void>): Promise<{ longest: number; p95: number; work: number }> {
  await page.evaluate(() => {
    const watch = { gaps: [] as number[], work: 0, on: true, last: performance.now() }
    Object.assign(window, { benchFrames: watch })
    const tick = (now: number): void => {
      watch.gaps.push(now - watch.last)
      watch.last = now
      if (watch.on) requestAnimationFrame(tick)
    }
    requestAnimationFrame((now) => {
      watch.last = now
      requestAnimationFrame(tick)
    })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) watch.work = Math.max(watch.work, entry.duration)
    }).observe({ type: 'long-animation-frame' })
  })
  await act()
  const { gaps, work } = await page.evaluate(() => {
    const { benchFrames } = window as unknown as { benchFrames: { gaps: number[]; work: number; on: boolean } }
    benchFrames.on = false
    return { gaps: benchFrames.gaps, work: benchFrames.work }
  })
  return { longest: Math.max(...gaps), p95: quantile(gaps, 0.95), work }
}

test('memory after opening and closing 50 pages', async ({ page }) => {
  await start(page)
  const session = await page.context().newCDPSession(page)
  const heap = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage')
    await session.send('HeapProfiler.collectGarbage')
    return (await session.send('Runtime.getHeapUsage')).usedSize / 2 ** 20
  }
  const resident = (): number => {
    try {
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024
    } catch {
      return Number.NaN
    }
  }
  const at: { readonly window: number; readonly host: number }[] = []
  for (let i = 1; i <= 50; i++) {
    await page.keyboard.press('Alt+t')
    await open(page, generated(10_000, i))
    await page.keyboard.press('Alt+w')
    await ready(page)
    if (i === 5 || i === 50) at.push({ window: await heap(), host: resident() })
  }
  const [early, late] = at
  if (!early || !late) return
  const growth = (late.window / early.window - 1) * 100
  lines.push(
    '',
    `memory of the window after opening and closing 5 pages ${early.window.toFixed(1)} MiB, 50 pages ${late.window.toFixed(1)} MiB: ${growth >= 0 ? '+' : ''}${growth.toFixed(1)} % (${judged(growth, 20)} %); host resident ${early.host.toFixed(0)} and ${late.host.toFixed(0)} MiB`,
  )
})
