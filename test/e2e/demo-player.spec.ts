import { expect, fromMenu, pickExtractor, test } from './app'
import { demonstrate, moment, caption } from './demonstrating'

test('a user plays and pauses a run, and steps forward and back to the same moment', { tag: ['@static', '@electron'] }, async ({ app }) => {
  await demonstrate(app)
  await expect(caption(app)).toContainText('Scripts, styles, comments')
  await app.getByRole('button', { name: 'Play' }).click()
  await expect.poll(() => moment(app).inputValue()).not.toBe('0')
  await app.getByRole('button', { name: 'Pause' }).click()
  const here = Number(await moment(app).inputValue())
  const before = await caption(app).textContent()
  await app.keyboard.press('ArrowRight')
  await expect(moment(app)).toHaveValue(String(here + 1))
  await app.keyboard.press('ArrowLeft')
  await expect(moment(app)).toHaveValue(String(here))
  await expect(caption(app)).toHaveText(before ?? '')
  await app.keyboard.press('End')
  await expect(app.locator('.stage-rows-row[data-status="kept"], .stage-rows-row[data-status="path"]').first()).toBeVisible()
  await app.keyboard.press('Home')
  await expect(moment(app)).toHaveValue('0')
})

test('the space bar plays after any click', async ({ app }) => {
  await demonstrate(app)
  const playing = () => app.getByRole('button', { name: 'Pause' })
  const stopped = () => app.getByRole('button', { name: 'Play', exact: true })
  const playsAndStops = async (): Promise<void> => {
    await app.keyboard.press('Space')
    await expect(playing()).toBeVisible()
    await app.keyboard.press('Space')
    await expect(stopped()).toBeVisible()
  }
  // The button of the workspace has the focus.
  await playsAndStops()
  await app.getByRole('button', { name: 'Two at once' }).click()
  await expect(app.locator('.stage-stage')).toHaveCount(2)
  await playsAndStops()
  await expect(app.locator('.stage-stage')).toHaveCount(2)
  // The space bar plays from the moment two steps after a chapter.
  await app.locator('.transport-chapters button', { hasText: /^threshold$/ }).click()
  const at = Number(await moment(app).inputValue())
  await app.keyboard.press('ArrowRight')
  await app.keyboard.press('ArrowRight')
  await playsAndStops()
  expect(Number(await moment(app).inputValue())).toBeGreaterThanOrEqual(at + 2)
  // The space bar also plays if the list of speeds has the focus, and after a click on the slider.
  await app.getByLabel('Speed').selectOption('2')
  await app.getByLabel('Speed').evaluate((e: HTMLElement) => e.focus())
  await moment(app).click({ position: { x: 8, y: 8 } })
  await playsAndStops()
})

test('the space bar presses a button that has the keyboard focus', async ({ app }) => {
  await demonstrate(app)
  await app.keyboard.press('Shift+Tab')
  await app.keyboard.press('Tab')
  const two = app.getByRole('button', { name: 'Two at once' })
  for (let i = 0; i < 60 && !(await two.evaluate((e) => e === document.activeElement)); i++) await app.keyboard.press('Tab')
  await expect(two).toBeFocused()
  await app.keyboard.press('Space')
  await expect(app.locator('.stage-stage')).toHaveCount(2)
  await expect(app.getByRole('button', { name: 'Pause' })).toHaveCount(0)
})

test('two runs of one extractor use different values, and stay in the same chapter', async ({ app }) => {
  await demonstrate(app)
  const captions = app.locator('.stage-caption')
  await app.getByRole('button', { name: 'Two at once' }).click()
  await pickExtractor(app, 'CECTD-DS', 'Second run')
  await fromMenu(app, 'More', 'Parameters')
  const field = (side: string) =>
    app.getByRole('group', { name: `${side}: CECTD-DS`, exact: true }).getByRole('textbox', { name: 'λ', exact: true })
  await field('Right').fill('0.2')
  await expect(captions.nth(0)).toContainText('CECTD-DS (λ: 1)')
  await expect(captions.nth(1)).toContainText('CECTD-DS (λ: 0.2)')
  await field('Left').fill('1.8')
  await expect(captions.nth(0)).toContainText('CECTD-DS (λ: 1.8)')
  await expect(field('Right')).toHaveValue('0.2')
  await app.locator('.transport-chapters button', { hasText: /^threshold$/ }).click()
  await expect(captions.nth(0)).toContainText('threshold')
  await expect(captions.nth(1)).toContainText('CECTD-DS (λ: 0.2) · threshold')
  await app.getByRole('group', { name: 'Right: CECTD-DS', exact: true }).getByRole('button', { name: 'Reset all' }).click()
  await expect(captions.nth(1)).toContainText('CECTD-DS (λ: 1)')
})

