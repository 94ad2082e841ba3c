/** The inspect and compare workspaces: what a person who debugs an extractor needs all day. */
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import {
  chooseExtractor,
  command,
  expect,
  extractedText,
  numberIn,
  openAddress,
  openSample,
  pageView,
  pasteHtml,
  ready,
  selectBySearch,
  selectedRow,
  settled,
  showPanel,
  test,
  treeRow,
  whySentence,
} from './app'
import { figureInThreeFormats, savedFile } from './figures'

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search the tree' })
const parameters = (page: Page) => page.getByRole('group', { name: 'Parameters' })
const lambda = (page: Page) => parameters(page).getByRole('textbox', { name: 'λ', exact: true })
const workspace = (page: Page, name: string) => page.getByRole('group', { name: 'Workspace' }).getByRole('button', { name }).click()

/** A number that changes when what is drawn over the page does. */
const drawn = (page: Page): Promise<number> =>
  page.locator('canvas.page-overlay').evaluate((canvas: HTMLCanvasElement) => {
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    let sum = 0
    for (let i = 0; i < pixels.length; i += 1) sum = (sum * 31 + (pixels[i] ?? 0)) % 1_000_000_007
    return sum
  })

test('the tree is searched by typing, by tag, class, text and selector, with hits, next and previous', async ({ app }) => {
  const hits = app.locator('.tree-hits')
  await treeRow(app, 'body').click()
  await app.keyboard.type('p')
  await expect(search(app)).toBeFocused()
  await expect(search(app)).toHaveValue('p')
  await search(app).fill('article > p')
  await app.keyboard.press('Enter')
  await expect(hits).toHaveText(/^1 of \d+$/)
  const count = numberIn(((await hits.textContent()) ?? '').replace(/^1 of /, ''))
  expect(count).toBeGreaterThan(5)
  await expect(selectedRow(app)).toContainText('Eleven volunteers')
  await app.getByRole('button', { name: 'Next hit' }).click()
  await expect(hits).toHaveText(`2 of ${count}`)
  await expect(selectedRow(app)).toContainText('At eight minutes past seven')
  await search(app).press('Shift+Enter')
  await app.getByRole('button', { name: 'Previous hit' }).click()
  await expect(hits).toHaveText(`${count} of ${count}`)
  await search(app).fill('grey parrot')
  await app.keyboard.press('Enter')
  await expect(hits).toHaveText('1 of 1')
  await expect(selectedRow(app)).toContainText('Found: a grey parrot')
  await search(app).fill('.no-such-class')
  await expect(hits).toHaveText('none')
  await search(app).press('Escape')
  await expect(app.getByRole('tree')).toBeFocused()
  await expect(search(app)).toHaveValue('')
})

test('the tree filters to what was kept, has columns to choose, and breadcrumbs that lead up', async ({ app }) => {
  const filter = app.getByRole('combobox', { name: 'Filter' })
  await filter.selectOption('kept')
  await expect(app.getByRole('treeitem').filter({ hasText: 'nav.sections' })).toHaveCount(0)
  await expect(treeRow(app, 'article.story')).toBeVisible()
  // Only what leads there is left of the rest.
  for (const row of await app.locator('[role="treeitem"][data-fate="out"]').allTextContents()) expect(row).toMatch(/html/)
  await filter.selectOption('all')
  await app.getByRole('button', { name: 'Columns' }).click()
  await app.getByRole('menuitemcheckbox', { name: /^characters/ }).click()
  await app.keyboard.press('Escape')
  await expect(app.locator('.tree-header-cell')).toHaveText(['characters', 'composite text density'])
  await expect(treeRow(app, 'article.story').locator('.tree-cell').first()).toHaveAttribute('title', /^characters: [\d,]+ /)

  await selectBySearch(app, 'article > blockquote')
  // Among its neighbours, not on the last line.
  const [tree, row] = [await app.getByRole('tree').boundingBox(), await selectedRow(app).boundingBox()]
  expect((tree?.y ?? 0) + (tree?.height ?? 0) - (row?.y ?? 0)).toBeGreaterThan(4 * (row?.height ?? 0))
  const path = app.getByRole('navigation', { name: 'Path to the selected node' })
  await expect(path.getByRole('button', { name: 'blockquote' })).toHaveAttribute('aria-current', 'true')
  await path.getByRole('button', { name: 'article.story' }).click()
  await expect(selectedRow(app)).toContainText('article')
})

