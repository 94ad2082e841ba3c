/** Why in Inspect: reasons, parameters, verdict, report. */
import { join } from 'node:path'
import {
  chooseExtractor,
  command,
  expect,
  extractedText,
  numberIn,
  openSample,
  pasteHtml,
  pickExtractor,
  selectBySearch,
  selectedRow,
  settled,
  showPanel,
  test,
  treeRow,
  whySentence,
} from './app'
import { savedFile } from './figures'
import { parameters, lambda, result } from './inspecting'

test('the why panel tells the rule that decided with value, limit and slack, the formula in numbers, and what would flip the fate', async ({
  app,
}) => {
  await selectBySearch(app, 'header.masthead')
  await expect(whySentence(app)).toHaveText('Dropped: density 30.59, needs 45.29.')
  const decisive = app.locator('.why-rule-decisive')
  await expect(decisive).toContainText(/value\s*30\.59\s*limit.*45\.29\s*slack\s*−14\.7/)
  const formula = app.getByRole('group', { name: 'Formula of composite text density' })
  await expect(formula.locator('math')).toBeVisible()
  await expect(formula).toContainText('30.59')
  await expect(app.getByRole('group', { name: /^Around it, \d+ ancestors?$/ })).toContainText('body')
  const flips = app.getByRole('group', { name: 'What would change it' })
  const first = flips.getByRole('button', { name: /^Try it: λ 0\.6/ })
  // 30.59 / 45.29 = 0.675: the threshold must fall below two thirds of itself.
  await expect(first).toHaveAccessibleName(/^Try it: λ 0\.67/)
  await first.click()
  await expect(whySentence(app)).toHaveText(/^(Kept|Contains kept text)/)
  await expect(app.locator('.param-won')).toBeVisible()
  await app.getByRole('button', { name: 'Go to the first change' }).click()
  await expect(treeRow(app, /Harbour Courier|masthead/)).toBeVisible()
})

test('with no node selected the why panel tells the page’s own story, from all nodes to what was kept', async ({ app }) => {
  const story = app.getByRole('group', { name: 'From all nodes to what was kept' })
  await expect(whySentence(app)).toHaveText(/^Keeps [\d,]+ of [\d,]+ words \([\d.]+\s%\)\.$/)
  // A sample comes with the text that should be kept: what is wrong is named, with the rule that did it.
  const gold = app.getByRole('group', { name: 'Against the gold text' })
  await expect(gold).toContainText(/F1 of characters 0\.\d{3}; [\d.]+ % of what was kept is gold, [\d.]+ % of the gold was kept/)
  await expect(app.locator('.param-curve-text').first()).toContainText('F1 of characters, best')
  const kept = numberIn(await app.getByRole('status', { name: 'Result' }).textContent())
  expect(numberIn(await story.getByRole('row').last().getByRole('cell').last().textContent())).toBe(kept)
  await gold.getByRole('row').nth(1).getByRole('button').click()
  await expect(selectedRow(app)).toBeVisible()
})

test('parameters are reset one by one and all at once, and explain where they come from', async ({ app }) => {
  await lambda(app).fill('0.4')
  await expect(parameters(app).locator('.param-changed').first()).toHaveText('1 changed')
  await parameters(app)
    .getByRole('button', { name: /^Where λ comes from/ })
    .click()
  await expect(parameters(app)).toContainText('Coefficient of the threshold (§5.5, Figure 5)')
  await parameters(app).getByRole('button', { name: 'Reset to 1: λ' }).click()
  await expect(lambda(app)).toHaveValue('1')
  await lambda(app).fill('0.4')
  await parameters(app).getByRole('switch', { name: 'Drop hidden elements' }).uncheck()
  await expect(parameters(app).locator('.param-changed').first()).toHaveText('2 changed')
  await parameters(app).getByRole('button', { name: 'Reset all' }).click()
  await expect(lambda(app)).toHaveValue('1')
  await expect(parameters(app).getByRole('switch', { name: 'Drop hidden elements' })).toBeChecked()
  await test.step('what a reset took away comes back with Ctrl+Z', async () => {
    await app.keyboard.press('Control+z')
    await expect(parameters(app).locator('.param-changed').first()).toHaveText('2 changed')
    await expect(lambda(app)).toHaveValue('0.4')
    await app.keyboard.press('Control+Shift+z')
    await expect(lambda(app)).toHaveValue('1')
  })
  await lambda(app).fill('3')
  await expect(parameters(app).getByRole('alert')).toHaveText('A number from 0 to 2.')
  await lambda(app).blur()
  await expect(lambda(app)).toHaveValue('1')
})

