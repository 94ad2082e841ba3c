/** Gold standards: a corpus is made, labelled with pointer and keyboard, alone and with others, and nothing is lost. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { GoldFile, writeGoldFile } from '../../shared/gold/gold-file'
import { createCorpus } from '../../electron/services/corpus/store/corpus-store'
import { goldText } from '../../shared/gold/gold-text'
import { labelState } from '../../shared/gold/label-commands'
import { textAxis } from '../../shared/gold/text-axis'
import { parsePage } from '../../shared/page/parse-page'
import { command, expect, ready, startHost, test, unusedPort } from './app'
import { findings } from './axe'
import {
  ARTICLE,
  goldOf,
  labelled,
  makeCorpus,
  openCorpus,
  openPage,
  pageOption,
  SAMPLES,
  saved,
  setAnnotator,
  textOnDisk,
  words,
} from './annotating'

interface Point {
  readonly x: number
  readonly y: number
}
const ALT = 1
const SHIFT = 8

/**
 * Drags with the left button. Playwright's own mouse waits for a script of its own in every frame while a button is
 * down; in a frame without scripts it waits for ever.
 */
async function drag(app: Page, from: Point, to: () => Promise<Point>, modifiers = 0): Promise<void> {
  const session = await app.context().newCDPSession(app)
  const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', { x, y }: Point): Promise<unknown> =>
    session.send('Input.dispatchMouseEvent', {
      type,
      x,
      y,
      modifiers,
      button: 'left',
      buttons: type === 'mouseReleased' ? 0 : 1,
      clickCount: 1,
    })
  await session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...from, modifiers })
  await send('mousePressed', from)
  await send('mouseMoved', { x: from.x + 8, y: from.y + 1 })
  const end = await to()
  await send('mouseMoved', { x: end.x - 3, y: end.y })
  await send('mouseMoved', end)
  await send('mouseReleased', end)
  await session.detach()
}

async function boxOf(
  locator: Locator,
): Promise<{ readonly x: number; readonly y: number; readonly width: number; readonly height: number }> {
  await locator.scrollIntoViewIfNeeded()
  const box = await locator.boundingBox()
  if (!box) throw new Error('nothing to see')
  return box
}

/** Drags over text from the start of one element to the end of another. */
async function dragText(app: Page, from: Locator, to: Locator, modifiers = 0): Promise<void> {
  const start = await boxOf(from)
  await drag(
    app,
    { x: start.x + 1, y: start.y + Math.min(10, start.height / 2) },
    async () => {
      const end = await boxOf(to)
      return { x: end.x + end.width - 2, y: end.y + end.height - Math.min(8, end.height / 2) }
    },
    modifiers,
  )
}

/** Highlighted texts of a label in the frame, and in frames of the page, in the order of the page. */
async function highlighted(app: Page): Promise<string[]> {
  return app.evaluate(() => {
    const textsOf = (view: (Window & typeof globalThis) | null): string[] =>
      [...(view?.CSS.highlights ?? [])].flatMap(([name, highlight]) =>
        /^bs-(?:label|suggested)/.test(name) ? [...highlight].map((range) => (range as Range).toString().replace(/\s+/g, ' ').trim()) : [],
      )
    const frame = document.querySelector<HTMLIFrameElement>('iframe[data-testid="label-frame"]')
    const inner = [...(frame?.contentDocument?.querySelectorAll('iframe') ?? [])]
    return [frame, ...inner]
      .flatMap((one) => textsOf((one?.contentWindow ?? null) as (Window & typeof globalThis) | null))
      .filter((text) => text !== '')
  })
}

test('a corpus is made, filled from the page in view and a list, and its pages are found, renamed, removed and brought back', async ({
  app,
  folder,
}) => {
  await app.getByRole('button', { name: 'Annotate', exact: true }).click()
  await app.getByRole('textbox', { name: 'Name' }).fill('Mine')
  // The folder is chosen by keys in the window's own dialog.
  mkdirSync(join(folder, 'corpora', 'mine'), { recursive: true })
  const newFolder = app.getByRole('textbox', { name: 'New or empty folder' })
  await newFolder.fill(folder)
  await app.getByRole('form', { name: 'Make a corpus' }).getByRole('button', { name: 'Choose …' }).click()
  const folders = app.getByRole('dialog', { name: 'Folder of the new corpus' })
  await folders.getByRole('button', { name: 'corpora' }).press('Enter')
  await expect(folders.getByRole('button', { name: 'One folder up' })).toBeFocused()
  await app.keyboard.press('Tab')
  await expect(folders.getByRole('button', { name: 'mine' })).toBeFocused()
  await app.keyboard.press('Enter')
  await expect(folders).toContainText('No folder in here.')
  await folders.getByRole('button', { name: 'Choose this folder' }).press('Enter')
  await expect(newFolder).toHaveValue(join(folder, 'corpora', 'mine'))
  await app.getByRole('button', { name: 'Make it' }).click()
  await setAnnotator(app, 'ann')
  await app.getByRole('button', { name: 'Add pages …' }).click()
  await app.getByRole('button', { name: 'Add the page in view' }).click()
  await expect(app.getByTestId('page-count')).toHaveText('1 page', { timeout: 30_000 })
  await app.getByRole('button', { name: 'Add pages …' }).click()
  const list = [join(SAMPLES, 'pages', 'overview.html'), join(folder, 'nowhere.html')].join('\n')
  await app.getByRole('textbox', { name: /Addresses/ }).fill(list)
  await app.getByRole('button', { name: 'Add 2 pages' }).click()
  await expect(app.getByTestId('batch-report')).toContainText('1 with problems', { timeout: 30_000 })
  await expect(pageOption(app)).toHaveCount(2)

  await app.getByRole('searchbox', { name: 'Search pages' }).fill('overview')
  await expect(app.getByTestId('page-count')).toHaveText('1 of 2 pages')
  await pageOption(app).first().click()
  await app.getByRole('button', { name: 'Rename …' }).click()
  await app.getByRole('textbox', { name: /^Id/ }).fill('front')
  await app.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await app.getByRole('searchbox', { name: 'Search pages' }).fill('')
  await expect(pageOption(app, { name: 'front' })).toBeVisible()
  expect(readdirSync(join(folder, 'corpora', 'mine', 'pages'))).toContain('front')

  await pageOption(app, { name: 'front' }).click()
  await app.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(pageOption(app)).toHaveCount(1)
  await app.getByRole('button', { name: 'Undo' }).click()
  await expect(pageOption(app)).toHaveCount(2)

  // The list is walked by keys: to its ends, and to a page by the first letters of its id.
  const pages = app.getByTestId('corpus-pages')
  const current = pages.locator('[data-current]')
  await pages.focus()
  await pages.press('End')
  await expect(current).toHaveAttribute('aria-posinset', '2')
  await pages.press('Home')
  await expect(current).toHaveAttribute('aria-posinset', '1')
  await app.keyboard.type('fro')
  await expect(current).toContainText('front')
  await expect(pages).toHaveAttribute('aria-activedescendant', (await current.getAttribute('id')) ?? '')

  // Who only wants to look around opens the sample corpus.
  await app.getByRole('button', { name: 'Close this corpus' }).click()
  await app.getByRole('button', { name: 'Open the sample corpus' }).click()
  await expect(app.getByTestId('page-count')).toHaveText('6 pages', { timeout: 30_000 })
  await app.getByRole('tab', { name: 'Label', exact: true }).click()
  await app.getByRole('button', { name: 'Label the next page' }).click()
  await expect(app.locator('iframe[data-testid="label-frame"][data-ready]')).toBeVisible({ timeout: 20_000 })
})

