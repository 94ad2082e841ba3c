/** The demonstration: a run plays, steps, stops, compares, follows an edited example, and leaves as a video. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { command, copiedLink, expect, ready, test } from './app'
import { findings } from './axe'
import { figureInThreeFormats, inked, savedFile } from './figures'

async function demonstrate(app: Page): Promise<void> {
  await app.getByRole('button', { name: 'Demonstrate' }).click()
  await expect(app.locator('.stage-caption').first()).toBeVisible()
}

const moment = (app: Page) => app.getByRole('slider', { name: 'Moment' })
const caption = (app: Page) => app.locator('.stage-caption').first()

test('a person plays a run, pauses it, and steps exactly there and back', { tag: '@static' }, async ({ app }) => {
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
  await expect(app.locator('.stage-row[data-fate="kept"], .stage-row[data-fate="path"]').first()).toBeVisible()
  await app.keyboard.press('Home')
  await expect(moment(app)).toHaveValue('0')
})

test('the space bar plays, whatever was clicked before', async ({ app }) => {
  await demonstrate(app)
  const playing = () => app.getByRole('button', { name: 'Pause' })
  const stopped = () => app.getByRole('button', { name: 'Play', exact: true })
  const playsAndStops = async (): Promise<void> => {
    await app.keyboard.press('Space')
    await expect(playing()).toBeVisible()
    await app.keyboard.press('Space')
    await expect(stopped()).toBeVisible()
  }
  // The workspace’s own button has the focus.
  await playsAndStops()
  await app.getByRole('button', { name: 'Two at once' }).click()
  await expect(app.locator('.stage-stage')).toHaveCount(2)
  await playsAndStops()
  await expect(app.locator('.stage-stage')).toHaveCount(2)
  // A chapter, and two steps on: the space bar plays on from there.
  await app.locator('.transport-chapters button', { hasText: /^threshold$/ }).click()
  const at = Number(await moment(app).inputValue())
  await app.keyboard.press('ArrowRight')
  await app.keyboard.press('ArrowRight')
  await playsAndStops()
  expect(Number(await moment(app).inputValue())).toBeGreaterThanOrEqual(at + 2)
  // A list, and the slider.
  await app.getByLabel('Speed').selectOption('2')
  await app.getByLabel('Speed').evaluate((e: HTMLElement) => e.focus())
  await moment(app).click({ position: { x: 8, y: 8 } })
  await playsAndStops()
})

test('a button that was reached by keyboard is pressed by the space bar', async ({ app }) => {
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

test('playing stops at a step', async ({ app }) => {
  await demonstrate(app)
  await app.getByRole('button', { name: 'Breakpoints' }).click()
  await app
    .getByRole('checkbox', { name: /target$/ })
    .first()
    .check()
  await app.keyboard.press('Escape')
  await app.getByLabel('Speed').selectOption('8')
  await app.getByRole('button', { name: 'Play' }).click()
  await expect(app.getByRole('button', { name: 'Play' })).toBeVisible({ timeout: 20_000 })
  await expect(caption(app)).toContainText('target')
  await expect(app.getByRole('button', { name: 'Breakpoints (1)' })).toBeVisible()
})

test('a tour leads from stop to stop, with the keys of a remote control', async ({ app }) => {
  await demonstrate(app)
  await app.getByLabel('Tour').selectOption('textsweeper')
  const card = app.getByRole('region', { name: /^Tour: TextSweeper/ })
  await expect(card).toContainText('1 of 11')
  await expect(caption(app)).toContainText('remove', { timeout: 20_000 })
  for (let i = 0; i < 3; i++) await app.keyboard.press('PageDown')
  // The fourth stop asks first: a click is the answer, which is judged and then shown.
  await expect(card).toContainText('Which element will have the highest ratio?')
  await expect(card).not.toContainText('57.57')
  await app.locator('.stage-row', { hasText: 'div.body' }).first().click()
  await expect(card).toContainText('Not this div.body (text-to-tag ratio 55.5): another one, div.body (text-to-tag ratio 123.1).')
  await expect(card).toContainText('57.57')
  for (let i = 0; i < 2; i++) await app.keyboard.press('PageDown')
  await expect(card).toContainText('Tolerance')
  await expect(card).toContainText('86.19')
  await app.keyboard.press('PageUp')
  await expect(card).toContainText('The best node')

  // The speaker's notes follow in a window of their own.
  const [notes] = await Promise.all([app.waitForEvent('popup'), app.getByRole('button', { name: 'Notes' }).click()])
  await expect(notes.getByRole('heading', { name: 'The best node' })).toBeVisible()
  await expect(notes.getByText('Next: Tolerance, on the chart (key 3).')).toBeVisible()
  await expect(notes.getByText('Point at the page (key 1); on the card: text-to-tag ratio of div.body')).toBeVisible()
  await expect(notes.locator('.clock')).toContainText(/talk \d+:\d\d · here \d+:\d\d/)
  // Arrow keys work from here, too; what the wall shows then stands in the notes.
  await notes.keyboard.press('ArrowRight')
  await expect(notes.getByText(/^On the wall now: /)).toBeVisible()
  await notes.keyboard.press('ArrowLeft')
  await expect(notes.getByText(/^On the wall now: /)).toHaveCount(0)
  await notes.keyboard.press('PageDown')
  await expect(notes.getByRole('heading', { name: 'Tolerance' })).toBeVisible()
  await expect(card).toContainText('Tolerance')
})

test('a tour stays tied to its stage: whatever is changed, it offers the way back', async ({ app }) => {
  await demonstrate(app)
  await app.getByLabel('Tour').selectOption('cetd')
  const card = app.getByRole('region', { name: /^Tour: CETD/ })
  const back = card.getByRole('button', { name: 'Back to the tour' })
  // Eight stops on, one of which asks first: the key for its answer, too.
  for (let i = 0; i < 6; i++) await app.keyboard.press('PageDown')
  await expect(card).toContainText('Which element will have the largest sum?', { timeout: 20_000 })
  await app.keyboard.press('a')
  for (let i = 0; i < 2; i++) await app.keyboard.press('PageDown')
  await expect(card).toContainText('45.29', { timeout: 20_000 })
  const stop = await moment(app).inputValue()
  await expect(back).toHaveCount(0)
  // Moved within the run: what the stop says stays as it is.
  await app.keyboard.press('Home')
  await expect(back).toBeVisible()
  await expect(card).toContainText('45.29')
  await back.click()
  await expect(moment(app)).toHaveValue(stop)
  await expect(back).toHaveCount(0)
  // Another method: nothing is said of it that is true of CETD only.
  await app.locator('.demo-head select').first().selectOption('ttr')
  await expect(card).toContainText('The stage shows something else', { timeout: 20_000 })
  await expect(card).not.toContainText('45.29')
  await back.click()
  await expect(card).toContainText('45.29', { timeout: 20_000 })
  await expect(moment(app)).toHaveValue(stop)
})

test('the tours are offered at the first start, by keyboard too, and not again once that is answered', async ({ app }) => {
  const offer = app.getByRole('region', { name: 'First steps' })
  await expect(offer).toBeVisible()
  // It stands beside the page, not over it, and leaves the focus where it was.
  expect(await offer.evaluate((e) => e.contains(document.activeElement))).toBe(false)
  expect(await offer.evaluate((e) => getComputedStyle(e).position)).toBe('static')
  await offer.getByRole('button', { name: 'Choose a tour …' }).press('Enter')
  const dialog = app.getByRole('dialog', { name: 'Guided tours' })
  await expect(dialog.getByRole('listitem')).toHaveCount(5)
  // Closing the list is no answer.
  await app.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(offer.getByRole('button', { name: 'Choose a tour …' })).toBeFocused()
  await app.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: /^CETD/ })).toBeFocused()
  await app.keyboard.press('Enter')
  await expect(app.getByRole('region', { name: /^Tour: CETD/ })).toContainText('1 of', { timeout: 20_000 })
  await command(app, 'workspace: inspect')
  await expect(app.getByRole('tree')).toBeVisible()
  await expect(offer).toHaveCount(0)
  await app.reload()
  await ready(app)
  await command(app, 'workspace: inspect')
  await expect(offer).toHaveCount(0)
  await command(app, 'guided tours')
  await expect(dialog).toBeVisible()
})

test('the offer of the tours can be put away', async ({ app }) => {
  const offer = app.getByRole('region', { name: 'First steps' })
  await offer.getByRole('button', { name: 'Not now' }).focus()
  await app.keyboard.press('Escape')
  await expect(offer).toHaveCount(0)
  await app.reload()
  await ready(app)
  await expect(app.getByRole('tree')).toBeVisible()
  await expect(offer).toHaveCount(0)
})

test('two extractors stand in step', async ({ app }) => {
  await demonstrate(app)
  await app.getByRole('button', { name: 'Two at once' }).click()
  await app.locator('.demo-head select').nth(2).selectOption('cectd-s')
  await expect(app.locator('.stage-stage')).toHaveCount(2)
  await app.locator('.transport-chapters button', { hasText: /^threshold$/ }).click()
  await expect(app.locator('.stage-caption').nth(0)).toContainText('threshold')
  await expect(app.locator('.stage-caption').nth(1)).toContainText('CECTD-S · threshold')
})

test('one method stands beside itself with values of its own, and each side follows them', async ({ app }) => {
  await demonstrate(app)
  const captions = app.locator('.stage-caption')
  await app.getByRole('button', { name: 'Two at once' }).click()
  await app.getByRole('combobox', { name: 'beside', exact: true }).selectOption({ label: 'CECTD-DS' })
  await app.getByRole('button', { name: 'Parameters' }).click()
  const field = (side: string) =>
    app.getByRole('group', { name: `${side}: CECTD-DS`, exact: true }).getByRole('textbox', { name: 'λ', exact: true })
  await field('Right').fill('0.2')
  await expect(captions.nth(0)).toContainText('CECTD-DS (λ: 1)', { timeout: 20_000 })
  await expect(captions.nth(1)).toContainText('CECTD-DS (λ: 0.2)')
  await field('Left').fill('1.8')
  await expect(captions.nth(0)).toContainText('CECTD-DS (λ: 1.8)', { timeout: 20_000 })
  await expect(field('Right')).toHaveValue('0.2')
  await app.locator('.transport-chapters button', { hasText: /^threshold$/ }).click()
  await expect(captions.nth(0)).toContainText('threshold')
  await expect(captions.nth(1)).toContainText('CECTD-DS (λ: 0.2) · threshold')
  await app.getByRole('group', { name: 'Right: CECTD-DS', exact: true }).getByRole('button', { name: 'Reset all' }).click()
  await expect(captions.nth(1)).toContainText('CECTD-DS (λ: 1)', { timeout: 20_000 })
})

test('the run follows an example being edited: CETD’s Example 2', async ({ app }) => {
  await demonstrate(app)
  await app.locator('.demo-head select').first().selectOption('cetd-ds')
  await app.getByRole('button', { name: 'Edit a small example' }).click()
  await expect(app.getByLabel('HTML of the example')).toBeVisible()
  await expect(app.locator('.stage-row', { hasText: 'div.articleHeadline' })).toBeVisible({ timeout: 20_000 })
  await app.locator('.transport-chapters button', { hasText: /^density$/ }).click()
  await app.keyboard.press('Shift+ArrowRight')
  await expect(app.locator('.stage-row', { hasText: 'div.main' })).toContainText('21.25')
  const editor = app.getByLabel('HTML of the example')
  await editor.fill((await editor.inputValue()).replace('South Korea', 'North and South Korea'))
  // Ten characters more: 95 / 4.
  await expect(app.locator('.stage-row', { hasText: 'div.main' })).toContainText('23.75', { timeout: 20_000 })
  await editor.fill('')
  await expect(app.getByText('Type some HTML, or choose an example.')).toBeVisible()
})

test('the stage answers: a node is asked about, its sum leads to its terms, and Inspect and back keep the place', async ({ app }) => {
  await demonstrate(app)
  await app.locator('.transport-chapters button', { hasText: /^target$/ }).click()
  const here = await moment(app).inputValue()
  // The target is in view, the page's first rows are above it and not drawn.
  await app.locator('.stage-list').evaluate((tree) => tree.scrollTo(0, 0))
  await app.locator('.stage-row', { hasText: 'div.top' }).click()
  const asked = app.getByRole('region', { name: /^Asked about: / })
  await expect(asked).toContainText('Dropped, because its density 4.401 is below the limit')
  const card = app.getByRole('group', { name: 'Formula' })
  await expect(card).toContainText('= 3.784 div = 3.784')
  // A term of the sum: the page and the tree show where it comes from, and it is asked about in its turn.
  await card.getByRole('button', { name: 'div', exact: false }).first().hover()
  await expect(app.locator('.stage-row[data-pointed="true"]')).toHaveCount(1)
  await card.getByRole('button', { name: 'div', exact: false }).first().click()
  await expect(asked).toHaveAttribute('aria-label', 'Asked about: div')
  await app.keyboard.press('4')
  await expect(app.locator('.stage-stage')).toHaveAttribute('data-spotlight', 'formula')
  await app.keyboard.press('4')
  await asked.getByRole('button', { name: /Inspect/ }).click()
  await expect(app.getByRole('treeitem', { selected: true })).toContainText('div')
  await app.getByRole('button', { name: 'Demonstrate' }).click()
  await expect(moment(app)).toHaveValue(here)
  await expect(asked).toHaveAttribute('aria-label', 'Asked about: div')
  await app.keyboard.press('Escape')
  await expect(asked).toHaveCount(0)
  // A line of the pseudocode leads to the next moment at which it runs.
  await app.getByRole('list', { name: 'Pseudocode' }).getByRole('button', { name: 'MarkContent(T)' }).click()
  await expect(caption(app)).toContainText('mark')
  await app.keyboard.press('b')
  await expect(app.getByRole('button', { name: /^Blank/ })).toBeVisible()
  await app.keyboard.press('Escape')
  await expect(app.getByRole('button', { name: /^Blank/ })).toHaveCount(0)
})

test('lecture mode enlarges everything and ends with Escape', async ({ app }) => {
  await demonstrate(app)
  await app.keyboard.press('l')
  await expect(app.locator('.demo')).toHaveAttribute('data-lecture', 'true')
  expect(await caption(app).evaluate((e) => parseFloat(getComputedStyle(e).fontSize))).toBeGreaterThanOrEqual(24)
  await app.keyboard.press('l')
  await expect(app.locator('.demo')).toHaveAttribute('data-lecture', 'false')
})

test('a step leaves as a figure, whole or in part, and both runs where two play', { tag: '@machine' }, async ({ app }) => {
  test.slow()
  await demonstrate(app)
  await app.locator('.transport-chapters button', { hasText: /^threshold$/ }).click()
  const dialog = app.getByRole('dialog', { name: 'Figure of the stage' })
  const open = async (): Promise<void> => {
    await app.getByRole('button', { name: 'Export', exact: true }).click()
    await app.getByRole('button', { name: 'This step as a figure' }).click()
  }
  await test.step('with the page, the formula and its numbers, axes and a caption', async () => {
    await open()
    const png = await figureInThreeFormats(app, 'Figure of the stage', [
      /<image href="data:image\/png/,
      />nodes of the page, in order</,
      />45\.29</,
      />Step “threshold”, moment/,
    ])
    // The masthead of the page, dark across it, and the chart below it.
    expect(inked(png, 0.05, 0.05, 0.95, 0.5)).toBeGreaterThan(0.05)
    expect(inked(png, 0.05, 0.5, 0.95, 0.95)).toBeGreaterThan(0.01)
  })
  await test.step('both runs', async () => {
    await app.getByRole('button', { name: 'Two at once' }).click()
    await expect(app.locator('.stage-caption')).toHaveCount(2, { timeout: 20_000 })
    await open()
    await dialog.getByLabel('Place').selectOption({ label: 'Slide (254 mm)' })
    const { bytes } = await savedFile(app, async () => {
      await dialog.getByRole('button', { name: 'SVG', exact: true }).click()
      await dialog.getByRole('button', { name: 'Save SVG' }).click()
    })
    const second = await app.locator('.stage-caption strong').nth(1).textContent()
    expect(bytes.toString()).toContain((second ?? '').split(' · ')[0])
    await dialog.getByLabel('Place').selectOption({ label: 'One column (88 mm)' })
  })
})

test('a link reopens the exact step', async ({ app }) => {
  await demonstrate(app)
  await app.locator('.transport-chapters button', { hasText: /^threshold$/ }).click()
  const step = Number(await moment(app).inputValue())
  const told = await caption(app).textContent()
  await app.getByRole('button', { name: 'Export', exact: true }).click()
  await app.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await app.getByRole('button', { name: 'Copy a link to this step' }).click()
  const link = new URL(await copiedLink(app))
  const other = await app.context().newPage()
  await other.goto(link.href)
  await expect(moment(other)).toHaveValue(String(step), { timeout: 20_000 })
  await expect(caption(other)).toHaveText(told ?? '')
  // Followed in the window that has the page already: its step, its values and what plays beside it.
  await other.evaluate(() => {
    const query = new URLSearchParams(location.hash.slice(1))
    query.set('step', '7')
    query.append('set', 'lambda=0.4')
    query.set('beside', 'cetd-ds')
    location.hash = query.toString()
  })
  await expect(moment(other)).toHaveValue('6', { timeout: 20_000 })
  await expect(other.locator('.stage-caption').nth(1)).toContainText('CETD-DS', { timeout: 20_000 })
  await other.getByRole('button', { name: 'Parameters' }).click()
  await expect(other.getByRole('textbox', { name: 'λ', exact: true }).first()).toHaveValue('0.4')
  await other.close()
})

test('a file reopens the exact step, with what plays beside it and the values of both', async ({ app, host, folder, browser }) => {
  await demonstrate(app)
  await app.getByRole('button', { name: 'Two at once' }).click()
  await app.getByRole('combobox', { name: 'beside', exact: true }).selectOption({ label: 'CECTD-DS' })
  await app.getByRole('button', { name: 'Parameters' }).click()
  await app.getByRole('textbox', { name: 'λ', exact: true }).nth(0).fill('1.8')
  await app.getByRole('textbox', { name: 'λ', exact: true }).nth(1).fill('0.2')
  await expect(app.locator('.stage-caption').nth(0)).toContainText('λ: 1.8', { timeout: 20_000 })
  await expect(app.locator('.stage-caption').nth(1)).toContainText('λ: 0.2', { timeout: 20_000 })
  await app.locator('.transport-chapters button', { hasText: /^mark$/ }).click()
  await app.keyboard.press('ArrowRight')
  await app.keyboard.press('ArrowRight')
  const step = await moment(app).inputValue()
  const told = await app.locator('.stage-caption').allTextContents()
  await app.getByRole('button', { name: 'Export', exact: true }).click()
  const [download] = await Promise.all([
    app.waitForEvent('download'),
    app.getByRole('button', { name: 'This step as a file that reopens it' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^cectd-ds-step-\d+-.+\.boilerscope\.json$/)
  const file = join(folder, 'step.boilerscope.json')
  await download.saveAs(file)

  // A window that knows nothing: by the command palette, and dropped on it.
  for (const dropped of [false, true]) {
    const context = await browser.newContext()
    const other = await context.newPage()
    await other.goto(host.url)
    await ready(other)
    if (dropped) {
      const data = await other.evaluateHandle(
        (text) => {
          const transfer = new DataTransfer()
          transfer.items.add(new File([text], 'step.boilerscope.json', { type: 'application/json' }))
          return transfer
        },
        readFileSync(file, 'utf8'),
      )
      await other.locator('main').dispatchEvent('drop', { dataTransfer: data })
    } else {
      const [chooser] = await Promise.all([other.waitForEvent('filechooser'), command(other, 'open session or step')])
      await chooser.setFiles(file)
    }
    await expect(moment(other)).toHaveValue(step, { timeout: 20_000 })
    await expect(other.locator('.stage-caption')).toHaveText(told, { timeout: 20_000 })
    await context.close()
  }
})

test('a file reopens a step of an edited example', async ({ app, host, folder, browser }) => {
  await demonstrate(app)
  await app.locator('.demo-head select').first().selectOption('cetd-ds')
  await app.getByRole('button', { name: 'Edit a small example' }).click()
  const editor = app.getByLabel('HTML of the example')
  await expect(app.locator('.stage-row', { hasText: 'div.articleHeadline' })).toBeVisible({ timeout: 20_000 })
  await editor.fill((await editor.inputValue()).replace('South Korea', 'North and South Korea'))
  await expect(app.locator('.demo-editor')).toContainText('Changed by you')
  await app.locator('.transport-chapters button', { hasText: /^density$/ }).click()
  await app.keyboard.press('Shift+ArrowRight')
  await expect(app.locator('.stage-row', { hasText: 'div.main' })).toContainText('23.75', { timeout: 20_000 })
  const told = await app.locator('.stage-caption').allTextContents()
  const [download] = await Promise.all([app.waitForEvent('download'), command(app, 'save this step')])
  const file = join(folder, 'example.boilerscope.json')
  await download.saveAs(file)
  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(host.url)
  await ready(other)
  const [chooser] = await Promise.all([other.waitForEvent('filechooser'), command(other, 'open session or step')])
  await chooser.setFiles(file)
  await expect(other.getByLabel('HTML of the example')).toHaveValue(/North and South Korea/, { timeout: 20_000 })
  await expect(other.locator('.stage-caption')).toHaveText(told, { timeout: 20_000 })
  await expect(other.locator('.stage-row', { hasText: 'div.main' })).toContainText('23.75')
  await context.close()
})

test('the run leaves as a video that a browser plays, where this one encodes it', async ({ app }) => {
  test.slow()
  await app.keyboard.press('Escape')
  await demonstrate(app)
  // A short run: the example of the paper.
  await app.getByRole('button', { name: 'Edit a small example' }).click()
  await expect(app.locator('.stage-row', { hasText: 'div.main' })).toBeVisible({ timeout: 20_000 })
  const exporting = app.getByRole('button', { name: 'Export', exact: true })
  const offered = app.getByRole('button', { name: /The whole run as a video/ })
  await exporting.click()
  await expect(offered.first()).toBeVisible()
  const kinds = await offered.allTextContents()
  await app.keyboard.press('Escape')
  for (const kind of kinds) {
    await exporting.click()
    const { name, bytes } = await savedFile(app, () => app.getByRole('button', { name: kind }).click(), 150_000)
    expect(name).toMatch(/\.(webm|mp4)$/)
    const type = name.endsWith('webm') ? 'video/webm' : 'video/mp4'
    // The window itself may show no films; a blank page may.
    const player = await app.context().newPage()
    const played = await player.evaluate(
      async ([data, kind]) => {
        const video = document.createElement('video')
        const bytes = Uint8Array.from(atob(data ?? ''), (c) => c.charCodeAt(0))
        video.src = URL.createObjectURL(new Blob([bytes], { type: kind ?? '' }))
        video.muted = true
        await new Promise((resolve, reject) => {
          video.onloadeddata = resolve
          video.onerror = () => reject(new Error(video.error?.message ?? 'The video cannot be read.'))
        })
        const canvas = document.createElement('canvas')
        canvas.width = video.videoWidth
        canvas.height = video.videoHeight
        /** Dark pixels of a frame; waited for until they are others than before, for a browser may still show the frame before. */
        const dark = async (seconds: number, before = -1): Promise<number> => {
          await new Promise((resolve) => {
            video.onseeked = resolve
            video.currentTime = seconds
          })
          const context = canvas.getContext('2d', { willReadFrequently: true })
          let count = before
          for (let tries = 0; tries < 100 && count === before; tries++) {
            await new Promise(requestAnimationFrame)
            context?.drawImage(video, 0, 0)
            const { data: pixels = [] } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? {}
            count = 0
            for (let i = 0; i < pixels.length; i += 4) if ((pixels[i] ?? 255) < 128) count++
          }
          return count
        }
        const { duration } = video
        const first = await dark(0.05)
        return { width: video.videoWidth, height: video.videoHeight, duration, first, end: await dark(duration - 0.2, first) }
      },
      [bytes.toString('base64'), type],
    )
    await player.close()
    expect([played.width, played.height]).toEqual([1280, 720])
    expect(played.duration).toBeGreaterThan(10)
    // Frames are decoded again: there is type on them, and they are not all the same.
    expect(played.first).toBeGreaterThan(500)
    expect(played.end).not.toBe(played.first)
  }
})

