import { expect, openSample, pageView, pasteHtml, pickExtractor, settled, test } from './app'
import { workspace } from './inspecting'

test(
  'three extractors are compared on one page, and a click on a difference shows their reasons',
  { tag: ['@static', '@electron'] },
  async ({ app }) => {
    await openSample(app, 'Failure: short paragraphs under a limit')
    await workspace(app, 'Compare')
    const compare = app.getByRole('region', { name: 'Compare' })
    await compare.getByRole('button', { name: /^\d extractors/ }).click()
    const picker = app.getByRole('dialog', { name: 'Extractors to compare' })
    const titles = ['CECTD-DS', 'FE', 'Readability']
    for (const title of titles) await picker.getByRole('checkbox', { name: new RegExp(`^${title} `) }).check()
    for (const label of await picker.locator('label').all())
      if (!titles.includes((await label.innerText()).split(' ')[0] ?? '')) await label.getByRole('checkbox').uncheck()
    await expect(picker.getByRole('checkbox', { name: 'CECTD-DS current' })).toBeDisabled()
    await app.keyboard.press('Escape')
    await expect(compare.getByRole('button', { name: '3 extractors' })).toBeVisible()
    // Compare shows several extractors, so the control for one extractor is hidden.
    await expect(app.getByRole('combobox', { name: 'Extractor', exact: true })).toBeHidden()
    await expect(app.getByRole('status', { name: 'Result' })).toHaveCount(0)
    await test.step('the page is tinted by votes, and a click on it shows the reasons', async () => {
      const part = pageView(app).getByText('You climb stairs.').first()
      await part.hover()
      await expect(compare.locator('.votes-pointed')).toContainText(/kept by .*; dropped by .*You climb stairs\./)
      await part.click()
      await expect(compare.getByRole('complementary', { name: 'Reasons' }).getByRole('listitem')).toHaveCount(3)
    })
    await compare.getByRole('tab', { name: 'Texts' }).click()
    await expect(compare.getByRole('article')).toHaveCount(3)
    await expect(compare.getByText('Running …')).toHaveCount(0)
    for (const title of titles)
      await expect(compare.getByRole('article', { name: title })).toContainText(/\d+ words, [\d.]+ % of visible text/)

    await test.step('keys move between differences, and Enter shows the reasons', async () => {
      const grid = compare.getByRole('grid', { name: 'Texts side by side' })
      await grid.focus()
      await app.keyboard.press('n')
      const row = grid.getByRole('row', { selected: true })
      await expect(row.locator('.piece-disputed').first()).toBeVisible()
      await app.keyboard.press('Enter')
      await expect(row.locator('.piece-selected').first()).toBeVisible()
      await expect(compare.getByRole('complementary', { name: 'Reasons' }).getByRole('listitem')).toHaveCount(3)
      await app.keyboard.press('p')
      await app.keyboard.press('End')
      await expect(grid.getByRole('row').last()).toHaveAttribute('aria-selected', 'true')
    })
    await test.step('keys move along the map of all texts', async () => {
      const map = compare.getByRole('slider', { name: /^All text of the page in order, one row per extractor/ })
      await map.focus()
      await app.keyboard.press('Home')
      await expect(map).toHaveAttribute('aria-valuenow', '0')
      await app.keyboard.press('ArrowDown')
      await expect(map).toHaveAttribute('aria-valuetext', /^kept by [^;]*; dropped by .*: ./)
      await expect(map).toContainText(/kept by [^;]*; dropped by /)
      const preview = (await map.locator('.dmap-tip p').first().textContent()) ?? ''
      await app.keyboard.press('Enter')
      await expect(compare.getByRole('complementary', { name: 'Reasons' }).locator('code')).toContainText(preview.slice(0, 20))
    })

    await compare.getByRole('tab', { name: 'Disagreements' }).click()
    await expect(compare).toContainText(/Extractors disagree on \d+ passages?/)
    const words = async (): Promise<number[]> =>
      (await compare.locator('.disputed tbody .bs-number').allTextContents()).map((text) => Number(text.replaceAll(',', '')))
    const counts = await words()
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    await test.step('the list filters to text that only one extractor keeps or drops', async () => {
      const filter = compare.getByRole('combobox', { name: 'Text shown' })
      const label = (await filter.locator('option').allTextContents()).find((text) => text.startsWith('Dropped only by FE'))
      await filter.selectOption({ label: label ?? '' })
      expect((await words()).reduce((sum, count) => sum + count, 0)).toBe(
        Number(/: ([\d,]+) words/.exec(label ?? '')?.[1]?.replaceAll(',', '')),
      )
      await test.step('the filter survives another extractor, and ends when its extractor is removed', async () => {
        const options = filter.locator('option')
        const toggle = async (title: string): Promise<void> => {
          await compare.getByRole('button', { name: /^\d extractors/ }).click()
          await picker.getByRole('checkbox', { name: new RegExp(`^${title} `) }).click()
          await app.keyboard.press('Escape')
        }
        await toggle('TTR')
        await expect(options.filter({ hasText: 'Kept only by TTR' })).toHaveCount(1)
        await expect(filter.locator('option:checked')).toHaveText(/^Dropped only by FE/)
        await toggle('FE')
        await expect(filter.locator('option:checked')).toHaveText('All text')
        await toggle('FE')
        await toggle('TTR')
      })
      await filter.selectOption({ label: 'All text' })
    })
    await compare.getByRole('button', { name: /You climb stairs\./ }).click()
    const reasons = compare.getByRole('complementary', { name: 'Reasons' })
    await expect(reasons.getByRole('listitem')).toHaveCount(3)
    await expect(reasons.getByRole('listitem').filter({ hasText: 'FE' })).toContainText(/Dropped.*, but needs at least 398/)
    await expect(reasons.getByRole('listitem').filter({ hasText: 'CECTD-DS' })).toContainText('Kept')

    await compare.getByRole('tab', { name: 'Word diff' }).click()
    await compare.getByRole('combobox', { name: 'Second text' }).selectOption({ label: 'FE' })
    await expect(compare.locator('.diff-counts')).toContainText(/\d+ words only in the first/)
    await expect(compare.locator('del').first()).toBeVisible()
    await compare.getByRole('tab', { name: 'Agreement', exact: true }).click()
    const pairs = compare.getByRole('table', { name: /^F1 of each pair/ }).getByRole('button', { name: /: [01]\.\d{3}$/ })
    await expect(pairs).toHaveCount(3)
    await pairs.first().click()
    await expect(compare.locator('.diff-counts')).toContainText(/\d+ words only in the first/)
  },
)