test('selector, HTML and text of a node are copied', async ({ app, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = (): Promise<string> => app.evaluate(() => navigator.clipboard.readText())
  await selectBySearch(app, '.standfirst')
  await app.getByRole('button', { name: 'Copy CSS selector' }).click()
  await expect(app.getByRole('contentinfo')).toContainText('Selector copied.')
  const selector = await clipboard()
  await expect(pageView(app).locator(selector)).toHaveCount(1)
  await expect(pageView(app).locator(selector)).toHaveText(/^Eleven volunteers/)
  await app.getByRole('button', { name: 'Copy HTML' }).click()
  await expect.poll(clipboard).toMatch(/^<p class="standfirst">Eleven volunteers.*<\/p>$/)
  await app.getByRole('button', { name: 'Copy text' }).first().click()
  await expect.poll(clipboard).toMatch(/^Eleven volunteers/)
})

test('the source and the selection follow each other, kept lines are marked, and TTR draws its bars beside the lines', async ({ app }) => {
  await showPanel(app, 'Source')
  const source = app.getByRole('region', { name: 'Source' })
  await selectBySearch(app, 'article > blockquote')
  await expect(source.locator('.source-selected').first()).toContainText('<blockquote')
  await expect(source.locator('.source-row', { has: app.locator('.source-selected') }).first()).toHaveAttribute('data-kept', 'true')
  await source.locator('.source-row', { hasText: '<h2>' }).first().click()
  await expect(selectedRow(app)).toContainText('h2')
  await chooseExtractor(app, 'TTR')
  await expect(source.locator('.source-bar').first()).toBeVisible()
  await expect(app.locator('.source-header')).toContainText('bars:')

  await test.step('raw ratios stand above the smoothed ones, with the lines that are averaged at the pointer', async () => {
    const chart = app.getByRole('group', { name: 'Charts' })
    const pair = chart.getByRole('button', { name: 'Stacked' })
    await expect(pair).toHaveAttribute('aria-pressed', 'true')
    await expect(chart.locator('.plot-surface')).toHaveCount(2)
    await chart.getByRole('slider', { name: /Arrow keys select/ }).hover()
    await expect(chart.locator('.chart-kernel path')).toBeVisible()
    await expect(chart.locator('.chart-tip')).toContainText('mean of 5 lines')
    await pair.click()
    await expect(chart.locator('.plot-surface')).toHaveCount(1)
  })
})

test('the chart is zoomed, selects, and is exported as SVG, PNG and CSV', async ({ app, hostKind }) => {
  const chart = app.getByRole('group', { name: 'Charts' })
  const plot = chart.getByRole('slider', { name: /Arrow keys select/ })
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

  // A web site has no browser that prints.
  if (hostKind === 'static') return
  await test.step('the chart leaves as a figure: axis titles, legend, a caption, in three formats', async () => {
    await menu('Figure (SVG, PDF, PNG) …')
    await figureInThreeFormats(app, 'Figure of the chart', [
      /nodes of the page, in order/,
      /composite text density/,
      /threshold/,
      /\(default values\)/,
    ])
  })
  await test.step('and so does the page with what is kept', async () => {
    await command(app, 'figure of the page')
    await figureInThreeFormats(app, 'Figure of the page', [/<image href="data:image\/png/, /fill-opacity="0.16"/, />kept</])
  })
})

/** Texts of a figure that stand over each other or over its edge, as the browser draws them. */
async function badTexts(app: Page, dialog: Locator): Promise<string[]> {
  const source = (await dialog.getByRole('img').getAttribute('src')) ?? ''
  return app.evaluate(
    (svg) => {
      const host = document.createElement('div')
      host.style.cssText = 'position: fixed; inset: 0 auto auto 0; visibility: hidden'
      host.innerHTML = svg
      document.body.append(host)
      const root = host.firstElementChild as SVGSVGElement
      const edge = root.getBoundingClientRect()
      const texts = [...root.querySelectorAll('text')].filter((text) => text.textContent !== '')
      // The keys of the legend are as good as words; the first rectangle is the paper.
      const keys = [...root.children].filter((child) => /^(?:rect|path)$/.test(child.tagName)).slice(1)
      const boxes = [...texts, ...keys].map((element) => ({
        words: element.textContent || element.tagName,
        box: element.getBoundingClientRect(),
      }))
      host.remove()
      const bad = boxes
        .filter(
          ({ box }) =>
            box.left < edge.left - 0.5 || box.top < edge.top - 0.5 || box.right > edge.right + 0.5 || box.bottom > edge.bottom + 0.5,
        )
        .map(({ words }) => `outside: ${words}`)
      boxes.forEach(({ words, box }, i) => {
        for (const other of boxes.slice(i + 1)) {
          const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
          const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
          // Lines of type may share the room above and below their letters.
          if (wide > 1 && high > 2.5) bad.push(`${words} over ${other.words}`)
        }
      })
      return bad
    },
    decodeURIComponent(source.slice(source.indexOf(',') + 1)),
  )
}

test(
  'a figure has every word inside it and none over another, from 60 to 180 mm, in 6 to 10 points, with a long address',
  { tag: '@machine' },
  async ({ app, site }) => {
    await openAddress(app, `${site.origin}/article?${'basic-configuration/'.repeat(12)}`)
    await settled(app)
    for (const [name, open] of [
      [
        'Figure of the chart',
        async () => {
          await app.getByRole('group', { name: 'Charts' }).getByRole('button', { name: 'Export the chart' }).click()
          await app.getByRole('menuitem', { name: 'Figure (SVG, PDF, PNG) …' }).click()
        },
      ],
      ['Figure of the page', () => command(app, 'figure of the page')],
    ] as const) {
      await open()
      const dialog = app.getByRole('dialog', { name })
      await expect(dialog.getByRole('img')).toBeVisible({ timeout: 30_000 })
      await expect(dialog.locator('.figure-font')).toContainText(/ is measured and embedded/)
      for (const width of [60, 88, 122, 180])
        for (const size of [6, 8, 10]) {
          await dialog.getByRole('spinbutton', { name: 'Width' }).fill(String(width))
          await dialog.getByRole('spinbutton', { name: 'Type' }).fill(String(size))
          await expect(dialog.getByRole('img')).toHaveAttribute(
            'src',
            new RegExp(`width%3D%22${width}mm.*font-size%3D%22${size}%22%20fill`),
          )
          expect(await badTexts(app, dialog), `${name}, ${width} mm, ${size} pt`).toEqual([])
        }
      await dialog.getByRole('spinbutton', { name: 'Width' }).fill('88')
      await dialog.getByRole('spinbutton', { name: 'Type' }).fill('8')
      await app.keyboard.press('Escape')
    }
  },
)

test('the threshold is dragged in the chart, and page, text and λ follow; a value of the strip is shown, and taken', async ({ app }) => {
  const handle = app.getByRole('slider', { name: 'Threshold, moved by λ' })
  const words = app.locator('.param-kept')
  const before = { words: await words.textContent(), drawn: await drawn(app), text: await extractedText(app).textContent() }
  const box = await handle.boundingBox()
  if (!box) throw new Error('no threshold')
  const x = box.x + box.width / 2
  await app.mouse.move(x, box.y + box.height / 2)
  await app.mouse.down()
  await app.mouse.move(x, box.y + box.height / 2 + 300, { steps: 4 })
  await expect(lambda(app)).toHaveValue('0')
  await expect(words).not.toHaveText(before.words ?? '')
  // The text waits for the hand, the page does not.
  await expect.poll(() => drawn(app)).not.toBe(before.drawn)
  expect(await extractedText(app).textContent()).toBe(before.text)
  await app.mouse.up()
  await expect.poll(() => extractedText(app).textContent()).not.toBe(before.text)
  await handle.press('ArrowUp')
  await expect(lambda(app)).toHaveValue('0.01')

  // A slider is held, too, where something else had the focus before.
  await settled(app)
  // What went out is struck for a while, then gone.
  await expect(extractedText(app).locator('.text-went')).toHaveCount(0)
  const wide = await extractedText(app).textContent()
  const track = await app.getByRole('slider', { name: 'λ, slider' }).boundingBox()
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

  const strip = app.getByRole('img', { name: /^Words kept over the range of λ/ })
  const stripBox = await strip.boundingBox()
  if (!stripBox) throw new Error('no strip')
  await app.mouse.move(stripBox.x + stripBox.width - 2, stripBox.y + 8)
  await expect(app.locator('.param-curve-text').first()).toHaveText(/^2: [\d,]+ words, F1 0\.\d{3}$/)
  await app.mouse.click(stripBox.x + stripBox.width - 2, stripBox.y + 8)
  await expect(lambda(app)).toHaveValue('2')
})

test('panes are folded away, fill the workspace, and stand in the layout that was chosen, which is remembered', async ({ app }) => {
  const tree = app.getByRole('tree')
  await app.getByRole('button', { name: 'Fold Tree away' }).click()
  await expect(tree).toBeHidden()
  await app.keyboard.press('Alt+2')
  await expect(tree).toBeVisible()
  await app.keyboard.press('Alt+M')
  await expect(app.locator('[data-pane="tree"]')).toHaveAttribute('data-maximised', 'true')
  await app.keyboard.press('Alt+M')
  await expect(app.locator('[data-maximised]')).toHaveCount(0)
  await app.locator('[data-pane="chart"] .pane-head').dblclick({ position: { x: 120, y: 14 } })
  await expect(app.locator('[data-pane="chart"]')).toHaveAttribute('data-maximised', 'true')
  await app.getByRole('combobox', { name: 'Layout' }).selectOption({ label: 'Figure' })
  await expect(parameters(app)).toBeHidden()
  await expect(app.getByRole('group', { name: 'Parameter at hand' }).getByRole('slider', { name: 'λ, slider' })).toBeVisible()
  await command(app, 'Dense rows')
  await app.reload()
  await ready(app)
  await expect(app.getByRole('combobox', { name: 'Layout' })).toHaveValue('figure')
  await app.keyboard.press('Alt+2')
  const rowHeight = (): Promise<number | undefined> =>
    tree
      .getByRole('treeitem')
      .first()
      .boundingBox()
      .then((box) => box?.height)
  expect(await rowHeight()).toBe(18)
  await app.keyboard.press('Alt+Shift+D')
  await expect.poll(rowHeight).toBe(22)
})

test('a heat map colours the page by a measure, and what was kept, dimmed and on the path is switched', async ({ app }) => {
  await expect(pageView(app).getByRole('heading', { level: 1 })).toBeVisible()
  const toolbar = app.getByRole('toolbar', { name: 'Page view' })
  const looks = new Set([await drawn(app)])
  const another = async (): Promise<void> => {
    await expect.poll(async () => looks.has(await drawn(app))).toBe(false)
    looks.add(await drawn(app))
  }
  await toolbar.getByRole('combobox', { name: 'Heat map' }).selectOption({ label: 'composite text density' })
  await another()
  await toolbar.getByRole('combobox', { name: 'Heat map' }).selectOption({ label: 'No heat map' })
  await toolbar.getByRole('button', { name: 'Dim what was dropped' }).click()
  await another()
  await toolbar.getByRole('button', { name: 'Mark the path to kept content' }).click()
  await another()
  await toolbar.getByRole('button', { name: 'Tint what was kept' }).click()
  await another()
  await toolbar.getByRole('button', { name: 'Zoom in' }).click()
  await another()
  await expect(toolbar.getByRole('status', { name: 'Zoom' })).toHaveText('50 %')
})

test('the why panel tells the rule that decided with value, limit and slack, the formula in numbers, and what would flip the fate', async ({
  app,
}) => {
  await selectBySearch(app, 'header.masthead')
  await expect(whySentence(app)).toHaveText('Dropped, because its density 30.59 is below the limit 45.29.')
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
  await expect(whySentence(app)).toHaveText(/^(Kept|On the path)/)
  await expect(app.locator('.param-won')).toBeVisible()
  await app.getByRole('button', { name: 'Go to the first change' }).click()
  await expect(treeRow(app, /Harbour Courier|masthead/)).toBeVisible()
})

test('with no node selected the why panel tells the page’s own story, from all nodes to what was kept', async ({ app }) => {
  const story = app.getByRole('group', { name: 'From all nodes to what was kept' })
  await expect(whySentence(app)).toHaveText(/^Of \d+ nodes with [\d,]+ words, .* are left after cleaning; [\d,]+ words .* are kept\.$/)
  // A sample comes with the text that should be kept: what is wrong is named, with the rule that did it.
  const gold = app.getByRole('group', { name: 'Against the gold text' })
  await expect(gold).toContainText(/F1 of characters 0\.\d{3}; [\d.]+ % of what was kept is gold, [\d.]+ % of the gold was kept/)
  await expect(app.locator('.param-curve-text').first()).toContainText('F1 of characters, best')
  const kept = numberIn(await app.locator('.param-kept').textContent())
  expect(numberIn(await story.getByRole('row').last().getByRole('cell').last().textContent())).toBe(kept)
  await gold.getByRole('row').nth(1).getByRole('button').click()
  await expect(selectedRow(app)).toBeVisible()
})

test('the runner-up board lists the best candidates, and leads to them', async ({ app }) => {
  const board = app.getByRole('group', { name: 'Runner-up board' })
  await expect(board).toContainText('article.story won; div lost by 97.8 %; furthest apart in density: 6.144 against 180.9.')
  await expect(board.getByRole('row').nth(1)).toContainText('100 %')
  // What stands outside the winner comes first; its own parts are folded.
  await expect(board.getByRole('row').nth(3)).toContainText('section.signup')
  await expect(board.getByRole('row').filter({ hasText: 'The work cost' })).toBeHidden()
  await board.getByText('5 candidates in or around the winner').click()
  await board.getByRole('row').filter({ hasText: 'The work cost' }).getByRole('button').click()
  await expect(selectedRow(app)).toContainText('The work cost')
  await expect(board.locator('tr[aria-current="true"]')).toContainText('The work cost')
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

test('every extractor runs on the sample, and shows its own parameters and chart without any of them being named in the window', async ({
  app,
}) => {
  test.setTimeout(300_000)
  const select = app.getByRole('combobox', { name: 'Extractor' })
  const titles = await select.getByRole('option').allTextContents()
  expect(titles.length).toBeGreaterThanOrEqual(16)
  for (const title of titles) {
    await test.step(title, async () => {
      await chooseExtractor(app, title)
      await expect(app.getByRole('contentinfo')).toContainText(/[1-9][\d,]* words kept/)
      await expect(extractedText(app)).toContainText(/mill/)
    })
  }
})

test('a long text is copied whole, and across lines that are out of view', async ({ app }) => {
  // What the clipboard gets, without asking the machine for its clipboard.
  await app.evaluate(() => {
    window.addEventListener('copy', (event) => Object.assign(window, { copied: event.clipboardData?.getData('text/plain') }))
  })
  const copied = (): Promise<string | undefined> =>
    app.evaluate(() => {
      document.execCommand('copy')
      return (window as { copied?: string }).copied
    })
  const paragraphs = Array.from(
    { length: 900 },
    (_, i) => `Paragraph ${i} tells of the ferry and of those who wait for it, at length, as paragraphs do, until it ends with ${i}.`,
  )
  await pasteHtml(app, `<!doctype html><title>Long</title><body><main>${paragraphs.map((p) => `<p>${p}</p>`).join('\n')}</main></body>`)
  const text = extractedText(app)
  await expect(text).toContainText('Paragraph 3 tells')
  await expect(text).not.toContainText('Paragraph 899 tells')

  await test.step('all of it with Ctrl+A', async () => {
    await text.focus()
    await app.keyboard.press('Control+a')
    const lines = ((await copied()) ?? '').split('\n').filter(Boolean)
    expect(lines).toEqual(paragraphs)
  })

  await test.step('from one line, scrolled far away, to another', async () => {
    await app.evaluate(() => getSelection()?.removeAllRanges())
    await text.press('Home')
    const first = text.getByText('Paragraph 2 tells')
    await expect(first).toBeVisible()
    await first.click({ position: { x: 2, y: 6 } })
    await text.evaluate((element) => (element.scrollTop = element.scrollHeight))
    await expect(text).toContainText('ends with 899.')
    await text.getByText('Paragraph 897 tells').click({ modifiers: ['Shift'], position: { x: 2, y: 6 } })
    const part = ((await copied()) ?? '').split('\n').filter(Boolean)
    expect(part.slice(0, 895)).toEqual(paragraphs.slice(2, 897))
    // The line on which the selection ends is not selected beyond the place that was clicked.
    expect(part.slice(895).join('').length).toBeLessThan(20)
  })

  await test.step('a part of one line', async () => {
    await text.getByText('Paragraph 898 tells').dblclick({ position: { x: 20, y: 6 } })
    expect(await copied()).toMatch(/^Paragraph ?$/)
  })

  await test.step('and the source likewise', async () => {
    await showPanel(app, 'Source')
    const source = app.getByRole('region', { name: 'Source' })
    await source.focus()
    await app.keyboard.press('Control+a')
    expect(((await copied()) ?? '').match(/<p>/g)).toHaveLength(900)
  })
})

test('what was typed or removed by mistake is not lost: pasted HTML, a gold text', async ({ app }) => {
  const field = app.getByRole('dialog', { name: 'Paste HTML' }).getByRole('textbox', { name: 'HTML', exact: true })
  await app.getByRole('button', { name: 'Paste HTML …' }).click()
  await field.fill('<p>Half a page')
  await app.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await app.getByRole('button', { name: 'Paste HTML …' }).click()
  await expect(field).toHaveValue('<p>Half a page')
  await app.keyboard.press('Escape')

  await workspace(app, 'Compare')
  const compare = app.getByRole('region', { name: 'Compare' })
  await compare.getByRole('tab', { name: 'Agreement', exact: true }).click()
  await compare.getByRole('button', { name: 'Change the gold text …' }).click()
  await compare.getByRole('textbox', { name: 'The text that should be kept' }).fill('The mill grinds again')
  await compare.getByRole('button', { name: 'Compare', exact: true }).click()
  const against = compare.getByRole('table', { name: /^Against the gold text, 4 words/ })
  await expect(against).toBeVisible()
  await compare.getByRole('button', { name: 'Remove it' }).click()
  await expect(against).toBeHidden()
  await compare.getByRole('button', { name: 'Put the gold text back' }).click()
  await expect(against).toBeVisible()
})

test(
  'three extractors are compared on one page, and a click on a difference tells the reason of each',
  { tag: '@static' },
  async ({ app }) => {
    await openSample(app, 'Failure: short paragraphs under a limit')
    await workspace(app, 'Compare')
    const compare = app.getByRole('region', { name: 'Compare' })
    await compare.getByRole('button', { name: /of \d+ extractors/ }).click()
    const picker = app.getByRole('dialog', { name: 'Extractors to compare' })
    const wanted = ['CECTD-DS', 'FE', 'Readability']
    for (const title of wanted)
      await picker.getByRole('checkbox', { name: new RegExp(`^${title} (?:system|baseline|peer|in use)$`) }).check()
    for (const label of await picker.locator('label').all()) {
      const title = (await label.locator('span').first().textContent()) ?? ''
      if (!wanted.includes(title)) await label.getByRole('checkbox').uncheck()
    }
    await expect(picker.getByRole('checkbox', { name: 'CECTD-DS in use' })).toBeDisabled()
    await app.keyboard.press('Escape')
    await expect(compare.getByRole('button', { name: '3 of' })).toBeVisible()
    // Whose words they are is said over each column: nothing around the workspace speaks of one extractor alone.
    await expect(app.getByRole('combobox', { name: 'Extractor', exact: true })).toBeHidden()
    await expect(app.getByRole('contentinfo', { name: 'Status' })).not.toContainText('words kept')
    await test.step('the page is tinted by votes, and a click on it tells the reasons', async () => {
      const part = pageView(app).getByText('You climb stairs.').first()
      await part.hover()
      await expect(compare.locator('.votes-pointed')).toContainText(/kept by .*; dropped by .*You climb stairs\./)
      await part.click()
      await expect(compare.getByRole('complementary', { name: 'Reasons' }).getByRole('listitem')).toHaveCount(3)
    })
    await compare.getByRole('tab', { name: 'Texts' }).click()
    await expect(compare.getByRole('article')).toHaveCount(3)
    await expect(compare.getByText('Running …')).toHaveCount(0, { timeout: 30_000 })
    for (const title of wanted)
      await expect(compare.getByRole('article', { name: title })).toContainText(/\d+ words, [\d.]+ % of the characters seen/)

    await test.step('the keyboard goes from difference to difference, and Enter shows all sides', async () => {
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
    await test.step('and along the map of all texts', async () => {
      const map = compare.getByRole('slider', { name: /^All text of the page in order, one row an extractor/ })
      await map.focus()
      await app.keyboard.press('Home')
      await expect(map).toHaveAttribute('aria-valuenow', '0')
      await app.keyboard.press('ArrowDown')
      await expect(map).toHaveAttribute('aria-valuetext', /^kept by [^;]*; dropped by .*: ./)
      await expect(map).toContainText(/kept by [^;]*; dropped by /)
      const said = (await map.locator('.dmap-tip p').first().textContent()) ?? ''
      await app.keyboard.press('Enter')
      await expect(compare.getByRole('complementary', { name: 'Reasons' }).locator('code')).toContainText(said.slice(0, 20))
    })

    await compare.getByRole('tab', { name: 'Disagreements' }).click()
    await expect(compare).toContainText(/\d+ passages? (?:is|are) kept by some only/)
    const words = async (): Promise<number[]> =>
      (await compare.locator('.disputed tbody .bs-number').allTextContents()).map((text) => Number(text.replaceAll(',', '')))
    const counts = await words()
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    await test.step('and by who alone keeps it', async () => {
      const filter = compare.getByRole('combobox', { name: 'Text shown' })
      const label = (await filter.locator('option').allTextContents()).find((text) => text.startsWith('Dropped only by FE'))
      await filter.selectOption({ label: label ?? '' })
      expect((await words()).reduce((sum, count) => sum + count, 0)).toBe(
        Number(/: ([\d,]+) words/.exec(label ?? '')?.[1]?.replaceAll(',', '')),
      )
      await filter.selectOption({ label: 'All text' })
    })
    await compare.getByRole('button', { name: /You climb stairs\./ }).click()
    const reasons = compare.getByRole('complementary', { name: 'Reasons' })
    await expect(reasons.getByRole('listitem')).toHaveCount(3)
    await expect(reasons.getByRole('listitem').filter({ hasText: 'FE' })).toContainText(/Dropped, because .* is below the limit 398/)
    await expect(reasons.getByRole('listitem').filter({ hasText: 'CECTD-DS' })).toContainText('Kept, because')

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

test('F6 goes from part to part, arrow keys pick nodes in the page, and a node’s menu copies what leads to it', async ({
  app,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await app.getByRole('textbox', { name: /address/i }).focus()
  const places = new Set<string>()
  for (let i = 0; i < 12; i++) {
    await app.keyboard.press('F6')
    places.add(await app.evaluate(() => document.activeElement?.closest('[data-panel]')?.getAttribute('data-panel') ?? 'elsewhere'))
  }
  for (const part of ['tree', 'chart', 'parameters', 'elsewhere']) expect([...places]).toContain(part)
  await app.locator('iframe[data-testid="page-view"]').focus()
  await app.keyboard.press('ArrowRight')
  await expect(whySentence(app)).toHaveText(/^(Kept|On the path|Dropped)/)
  const first = await selectedRow(app).getAttribute('id')
  await app.keyboard.press('ArrowRight')
  await expect(selectedRow(app)).not.toHaveAttribute('id', first ?? '')
  await app.keyboard.press('ArrowLeft')
  await expect(selectedRow(app)).toHaveAttribute('id', first ?? '')
  for (const pane of ['Page', 'Tree', 'Chart', 'Text', 'Why', 'Parameters'])
    await expect(app.getByRole('region', { name: `${pane} pane` })).toBeVisible()

  // In the page, too: the node under the pointer, with its menu beside it.
  await pageView(app).getByRole('heading', { name: 'After forty years' }).click({ button: 'right' })
  await app.getByRole('menuitem', { name: 'Copy text' }).click()
  await expect(app.getByRole('contentinfo', { name: 'Status' })).toContainText('text copied.')
  expect(await app.evaluate(() => navigator.clipboard.readText())).toContain('After forty years')
  await expect(selectedRow(app)).toContainText('After forty years')

  await treeRow(app, 'article.story').click({ button: 'right' })
  await app.getByRole('menuitem', { name: 'Copy XPath' }).click()
  await expect(app.getByRole('contentinfo', { name: 'Status' })).toContainText('XPath copied.')
  const path = await app.evaluate(() => navigator.clipboard.readText())
  // The browser's own engine finds the node by it.
  const found = await pageView(app)
    .locator('html')
    .evaluate((html, xpath) => {
      const node = html.ownerDocument.evaluate(xpath, html.ownerDocument, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue
      return node instanceof (html.ownerDocument.defaultView?.Element ?? Element) ? node.className : ''
    }, path)
  expect(found).toContain('story')
})

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
  await expect(coverage.getByText('…', { exact: true })).toHaveCount(0, { timeout: 30_000 })
  // The heading, and one row for each extractor.
  await expect(coverage.getByRole('row')).toHaveCount(18)
  await expect(coverage).toContainText(/Kept (?:suspiciously little|nearly everything|nothing at all)/)
})

test('raw and rendered captures are compared: what scripts added, and what is hidden by what', { tag: '@machine' }, async ({ app }) => {
  await openSample(app, 'Built by script, with hidden boilerplate')
  await workspace(app, 'Compare')
  const compare = app.getByRole('region', { name: 'Compare' })
  await compare.getByRole('tab', { name: 'Raw or rendered' }).click()
  await expect(compare).toContainText('This is the rendered page')
  await compare.getByRole('button', { name: 'Load the raw page' }).click()
  await expect(compare.getByRole('button', { name: /\d+ words added/ })).toBeVisible({ timeout: 30_000 })
  await expect(compare.getByRole('heading', { name: 'Text of the rendered page that nobody sees' })).toBeVisible()
  await expect(compare.locator('.capture-list')).toContainText(/\d+ words, by /)
  await compare.getByRole('button', { name: /\d+ words added/ }).click()
  await compare.getByRole('row').nth(1).getByRole('button').click()
  await workspace(app, 'Inspect')
  await expect(whySentence(app)).toBeVisible()
})

test('the inspection is saved as a report that needs nothing but itself', async ({ app, page, folder }) => {
  await selectBySearch(app, 'header.masthead')
  await lambda(app).fill('0.9')
  await expect(app.locator('.chart-legend')).toContainText('threshold 40.76')
  await settled(app)
  const report = await savedFile(app, () => command(app, 'save report'))
  expect(report.name).toMatch(/^report.*tide-mill.*\.html$/i)
  const html = report.bytes.toString()
  expect(html).not.toMatch(/<script|src="http|href="http[^"]*\.css/)
  const { writeFileSync } = await import('node:fs')
  writeFileSync(join(folder, 'report.html'), html)
  await page.goto(`file://${join(folder, 'report.html')}`)
  await expect(page.getByText('Dropped, because its density 30.59 is below the limit 40.76.')).toBeVisible()
  await expect(page.locator('body')).toContainText('(preset: 1)')
  await expect(page.locator('body')).toContainText('At eight minutes past seven')
})

test('a session is saved as a file and opens in another window with pages, parameters and selection', async ({
  app,
  host,
  context,
  folder,
}) => {
  await selectBySearch(app, 'header.masthead')
  await lambda(app).fill('0.9')
  await expect(app.locator('.chart-legend')).toContainText('threshold 40.76')
  const session = await savedFile(app, () => app.keyboard.press('Control+s'))
  expect(session.name).toBe('session.boilerscope.json')
  const { writeFileSync } = await import('node:fs')
  const path = join(folder, session.name)
  writeFileSync(path, session.bytes)

  const browser = context.browser()
  if (!browser) throw new Error('no browser')
  const fresh = await browser.newContext()
  const other = await fresh.newPage()
  // Listened to from the beginning: whether the browser hands its dialog over is settled before a key asks for it.
  other.on('filechooser', () => undefined)
  await other.goto(host.url)
  await ready(other)
  await openSample(other, 'Forum thread')
  const choosing = other.waitForEvent('filechooser')
  await other.keyboard.press('Control+o')
  await (await choosing).setFiles(path)
  await expect(other.getByRole('contentinfo')).toContainText('Session opened: 1 page.')
  await settled(other)
  await expect(other.locator('.chart-legend')).toContainText('threshold 40.76')
  await expect(selectedRow(other)).toContainText('header')
  writeFileSync(path, '{"format":"something else"}')
  const again = other.waitForEvent('filechooser')
  await other.keyboard.press('Control+o')
  await (await again).setFiles(path)
  await expect(other.getByRole('contentinfo')).toContainText('This file is not a Boilerscope session.')
  await fresh.close()
})

test('the palette finds actions, extractors and samples by name', async ({ app }) => {
  await command(app, 'switch between light')
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'dark')
  await command(app, 'CUTER')
  await expect(app.getByRole('combobox', { name: 'Extractor' })).toHaveValue('cuter')
  await command(app, 'table layout')
  await expect(app.getByRole('textbox', { name: /address/i })).toHaveValue('Sample: table-layout')
  await settled(app)
  await command(app, 'go to verdict')
  await expect(app.getByRole('main').getByRole('tab', { name: 'Verdict' })).toHaveAttribute('aria-selected', 'true')
  await app.keyboard.press('Control+k')
  await app.keyboard.type('qqqqq')
  await expect(app.getByText('Nothing is called that.')).toBeVisible()
  await app.keyboard.press('Escape')
  await command(app, 'new evaluation run')
  await expect(app.getByRole('form', { name: 'New run' })).toBeVisible()
  await command(app, 'workspace: demonstrate')
  const moment = app.getByRole('slider', { name: 'Moment' })
  await expect(moment).toHaveValue('0')
  await command(app, 'last moment')
  await expect(moment).not.toHaveValue('0')
})
