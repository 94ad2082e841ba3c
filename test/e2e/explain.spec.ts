/**
 * Failures that users of extractors report again and again, each explained in the window over a sample made for it:
 * a test follows what a person would click, and checks the sentence or number that they would read.
 */
import { readFile } from 'node:fs/promises'
import {
  chooseExtractor,
  command,
  expect,
  extractedText,
  openSample,
  pageView,
  selectBySearch,
  selectedRow,
  settled,
  showPanel,
  test,
  treeRow,
  whySentence,
} from './app'

test('the body is split over two containers and half is lost: one wins, the other is far below the threshold, and a λ of 0.14 would reach it', async ({
  app,
}) => {
  await openSample(app, 'Failure: body split, half lost')
  await expect(extractedText(app)).toContainText('There is a fast way to Karrowmoor')
  await expect(extractedText(app)).not.toContainText('Ask for Mrs Dunmore')
  const board = app.getByRole('group', { name: 'Runner-up board' })
  await expect(board).toContainText('div.part-one won; p lost by 96.0 %; furthest apart in density: 15.37 against 2,659.')
  await pageView(app).getByText('Ask for', { exact: false }).first().click()
  await expect(whySentence(app)).toHaveText(/^Dropped/)
  await selectBySearch(app, '.part-two')
  await expect(whySentence(app)).toHaveText('Dropped, because its density 6.559 is below the limit 46.3.')
  const flip = app.getByRole('group', { name: 'What would change it' })
  await expect(flip).toContainText('λ: 1 → 0.14 (−0.86)')
  await expect(extractedText(app)).not.toContainText('Sit on the left')
  await flip.getByRole('button', { name: 'Try it: λ 0.14' }).click()
  await expect(extractedText(app)).toContainText('Sit on the left')
  await expect(app.locator('.param-won')).toHaveText(/^\+\d+ won/)
})

test('comments beat the article: they have the largest sum, and the report misses the threshold by a hair', async ({ app }) => {
  await openSample(app, 'Failure: comments beat the article')
  await chooseExtractor(app, 'CETD-DS')
  await expect(extractedText(app)).toContainText('I have set my kitchen clock')
  await expect(extractedText(app)).not.toContainText('The council decided on Monday')
  await expect(app.getByRole('group', { name: 'Runner-up board' }).getByRole('row').nth(1)).toContainText('div.comments')
  await pageView(app).getByText('The council decided on Monday').click()
  await app.getByRole('navigation', { name: 'Path to the selected node' }).getByRole('button', { name: 'div.brief' }).click()
  await expect(whySentence(app)).toHaveText('Dropped, because its density 96.5 is below the limit 96.9.')
  const decisive = app.getByRole('group', { name: 'The rule that decided' })
  await expect(decisive).toContainText(/value\s*96\.5\s*limit.*96\.9\s*slack\s*−0\.4/)
  const flip = app.getByRole('button', { name: 'Try it: λ 0.99' })
  await flip.click()
  await expect(extractedText(app)).toContainText('The council decided on Monday')
  await expect(whySentence(app)).toHaveText(/^Kept/)
})

test('short paragraphs fall under a limit: an answer of 15 letters against 398, and 1 % of the text against 9 %', async ({ app }) => {
  await openSample(app, 'Failure: short paragraphs under a limit')
  await chooseExtractor(app, 'FE')
  await expect(extractedText(app)).not.toContainText('Nine years now.')
  await selectBySearch(app, 'Nine years now')
  await expect(whySentence(app)).toHaveText('Dropped, because it follows div.a around it: its text 15 is below the limit 398.')
  await chooseExtractor(app, 'CUTER')
  await expect(whySentence(app)).toHaveText(
    'Dropped, because it follows div.a around it: its text percentage 0.01324 is not above the limit 0.08826.',
  )
  await app.getByRole('button', { name: /^Try it: minTP, share of the largest 0\.04/ }).click()
  await expect(whySentence(app)).toHaveText(/^Kept/)
  await expect(extractedText(app)).toContainText('Nine years now.')
})