test('an article is labelled from blank in at most six actions, and word for word as it should be', async ({ app, folder }) => {
  const corpus = await makeCorpus(folder, [ARTICLE, 'overview'])
  await openCorpus(app, corpus, 'ann')
  const page = await openPage(app, ARTICLE)
  let actions = 0
  const act = async (what: () => Promise<unknown>): Promise<void> => {
    actions += 1
    await what()
  }
  await act(() => dragText(app, page.locator('h1'), page.locator('article.story > p').last()))
  await act(() => page.locator('.inline-box').click({ modifiers: ['Alt'], position: { x: 3, y: 3 } }))
  await act(() => dragText(app, page.locator('.byline').getByText('Share'), page.locator('.byline').getByText('Print'), ALT))
  await act(() => app.keyboard.press('a'))
  await act(() => app.keyboard.press('n'))
  await labelled(app, 'overview')
  expect(actions).toBeLessThanOrEqual(6)
  const gold = goldOf(corpus, ARTICLE, 'ann')
  expect(gold).toMatchObject({ pageType: 'article', status: 'done' })
  expect(words(textOnDisk(corpus, ARTICLE, 'ann'))).toEqual(words(readFileSync(join(SAMPLES, 'gold', `${ARTICLE}.txt`), 'utf8')))
})

test('from a good pre-annotation two actions do, every label says where it came from, and keys accept and reject it', async ({
  app,
  folder,
}) => {
  const corpus = await makeCorpus(folder, [ARTICLE, 'overview'])
  await openCorpus(app, corpus, 'ann')
  await app.getByRole('button', { name: 'Change …' }).click()
  await app.getByRole('combobox', { name: 'Labels of' }).selectOption({ index: 1 })
  await app.getByRole('checkbox', { name: /Start every page/ }).check()
  await app.getByRole('button', { name: 'Remember' }).click()
  await openPage(app, ARTICLE)
  await expect.poll(() => highlighted(app).then((texts) => texts.length)).toBeGreaterThan(0)
  await app.keyboard.press('a')
  await app.keyboard.press('n')
  // What nobody looked at is no gold without a question.
  const unseen = app.getByRole('dialog', { name: /blocks? not looked at/ })
  await unseen.getByRole('button', { name: 'Go on looking' }).click()
  await saved(app)
  expect(goldOf(corpus, ARTICLE, 'ann').status).toBe('in-progress')
  await app.keyboard.press('n')
  await unseen.getByRole('button', { name: 'Accept them all: done' }).click()
  await labelled(app, 'overview')
  const gold = goldOf(corpus, ARTICLE, 'ann')
  expect(gold).toMatchObject({ pageType: 'article', status: 'done' })
  for (const span of gold.spans) expect(span.origin).toMatchObject({ kind: 'extractor', accepted: true })
  const mine = words(textOnDisk(corpus, ARTICLE, 'ann')).length
  const wanted = words(readFileSync(join(SAMPLES, 'gold', `${ARTICLE}.txt`), 'utf8')).length
  expect(mine / wanted).toBeGreaterThan(0.9)
  expect(mine / wanted).toBeLessThan(1.1)

  // The next page began with suggestions, too: the first is accepted, the second rejected, each shown before it is decided.
  await app.getByRole('tablist', { name: 'The labels' }).getByRole('tab', { name: 'Labels' }).click()
  const suggestions = app.getByTestId('suggestions').getByRole('listitem')
  await expect(suggestions.first()).toBeVisible()
  const count = await suggestions.count()
  const quoteOf = async (k: number): Promise<string> => (await suggestions.nth(k).getByRole('button').first().textContent()) ?? ''
  const [first, second] = [await quoteOf(0), await quoteOf(1)]
  await app.getByTestId('label-page').focus()
  const cursor = app.getByTestId('label-cursor')
  const decide = async (key: string, quote: string): Promise<void> => {
    if (!(await cursor.textContent())?.includes(quote.slice(0, 12))) await app.keyboard.press(key)
    await expect(cursor).toContainText(quote.slice(0, 12))
    await app.keyboard.press(key)
  }
  await decide('y', first)
  await expect(suggestions).toHaveCount(count - 1)
  await decide('Shift+Y', second)
  await expect(suggestions).toHaveCount(count - 2)
  await saved(app)
  const { spans } = goldOf(corpus, 'overview', 'ann')
  expect(spans.filter(({ origin }) => origin?.accepted).map(({ quote }) => quote.replace(/\s+/g, ' '))).toEqual([first])
  expect(spans.some(({ quote }) => quote.replace(/\s+/g, ' ').includes(second))).toBe(false)
  await app.keyboard.press('Control+z')
  await expect(suggestions).toHaveCount(count - 1)
})

