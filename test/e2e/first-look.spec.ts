import type { Locator, Page } from '@playwright/test'
import {
  expect,
  extractedText,
  numberIn,
  openSample,
  pageView,
  pasteHtml,
  selectBySearch,
  selectedRow,
  test,
  treeRow,
  whySentence,
  showPanel,
} from './app'

test('a start shows a sample with its result in page, tree, chart and text', { tag: '@static' }, async ({ app }) => {
  await expect(pageView(app).getByRole('heading', { level: 1 })).toHaveText(/tide mill at Sollerby/)
  await expect(treeRow(app, 'article.story')).toHaveAttribute('data-status', 'kept')
  await expect(treeRow(app, 'nav.sections')).toHaveAttribute('data-status', 'out')
  await showPanel(app, 'Chart')
  await expect(app.locator('.chart-legend')).toContainText('threshold 45.29')
  await expect(app.locator('.chart-plot .plot-surface')).toBeVisible()
  await showPanel(app, 'Text')
  await expect(extractedText(app)).toContainText('At eight minutes past seven on Tuesday evening')
  await expect(extractedText(app)).not.toContainText('Ferry timetable')
  await expect(app.getByRole('status', { name: 'Result' })).toHaveText(/^835 of 995 words kept/)
  await expect(app).toHaveTitle(/tide mill at Sollerby.* – Boilerscope/)
})

test('a node that is selected in the tree has a box on the page, a mark in the chart and a reason', async ({ app }) => {
  await treeRow(app, 'article.story').click()
  const mark = app.locator('.page-mark-selected')
  await expect(mark).toBeVisible()
  await expect
    .poll(async () => {
      const [drawn, there] = [await mark.boundingBox(), await pageView(app).locator('article.story').boundingBox()]
      return drawn && there ? Math.max(Math.abs(drawn.x - there.x), Math.abs(drawn.y - there.y), Math.abs(drawn.width - there.width)) : 1000
    })
    .toBeLessThan(4)
  await showPanel(app, 'Chart')
  await expect(app.locator('.chart-selected')).toBeVisible()
  await expect(whySentence(app)).toHaveText(/^Kept: it has DensitySum 17,080, the highest in body/)
  await expect(app.getByRole('navigation', { name: 'Path to the selected node' })).toContainText('article.story')
})

test('a fixed part keeps its mark while the page scrolls', async ({ app }) => {
  await openSample(app, 'Documentation with code and tables')
  await selectBySearch(app, '.topbar')
  const bar = pageView(app).locator('.topbar')
  const mark = app.locator('.page-mark-selected')
  await expect(mark).toBeVisible()
  await bar.evaluate(() => scrollTo(0, 900))
  await expect(bar).toBeInViewport()
  await expect
    .poll(async () => {
      const [drawn, there] = [await mark.boundingBox(), await bar.boundingBox()]
      return drawn && there ? Math.abs(drawn.y - there.y) : 1000
    })
    .toBeLessThan(4)
})

test('a click on the page selects its row of the tree, and a click on the text its node', { tag: '@electron' }, async ({ app }) => {
  await pageView(app).getByRole('heading', { level: 1 }).click()
  await expect(selectedRow(app)).toContainText('After forty years')
  await expect(selectedRow(app)).toBeInViewport()
  await expect(whySentence(app)).toHaveText(/^Kept/)
  await showPanel(app, 'Text')
  await extractedText(app).getByText('The mill had last worked in').first().click()
  await expect(selectedRow(app)).toContainText('What they heard was mostly water')
  await expect(app.locator('.page-mark-selected')).toBeVisible()
})

/**
 * Whether the middle column of the strip beside the page has a mark anywhere between `from` and `from + length`, in shares of the strip's
 * height.
 */
function isMarked(app: Page, from: number, length = 0.1): Promise<boolean> {
  return app.locator('canvas.page-ruler').evaluate(
    (canvas: HTMLCanvasElement, share) => {
      const { data } = canvas
        .getContext('2d')!
        .getImageData(canvas.width / 2, Math.floor(canvas.height * share.from), 1, Math.floor(canvas.height * share.length))
      return data.some((value, i) => i % 4 === 3 && value > 200)
    },
    { from, length },
  )
}

test('the strip beside a page of frames shows no marks of the previous page', async ({ app }) => {
  await expect.poll(() => isMarked(app, 0, 1)).toBe(true)
  await pasteHtml(app, '<title>Frames</title><frameset cols="30%,70%"><frame src="a.html"><frame src="b.html"></frameset>')
  await expect(pageView(app).locator('frameset')).toBeAttached()
  await expect.poll(() => isMarked(app, 0, 1)).toBe(false)
})