test(
  'Chinese text is undercounted: 237 characters are an article, and less than the limit of 400 made for Latin letters',
  { tag: '@machine' },
  async ({ app }) => {
    await openSample(app, 'Failure: Chinese text undercounted')
    await chooseExtractor(app, 'TextSweeper')
    await showPanel(app, 'Verdict')
    const verdict = app.getByRole('group', { name: 'Verdict of TextSweeper' })
    await expect(verdict).toContainText('Overview page: 237 characters of net text are less than 400.')
    await expect(verdict.getByRole('meter')).toHaveAttribute('aria-valuetext', '237, limit 400')
    await expect(verdict).toContainText('−163')
    const parameters = app.getByRole('group', { name: 'Parameters' })
    await parameters.getByRole('textbox', { name: 'Least net text of an article' }).fill('200')
    await expect(verdict).toContainText('Article: 237 characters of net text reach 200.')

    await test.step('TTR as printed counts ASCII only, and loses the article', async () => {
      await chooseExtractor(app, 'TTR')
      await expect(extractedText(app)).toContainText('赵德顺守湖二十三年')
      await parameters.getByRole('radio', { name: 'As printed in the paper' }).check()
      await expect(extractedText(app)).not.toContainText('赵德顺守湖二十三年')
      await expect(app.locator('.status-warning')).toContainText('No text of the page stood on content lines')
      await parameters.getByRole('combobox', { name: 'Characters counted' }).selectOption({ label: 'all' })
      await expect(extractedText(app)).toContainText('赵德顺守湖二十三年')
    })
  },
)

test('an overview page is taken for an article: long teasers make 1,730 characters of net text, and no “read more” tells', async ({
  app,
}) => {
  await openSample(app, 'Failure: overview taken for an article')
  await chooseExtractor(app, 'TextSweeper')
  await showPanel(app, 'Verdict')
  const verdict = app.getByRole('group', { name: 'Verdict of TextSweeper' })
  await expect(verdict).toContainText('Article: 1,730 characters of net text reach 400.')
  await expect(verdict.getByRole('meter')).toHaveAttribute('aria-valuetext', '1,730, limit 400')
  await expect(verdict).not.toContainText('Evidence')
  // The runner-up board shows what gives it away: five texts of almost the same score.
  await showPanel(app, 'Why')
  await expect(app.getByRole('group', { name: 'Runner-up board' })).toContainText(
    'p won; p (no. 2) lost by 0.3 %; furthest apart in text length: 534 against 535.5.',
  )

  await test.step('the sample with “Read more” links is told apart by them', async () => {
    await openSample(app, 'Overview page')
    await showPanel(app, 'Verdict')
    await expect(verdict).toContainText(/Overview page: .*read more/i)
    await verdict.getByRole('listitem').first().getByRole('button').click()
    await expect(app.locator('.page-mark-selected')).toBeVisible()
    await expect(selectedRow(app)).toContainText(/read more/i)
  })
})

test(
  'hidden text is kept: a text that is only not visible stays, the tree says how it is hidden, and it can be revealed',
  { tag: '@machine' },
  async ({ app }) => {
    await openSample(app, 'Failure: hidden text kept')
    await expect(extractedText(app)).toContainText('Transcript of the video')
    await expect(pageView(app).getByText('Transcript of the video')).toBeHidden()
    await selectBySearch(app, '.transcript')
    await expect(whySentence(app)).toHaveText(/^Kept, because it goes with main around it: it has the largest DensitySum in the whole page/)
    await expect(app.locator('.why-hidden')).toHaveText('not visible')
    await expect(selectedRow(app).locator('.tree-badge', { hasText: 'hidden' })).toHaveAttribute(
      'title',
      'Hidden: computed style: not visible',
    )
    await app.getByRole('toolbar', { name: 'Page view' }).getByRole('button', { name: 'Reveal hidden text' }).click()
    await expect(pageView(app).getByText('Transcript of the video')).toBeVisible()

    await test.step('what is not displayed was taken out, and a switch keeps it', async () => {
      await selectBySearch(app, '.by-class')
      await expect(whySentence(app)).toHaveText('Dropped, because it was taken out (computed display:none) before measuring.')
      await expect(extractedText(app)).not.toContainText('Members’ edition')
      await app.getByRole('button', { name: 'Try it: Drop hidden elements off' }).click()
      await expect(extractedText(app)).toContainText('Members’ edition')
      await expect(whySentence(app)).toHaveText(/^Kept/)
    })
  },
)