test('the keyboard alone labels a page from start to end', async ({ app, folder }) => {
  const corpus = await makeCorpus(folder, [ARTICLE, 'overview'])
  await openCorpus(app, corpus, 'ann')
  const list = app.getByTestId('corpus-pages')
  await list.focus()
  await app.keyboard.press('Home')
  await app.keyboard.press('Enter')
  await labelled(app, ARTICLE)
  // The focus is in the page at once; nine blocks down is past the menu.
  const cursor = app.getByTestId('label-cursor')
  for (let i = 0; i < 40; i++) {
    await app.keyboard.press('ArrowDown')
    if ((await cursor.textContent())?.includes('After forty years')) break
  }
  await app.keyboard.press('Enter')
  await expect(cursor).toContainText('content')
  await app.keyboard.press('+')
  await expect(cursor).toContainText('Heritage After forty years')
  await app.keyboard.press('-')
  await expect(cursor).not.toContainText('Heritage')
  await app.keyboard.press('Backspace')
  await expect(cursor).toContainText('not labelled')
  await app.keyboard.press('ArrowDown')
  await app.keyboard.press('Shift+ArrowRight')
  await app.keyboard.press('Shift+ArrowRight')
  await app.keyboard.press('Enter')
  await expect.poll(() => highlighted(app)).toEqual(['Eleven volunteers,'])
  await app.keyboard.press('Control+z')
  await expect.poll(() => highlighted(app)).toEqual([])
  await app.keyboard.press('Control+y')
  await app.keyboard.press('a')
  await app.keyboard.press('f')
  await app.keyboard.press('n')
  await labelled(app, 'overview')
  expect(goldOf(corpus, ARTICLE, 'ann')).toMatchObject({
    pageType: 'article',
    status: 'done',
    flags: ['flagged'],
    spans: [{ quote: 'Eleven volunteers,' }],
  })
})

test('what the keys do is in the command palette and on the sheet of shortcuts, while a page is labelled', async ({ app, folder }) => {
  const corpus = await makeCorpus(folder, [ARTICLE])
  await openCorpus(app, corpus, 'ann')
  await app.keyboard.press('Control+k')
  await app.getByPlaceholder('What do you want to do?').fill('flag this page')
  await expect(app.getByRole('option', { name: /^Flag this page/ })).toHaveCount(0)
  await app.keyboard.press('Escape')
  await openPage(app, ARTICLE)
  await command(app, 'next block')
  await expect(app.getByTestId('label-cursor')).toContainText('not labelled')
  await command(app, 'label the block')
  await expect(app.getByTestId('label-cursor')).not.toContainText('not labelled')
  await command(app, 'page type: article')
  await expect(app.getByTestId('save-state')).toHaveAttribute('data-state', 'saved')
  await expect.poll(() => goldOf(corpus, ARTICLE, 'ann').pageType).toBe('article')
  expect(goldOf(corpus, ARTICLE, 'ann').spans).toHaveLength(1)
  await command(app, 'undo the last change')
  await command(app, 'undo the last change')
  await expect.poll(() => highlighted(app)).toEqual([])
  await app.keyboard.press('Control+/')
  const sheet = app.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toContainText('Done, next page')
  await expect(sheet).toContainText('Choose a label of the corpus')
})

test('text is labelled to whole words, blocks by a box, and the page’s tree stays as it is', async ({ app, folder }) => {
  const corpus = await makeCorpus(folder, [ARTICLE])
  await openCorpus(app, corpus, 'ann')
  const page = await openPage(app, ARTICLE)
  const before = await page.locator('html').evaluate((html) => html.outerHTML)
  const standfirst = page.locator('.standfirst')
  const box = await boxOf(standfirst)
  // From the middle of the first word into a later one.
  await drag(app, { x: box.x + 14, y: box.y + 10 }, () => Promise.resolve({ x: box.x + 140, y: box.y + 10 }))
  await expect.poll(() => highlighted(app).then((texts) => texts[0] ?? '')).toMatch(/^Eleven volunteers\b/)
  const [dragged = ''] = await highlighted(app)
  expect((await standfirst.textContent())?.slice(dragged.length)).toMatch(/^[\s,]/)
  await app.keyboard.press('Control+z')

  const from = await boxOf(page.locator('article.story > p').nth(1))
  const to = await boxOf(page.locator('article.story > p').nth(2))
  await drag(app, { x: from.x - 2, y: from.y - 2 }, () => Promise.resolve({ x: to.x + to.width, y: to.y + to.height - 2 }), SHIFT)
  await expect.poll(() => highlighted(app).then((texts) => texts.join(' '))).toMatch(/^At eight minutes .* outboard engines\.$/)
  await expect(app.getByTestId('label-text').locator('mark').first()).toHaveText(/^At eight minutes/)
  await app.getByRole('tab', { name: 'Tree' }).click()
  await expect(
    app.getByRole('tree', { name: 'Labelled nodes' }).getByRole('treeitem').filter({ hasText: 'At eight minutes' }),
  ).toBeVisible()
  await app.getByRole('tab', { name: 'Source' }).click()
  await expect(app.getByRole('region', { name: 'Source with labels' }).locator('mark').first()).toBeVisible()
  expect(await page.locator('html').evaluate((html) => html.outerHTML)).toBe(before)
})

const COMPOSED = `<!doctype html><html><head><title>Composed</title></head><body><h1>Outside</h1><p id=first>The first words stand outside.</p>
<x-card><template shadowrootmode="open"><p id=shadow>Words of a shadow root come second.</p></template></x-card>
<iframe id=framed width=520 height=140 style="border:6px solid;padding:10px" srcdoc="<p id=one>Words of a frame are third.</p><p id=two>Its second block is fourth.</p>"></iframe>
<p id=last>The last words stand outside.</p></body></html>`