test('an animated page is shown in its final state, and marks are at its elements', async ({ app }) => {
  const slide = '@keyframes slide { from { opacity: 0; transform: translateY(300px) } }'
  const words = 'A sentence that slides in from below as the page is opened, with words enough to be kept. '.repeat(4)
  const inRoot = `<div><template shadowrootmode="open"><style>${slide} p { animation: slide 60s both }</style><p>${words}</p></template></div>`
  await pasteHtml(app, `<style>${slide} .slides { animation: slide 60s both }</style><p class="slides">${words}</p>${inRoot}`)
  const part = pageView(app).locator('p.slides')
  await part.click()
  const topOf = async (target: Locator): Promise<number> => Math.round((await target.boundingBox())?.y ?? Number.NaN)
  const mark = app.locator('.page-mark-selected')
  await expect(mark).toBeVisible()
  expect(Math.abs((await topOf(mark)) - (await topOf(part)))).toBeLessThan(4)
  expect(await part.evaluate((p) => p.getBoundingClientRect().top)).toBeLessThan(60)
  expect(
    await pageView(app)
      .locator('div > p')
      .first()
      .evaluate((p) => p.getBoundingClientRect().top),
  ).toBeLessThan(200)
})

test('if the first screen has no kept text, a button and a click on the strip scroll to it', async ({ app }) => {
  const words = 'A sentence of the article that stands far below the first screen, with words enough to be kept. '.repeat(6)
  await pasteHtml(app, `<title>Deep</title><nav style="height:9000px"><a href="/">Home</a></nav><article id="deep"><p>${words}</article>`)
  const article = pageView(app).locator('#deep')
  await expect(article).toBeAttached()
  await expect(article).not.toBeInViewport()
  const below = app.getByRole('button', { name: 'Kept text starts below' })
  await below.click()
  await expect(article).toBeInViewport()
  await expect(below).toBeHidden()
  await pageView(app)
    .locator('html')
    .evaluate(() => scrollTo(0, 0))
  await expect(below).toBeVisible()
  await expect.poll(() => isMarked(app, 0.9)).toBe(true)
  await expect.poll(() => isMarked(app, 0.5)).toBe(false)
  const box = await app.locator('canvas.page-ruler').boundingBox()
  if (box) await app.mouse.click(box.x + box.width / 2, box.y + box.height * 0.98)
  await expect(article).toBeInViewport()
})

test('the pointer over a row marks its box on the page, with size and measures', async ({ app }) => {
  await treeRow(app, 'header.masthead').hover()
  await expect(app.locator('.page-mark-hover')).toBeVisible()
  await expect(app.locator('.page-mark-hover')).toContainText(/header\s+1,280 × \d+\s+composite text density CTD 30\.59\s/)
})

test('a new λ changes threshold, text and tree, and undo reverts this', { tag: '@static' }, async ({ app }) => {
  const legend = app.locator('.chart-legend')
  const words = app.getByRole('status', { name: 'Result' })
  const before = numberIn(await words.textContent())
  const lambda = app.getByRole('group', { name: 'Parameters' }).getByRole('textbox', { name: 'λ', exact: true })
  await lambda.fill('2')
  await showPanel(app, 'Chart')
  await expect(legend).toContainText(/threshold 90\.5[789]/)
  await showPanel(app, 'Parameters')
  await expect(treeRow(app, 'div.page')).not.toHaveAttribute('data-status', 'kept')
  await lambda.fill('0')
  await expect.poll(async () => numberIn(await words.textContent())).toBeGreaterThan(before)
  await expect(treeRow(app, 'header.masthead')).toHaveAttribute('data-status', 'path')
  await showPanel(app, 'Text')
  await expect(extractedText(app)).toContainText('News of the estuary since 1871')
  await expect(app.locator('.param-won')).toHaveText(/^\+\d/)
  await treeRow(app, 'header.masthead').click()
  await app.keyboard.press('Control+z')
  await expect.poll(async () => numberIn(await words.textContent())).toBe(before)
  await expect(app.getByRole('contentinfo')).toContainText('Change undone.')
  await app.keyboard.press('Control+Shift+z')
  await expect.poll(async () => numberIn(await words.textContent())).toBeGreaterThan(before)
})