test(
  'every extractor runs on the sample, and shows its own parameters and chart without any of them being named in the window',
  { tag: '@static' },
  async ({ app }) => {
    const select = app.getByRole('combobox', { name: 'Extractor' })
    await select.click()
    const titles = await app.getByRole('option').locator('.extractor-title').allTextContents()
    await app.keyboard.press('Escape')
    expect(titles.length).toBeGreaterThanOrEqual(16)
    for (const title of titles) {
      await test.step(title, async () => {
        await chooseExtractor(app, title)
        await expect(result(app)).toHaveText(/^[1-9][\d,]* of/)
        await showPanel(app, 'Text')
        await expect(extractedText(app)).toContainText(/mill/)
      })
    }
  },
)

test('the verdict shows TextSweeper’s evidence, and how much of the text seen each extractor keeps', async ({ app }) => {
  await openSample(app, 'Overview page')
  await chooseExtractor(app, 'TextSweeper')
  await showPanel(app, 'Verdict')
  const verdict = app.getByRole('group', { name: 'Verdict of TextSweeper' })
  await expect(verdict).toContainText('Overview page')
  await expect(verdict.getByRole('meter')).toHaveAttribute('aria-valuetext', /limit 400$/)
  await expect(verdict).toContainText(/Evidence, \d+ elements/)
  await expect(app.getByRole('group', { name: 'Verdict of Lens' })).toContainText('Overview page')
  await verdict.getByRole('listitem').first().hover()
  await expect(app.locator('.page-mark-hover')).toBeAttached()
  const coverage = app.getByRole('group', { name: 'Text kept by each extractor' })
  await expect(coverage.getByText('…', { exact: true })).toHaveCount(0)
  // The heading, and one row for each extractor.
  await expect(coverage.getByRole('row')).toHaveCount(18)
  await expect(coverage).toContainText(/Kept (?:suspiciously little|nearly everything|nothing at all)/)
})

test('the inspection is saved as a report that needs nothing but itself', async ({ app, page, folder }) => {
  await selectBySearch(app, 'header.masthead')
  await lambda(app).fill('0.9')
  await showPanel(app, 'Chart')
  await expect(app.locator('.chart-legend')).toContainText('threshold 40.76')
  await settled(app)
  const report = await savedFile(app, () => command(app, 'save report'))
  expect(report.name).toMatch(/^report.*tide-mill.*\.html$/i)
  const html = report.bytes.toString()
  expect(html).not.toMatch(/<script|src="http|href="http[^"]*\.css/)
  const { writeFileSync } = await import('node:fs')
  writeFileSync(join(folder, 'report.html'), html)
  await page.goto(`file://${join(folder, 'report.html')}`)
  await expect(page.getByText('Dropped: density 30.59, needs 40.76.')).toBeVisible()
  await expect(page.locator('body')).toContainText('(preset: 1)')
  await expect(page.locator('body')).toContainText('At eight minutes past seven')
})

test('a node that was put aside stands beside the others, with its fate, its reason and its measures', async ({ app }) => {
  await selectBySearch(app, 'nav.sections')
  await command(app, 'Pin for comparison')
  await expect(app.getByText('Select another node to see it beside this one.')).toBeVisible()
  await selectBySearch(app, 'article.story')
  const beside = app.getByRole('group', { name: 'Beside the node put aside' })
  await expect(beside).toContainText('nav.sections')
  await expect(beside).toContainText('Dropped')
  const row = beside.getByRole('row', { name: /^characters/ })
  await expect(row.getByRole('cell')).toHaveCount(3)
  await beside.getByRole('button', { name: 'Put it back' }).click()
  await expect(app.getByText('Beside the node put aside')).toBeHidden()
})

test('while an extractor takes its time, Why says whose result is still shown', async ({ app }) => {
  const words = 'A sentence of a page that is long enough for some extractors to take their time over it. '.repeat(3)
  await pasteHtml(
    app,
    `<title>Long</title><h1>Long</h1><ul><li><a href=/>Elsewhere</a></li></ul>${`<div><h2>A part</h2><p>${words}</p></div>`.repeat(1500)}`,
  )
  const told = app.getByText('Defuddle is still running. Until it is done, this is what LQF gave.')
  await pickExtractor(app, 'LQF')
  await expect(result(app)).toHaveText(/^8\d,\d{3} of/)
  await selectBySearch(app, 'li')
  const tried = app.getByRole('button', { name: /^Try it/ }).first()
  await expect(tried).toBeVisible()
  await pickExtractor(app, 'Defuddle')
  await expect(told).toBeVisible()
  // Its values are not those of the one that is chosen now.
  await expect(tried).toBeHidden()
  await app.getByRole('tree').press('Escape')
  await expect(app.getByRole('alert').filter({ hasText: 'Cancelled.' }).first()).toBeVisible()
  await pickExtractor(app, 'LQF')
  await expect(told).toBeHidden()
})