test('what stands in frames and shadow roots is labelled by click, drag, range and box, and drawn there', async ({ app, folder }) => {
  const store = await createCorpus(join(folder, 'corpus'), 'Composed', '2026-01-02T03:04:05.000Z')
  const capture = { html: COMPOSED, label: 'composed', url: 'https://composed.example/', status: 200, charset: 'utf-8' }
  await store.add({
    id: 'composed',
    loader: 'test',
    capture: { ...capture, mode: 'rendered', capturedAt: '2026-01-02T03:04:05.000Z' },
  })
  await openCorpus(app, store.root, 'ann')
  const page = await openPage(app, 'composed')
  const inner = page.frameLocator('#framed')
  const onText = { position: { x: 8, y: 8 } }
  // Beside a short text, at the middle of a block as wide as the page, a click means nothing.
  await page.locator('#shadow').click()
  await page.locator('#shadow').click(onText)
  await expect.poll(() => highlighted(app)).toEqual(['Words of a shadow root come second.'])
  await inner.locator('#one').click(onText)
  await expect.poll(() => highlighted(app)).toEqual(['Words of a shadow root come second.', 'Words of a frame are third.'])
  // The mark stands around what was clicked, in the frame.
  const mark = await boxOf(app.locator('[data-kind="cursor"]').first())
  const one = await boxOf(inner.locator('#one'))
  expect(Math.abs(mark.x - one.x)).toBeLessThan(6)
  expect(Math.abs(mark.y - one.y)).toBeLessThan(6)
  expect(mark.width).toBeLessThan(one.width + 10)

  const second = await boxOf(inner.locator('#two'))
  await drag(app, { x: second.x + 1, y: second.y + 8 }, () => Promise.resolve({ x: second.x + 90, y: second.y + 8 }), ALT)
  await drag(app, { x: second.x + 1, y: second.y + 8 }, () => Promise.resolve({ x: second.x + 60, y: second.y + 8 }))
  await expect.poll(() => highlighted(app).then((texts) => texts.at(-1))).toMatch(/Its second/)
  // From the first paragraph to the last, over everything between.
  await page.locator('#first').click(onText)
  await page.locator('#last').click({ ...onText, modifiers: ['Shift'] })
  await expect
    .poll(() => highlighted(app).then((texts) => texts.join(' ').replace(/\s+/g, ' ')))
    .toMatch(/first words .* shadow root come second\. .*Words of a frame are third\. ?Its second block is fourth\./)
  await saved(app)
  const axis = textAxis(parsePage(COMPOSED, { scriptingEnabled: true }))
  expect(words(goldText(axis, labelState(axis, goldOf(store.root, 'composed', 'ann')).spans).text).join(' ')).toBe(
    'The first words stand outside Words of a shadow root come second Words of a frame are third Its second block is fourth The last words stand outside',
  )
  await app.keyboard.press('Control+z')
  await drag(
    app,
    { x: one.x - 8, y: one.y - 4 },
    () => Promise.resolve({ x: one.x + one.width, y: second.y + second.height + 2 }),
    SHIFT | ALT,
  )
  await expect.poll(() => highlighted(app)).toEqual(['The first words stand outside.', 'Words of a shadow root come second.'])
})

test('undo outlasts closing the page, and what is typed is on disk without asking', async ({ app, folder }) => {
  const corpus = await makeCorpus(folder, [ARTICLE, 'overview'])
  await openCorpus(app, corpus, 'ann')
  const page = await openPage(app, ARTICLE)
  await page.locator('h1').click()
  await page.locator('.standfirst').click()
  await app.getByRole('tab', { name: 'Notes' }).click()
  await app.getByRole('textbox', { name: 'Notes on this page' }).fill('The byline is hard.')
  await app.getByRole('textbox', { name: 'Another flag' }).focus()
  await saved(app)
  expect(goldOf(corpus, ARTICLE, 'ann').notes).toBe('The byline is hard.')
  await openPage(app, 'overview')
  await openPage(app, ARTICLE)
  for (let i = 0; i < 3; i++) await app.keyboard.press('Control+z')
  await expect.poll(() => highlighted(app)).toEqual([])
  await saved(app)
  expect(goldOf(corpus, ARTICLE, 'ann')).toMatchObject({ notes: '', spans: [] })

  // Title, author and date are pointed to by keys, by a click, or not at all.
  const line = app.getByTestId('label-cursor')
  await app.getByRole('tab', { name: 'Notes' }).click()
  await app.getByRole('button', { name: 'Point to the title on the page' }).press('Enter')
  await expect(line).toContainText('Click the title on the page')
  await app.keyboard.press('h')
  await app.keyboard.press('Enter')
  await expect(app.getByRole('textbox', { name: 'Title' })).toHaveValue('After forty years, the tide mill at Sollerby grinds again')
  await app.getByRole('button', { name: 'Point to the author on the page' }).click()
  await page.locator('.standfirst').click()
  await expect(app.getByRole('textbox', { name: 'Author' })).not.toHaveValue('')
  await app.getByRole('button', { name: 'Point to the date on the page' }).click()
  await app.keyboard.press('Escape')
  await expect(line).not.toContainText('Click the date')
  await saved(app)
  expect(goldOf(corpus, ARTICLE, 'ann')).toMatchObject({
    fields: { title: { text: 'After forty years, the tide mill at Sollerby grinds again' } },
    spans: [],
  })
})