test(
  'stopped extractors, including the current one, do not count as extractors that drop text',
  { tag: ['@machine', '@long'] },
  async ({ app }) => {
    const words = 'A sentence of a page that is long enough for some extractors to take their time over it. '.repeat(3)
    await pasteHtml(app, `<title>Long</title><h1>Long</h1>${`<div><h2>A part</h2><p>${words}</p></div>`.repeat(1500)}`)
    await settled(app)
    await workspace(app, 'Compare')
    const compare = app.getByRole('region', { name: 'Compare' })
    await expect(compare.getByRole('button', { name: '4 extractors' })).toBeVisible()
    await expect(compare.locator('.compare-progress')).toBeHidden()
    await workspace(app, 'Inspect')
    await pickExtractor(app, 'Defuddle')
    await workspace(app, 'Compare')
    await compare.getByRole('tab', { name: 'Texts' }).click()
    const grid = compare.getByRole('grid', { name: 'Texts side by side' })
    await expect(compare.getByText(/Defuddle still runs$/)).toBeVisible()
    await compare.getByRole('button', { name: 'Cancel' }).click()
    await expect(compare.locator('.compare-failed')).toContainText('Defuddle: Cancelled.')
    const columns = Number(await grid.getAttribute('aria-colcount'))
    await expect(compare.getByRole('article')).toHaveCount(columns)
    const cells = grid.getByRole('row').filter({ hasText: 'A sentence' }).first().getByRole('gridcell')
    await expect(cells).toHaveCount(columns)
    await expect(cells.filter({ hasNotText: /./ })).toHaveCount(1)
  },
)
