import {
  chooseExtractor,
  command,
  expect,
  extractedText,
  numberIn,
  pickExtractor,
  selectBySearch,
  selectedRow,
  settled,
  test,
  whySentence,
  showPanel,
} from './app'
import { figureInTwoFormats, savedFile } from './figures'
import { lambda, drawn } from './inspecting'

test('a user zooms the chart, selects in it, and exports it as SVG, PNG and CSV', { tag: '@long' }, async ({ app, hostKind }) => {
  const chart = app.getByRole('group', { name: 'Charts' })
  const plot = chart.getByRole('slider', { name: /Arrow keys select/ })
  await showPanel(app, 'Chart')
  const box = await plot.boundingBox()
  if (!box) throw new Error('no plot')
  await plot.click({ position: { x: box.width * 0.31, y: box.height / 2 } })
  await expect(selectedRow(app)).toBeVisible()
  await expect(whySentence(app)).toBeVisible()
  await plot.press('ArrowRight')
  const nodes = numberIn(await chart.locator('.chart-count').textContent())
  await app.mouse.move(box.x + 20, box.y + 20)
  await app.mouse.down()
  await app.mouse.move(box.x + box.width / 2, box.y + 30, { steps: 4 })
  await app.mouse.up()
  await expect(chart.locator('.chart-count')).toContainText(` of ${nodes}`)
  await chart.getByRole('button', { name: 'Show all' }).click()
  await expect(chart.locator('.chart-count')).toHaveText(new RegExp(`^${nodes} of [\\d,]+ nodes measured$`))
  await chart.getByRole('button', { name: 'Log scale' }).click()
  await chart.getByRole('button', { name: 'Sorted' }).click()
  await expect(chart.getByRole('button', { name: 'Sorted' })).toHaveAttribute('aria-pressed', 'true')
  await chart.getByRole('button', { name: 'Sorted' }).click()

  const menu = async (name: string): Promise<void> => {
    await chart.getByRole('button', { name: 'Export the chart' }).click()
    await app.getByRole('menuitem', { name }).click()
  }
  const csv = (await savedFile(app, () => menu('Values, CSV'))).bytes.toString()
  expect(csv).toMatch(/^position,node,density,.*kept,text\r\n/)
  expect(csv.trimEnd().split('\r\n')).toHaveLength(nodes + 1)

  // The website cannot capture pictures of pages.
  if (hostKind === 'static') return
  await test.step('the figure of the chart has axis titles, a legend and a caption, in two formats', async () => {
    await menu('Figure (SVG, PNG) …')
    await figureInTwoFormats(app, 'Figure of the chart', [
      /nodes of the page, in order/,
      /composite text density/,
      /threshold/,
      /\(default values\)/,
    ])
  })
  await test.step('the figure of the page marks the kept text', async () => {
    await command(app, 'figure of the page')
    await figureInTwoFormats(app, 'Figure of the page', [/<image href="data:image\/png/, /fill-opacity="0.16"/, />kept</])
  })
})

test('a drag of the threshold changes λ, page and text; the strip of λ shows a value, and a click sets it', async ({ app }) => {
  const handle = app.getByRole('slider', { name: 'Threshold; changes λ' })
  const words = app.getByRole('status', { name: 'Result' })
  const value = app.getByRole('group', { name: 'First parameter' }).getByRole('status')
  await showPanel(app, 'Chart')
  await showPanel(app, 'Text')
  const before = { words: await words.textContent(), drawn: await drawn(app), text: await extractedText(app).textContent() }
  const box = await handle.boundingBox()
  if (!box) throw new Error('no threshold')
  const x = box.x + box.width / 2
  await app.mouse.move(x, box.y + box.height / 2)
  await app.mouse.down()
  await app.mouse.move(x, box.y + box.height / 2 + 300, { steps: 4 })
  await expect(value).toHaveText('0')
  await expect(words).not.toHaveText(before.words ?? '')
  // During a drag, the page changes immediately. The text changes at the end of the drag.
  await expect.poll(() => drawn(app)).not.toBe(before.drawn)
  expect(await extractedText(app).textContent()).toBe(before.text)
  await app.mouse.up()
  await expect.poll(() => extractedText(app).textContent()).not.toBe(before.text)
  const most = await extractedText(app).textContent()
  await handle.press('ArrowUp')
  await expect(value).toHaveText('0.01')
  await expect.poll(() => extractedText(app).textContent()).not.toBe(most)

  await settled(app)
  await expect(extractedText(app).locator('.text-went')).toHaveCount(0)
  const wide = await extractedText(app).textContent()
  const track = await app.getByRole('slider', { name: 'λ, slider' }).first().boundingBox()
  if (!track) throw new Error('no slider')
  await app.mouse.move(track.x + 20, track.y + track.height / 2)
  await app.mouse.down()
  await app.mouse.move(track.x + track.width - 20, track.y + track.height / 2, { steps: 4 })
  await expect(words).toHaveText(before.words ?? '')
  expect(await extractedText(app).textContent()).toBe(wide)
  await app.mouse.up()
  await expect(extractedText(app).locator('.text-went').first()).toHaveCSS('text-decoration-line', 'line-through')
  await expect(extractedText(app).locator('.text-went')).toHaveCount(0)
  expect(await extractedText(app).textContent()).not.toBe(wide)

  await showPanel(app, 'Parameters')
  const strip = app.getByRole('img', { name: /^Words kept over the range of λ/ })
  const stripBox = await strip.boundingBox()
  if (!stripBox) throw new Error('no strip')
  await app.mouse.move(stripBox.x + stripBox.width - 2, stripBox.y + 8)
  await expect(app.locator('.param-curve-text').first()).toHaveText(/^2: [\d,]+ words, F1 0\.\d{3}$/)
  await app.mouse.click(stripBox.x + stripBox.width - 2, stripBox.y + 8)
  await expect(lambda(app)).toHaveValue('2')
})

test('a threshold that depends on no parameter cannot be dragged', async ({ app }) => {
  await pickExtractor(app, 'TTR')
  const handle = app.getByRole('slider', { name: /^Threshold; changes/ })
  await showPanel(app, 'Chart')
  await expect(app.getByRole('slider', { name: /Arrow keys select/ })).toBeVisible()
  await expect(handle).toHaveCount(0)
  await showPanel(app, 'Parameters')
  await app.getByRole('combobox', { name: 'Clustering' }).selectOption('threshold')
  await showPanel(app, 'Chart')
  await expect(handle.first()).toBeVisible()
})

test('the arrow keys move over all lines of a chart, also over lines without text', { tag: '@long' }, async ({ app }) => {
  await chooseExtractor(app, 'TTR')
  await showPanel(app, 'Chart')
  const plot = app.getByRole('slider', { name: /Arrow keys select/ })
  await plot.press('Home')
  for (let line = 1; line <= 30; line++) {
    await plot.press('ArrowRight')
    await expect(plot).toHaveAttribute('aria-valuenow', String(line))
  }
  await selectBySearch(app, 'h1')
  await expect(plot).not.toHaveAttribute('aria-valuenow', '30')
})