test('undo and redo outlast loading the window anew, but not labels that somebody else changed', async ({ app, folder }) => {
  const corpus = await makeCorpus(folder, [ARTICLE])
  await openCorpus(app, corpus, 'ann')
  const page = await openPage(app, ARTICLE)
  await page.locator('h1').click()
  await page.locator('.standfirst').click()
  await app.keyboard.press('a')
  await app.keyboard.press('Control+z')
  await saved(app)
  const again = async (): Promise<void> => {
    await app.reload()
    await ready(app)
    await labelled(app, ARTICLE)
  }
  const marked = (): Promise<number> => highlighted(app).then((texts) => texts.length)
  await again()
  await expect.poll(marked).toBe(1)
  await app.keyboard.press('Control+z')
  await expect.poll(() => highlighted(app)).toEqual(['After forty years, the tide mill at Sollerby grinds again'])
  await app.keyboard.press('Control+Shift+Z')
  await app.keyboard.press('Control+Shift+Z')
  await saved(app)
  await expect.poll(() => goldOf(corpus, ARTICLE, 'ann').pageType).toBe('article')
  // Reloaded at once, before a pause: what was done last is on disk, or can be done again.
  await app.keyboard.press('Control+z')
  await again()
  await app.keyboard.press('Control+Shift+Z')
  await app.keyboard.press('Control+z')
  await app.keyboard.press('Control+z')
  await app.keyboard.press('Control+z')
  await expect.poll(marked).toBe(0)
  await app.keyboard.press('Control+Shift+Z')
  await expect.poll(marked).toBe(1)
  await saved(app)

  const file = join(corpus, 'pages', ARTICLE, 'gold', 'ann.json')
  const theirs = GoldFile.parse({ ...goldOf(corpus, ARTICLE, 'ann'), notes: 'Changed with another program.' })
  writeFileSync(file, writeGoldFile(theirs))
  await again()
  await expect.poll(marked).toBe(1)
  await expect(app.getByRole('button', { name: 'Undo' })).toBeDisabled()
  await app.keyboard.press('Control+z')
  expect(goldOf(corpus, ARTICLE, 'ann')).toEqual(theirs)
})

test('a change that the host was killed before saving is told of when the page is opened again', async ({ page, folder }) => {
  const corpus = await makeCorpus(folder, [ARTICLE])
  const data = join(folder, 'data')
  const first = await startHost([], { BOILERSCOPE_DATA: data })
  // Saves do not arrive any more, so that the end comes before them and not by chance after.
  let isHeld = false
  await page.routeWebSocket(/\/socket/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      if (!isHeld || !Buffer.from(message as Buffer).includes('corpus.saveLabels')) server.send(message)
    })
  })
  await page.goto(first.host.url)
  await ready(page)
  await openCorpus(page, corpus, 'ann')
  const frame = await openPage(page, ARTICLE)
  await frame.locator('h1').click()
  await saved(page)
  isHeld = true
  await frame.locator('.standfirst').click()
  await expect.poll(() => readdirSync(data, { recursive: true }).some((name) => String(name).endsWith('.unsaved'))).toBe(true)
  first.process.removeAllListeners('exit')
  const ended = new Promise((resolve) => first.process.once('exit', resolve))
  first.process.kill('SIGKILL')
  await ended

  const second = await startHost([], { BOILERSCOPE_DATA: data })
  try {
    const again = await page.context().newPage()
    await again.goto(second.host.url)
    await ready(again)
    await openCorpus(again, corpus, 'ann')
    await openPage(again, ARTICLE)
    await expect(again.getByTestId('lost-change')).toContainText('before the last change to this page was saved')
    // What was saved is there, and only the last change is not.
    expect(await highlighted(again)).toHaveLength(1)
    await again.getByRole('button', { name: 'Understood' }).click()
    await expect(again.getByTestId('lost-change')).toBeHidden()
    await again.getByRole('tab', { name: 'Pages', exact: true }).click()
    await openPage(again, ARTICLE)
    await expect(again.getByTestId('lost-change')).toBeHidden()
  } finally {
    second.process.removeAllListeners('exit')
    second.process.kill('SIGTERM')
  }
})

test('two windows on one page see each other’s saves, merge what is disjoint and ask about the rest', async ({
  app,
  folder,
  host,
  browser,
}) => {
  const corpus = await makeCorpus(folder, [ARTICLE])
  await openCorpus(app, corpus, 'ann')
  const here = await openPage(app, ARTICLE)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const other = await context.newPage()
  await other.goto(host.url)
  await ready(other)
  await openCorpus(other, corpus, 'ann')
  const there = await openPage(other, ARTICLE)

  await here.locator('h1').click()
  await saved(app)
  await there.locator('.standfirst').click()
  await saved(other)
  expect(goldOf(corpus, ARTICLE, 'ann').spans.map(({ quote }) => quote.slice(0, 6))).toEqual(['After ', 'Eleven'])
  await expect.poll(() => highlighted(other).then((texts) => texts.length)).toBe(2)

  // Nobody touched the first window since.
  await expect.poll(() => highlighted(app).then((texts) => texts.length)).toBe(2)
  await expect(app.getByTestId('save-state')).toHaveAttribute('data-state', 'saved')

  // Both give another type before either has saved; whose save comes second is asked.
  await Promise.all([other.keyboard.press('o'), app.keyboard.press('a')])
  const asked = (window: Page): Locator => window.getByRole('dialog', { name: /changed elsewhere/ })
  const second = await Promise.race(
    [app, other].map((window) =>
      asked(window)
        .waitFor()
        .then(() => window),
    ),
  )
  const [mine, theirs] = second === app ? ['article', 'overview'] : ['overview', 'article']
  await expect(asked(second)).toContainText('pageType')
  expect(goldOf(corpus, ARTICLE, 'ann').pageType).toBe(theirs)
  await asked(second).getByRole('button', { name: 'Put both together' }).click()
  await saved(second)
  expect(goldOf(corpus, ARTICLE, 'ann')).toMatchObject({ pageType: mine })
  expect(goldOf(corpus, ARTICLE, 'ann').spans).toHaveLength(2)
  await context.close()
})