test('a person records a tour, edits it and saves it; opened again it plays, and says where its page has changed', async ({
  app,
  folder,
}) => {
  await demonstrate(app)
  const tours = app.getByRole('combobox', { name: 'Tour', exact: true })
  const recorder = app.getByRole('region', { name: 'Record a tour' })
  const stops = recorder.getByRole('list', { name: 'Stops' }).getByRole('listitem')
  await tours.selectOption({ label: 'Record a tour …' })
  await recorder.getByLabel('Title').fill('My tour')
  await recorder.getByRole('button', { name: 'Add this moment' }).click()
  await recorder.getByLabel('What to see').fill('Nothing is measured yet.')
  await app.locator('.transport-chapters button', { hasText: /^threshold$/ }).click()
  await recorder.getByRole('button', { name: 'Add this moment' }).click()
  await recorder.getByLabel('Heading').fill('The threshold')
  await recorder.getByLabel('What to see').fill('It is the density of body.')
  await recorder.getByLabel('Question (if any)').fill('Which density is it?')
  await expect(stops).toHaveText(['1. clean', '2. The threshold'])
  await recorder.getByRole('button', { name: 'Move the stop up' }).click()
  await expect(stops).toHaveText(['1. The threshold', '2. clean'])
  await recorder.getByRole('button', { name: 'Delete the stop' }).click()
  await expect(stops).toHaveText(['1. clean'])
  for (let i = 0; i < 2; i++) await recorder.getByRole('button', { name: 'Undo' }).click()
  await expect(stops).toHaveText(['1. clean', '2. The threshold'])
  const { name, bytes } = await savedFile(app, () => recorder.getByRole('button', { name: 'Save tour' }).click())
  expect(name).toBe('My-tour.boilerscope-tour.json')
  await recorder.getByRole('button', { name: 'Done' }).click()

  await tours.selectOption({ label: 'My tour' })
  const card = app.getByRole('region', { name: 'Tour: My tour' })
  await expect(card).toContainText('Nothing is measured yet.')
  await expect(card).toContainText('recorded, not checked')
  await card.getByRole('button', { name: 'Next' }).click()
  // It asks first; a click on the stage answers, and somebody's own question is not judged.
  await expect(card).toContainText('Which density is it?')
  await expect(card).not.toContainText('It is the density of body.')
  await app.locator('.stage-row', { hasText: 'body' }).first().click()
  await expect(card).toContainText('It is the density of body.')
  await expect(caption(app)).toContainText('threshold')

  const open = async (text: string): Promise<void> => {
    const file = join(folder, 'a.boilerscope-tour.json')
    writeFileSync(file, text)
    const [chooser] = await Promise.all([app.waitForEvent('filechooser'), tours.selectOption({ label: 'Open a tour file …' })])
    await chooser.setFiles(file)
  }
  // The same tour, recorded when the page was another.
  await open(
    bytes
      .toString()
      .replace('"My tour"', '"Of yore"')
      .replace(/"hash": \d+/, '"hash": 1')
      .replace(/own-\w+/, 'own-yore'),
  )
  const old = app.getByRole('region', { name: 'Tour: Of yore' })
  await expect(old).toContainText('The page is not as it was when this tour was recorded', { timeout: 20_000 })
  await test.step('dropped on the window, it opens as well', async () => {
    const text = bytes
      .toString()
      .replace('"My tour"', '"Dropped"')
      .replace(/own-\w+/, 'own-dropped')
    const dropped = await app.evaluateHandle((content) => {
      const data = new DataTransfer()
      data.items.add(new File([content], 'a.boilerscope-tour.json', { type: 'application/json' }))
      return data
    }, text)
    await app.locator('main').dispatchEvent('drop', { dataTransfer: dropped })
    await expect(app.getByRole('region', { name: 'Tour: Dropped' })).toContainText('Nothing is measured yet.', { timeout: 20_000 })
  })
  await open('{"format":"boilerscope-tour","version":1,"stops":7}')
  await expect(app.getByRole('contentinfo')).toContainText('This is no tour of Boilerscope')
})

