import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { createCorpus } from '../../electron/services/corpus/store/corpus-store'
import { textOfLabels } from '../../shared/gold/gold-text'
import { parsePage } from '../../shared/page/parse-page'
import { captureOf, NOW } from '../fixtures/captured'
import { expect, test, showPanel } from './app'
import { ARTICLE, goldOf, highlighted, labelled, labelSamples, openCorpus, openPage, SAMPLES, saved, textOnDisk, words } from './annotating'

interface Point {
  readonly x: number
  readonly y: number
}

const ALT = 1

const SHIFT = 8

/** Uses CDP, because Playwright's mouse would wait for a script in each frame, and some frames run no scripts. */
async function drag(app: Page, from: Point, to: () => Promise<Point>, modifiers = 0): Promise<void> {
  const session = await app.context().newCDPSession(app)
  const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', { x, y }: Point): Promise<unknown> => {
    const pressed = { button: 'left', buttons: type === 'mouseReleased' ? 0 : 1, clickCount: 1 } as const
    return session.send('Input.dispatchMouseEvent', { type, x, y, modifiers, ...pressed })
  }
  await session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...from, modifiers })
  await send('mousePressed', from)
  await send('mouseMoved', { x: from.x + 8, y: from.y + 1 })
  const end = await to()
  await send('mouseMoved', { x: end.x - 3, y: end.y })
  await send('mouseMoved', end)
  await send('mouseReleased', end)
  await session.detach()
}

async function boxOf(locator: Locator) {
  await locator.scrollIntoViewIfNeeded()
  const box = await locator.boundingBox()
  if (!box) throw new Error('The element has no box.')
  return box
}

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

const COMPOSED = `<!doctype html><html><head><title>Composed</title></head><body><h1>Outside</h1><p id=first>The first words stand outside.</p>
<x-card><template shadowrootmode="open"><p id=shadow>Words of a shadow root come second.</p></template></x-card>
<iframe id=framed width=520 height=140 style="border:6px solid;padding:10px" srcdoc="<p id=one>Words of a frame are third.</p><p id=two>Its second block is fourth.</p>"></iframe>
<p id=last>The last words stand outside.</p></body></html>`

test('six actions label an article so that its text equals the gold text', { tag: '@electron' }, async ({ app, folder }) => {
  const { corpus, page } = await labelSamples(app, folder, [ARTICLE, 'overview'])
  let actions = 0
  const act = async (action: () => Promise<unknown>): Promise<void> => {
    actions += 1
    await action()
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

test('a drag labels whole words, a box labels blocks, and the tree of the page does not change', async ({ app, folder }) => {
  const { page } = await labelSamples(app, folder)
  const before = await page.locator('html').evaluate((html) => html.outerHTML)
  const standfirst = page.locator('.standfirst')
  const box = await boxOf(standfirst)
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
  await showPanel(app, 'Source')
  await app.getByRole('tab', { name: 'Source' }).click()
  await expect(app.getByRole('region', { name: 'Source with labels' }).locator('mark').first()).toBeVisible()
  expect(await page.locator('html').evaluate((html) => html.outerHTML)).toBe(before)
})

test('clicks, drags, ranges and boxes label text in frames and shadow roots, and the labels are drawn there', async ({ app, folder }) => {
  const store = await createCorpus(join(folder, 'corpus'), 'Composed', NOW)
  const capture = captureOf(COMPOSED, { label: 'composed', url: 'https://composed.example/', mode: 'rendered' })
  await store.add({ id: 'composed', loader: 'test', capture })
  await openCorpus(app, store.root, 'ann')
  const page = await openPage(app, 'composed')
  const inner = page.frameLocator('#framed')
  const onText = { position: { x: 8, y: 8 } }
  // The first click is beside the short text of a wide block and selects nothing.
  await page.locator('#shadow').click()
  await page.locator('#shadow').click(onText)
  await expect.poll(() => highlighted(app)).toEqual(['Words of a shadow root come second.'])
  await inner.locator('#one').click(onText)
  await expect.poll(() => highlighted(app)).toEqual(['Words of a shadow root come second.', 'Words of a frame are third.'])
  const mark = await boxOf(app.locator('[data-kind="cursor"]').first())
  const one = await boxOf(inner.locator('#one'))
  expect(Math.abs(mark.x - one.x)).toBeLessThan(6)
  expect(Math.abs(mark.y - one.y)).toBeLessThan(6)
  expect(mark.width).toBeLessThan(one.width + 10)

  const second = await boxOf(inner.locator('#two'))
  await drag(app, { x: second.x + 1, y: second.y + 8 }, () => Promise.resolve({ x: second.x + 90, y: second.y + 8 }), ALT)
  await drag(app, { x: second.x + 1, y: second.y + 8 }, () => Promise.resolve({ x: second.x + 60, y: second.y + 8 }))
  await expect.poll(() => highlighted(app).then((texts) => texts.at(-1))).toMatch(/Its second/)
  await page.locator('#first').click(onText)
  await page.locator('#last').click({ ...onText, modifiers: ['Shift'] })
  await expect
    .poll(() => highlighted(app).then((texts) => texts.join(' ').replace(/\s+/g, ' ')))
    .toMatch(/first words .* shadow root come second\. .*Words of a frame are third\. ?Its second block is fourth\./)
  await saved(app)
  const gold = { ...goldOf(store.root, 'composed', 'ann'), contentLabels: [] }
  expect(words(textOfLabels(parsePage(COMPOSED, { scriptingEnabled: true }), gold)).join(' ')).toBe(
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