test('labels given while the host is gone are kept by the window, and saved by the host that comes back at its port', async ({
  page: window,
  folder,
}) => {
  const corpus = await makeCorpus(folder, [ARTICLE])
  const data = { BOILERSCOPE_DATA: join(folder, 'data') }
  const port = String(await unusedPort())
  const first = await startHost(['--port', port], data)
  await window.goto(first.host.url)
  await ready(window)
  await openCorpus(window, corpus, 'ann')
  const page = await openPage(window, ARTICLE)
  await page.locator('h1').click({ position: { x: 5, y: 5 } })
  await saved(window)
  first.process.removeAllListeners('exit')
  first.process.kill('SIGKILL')
  await expect(window.getByRole('alert')).toContainText('labels that you give are kept in this window')
  await page.locator('.standfirst').click()
  await expect(window.getByTestId('save-state')).toHaveAttribute('data-state', 'failed')
  expect(textOnDisk(corpus, ARTICLE, 'ann')).not.toContain('Eleven volunteers')
  const second = await startHost(['--port', port], data)
  await window.getByRole('button', { name: 'Reconnect' }).click()
  await labelled(window, ARTICLE)
  await expect.poll(() => highlighted(window).then((texts) => texts.join(' '))).toContain('Eleven volunteers')
  expect(textOnDisk(corpus, ARTICLE, 'ann')).toContain('Eleven volunteers')
  second.process.removeAllListeners('exit')
  second.process.kill('SIGTERM')
})

test('the queue skips, counts, and draws the same sample from the same seed', async ({ app, folder }) => {
  const ids = [ARTICLE, 'overview', 'forum-thread', 'docs-page', 'split-body']
  const corpus = await makeCorpus(folder, ids)
  await openCorpus(app, corpus, 'ann')
  await app.getByRole('combobox', { name: 'Order' }).selectOption('random')
  await app.getByRole('spinbutton', { name: 'Seed' }).fill('7')
  await app.getByRole('button', { name: 'Label the next page' }).click()
  const title = app.locator('iframe[data-testid="label-frame"][data-ready]')
  await expect(title).toBeVisible({ timeout: 20_000 })
  const first = await title.getAttribute('title')
  await app.keyboard.press('s')
  await expect(title).not.toHaveAttribute('title', first ?? '')
  await expect(app.locator('.label-progress')).toHaveText('1 / 5')
  expect(goldOf(corpus, (first ?? '').replace('The page ', ''), 'ann').status).toBe('skipped')
  // Another annotator with the same seed starts at the same page.
  await app.getByRole('tab', { name: 'Pages' }).click()
  await setAnnotator(app, 'ben')
  await app.getByRole('button', { name: 'Label the next page' }).click()
  await expect(title).toHaveAttribute('title', first ?? '', { timeout: 20_000 })

  await app.getByRole('tab', { name: 'Pages' }).click()
  await app.getByRole('combobox', { name: 'Order' }).selectOption('disagreement')
  await app.getByRole('button', { name: 'Rank the pages' }).click()
  await expect(app.getByText('5 pages ranked.')).toBeVisible({ timeout: 60_000 })
})

test('pages are found by how extractors fare on them', async ({ app, folder }) => {
  const corpus = await makeCorpus(folder, [ARTICLE, 'overview', 'docs-page'])
  await openCorpus(app, corpus, 'ann')
  const page = await openPage(app, ARTICLE)
  await page.locator('article.story').click({ position: { x: 2, y: 2 } })
  await app.keyboard.press('a')
  await app.keyboard.press('n')
  await labelled(app, 'docs-page')
  await app.getByRole('tab', { name: 'Pages', exact: true }).click()
  await app.getByRole('combobox', { name: 'Score' }).selectOption('disagreement of extractors')
  await expect(app.getByTestId('scored')).toHaveText('0 of 3 pages measured')
  await expect(app.getByText('No page passes the filter.')).toBeVisible()
  await app.getByRole('button', { name: 'Measure the pages' }).click()
  await expect(app.getByTestId('scored')).toHaveText('3 of 3 pages measured', { timeout: 60_000 })
  await expect(pageOption(app)).toHaveCount(3)
  const shares = await pageOption(app).evaluateAll((rows) =>
    rows.map((row) => Number(row.querySelector('[data-score="disagreement"]')?.textContent)),
  )
  const [most = 0, next = 0] = shares.toSorted((a, b) => b - a)
  expect(most).toBeGreaterThan(next)
  await app.getByRole('spinbutton', { name: 'Score from' }).fill(String((most + next) / 2))
  await expect(app.getByTestId('page-count')).toHaveText('1 of 3 pages')
  // Only the page with labels has something to be measured against.
  await app.getByRole('combobox', { name: 'Score' }).selectOption('F1 of extractors')
  await expect(app.getByTestId('scored')).toHaveText('1 of 3 pages with gold measured')
  await expect(pageOption(app)).toHaveCount(1)
  await expect(pageOption(app).locator('[data-score="f1"]')).toHaveText(/^0\.\d{3}$/)
})

test('the queue of an annotator holds the pages that were given to them, and no others', async ({ app, folder }) => {
  const corpus = await makeCorpus(folder, ['docs-page', ARTICLE, 'overview'])
  const pages = ['docs-page', 'overview'].map((page) => ({ page, to: ['ben'] }))
  writeFileSync(join(corpus, 'assignments.json'), JSON.stringify({ format: 'boilerscope-assignments', version: 1, pages }))
  await openCorpus(app, corpus, 'ann')
  await expect(pageOption(app, { name: 'overview' })).toHaveText(/ben$/)
  await app.getByRole('combobox', { name: 'Assigned' }).selectOption('to nobody')
  await expect(pageOption(app)).toHaveCount(1)
  await app.getByRole('combobox', { name: 'Assigned' }).selectOption('to ben')
  await expect(pageOption(app)).toHaveCount(2)
  await setAnnotator(app, 'ben')
  await app.getByRole('checkbox', { name: 'only assigned to me (2)' }).check()
  await app.getByRole('button', { name: 'Label the next page' }).click()
  await labelled(app, 'docs-page')
  await app.keyboard.press('s')
  await labelled(app, 'overview')
  await expect(app.locator('.label-progress')).toHaveText('1 / 2')
  await app.keyboard.press('s')
  await expect(app.getByText('Every page of this queue is labelled.')).toBeVisible()
})

