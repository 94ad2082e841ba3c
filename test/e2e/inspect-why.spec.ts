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
import { changeTo, openFold, parameters, lambda, result } from './inspecting'

test('Why shows rule, value, limit, distance, the formula with numbers, and changes that reverse the result', async ({ app }) => {
  await selectBySearch(app, 'header.masthead')
  await expect(whySentence(app)).toHaveText('Dropped: it has density 30.59, but needs at least 45.29.')
  await expect(app.locator('.gauge')).toContainText(/30\.59\s*limit 45\.29/)
  const formula = app.getByRole('group', { name: 'Formula of composite text density' })
  await expect(formula.locator('math')).toBeVisible()
  await expect(formula).toContainText('30.59')
  await openFold(app, 'Measures, steps, runners-up')
  await expect(app.getByRole('group', { name: /^Containers: \d+ ancestors?$/ })).toContainText('body')
  // 30.59 / 45.29 = 0.675. With λ = 0.67, the threshold is below the density.
  await expect(changeTo(app, 'λ 1 → 0.67')).toBeVisible()
  await app.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await app.getByRole('button', { name: 'Copy report' }).click()
  await expect.poll(() => app.evaluate(() => navigator.clipboard.readText())).toContain('λ 1 → 0.67: contains kept text')
  await changeTo(app, 'λ 1 → 0.67').click()
  await expect(whySentence(app)).toHaveText(/^(Kept|Contains kept text)/)
  await expect(app.locator('.param-won')).toBeVisible()
  await app.getByRole('button', { name: 'Go to the first change' }).click()
  await expect(treeRow(app, /Harbour Courier|masthead/)).toBeVisible()
})

test('without a selected node, Why shows F1 and extra text; keys move between passages, and Escape returns', async ({ app }) => {
  const gold = app.getByRole('region', { name: 'Gold standard' })
  await expect(gold).toContainText(/F1 0\.984precision 0\.968 · recall 1\.000/)
  await expect(gold).toContainText('0 missing, 27 extra words')
  await expect(app.locator('.param-curve-text').first()).toContainText('F1 of characters, best')
  await gold.getByRole('listitem').first().getByRole('button').click()
  const stepper = app.getByRole('group', { name: 'Missing and extra text' })
  await expect(stepper).toContainText(/extra 19 words\s*1 of 4/)
  await expect(selectedRow(app)).toContainText('inline-box')
  await app.keyboard.press('ArrowDown')
  await expect(stepper).toContainText('2 of 4')
  await expect(app.locator('.page-mark-selected')).toBeInViewport()
  await app.keyboard.press('ArrowUp')
  await expect(stepper).toContainText('1 of 4')
  await app.keyboard.press('Escape')
  await expect(gold).toBeVisible()
  const kept = numberIn(await result(app).textContent())
  await openFold(app, 'Steps and runners-up')
  const funnel = app.locator('.why-funnel')
  expect(numberIn(await funnel.getByRole('row').last().getByRole('cell').last().textContent())).toBe(kept)
})

test('parameters are reset singly or together, and show their origin', async ({ app }) => {
  await lambda(app).fill('0.4')
  await expect(parameters(app).locator('.param-changed').first()).toHaveText('1 changed')
  await parameters(app)
    .getByRole('button', { name: /^Origin of λ/ })
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
  await test.step('Ctrl+Z restores a reset', async () => {
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

test('every extractor runs on the sample, and keeps text of the article', { tag: '@static' }, async ({ app }) => {
  await app.getByRole('combobox', { name: 'Extractor', exact: true }).click()
  await expect(app.locator('.extractor-item .extractor-title').first()).toBeVisible()
  const titles = new Set(await app.locator('.extractor-item .extractor-title').allTextContents())
  expect(titles.size).toBeGreaterThanOrEqual(16)
  await app.keyboard.press('Escape')
  for (const title of titles) {
    await test.step(title, async () => {
      await chooseExtractor(app, title)
      await expect(result(app)).toHaveText(/^[1-9][\d,]* of/)
      await showPanel(app, 'Text')
      await expect(extractedText(app)).toContainText(/mill/)
    })
  }
})

test('the verdict shows TextSweeper’s evidence, and the share of visible text that each extractor keeps', async ({ app }) => {
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
  await verdict.getByRole('listitem').first().getByRole('button').click()
  await expect(app.locator('.page-mark-selected')).toBeVisible()
  await expect(selectedRow(app)).toContainText(/read more/i)
  const coverage = app.getByRole('group', { name: 'Text kept by each extractor' })
  await expect(coverage.getByText('…', { exact: true })).toHaveCount(0)
  await expect(coverage.getByRole('row')).toHaveCount(18)
  await expect(coverage).toContainText(/The extractor kept (?:very little|nearly all|no text)/)
})

test('the inspection is saved as a report in Markdown', async ({ app }) => {
  await selectBySearch(app, 'header.masthead')
  await lambda(app).fill('0.9')
  await showPanel(app, 'Chart')
  await expect(app.locator('.chart-legend')).toContainText('threshold 40.76')
  await settled(app)
  const report = await savedFile(app, () => command(app, 'Export report'))
  expect(report.name).toMatch(/^report.*tide-mill.*\.md$/i)
  const markdown = report.bytes.toString()
  expect(markdown).toContain('Dropped: it has density 30.59, but needs at least 40.76.')
  expect(markdown).toContain('λ 0.9 (preset: 1)')
  expect(markdown).toContain('At eight minutes past seven')
})

test('a pinned element is compared with the selected element: result, reason and measures', async ({ app }) => {
  await selectBySearch(app, 'nav.sections')
  await command(app, 'Pin for comparison')
  await openFold(app, 'Measures, steps, runners-up')
  await expect(app.getByText('Pinned. Select another element to compare.')).toBeVisible()
  await selectBySearch(app, 'article.story')
  const beside = app.getByRole('group', { name: 'Compared with the pinned element' })
  await expect(beside).toContainText('nav.sections')
  await expect(beside).toContainText('Dropped')
  const row = beside.getByRole('row', { name: /^characters/ })
  await expect(row.getByRole('cell')).toHaveCount(3)
  await beside.getByRole('button', { name: 'Unpin' }).click()
  await expect(app.getByText('Compared with the pinned element')).toBeHidden()
})

test('while an extractor runs, Why names the extractor of the shown result', async ({ app }) => {
  const words = 'A sentence of a page that is long enough for some extractors to take their time over it. '.repeat(3)
  await pasteHtml(
    app,
    `<title>Long</title><h1>Long</h1><ul><li><a href=/>Elsewhere</a></li></ul>${`<div><h2>A part</h2><p>${words}</p></div>`.repeat(1500)}`,
  )
  const notice = app.getByText('Defuddle is still running. Below is the result of LQF.')
  await pickExtractor(app, 'LQF')
  await expect(result(app)).toHaveText(/^8\d,\d{3} of/)
  await selectBySearch(app, 'li')
  const change = changeTo(app, 'Try').first()
  await expect(change).toBeVisible()
  await pickExtractor(app, 'Defuddle')
  await expect(notice).toBeVisible()
  // The change belongs to LQF and cannot be applied to the current extractor.
  await expect(change).toBeDisabled()
  await app.getByRole('tree').press('Escape')
  await expect(app.getByRole('alert').filter({ hasText: 'Cancelled.' }).first()).toBeVisible()
  await pickExtractor(app, 'LQF')
  await expect(notice).toBeHidden()
})
