import { expect, openSample, pageView, ready, selectBySearch, test, treeRow } from './app'

test('forced colours show the chosen item', { tag: '@long' }, async ({ app }) => {
  await app.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await treeRow(app, 'article.story').click()
  const edges = (selector: string): Promise<string[]> =>
    app.locator(selector).evaluateAll((elements) => elements.map((element) => getComputedStyle(element).outlineStyle))
  for (const chosen of [
    '[role="treeitem"][aria-selected="true"]',
    '.segments [aria-pressed="true"]',
    '[role="tab"][aria-selected="true"]',
  ]) {
    const styles = await edges(chosen)
    expect(styles.length).toBeGreaterThan(0)
    expect(styles).not.toContain('none')
  }
})

test('forced colours fade dropped text into the background, dark or light', { tag: '@long' }, async ({ app }) => {
  const veil = (): Promise<number[]> =>
    app
      .locator('.page-overlay')
      .evaluate((canvas: HTMLCanvasElement) => [...(canvas.getContext('2d')?.getImageData(2, 2, 1, 1).data ?? [])])
  await expect.poll(veil).toEqual([255, 255, 255, 133])
  await app.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await expect.poll(veil).toEqual([0, 0, 0, 133])
})

test('with reduced motion, nothing moves without an action', async ({ page, host }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(host.url)
  await ready(page)
  const longest = (): Promise<number> =>
    page.evaluate(() => {
      const seconds = (list: string): number =>
        Math.max(0, ...list.split(',').map((part) => parseFloat(part) * (part.trim().endsWith('ms') ? 0.001 : 1) || 0))
      return Math.max(
        ...[...document.querySelectorAll('*')].map((element) => {
          const style = getComputedStyle(element)
          return style.animationName === 'none'
            ? seconds(style.transitionDuration)
            : Math.max(seconds(style.animationDuration), seconds(style.transitionDuration))
        }),
      )
    })
  expect(await longest()).toBeLessThanOrEqual(0.01)
  await selectBySearch(page, 'body > footer')
  await expect(pageView(page).locator('footer')).toBeInViewport()
})

test('with reduced motion, changes by a parameter are marked on the page and in the tree, without fading', async ({ page, host }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(host.url)
  await ready(page)
  await expect(page.getByRole('tree')).toBeVisible()
  // Marks disappear soon, so observers record the marks.
  await page.evaluate(() => {
    const marks: { opacities: unknown[]; row: string; colour: string } = { opacities: [], row: '', colour: '' }
    Object.assign(window, { recordedMarks: marks })
    const flash = document.querySelector<HTMLCanvasElement>('.page-flash')
    const tree = document.querySelector('[role="tree"]')
    if (!flash || !tree) return
    new MutationObserver(() => {
      const effect = flash.getAnimations()[0]?.effect
      if (!flash.hidden && effect instanceof KeyframeEffect) marks.opacities = effect.getKeyframes().map((frame) => frame.opacity)
    }).observe(flash, { attributes: true })
    new MutationObserver(() => {
      const row = tree.querySelector<HTMLElement>('[data-changed="in"]')
      if (!row || !tree.hasAttribute('data-flash')) return
      marks.row = row.textContent ?? ''
      marks.colour = getComputedStyle(row).backgroundColor
    }).observe(tree, { attributes: true, subtree: true })
  })
  await page.getByRole('group', { name: 'Parameters' }).getByRole('textbox', { name: 'λ', exact: true }).fill('0.2')
  await expect(page.locator('.param-won')).toHaveText(/^\+\d/)
  const marks = (): Promise<{ opacities: string[]; row: string; colour: string }> =>
    page.evaluate(() => (window as unknown as { recordedMarks: Awaited<ReturnType<typeof marks>> }).recordedMarks)
  await expect.poll(async () => [...new Set((await marks()).opacities)]).toEqual(['0.45'])
  await selectBySearch(page, '.motto')
  await page.getByRole('group', { name: 'Parameters' }).getByRole('textbox', { name: 'λ', exact: true }).fill('1')
  await expect(page.locator('.param-lost')).toHaveText(/^−\d/)
  await page.getByRole('group', { name: 'Parameters' }).getByRole('textbox', { name: 'λ', exact: true }).fill('0.2')
  await expect.poll(async () => (await marks()).row).toContain('motto')
  expect((await marks()).colour).not.toBe('rgba(0, 0, 0, 0)')
})

test('at a zoom of 200 %, the user reaches every panel, the toolbar and the status', { tag: '@long' }, async ({ page, host }) => {
  // At 200 %, a window of 1440 × 900 has 720 × 450 CSS pixels.
  await page.setViewportSize({ width: 720, height: 450 })
  await page.goto(host.url)
  await ready(page)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight),
  ).toBe(true)
  const panels = page.getByRole('tablist', { name: 'Panels' })
  for (const name of ['Page', 'Tree', 'Why', 'Parameters', 'Chart', 'Text', 'Source', 'Verdict']) {
    await test.step(name, async () => {
      await panels.getByRole('tab', { name, exact: true }).click()
      const panel = page.getByRole('tabpanel')
      await expect(panel).toBeVisible()
      const box = await panel.boundingBox()
      expect(box?.height).toBeGreaterThan(120)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(720.5)
    })
  }
  for (const name of ['Export', 'Search', 'Show']) {
    const button = page.getByRole('button', { name, exact: true })
    await button.scrollIntoViewIfNeeded()
    await expect(button).toBeInViewport({ ratio: 0.9 })
  }
  for (const control of [
    page.getByRole('combobox', { name: 'Extractor' }),
    page.getByRole('textbox', { name: /address/i }),
    page.getByRole('group', { name: 'Workspace' }).getByRole('button', { name: 'Compare' }),
  ]) {
    await control.scrollIntoViewIfNeeded()
    await expect(control).toBeInViewport({ ratio: 0.9 })
  }
  await openSample(page, 'Forum thread')
  await panels.getByRole('tab', { name: 'Tree', exact: true }).click()
  await treeRow(page, 'body').click()
  await panels.getByRole('tab', { name: 'Why', exact: true }).click()
  await expect(page.locator('.why-sentence')).toHaveText(/^(Kept|Contains kept text|Dropped)/)
  await page.keyboard.press('Control+/')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeInViewport()
})

test('each control shows its focus by an outline or another mark', async ({ app }) => {
  await app.getByRole('textbox', { name: /address/i }).focus()
  const invisible: string[] = []
  for (let i = 0; i < 30; i++) {
    await app.keyboard.press('Tab')
    const stop = await app.evaluate(() => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement) || element === document.body || element.tagName === 'IFRAME') return null
      const style = getComputedStyle(element)
      const outlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0
      // A focused separator has a filled strip instead of an outline.
      const filled = element.role === 'separator' && getComputedStyle(element, '::after').backgroundColor !== 'rgba(0, 0, 0, 0)'
      const isMarked = outlined || filled || style.boxShadow !== 'none'
      return isMarked ? null : element.outerHTML.slice(0, 120)
    })
    if (stop !== null) invisible.push(stop)
  }
  expect(invisible).toEqual([])
})