test('two annotators are compared, blind until they say otherwise, and a third decides', async ({ app, folder }) => {
  const corpus = await makeCorpus(folder, [ARTICLE, 'overview'])
  await openCorpus(app, corpus, 'ann')
  let page = await openPage(app, ARTICLE)
  await page.locator('h1').click()
  await page.locator('.standfirst').click()
  await app.keyboard.press('a')
  await app.keyboard.press('n')
  await labelled(app, 'overview')
  await app.getByRole('tab', { name: 'Pages' }).click()
  await setAnnotator(app, 'ben')
  await expect(pageOption(app, { name: ARTICLE })).not.toContainText('ann')
  page = await openPage(app, ARTICLE)
  await page.locator('.standfirst').click()
  await page.locator('.kicker').click()
  await app.keyboard.press('o')
  await app.keyboard.press('n')
  await labelled(app, 'overview')

  await app.getByRole('tab', { name: 'Agreement' }).click()
  await expect(app.getByRole('button', { name: 'Compare the annotators' })).toBeDisabled()
  await app.getByRole('checkbox', { name: 'blind' }).uncheck()
  await app.getByRole('button', { name: 'Compare the annotators' }).click()
  const row = app.getByTestId('agreement-table').getByRole('row', { name: /ann and ben/ })
  await expect(row.getByRole('cell').first()).toHaveText('1')
  await expect(row.getByRole('cell').nth(1)).toHaveText(/^0\.\d{3}$/)
  await expect(app.getByTestId('reliability-table').getByRole('row', { name: /^Characters/ })).toContainText(/0\.\d{3}/)
  await app.getByRole('button', { name: `Side by side: ${ARTICLE}` }).click()
  const view = app.getByTestId('adjudicate')
  await expect(view).toContainText('3 of 3 to decide', { timeout: 20_000 })
  await view.getByRole('group', { name: 'Decision 1' }).getByRole('button', { name: 'ann: no label' }).click()
  await view.getByRole('group', { name: 'Decision 2' }).getByRole('button', { name: 'ann: content' }).click()
  // The labels are decided, the page type is not.
  await expect(view).toContainText('1 of 3 to decide')
  await expect(view.getByRole('button', { name: 'Save as final' })).toBeDisabled()
  await view.getByRole('button', { name: 'Keep for later' }).click()
  await expect(view.getByRole('button', { name: 'Kept' })).toBeVisible()
  expect(goldOf(corpus, ARTICLE, 'adjudicated').status).toBe('in-progress')
  await view.getByRole('group', { name: 'Decision on the page type' }).getByRole('button', { name: 'ann: article' }).click()
  await expect(view).toContainText('All decided')
  await view.getByRole('button', { name: 'Save as final' }).click()
  await expect(view.getByRole('button', { name: 'Saved as final' })).toBeVisible()
  const final = goldOf(corpus, ARTICLE, 'adjudicated')
  expect(final).toMatchObject({ status: 'adjudicated', pageType: 'article' })
  // Who decided what stands beside the labels.
  expect(final.adjudication?.decisions.map(({ about, of, by }) => [about, of.join(), by])).toEqual([
    ['stretch', 'ann', 'ben'],
    ['stretch', 'ann', 'ben'],
    ['pageType', 'ann', 'ben'],
  ])
  expect(final.spans.map(({ quote }) => quote.slice(0, 6)).join()).toContain('After ')
  expect(textOnDisk(corpus, ARTICLE, 'adjudicated')).not.toContain('Heritage')
})

test('labels move with their words to a new capture; those whose words are gone are listed and kept', async ({ app, folder }) => {
  const corpus = await makeCorpus(folder, [ARTICLE])
  await openCorpus(app, corpus, 'ann')
  const page = await openPage(app, ARTICLE)
  await page.locator('h1').click()
  await page.locator('article.story > p').nth(1).click()
  await saved(app)
  await app.getByRole('button', { name: 'Close this corpus' }).click()
  // Captured anew: a notice above, and a paragraph less.
  const file = join(corpus, 'pages', ARTICLE, 'page.html')
  const html = readFileSync(file, 'utf8')
    .replace('<article class="story">', '<article class="story"><p>Updated today.</p>')
    .replace(/<p>At eight minutes past seven[^]*?<\/p>/, '')
  writeFileSync(file, html)
  const capture = join(corpus, 'pages', ARTICLE, 'capture.json')
  const meta: unknown = JSON.parse(readFileSync(capture, 'utf8'))
  writeFileSync(capture, JSON.stringify(Object.assign({}, meta, { sha256: createHash('sha256').update(html).digest('hex') })))
  await app.getByRole('textbox', { name: 'Folder', exact: true }).fill(corpus)
  await app.getByRole('button', { name: 'Open', exact: true }).click()
  await openPage(app, ARTICLE)
  await expect.poll(() => highlighted(app)).toEqual(['After forty years, the tide mill at Sollerby grinds again'])
  await expect(app.getByTestId('lost-labels')).toContainText('At eight minutes past seven')
  await app.keyboard.press('a')
  await saved(app)
  expect(goldOf(corpus, ARTICLE, 'ann').lost).toHaveLength(1)
})