test('a changed example changes the run: CETD’s Example 2', async ({ app }) => {
  await demonstrate(app)
  await pickExtractor(app, 'CETD-DS')
  await app.getByRole('button', { name: 'Edit example' }).click()
  await expect(app.getByLabel('HTML of the example')).toBeVisible()
  await expect(app.locator('.stage-rows-row', { hasText: 'div.articleHeadline' })).toBeVisible()
  await app.locator('.transport-chapters button', { hasText: /^density$/ }).click()
  await app.keyboard.press('Shift+ArrowRight')
  await expect(app.locator('.stage-rows-row', { hasText: 'div.main' })).toContainText('21.25')
  const editor = app.getByLabel('HTML of the example')
  await editor.fill((await editor.inputValue()).replace('South Korea', 'North and South Korea'))
  // The text has ten more characters: 95 / 4.
  await expect(app.locator('.stage-rows-row', { hasText: 'div.main' })).toContainText('23.75')
  await editor.fill('')
  await expect(app.getByText('Type some HTML, or choose an example.')).toBeVisible()
})

test('the stage explains a selected node and the terms of its sum, and keeps its moment after a visit to Inspect', async ({ app }) => {
  await demonstrate(app)
  await app.locator('.transport-chapters button', { hasText: /^target$/ }).click()
  const here = await moment(app).inputValue()
  // The target is in view. The first rows of the page are above the view and are not drawn.
  await app.locator('.stage-rows-list').evaluate((tree) => tree.scrollTo(0, 0))
  await app.locator('.stage-rows-row', { hasText: 'div.top' }).click()
  const explained = app.getByRole('region', { name: /^Explained: / })
  await expect(explained).toContainText('Dropped: it has density 4.401, but needs')
  const card = app.getByRole('group', { name: 'Formula' })
  await expect(card).toContainText('= 3.784 div = 3.784')
  // Page and tree mark the term's node under the pointer. A click selects the node.
  await card.getByRole('button', { name: 'div', exact: false }).first().hover()
  await expect(app.locator('.stage-rows-row[data-pointed="true"]')).toHaveCount(1)
  await card.getByRole('button', { name: 'div', exact: false }).first().click()
  await expect(explained).toHaveAttribute('aria-label', 'Explained: div')
  await explained.getByRole('button', { name: /Inspect/ }).click()
  await expect(app.getByRole('treeitem', { selected: true })).toContainText('div')
  await app.getByRole('button', { name: 'Demonstrate' }).click()
  await expect(moment(app)).toHaveValue(here)
  await expect(explained).toHaveAttribute('aria-label', 'Explained: div')
  await app.keyboard.press('Escape')
  await expect(explained).toHaveCount(0)
  // A click on a line of the pseudocode moves to the next moment that executes the line.
  await app.getByRole('list', { name: 'Pseudocode' }).getByRole('button', { name: 'MarkContent(T)' }).click()
  await expect(caption(app)).toContainText('mark')
})

test('lecture mode enlarges text and formulas, and the same key ends lecture mode', async ({ app }) => {
  await demonstrate(app)
  await app.keyboard.press('l')
  await expect(app.locator('.demo')).toHaveAttribute('data-lecture', 'true')
  expect(await caption(app).evaluate((e) => parseFloat(getComputedStyle(e).fontSize))).toBeGreaterThanOrEqual(24)
  // Lecture mode shows the large part and one other part, and offers other tours.
  const parts = app.locator('[data-part]').filter({ visible: true })
  await expect(parts).toHaveCount(2)
  await app.getByRole('combobox', { name: 'Tour' }).selectOption('cetd')
  for (let stop = 1; stop < 5; stop++) await app.getByRole('button', { name: 'Next' }).click()
  await expect(app.locator('[data-large="true"]')).toHaveAttribute('data-part', 'formula')
  await expect(parts).toHaveCount(2)
  // At a quarter of the size, numbers of the caption are nine pixels high. The formula fills its card.
  const least = (selector: string): Promise<number> =>
    app.locator(selector).evaluateAll((all) => Math.min(...all.map((each) => parseFloat(getComputedStyle(each).fontSize))))
  expect(await least('.stage-caption b')).toBeGreaterThanOrEqual(34)
  expect(await least('[data-large="true"] .math-display')).toBeGreaterThanOrEqual(28)
  await app.keyboard.press('l')
  await expect(app.locator('.demo')).toHaveAttribute('data-lecture', 'false')
})

test('in a low window, steps do not scroll the stage', { tag: '@long' }, async ({ app }) => {
  await app.setViewportSize({ width: 640, height: 360 })
  await demonstrate(app)
  const top = async () => (await app.locator('.stage-caption').first().boundingBox())?.y
  const before = await top()
  for (let i = 0; i < 12; i++) await app.keyboard.press('ArrowRight')
  await expect(moment(app)).toHaveValue('12')
  await expect.poll(top).toBe(before)
  await expect(app.locator('[aria-current="step"]').first()).toBeVisible()
})

test('in a low window, a tour shows its part below the caption and its text above the player', { tag: '@long' }, async ({ app }) => {
  await app.setViewportSize({ width: 640, height: 360 })
  await demonstrate(app)
  await app.getByLabel('Tour').selectOption('cetd')
  await expect(app.locator('[data-look="true"]')).toBeInViewport({ ratio: 0.9 })
  await expect(caption(app)).toBeInViewport({ ratio: 1 })
  const text = await app.getByRole('region', { name: /^Tour: / }).boundingBox()
  const player = await app.getByRole('toolbar', { name: 'Player' }).boundingBox()
  expect(player?.y).toBeGreaterThanOrEqual((text?.y ?? Infinity) + (text?.height ?? 0))
})