test('an export tells how far it is and can be stopped', async ({ app }) => {
  await demonstrate(app)
  // Every third picture never gets ready: however fast the machine is, an export is under way until it is stopped.
  await app.evaluate(() => {
    // eslint-disable-next-line @typescript-eslint/unbound-method
    const decode = HTMLImageElement.prototype.decode
    let pictures = 0
    HTMLImageElement.prototype.decode = function () {
      pictures += 1
      return pictures % 3 > 0 ? decode.call(this) : new Promise(() => undefined)
    }
  })
  const downloads: unknown[] = []
  app.on('download', (download) => downloads.push(download))
  const progress = app.getByRole('progressbar', { name: 'Exporting …' })
  await app.getByRole('button', { name: 'Export', exact: true }).click()
  await app
    .getByRole('button', { name: /as a video/ })
    .last()
    .click()
  await expect.poll(() => progress.evaluate((e: HTMLProgressElement) => e.value)).toBeGreaterThan(0.005)
  await app.getByRole('button', { name: 'Cancel' }).click()
  await expect(progress).toHaveCount(0)
  await expect(app.getByRole('contentinfo')).toContainText('Cancelled.')
  await expect(app.getByRole('button', { name: 'Export', exact: true })).toBeFocused()
  expect(downloads).toEqual([])
})

test('axe finds nothing in the demonstration, in any theme', async ({ app }) => {
  await demonstrate(app)
  expect(await findings(app)).toEqual([])
  await command(app, 'guided tours')
  await expect(app.getByRole('dialog', { name: 'Guided tours' })).toBeVisible()
  expect(await findings(app)).toEqual([])
  await app.keyboard.press('Escape')
  await app.getByRole('button', { name: 'Two at once' }).click()
  await app.getByRole('button', { name: 'Parameters' }).click()
  await expect(app.locator('.stage-stage')).toHaveCount(2)
  expect(await findings(app)).toEqual([])
  await app.getByRole('button', { name: 'Two at once' }).click()
  await app.getByLabel('Tour').selectOption('cetd')
  for (let i = 0; i < 6; i++) await app.getByRole('button', { name: 'Next' }).click()
  // A question, which the button answers.
  await app.getByRole('button', { name: 'Show the answer' }).click()
  expect(await findings(app)).toEqual([])
  await app.getByRole('button', { name: 'Edit a small example' }).click()
  await expect(app.locator('.stage-row', { hasText: 'div.articleHeadline' })).toBeVisible({ timeout: 20_000 })
  expect(await findings(app)).toEqual([])
})