test('a page is captured again from its address, and its labels follow their words but never a look-alike', async ({ app, folder }) => {
  const file = join(folder, 'page.html')
  const teaser = (name: string): string => `<li><b>${name}</b> <a href="#">Read more</a></li>`
  const write = (notice: string, first: string, names: readonly string[]): void =>
    writeFileSync(
      file,
      `<!doctype html><title>Mill</title>${notice}<h1>The mill grinds again after forty years</h1><p>By Ann</p><p id="first">${first}</p>` +
        `<p>The second paragraph stays as it is.</p><ul>${names.map(teaser).join('')}</ul>`,
    )
  const first = 'Eleven volunteers rebuilt the wheel, the sluice and the stones in nine summers and one very long winter.'
  write('', first, ['One', 'Two', 'Three'])
  await app.getByRole('button', { name: 'Annotate', exact: true }).click()
  await app.getByRole('textbox', { name: 'Name' }).fill('Mine')
  await app.getByRole('textbox', { name: 'New or empty folder' }).fill(join(folder, 'mine'))
  await app.getByRole('button', { name: 'Make it' }).click()
  await setAnnotator(app, 'ann')
  await app.getByRole('button', { name: 'Add pages …' }).click()
  await app.getByRole('textbox', { name: /Addresses/ }).fill(file)
  await app.getByRole('button', { name: 'Add 1 page' }).click()
  await expect(pageOption(app)).toHaveCount(1, { timeout: 30_000 })
  const [id = ''] = readdirSync(join(folder, 'mine', 'pages'))
  const page = await openPage(app, id)
  await page.locator('h1').click()
  await page.locator('#first').click()
  await page.getByRole('link', { name: 'Read more' }).nth(1).click()
  await expect.poll(() => highlighted(app).then((texts) => texts.length)).toBe(3)
  await saved(app)

  // A notice above, one word of a paragraph another, and the labelled teaser gone.
  write('<p>Updated today.</p>', first.replace('nine', 'ten'), ['One', 'Three', 'Four'])
  await app.getByRole('tab', { name: 'Pages', exact: true }).click()
  await pageOption(app).click()
  await app.getByRole('button', { name: 'Capture again' }).click()
  await expect(app.getByTestId('batch-report')).toContainText('Captured again and changed: 1 page', { timeout: 30_000 })
  await expect(pageOption(app)).toContainText('other capture')
  await openPage(app, id)
  await expect
    .poll(() => highlighted(app).then((texts) => texts.join(' | ')))
    .toBe(`The mill grinds again after forty years | ${first.replace('nine', 'ten')}`)
  await expect(app.getByTestId('lost-labels')).toContainText('Two Read more')
  await expect(app.getByRole('region', { name: 'Labels that moved' })).toContainText('The mill grinds again')
  await app.getByRole('button', { name: 'Keep them at these places' }).click()
  await saved(app)
  await expect(app.getByRole('button', { name: 'Keep them at these places' })).toHaveCount(0)
  const gold = goldOf(join(folder, 'mine'), id, 'ann')
  expect(gold.pageSha256).toBe(createHash('sha256').update(readFileSync(file)).digest('hex'))
  expect(gold.lost?.map(({ quote }) => quote)).toEqual(['Two Read more'])
  expect(readdirSync(join(folder, 'mine', 'trash'))).toHaveLength(1)

  await app.getByRole('tab', { name: 'Pages', exact: true }).click()
  await app.getByRole('button', { name: 'Capture again' }).click()
  await expect(app.getByTestId('batch-report')).toContainText('Captured again and changed: 0 pages, 1 as they were', { timeout: 30_000 })
})

test('what is exported comes back by importing it', async ({ app, folder }) => {
  const corpus = await makeCorpus(folder, [ARTICLE])
  await openCorpus(app, corpus, 'ann')
  const page = await openPage(app, ARTICLE)
  await page.locator('h1').click()
  await app.keyboard.press('a')
  // Only what is finished is gold.
  await app.keyboard.press('n')
  await expect(app.getByText('Every page of this queue is labelled.')).toBeVisible()
  await app.getByRole('tab', { name: 'Pages' }).click()
  await app.getByRole('button', { name: 'Export …' }).click()
  await app.getByRole('textbox', { name: /File, .jsonl/ }).fill(join(folder, 'out.jsonl'))
  await app.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  await expect(app.getByTestId('batch-report')).toContainText('Exporting: 1 page')
  const line = JSON.parse(readFileSync(join(folder, 'out.jsonl'), 'utf8')) as { text: string; pageType: string }
  expect(line).toMatchObject({ text: 'After forty years, the tide mill at Sollerby grinds again', pageType: 'article' })
  await app.getByRole('button', { name: 'Close this corpus' }).click()
  mkdirSync(join(folder, 'again'))
  await app.getByRole('textbox', { name: 'Name' }).fill('Again')
  await app.getByRole('textbox', { name: 'New or empty folder' }).fill(join(folder, 'again'))
  await app.getByRole('button', { name: 'Make it' }).click()
  await app.getByRole('button', { name: 'Import …' }).click()
  await app.getByRole('combobox', { name: 'Format' }).selectOption('json-lines')
  await app.getByRole('textbox', { name: /File, .jsonl/ }).fill(join(folder, 'out.jsonl'))
  await app.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
  await expect(app.getByTestId('batch-report')).toContainText('Importing: 1 page')
  // Not the text laid on the page anew: the labels themselves, under the name of who gave them.
  expect(goldOf(join(folder, 'again'), ARTICLE, 'ann')).toEqual(goldOf(corpus, ARTICLE, 'ann'))
})

test('axe finds nothing in any theme', async ({ app, folder }) => {
  test.setTimeout(300_000)
  const corpus = await makeCorpus(folder, [ARTICLE, 'overview'])
  await app.getByRole('button', { name: 'Annotate', exact: true }).click()
  await expect(app.getByRole('textbox', { name: 'Folder', exact: true })).toBeVisible()
  expect(await findings(app)).toEqual([])
  await openCorpus(app, corpus, 'ann')
  await expect(pageOption(app)).toHaveCount(2)
  expect(await findings(app)).toEqual([])
  await app.getByRole('combobox', { name: 'Score' }).selectOption('F1 of extractors')
  await expect(app.getByTestId('scored')).toBeVisible()
  expect(await findings(app)).toEqual([])
  await app.getByRole('combobox', { name: 'Score' }).selectOption('Score: any')
  await expect(pageOption(app)).toHaveCount(2)
  for (const name of ['Add pages …', 'Import …', 'Export …', 'Labels …']) {
    await app.getByRole('button', { name }).click()
    await expect(app.getByRole('dialog')).toBeVisible()
    expect(await findings(app)).toEqual([])
    await app.keyboard.press('Escape')
  }
  const page = await openPage(app, ARTICLE)
  await page.locator('.standfirst').click()
  await saved(app)
  for (const panel of ['Text', 'Tree', 'Source', 'Labels', 'Notes', 'Keys']) {
    await app.getByRole('tablist', { name: 'The labels' }).getByRole('tab', { name: panel }).click()
    expect(await findings(app)).toEqual([])
  }
  await app.getByRole('button', { name: /^Start from an extractor/ }).click()
  expect(await findings(app)).toEqual([])
  await app.keyboard.press('Escape')
  await app.getByRole('tab', { name: 'Agreement' }).click()
  expect(await findings(app)).toEqual([])
})
