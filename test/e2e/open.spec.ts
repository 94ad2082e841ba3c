/** Issue: open a page and see what was kept. What a person does from the first minute on. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  command,
  copiedLink,
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
  test,
  treeRow,
  whySentence,
  unusedPort,
} from './app'
import { serveFiles } from './file-server'

const ARTICLE = `<!doctype html><title>A short page</title><body><ul id="menu"><li><a href="/a">One</a></li><li><a href="/b">Two</a></li></ul>
<div id="story"><p>${'The first paragraph says a good deal about very little. '.repeat(6)}</p><p>${'The second one agrees with it at length. '.repeat(6)}</p></div></body>`

test(
  'a page whose server is gone is still there after loading the window anew, going back and choosing how it is captured',
  { tag: '@machine' },
  async ({ app, folder }) => {
    for (const name of ['one', 'two']) writeFileSync(join(folder, `${name}.html`), ARTICLE.replace('A short page', `Page ${name}`))
    const server = await serveFiles(folder, '/')
    const captured = app.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: /^captured .* Load again$/ })
    const shows = async (title: string): Promise<void> => {
      await expect(app).toHaveTitle(`${title} – Boilerscope`)
      await ready(app)
      await expect(pageView(app).getByText('The first paragraph says').first()).toBeVisible()
    }
    await openAddress(app, `${server.url}one.html`)
    await shows('Page one')
    await app.getByRole('button', { name: 'Rendered' }).click()
    await expect(app.getByRole('button', { name: 'Rendered' })).toHaveAttribute('aria-pressed', 'true')
    await shows('Page one')
    await openAddress(app, `${server.url}two.html`)
    await shows('Page two')
    await server.close()
    await app.reload()
    await shows('Page two')
    await expect(captured).toBeVisible()
    await app.keyboard.press('Alt+ArrowLeft')
    await shows('Page one')
    await app.getByRole('button', { name: 'Source', exact: true }).click()
    await expect(app.getByRole('button', { name: 'Source', exact: true })).toHaveAttribute('aria-pressed', 'true')
    await shows('Page one')
    await captured.click()
    await expect(app.getByRole('alert')).toContainText('This page could not be loaded again.')
    await expect(app.getByRole('alert')).toContainText('What is shown was captured at')
    await shows('Page one')
  },
)

test(
  'a page that was saved without its site says where it is from, and fetches what is missing when it is told to',
  { tag: '@machine' },
  async ({ app, folder }) => {
    const site = join(folder, 'site')
    mkdirSync(site)
    writeFileSync(join(site, 'look.css'), '#story { color: rgb(1, 2, 3) }')
    const server = await serveFiles(site, '/')
    const page = join(folder, 'saved.html')
    const head = `<link rel="canonical" href="${server.url}news/page.html"><link rel="stylesheet" href="/look.css"><title>`
    writeFileSync(page, ARTICLE.replace('<title>', head))
    await openAddress(app, page)
    await ready(app)
    const note = app.locator('.resource-note')
    await expect(note).toContainText('1 part of this page is missing')
    await expect(app.getByRole('contentinfo', { name: 'Status' })).toContainText('1 part of this page is missing')
    await note.locator('summary').click()
    await expect(note).toContainText('address unknown: saved without its site')
    await expect(note.getByRole('textbox', { name: 'This page is of' })).toHaveValue(`${server.url}news/page.html`)
    await note.getByRole('button', { name: 'Fetch what is missing' }).click()
    await expect(pageView(app).locator('#story')).toHaveCSS('color', 'rgb(1, 2, 3)')
    await expect(note).toHaveCount(0)
    await server.close()
  },
)

test('a sample stands extracted at the start: page, tree, chart, text and reasons', { tag: '@static' }, async ({ app }) => {
  await expect(pageView(app).getByRole('heading', { level: 1 })).toHaveText(/tide mill at Sollerby/)
  await expect(treeRow(app, 'article.story')).toHaveAttribute('data-fate', 'kept')
  await expect(treeRow(app, 'nav.sections')).toHaveAttribute('data-fate', 'out')
  await expect(app.locator('.chart-legend')).toContainText('threshold 45.29')
  await expect(app.locator('.chart-plot .plot-surface')).toBeVisible()
  await expect(extractedText(app)).toContainText('At eight minutes past seven on Tuesday evening')
  await expect(extractedText(app)).not.toContainText('Ferry timetable')
  await expect(app.getByRole('contentinfo', { name: 'Status' })).toContainText('words kept')
  await expect(app).toHaveTitle(/tide mill at Sollerby.* – Boilerscope/)
})

test('a node selected in the tree has its box on the page, its mark in the chart and its reason beside', async ({ app }) => {
  await treeRow(app, 'article.story').click()
  const mark = app.locator('.page-mark-selected')
  await expect(mark).toBeVisible()
  // The overlay's box lies where the browser has drawn the element.
  await expect
    .poll(async () => {
      const [drawn, there] = [await mark.boundingBox(), await pageView(app).locator('article.story').boundingBox()]
      return drawn && there ? Math.max(Math.abs(drawn.x - there.x), Math.abs(drawn.y - there.y), Math.abs(drawn.width - there.width)) : 1000
    })
    .toBeLessThan(4)
  await expect(app.locator('.chart-selected')).toBeVisible()
  await expect(whySentence(app)).toHaveText(/^Kept, because it has the largest DensitySum in the whole page \(17,080\)/)
  await expect(app.getByRole('navigation', { name: 'Path to the selected node' })).toContainText('article.story')
})

test('what stays in view while the page is scrolled keeps its mark', async ({ app }) => {
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

test('a click on the page selects the row, and a click on the text the page', async ({ app }) => {
  await pageView(app).getByRole('heading', { level: 1 }).click()
  await expect(selectedRow(app)).toContainText('After forty years')
  await expect(selectedRow(app)).toBeInViewport()
  await expect(whySentence(app)).toHaveText(/^Kept/)
  await extractedText(app).getByText('The mill had last worked in').first().click()
  await expect(selectedRow(app)).toContainText('What they heard was mostly water')
  await expect(app.locator('.page-mark-selected')).toBeVisible()
})

test('the strip beside a long page shows where text was kept, and a press on it leads there', async ({ app }) => {
  const words = 'A sentence of the article that stands far below the first screen, with words enough to be kept. '.repeat(6)
  await pasteHtml(app, `<title>Deep</title><nav style="height:9000px"><a href="/">Home</a></nav><article id="deep"><p>${words}</article>`)
  const article = pageView(app).locator('#deep')
  await expect(article).toBeAttached()
  await expect(article).not.toBeInViewport()
  const strip = app.locator('canvas.page-ruler')
  const marked = (from: number): Promise<boolean> =>
    strip.evaluate((canvas: HTMLCanvasElement, share) => {
      const { data } = canvas
        .getContext('2d')!
        .getImageData(canvas.width / 2, Math.floor(canvas.height * share), 1, Math.floor(canvas.height * 0.1))
      return data.some((value, i) => i % 4 === 3 && value > 200)
    }, from)
  await expect.poll(() => marked(0.9)).toBe(true)
  expect(await marked(0.5)).toBe(false)
  const box = await strip.boundingBox()
  if (box) await app.mouse.click(box.x + box.width / 2, box.y + box.height * 0.98)
  await expect(article).toBeInViewport()
})

test('hovering a row marks the box on the page and says its size and measures', async ({ app }) => {
  await treeRow(app, 'header.masthead').hover()
  await expect(app.locator('.page-mark-hover')).toBeVisible()
  await expect(app.locator('.page-mark-hover')).toContainText(/header\s+1,280 × \d+\s+composite text density CTD 30\.59\s/)
})

test(
  'a changed λ changes the threshold in the chart, the text and the tree, and undo takes it back',
  { tag: '@static' },
  async ({ app }) => {
    const legend = app.locator('.chart-legend')
    const words = app.locator('.param-kept strong')
    const before = numberIn(await words.textContent())
    const lambda = app.getByRole('group', { name: 'Parameters' }).getByRole('textbox', { name: 'λ', exact: true })
    await lambda.fill('2')
    // Twice the coefficient, twice the threshold: 2 · 45.29, both rounded.
    await expect(legend).toContainText(/threshold 90\.5[789]/)
    await expect(treeRow(app, 'div.page')).not.toHaveAttribute('data-fate', 'kept')
    await lambda.fill('0')
    await expect.poll(async () => numberIn(await words.textContent())).toBeGreaterThan(before)
    await expect(treeRow(app, 'header.masthead')).toHaveAttribute('data-fate', 'path')
    await expect(extractedText(app)).toContainText('News of the estuary since 1871')
    await expect(app.locator('.param-won')).toHaveText(/^\+\d/)
    await treeRow(app, 'header.masthead').click()
    await app.keyboard.press('Control+z')
    await expect.poll(async () => numberIn(await words.textContent())).toBe(before)
    await expect(app.getByRole('contentinfo')).toContainText('Parameters put back.')
    await app.keyboard.press('Control+Shift+z')
    await expect.poll(async () => numberIn(await words.textContent())).toBeGreaterThan(before)
  },
)

test('what cannot be opened says so in a sentence, and the app goes on', { tag: '@machine' }, async ({ app, site, folder }) => {
  test.setTimeout(300_000)
  const failure = app.getByRole('alert')
  // The host that never answers waits in its own tab while everything else goes wrong in another one.
  await openAddress(app, `${site.origin}/never`)
  await expect(
    app
      .getByRole('status')
      .filter({ hasText: /Opening|Connecting|Waiting/i })
      .first(),
  ).toBeVisible()
  await app.getByRole('button', { name: 'New tab' }).click()
  const write = (name: string, bytes: Buffer | string): string => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }
  const closed = await unusedPort()
  const cases: readonly (readonly [address: string, says: RegExp])[] = [
    ['not an address', /is not the address of a page\.[\s\S]*begins with http/],
    ['http://nowhere.invalid/', /There is no host called nowhere\.invalid|could not be opened/],
    [`http://127.0.0.1:${closed}/`, new RegExp(`127\\.0\\.0\\.1:${closed} refused the connection`)],
    [`${site.origin}/loop`, /redirects (?:without end|more than \d+ times)/],
    [`${site.origin}/to-file`, /redirects to something that is not on the web/],
    [`${site.origin}/pdf`, /sends .*not a page/],
    [`${site.origin}/empty`, /but sent nothing/],
    [`${site.origin}/big`, /sends more than 32 MiB of HTML/],
    [write('noise.html', Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7) % 32))), /noise\.html is binary data, not a page/],
    [write('nothing.html', ''), /nothing\.html is empty/],
    [write('half.html.gz', gzipSync(ARTICLE.repeat(50)).subarray(0, 200)), /half\.html\.gz is a gzip file that ends too early/],
    [join(folder, 'missing.html'), /There is no file .*missing\.html/],
    [folder, /is a folder/],
  ]
  for (const [address, says] of cases) {
    await test.step(address, async () => {
      await openAddress(app, address)
      await expect(failure).toHaveText(says, { timeout: 20_000 })
      await expect(failure.getByRole('button', { name: 'Try again' })).toBeVisible()
    })
  }
  await test.step('of a page that breaks off, what came is shown, and that it broke off', async () => {
    await openAddress(app, `${site.origin}/broken`)
    await expect(pageView(app).getByText('only the beginning')).toBeVisible()
    await expect(app.locator('.status-warning')).toHaveAttribute('title', /broke off: the last [\d,]+ bytes of the page are missing/)
  })
  await test.step('a good page opens in the same tab', async () => {
    await openAddress(app, `${site.origin}/article`)
    await expect(pageView(app).getByText('The first paragraph of the article.')).toBeVisible()
    await ready(app)
  })
  await test.step('the host that never answered has been given up', async () => {
    await app.getByRole('tab', { name: /\/never$/ }).click()
    await expect(failure).toHaveText(/did not answer within 30 seconds/, { timeout: 45_000 })
    await app.getByRole('button', { name: 'Back' }).first().click()
    await expect(pageView(app).getByRole('heading', { level: 1 })).toHaveText(/tide mill/)
  })
})

test('a load that takes too long can be cancelled, and the former page is still there', { tag: '@machine' }, async ({ app, site }) => {
  await openAddress(app, `${site.origin}/never`)
  await app.getByRole('status').getByRole('button', { name: 'Cancel' }).click()
  await expect(app.getByRole('contentinfo')).toContainText('Cancelled.')
  await ready(app)
  await expect(pageView(app).getByRole('heading', { level: 1 })).toHaveText(/tide mill/)
})

test('a wrong charset label is read right, and the window says that the label was wrong', { tag: '@machine' }, async ({ app, site }) => {
  await openAddress(app, `${site.origin}/wrong-label`)
  await expect(pageView(app).getByText('中文网页正文抽取。')).toBeVisible()
  await expect(app.locator('.status-warning')).toHaveAttribute('title', /labelled .*windows-1252.*its bytes are UTF-8/s)
})

test('HTML can be pasted into the dialog, or straight into the address field', { tag: '@static' }, async ({ app }) => {
  await pasteHtml(app, ARTICLE)
  await expect(pageView(app).getByText('The first paragraph says')).toBeVisible()
  await ready(app)
  await expect(extractedText(app)).toContainText('The second one agrees with it')
  await expect(extractedText(app)).not.toContainText('Two')
  const field = app.getByRole('textbox', { name: /address/i })
  await field.focus()
  await field.evaluate((element) => {
    const data = new DataTransfer()
    data.setData('text/plain', '<title>Straight</title><p>Pasted where the address goes.</p>')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect(app.getByRole('tab', { name: 'Straight' })).toBeVisible()
  await expect(pageView(app).getByText('Pasted where the address goes.')).toBeVisible()
})

test('a file opens when it is dropped, chosen, or named by its path, plain or gzipped', { tag: '@machine' }, async ({ app, folder }) => {
  const dropped = await app.evaluateHandle(
    (html) => {
      const data = new DataTransfer()
      data.items.add(new File([html], 'dropped.html', { type: 'text/html' }))
      return data
    },
    ARTICLE.replace('A short page', 'A dropped page'),
  )
  await app.locator('main').dispatchEvent('dragover', { dataTransfer: dropped })
  await expect(app.getByText('Drop a page here to open it')).toBeVisible()
  await app.locator('main').dispatchEvent('drop', { dataTransfer: dropped })
  await expect(app.getByRole('tab', { name: 'A dropped page' })).toBeVisible()
  await ready(app)

  const path = join(folder, 'by-path.html')
  writeFileSync(path, ARTICLE)
  await openAddress(app, path)
  await expect(app.getByRole('tab', { name: 'A short page' })).toBeVisible()
  await ready(app)
  await expect(extractedText(app)).toContainText('The first paragraph says')

  const zipped = join(folder, 'chosen.html.gz')
  writeFileSync(zipped, gzipSync(readFileSync(path, 'utf8').replace('A short page', 'A chosen page')))
  const choosing = app.waitForEvent('filechooser')
  await app.getByRole('button', { name: 'Open file …' }).click()
  await (await choosing).setFiles(zipped)
  await expect(app.getByRole('tab', { name: 'A chosen page' })).toBeVisible()
  await ready(app)
})

test('the keyboard alone opens a page, walks and expands the tree, sets a parameter and gives commands', async ({ app }) => {
  const key = app.keyboard
  await key.press('Control+l')
  await expect(app.getByRole('textbox', { name: /address/i })).toBeFocused()
  await key.type('sample:forum-thread')
  await key.press('Enter')
  await expect(app.getByRole('tab', { name: /ring|thread|forum|solder|Breadboard/i }).first()).toBeVisible()
  await ready(app)

  await key.press('Alt+2')
  await expect(app.getByRole('tree')).toBeFocused()
  await key.press('Home')
  await expect(selectedRow(app)).toHaveText(/html/)
  await key.press('ArrowDown')
  await expect(selectedRow(app)).toHaveText(/head/)
  await expect(selectedRow(app)).toHaveAttribute('aria-expanded', 'false')
  await key.press('ArrowRight')
  await expect(selectedRow(app)).toHaveAttribute('aria-expanded', 'true')
  await key.press('ArrowRight')
  await expect(selectedRow(app)).toHaveText(/meta|title/)
  await key.press('ArrowLeft')
  await expect(selectedRow(app)).toHaveText(/head/)
  await key.press('ArrowLeft')
  await expect(selectedRow(app)).toHaveAttribute('aria-expanded', 'false')
  await key.press('Alt+ArrowDown')
  await expect(selectedRow(app)).toHaveText(/body/)
  await key.press('End')
  await expect(selectedRow(app)).toBeInViewport()
  await expect(app.getByRole('tree')).toHaveAttribute('aria-activedescendant', /tree-row-\d+/)

  // Typing searches, Enter goes to the hit, Escape back to the tree.
  await key.type('body')
  await expect(app.getByRole('searchbox', { name: 'Search the tree' })).toBeFocused()
  await key.press('Enter')
  await expect(selectedRow(app)).toHaveText(/body/)
  await key.press('Escape')
  await expect(app.getByRole('tree')).toBeFocused()

  await key.press('Alt+4')
  await expect(app.getByRole('group', { name: 'Parameters' }).locator(':focus')).toHaveCount(1)
  const slider = app.getByRole('slider', { name: 'λ, slider' })
  for (let i = 0; i < 12 && !(await slider.evaluate((element) => element === document.activeElement)); i++) await key.press('Tab')
  await expect(slider).toBeFocused()
  const value = Number(await slider.inputValue())
  await key.press('ArrowRight')
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(value)
  await expect(app.locator('.param-changed')).toHaveText('1 changed')

  await key.press('Control+k')
  await expect(app.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  await key.type('reset all')
  await key.press('Enter')
  await expect.poll(async () => Number(await slider.inputValue())).toBe(value)
  await key.press('Control+/')
  await expect(app.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Command palette')
  await key.press('Escape')
  await expect(app.getByRole('dialog')).toHaveCount(0)

  const [help] = await Promise.all([app.waitForEvent('popup'), key.press('F1')])
  await expect(help.getByRole('heading', { level: 1 })).toHaveText('Manual')
  expect(help.url()).toMatch(/\/manual\.html#read-the-window$/)
})

test('a page nested 100,000 deep opens, is extracted and can be walked to its end', { tag: '@machine' }, async ({ app, site }) => {
  test.setTimeout(150_000)
  await openAddress(app, `${site.origin}/deep`)
  await expect(app.getByRole('contentinfo')).toContainText(/100,00\d nodes/, { timeout: 60_000 })
  await ready(app)
  await expect(extractedText(app)).toContainText('deepest')
  await selectBySearch(app, 'deepest')
  await expect(selectedRow(app)).toContainText('deepest', { timeout: 30_000 })
  await expect(whySentence(app)).toHaveText(/^Kept, because/)
})

test('the two modes show what the server sent, and what the scripts made of it', { tag: '@machine' }, async ({ app, site }) => {
  await openAddress(app, `${site.origin}/built`)
  await expect(pageView(app).getByText('Loading')).toBeVisible()
  await ready(app)
  const capture = app.getByRole('group', { name: 'Capture' })
  await capture.getByRole('button', { name: 'Rendered' }).click()
  await expect(pageView(app).getByText('Fetched by a script.')).toBeVisible({ timeout: 30_000 })
  await ready(app)
  await expect(extractedText(app)).toContainText('Fetched by a script.')
  await capture.getByRole('button', { name: 'Source' }).click()
  await expect(pageView(app).getByText('Loading')).toBeVisible()
})

test('pages open in tabs; back and forward walk the history; a closed tab comes back', async ({ app }) => {
  const tabs = app.getByRole('tablist', { name: 'Open pages' }).getByRole('tab')
  await openSample(app, 'Forum thread')
  await expect(treeRow(app, 'body')).toBeVisible()
  const forum = (await tabs.first().textContent()) ?? ''
  expect(forum).not.toMatch(/tide mill/)
  await app.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(tabs.first()).toHaveText(/tide mill/)
  await app.keyboard.press('Alt+ArrowRight')
  await expect(tabs.first()).toHaveText(forum)
  await ready(app)

  await app.keyboard.press('Alt+t')
  await expect(tabs).toHaveCount(2)
  await app
    .getByRole('main')
    .getByRole('button', { name: /^Minified, one line/ })
    .click()
  await ready(app)
  const minified = (await tabs.nth(1).textContent()) ?? ''
  await app.keyboard.press('Alt+PageUp')
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true')
  await app.keyboard.press('Alt+PageDown')
  await app.keyboard.press('Alt+w')
  await expect(tabs).toHaveCount(1)
  await app.getByRole('tree').focus()
  await app.keyboard.press('Control+z')
  await expect(tabs).toHaveCount(2)
  await expect(tabs.nth(1)).toHaveText(minified)
  await expect(app.getByRole('contentinfo')).toContainText('Tab reopened.')

  await test.step('more pages than the strip has room for stand in a list', async () => {
    const list = app.getByRole('button', { name: 'All open pages' })
    await expect(list).toBeHidden()
    for (let count = 3; count <= 16; count++) {
      await app.keyboard.press('Alt+t')
      await expect(tabs).toHaveCount(count)
    }
    await expect(tabs.last()).toBeInViewport()
    await list.click()
    await expect(app.getByRole('menuitemradio')).toHaveCount(16)
    await expect(app.getByRole('menuitemradio', { checked: true })).toHaveText('New tab')
    await app.getByRole('menuitemradio', { name: minified }).click()
    await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true')
    await expect(tabs.nth(1)).toBeInViewport()
    await ready(app)
  })
})

test(
  'after a reload everything is as it was: pages, parameters, selection; and a permalink brings it to another window',
  { tag: '@machine' },
  async ({ app, host, context }) => {
    await selectBySearch(app, 'header.masthead')
    await app.getByRole('group', { name: 'Parameters' }).getByRole('textbox', { name: 'λ', exact: true }).fill('0.5')
    await expect(app.locator('.chart-legend')).toContainText('threshold 22.6')
    await app.getByRole('button', { name: 'New tab' }).click()
    await app
      .getByRole('main')
      .getByRole('button', { name: /^Forum thread/ })
      .click()
    await ready(app)
    await app.getByRole('tab', { name: /tide mill/ }).click()
    await expect.poll(() => app.evaluate(() => location.hash)).toMatch(/page=sample%3Anews-article&.*lambda%3D0\.5/)
    const link = await app.evaluate(() => location.hash)
    expect(link).not.toContain('token')

    await app.reload()
    await ready(app)
    await expect(app.getByRole('tablist', { name: 'Open pages' }).getByRole('tab')).toHaveCount(2)
    await expect(app.getByRole('tab', { name: /tide mill/ })).toHaveAttribute('aria-selected', 'true')
    await expect(app.locator('.chart-legend')).toContainText('threshold 22.6')
    await expect(selectedRow(app)).toContainText('header')

    const fresh = await context.browser()?.newContext()
    if (!fresh) throw new Error('no browser')
    const other = await fresh.newPage()
    await other.goto(`http://127.0.0.1:${host.port}/${link}&token=${host.token}`)
    await ready(other)
    await expect(other.locator('.chart-legend')).toContainText('threshold 22.6')
    await expect(selectedRow(other)).toContainText('header')
    await fresh.close()
  },
)

test(
  'a copied link opens in another tab of the same browser; in a browser that does not know the host it says what to do',
  { tag: '@machine' },
  async ({ app, context, host }) => {
    // The token was in the address for a moment only.
    expect(await app.evaluate(() => location.href)).not.toContain(host.token)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await command(app, 'Copy link to this view')
    const link = await copiedLink(app)
    expect(link).not.toContain(host.token)
    const other = await context.newPage()
    await other.goto(link)
    await ready(other)
    await other.close()

    const fresh = await context.browser()?.newContext()
    if (!fresh) throw new Error('no browser')
    const stranger = await fresh.newPage()
    await stranger.goto(link)
    await expect(stranger.getByRole('alert')).toContainText('This link cannot be opened here yet')
    await expect(stranger.getByRole('alert')).toContainText('Open the address that npm start printed')
    await stranger.goto(host.url)
    await ready(stranger)
    expect(stranger.url()).not.toContain(host.token)
    await stranger.goto('about:blank')
    await stranger.goto(link)
    await ready(stranger)
    await fresh.close()
  },
)

test('a link to this machine is asked about before anything is asked for', { tag: '@machine' }, async ({ page, host, site }) => {
  const path = '/article?linked'
  await page.goto(`${host.url}&page=${encodeURIComponent(`${site.origin}${path}`)}`)
  await ready(page)
  const question = page.getByRole('dialog', { name: 'Open this page?' })
  await expect(question).toContainText(path)
  expect(site.requests).not.toContain(path)
  await question.getByRole('button', { name: 'Open it' }).click()
  await expect.poll(() => site.requests).toContain(path)
  await expect(question).toBeHidden()
})

test('where the host goes away, the window says so and what is open stays readable', { tag: '@machine' }, async ({ page }) => {
  const { startHost } = await import('./app')
  const { host, process: child } = await startHost()
  await page.goto(host.url)
  await ready(page)
  child.removeAllListeners('exit')
  child.kill('SIGTERM')
  await expect(page.getByRole('alert')).toContainText('connection to Boilerscope’s host was lost')
  await expect(extractedText(page)).toContainText('At eight minutes past seven')
})