test(
  'text that a script builds is missing from the raw capture: the difference of the two captures counts its words',
  { tag: '@machine' },
  async ({ app }) => {
    await openSample(app, 'Failure: text missing from the raw capture')
    await expect(extractedText(app)).toHaveText(/^\s*Lantern is made in a small house/)
    await selectBySearch(app, '#app')
    await expect(whySentence(app)).toHaveText('Dropped, because its density 0 is below the limit 22.61.')
    await app.getByRole('group', { name: 'Workspace' }).getByRole('button', { name: 'Compare' }).click()
    const compare = app.getByRole('region', { name: 'Compare' })
    await compare.getByRole('tab', { name: 'Raw or rendered' }).click()
    await compare.getByRole('button', { name: 'Load the rendered page' }).click()
    await expect(compare.getByRole('button', { name: /^\d+ words added$/ })).toBeVisible({ timeout: 30_000 })
    await expect(compare).toContainText(/\d+ words are the same in both\. The scripts changed \d+ texts:/)
    await expect(compare.getByRole('row').filter({ hasText: 'It goes out by itself, slowly' })).toContainText('added')
    // What CECTD-DS keeps of the two captures: words raw, rendered, only raw, only rendered, F1.
    const kept = compare.getByRole('row').filter({ has: app.getByRole('button', { name: 'CECTD-DS', exact: true }) })
    await expect(kept).toContainText(/[01]\.\d{3}$/)
    await kept.getByRole('button').click()
    await expect(compare.locator('.capture-pair')).toContainText(/words only in the raw page/)
    await app.getByRole('group', { name: 'Workspace' }).getByRole('button', { name: 'Inspect' }).click()
    await app.getByRole('group', { name: 'Capture' }).getByRole('button', { name: 'Rendered' }).click()
    await expect(extractedText(app)).toContainText('This is the largest release since the lamp learned to dim', { timeout: 30_000 })
  },
)

test(
  'words are glued together: the text says MonTueWed, and each part leads to a node of its own without space between',
  { tag: '@machine' },
  async ({ app }) => {
    await openSample(app, 'Failure: words glued together')
    // Boxes side by side touch, and rows stand apart.
    await expect(extractedText(app)).toContainText('MonTueWedThuFriSat 06:10')
    await extractedText(app).getByText('Tue', { exact: true }).click()
    await expect(selectedRow(app)).toContainText('Tue')
    await expect(selectedRow(app)).not.toContainText('Wed')
    await expect(app.locator('.page-mark-selected')).toBeVisible()
    await showPanel(app, 'Source')
    await expect(app.getByRole('region', { name: 'Source' }).locator('.source-selected').first()).toBeVisible()
    await expect(app.getByRole('region', { name: 'Source' })).toContainText('<span>Mon</span><span>Tue</span><span>Wed</span>')

    await test.step('against the text it should be, the glued word is one that nobody wrote', async () => {
      await app.getByRole('group', { name: 'Workspace' }).getByRole('button', { name: 'Compare' }).click()
      const compare = app.getByRole('region', { name: 'Compare' })
      await compare.getByRole('tab', { name: 'Word diff' }).click()
      await compare.getByRole('button', { name: 'Change the gold text …' }).click()
      await compare.getByRole('textbox', { name: 'The text that should be kept' }).fill('Departures from Sollerby Mon Tue Wed Thu Fri Sat')
      await compare.getByRole('button', { name: 'Compare', exact: true }).click()
      await compare.getByRole('combobox', { name: 'Second text' }).selectOption({ label: 'Gold text' })
      await expect(compare.locator('del', { hasText: 'MonTueWedThuFriSat' })).toBeVisible()
      await expect(compare.locator('ins', { hasText: 'Mon Tue Wed Thu Fri Sat' })).toBeVisible()
      await compare.locator('del', { hasText: 'MonTueWedThuFriSat' }).getByRole('button').click()
      await expect(compare.getByRole('complementary', { name: 'Reasons' })).toContainText('kept')
    })
  },
)

test('the sentence of a kept node names the container that it goes with', async ({ app }) => {
  await treeRow(app, 'h1').click()
  await expect(whySentence(app)).toHaveText(/^Kept, because it goes with article\.story around it/)
  await settled(app)
})

test('measures and decisions leave the window as data: CSV with a line for each, and JSON with both', async ({ app }) => {
  const saved = async (name: string): Promise<{ readonly file: string; readonly text: string }> => {
    const download = app.waitForEvent('download')
    await command(app, name)
    const file = await download
    return { file: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
  }
  const measures = await saved('Save measures of all nodes as CSV')
  expect(measures.file).toMatch(/^Measures-.*\.csv$/)
  expect(measures.text).toMatch(/^node,path,tag,fate,words,/)
  const decisions = await saved('Save all decisions as CSV')
  expect(decisions.text).toContain('density-threshold')
  const inspection = await saved('Save measures and decisions as JSON')
  expect(JSON.parse(inspection.text)).toMatchObject({ format: 'boilerscope-inspection', preset: 'default' })
})
