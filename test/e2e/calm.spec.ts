/** The rules for visible controls are in docs/controls.md. */
import type { Locator, Page } from '@playwright/test'
import { chooseExtractor, expect, pageView, ready, test } from './app'

function controlsOf(page: Page): Promise<{ readonly controls: number; readonly icons: readonly string[] }> {
  return page.evaluate(() => {
    const isInView = (element: Element): boolean => {
      const shown = element.getBoundingClientRect().width > 2 ? element : (element.closest('label') ?? element)
      const { left, right, top, bottom, width } = shown.getBoundingClientRect()
      return (
        width > 2 &&
        bottom > 0 &&
        right > 0 &&
        top < innerHeight &&
        left < innerWidth &&
        shown.checkVisibility({ visibilityProperty: true })
      )
    }
    const CONTROLS =
      'button, input:not([type="hidden"]), select, textarea, summary, a[href], [role="tab"], [role="slider"], [role="switch"], [role="combobox"]'
    const LISTS = 'ul, ol, table, [role="tree"], [role="listbox"], [role="grid"], [role="list"]'
    const all = [...document.querySelectorAll<HTMLElement>(CONTROLS)].filter(
      (e) => !e.closest('[inert]') && !e.closest(LISTS) && isInView(e),
    )
    const icons = all.filter((e) => e.matches('button, a') && e.innerText.trim() === '')
    return { controls: all.length, icons: icons.map((e) => e.getAttribute('aria-label') ?? e.title) }
  })
}

const ICONS = /^(?:Close|Fold|Let .* fill|Zoom|Back|Forward|Reload page|Stop|Switch theme|Step (?:back|forward))/

const LIMITS = [
  ['Inspect', 22],
  ['Compare', 22],
  ['Annotate', 12],
  ['Evaluate', 22],
  ['Demonstrate', 26],
] as const

test('a first start shows few controls, and the controls have words', async ({ firstWindow: page }) => {
  for (const [view, most] of LIMITS) {
    await page.getByRole('group', { name: 'Workspace' }).getByRole('button', { name: view }).click()
    await expect(page.locator('.quiet-note', { hasText: 'Opening …' })).toHaveCount(0)
    await page.mouse.move(0, 0)
    const found = await controlsOf(page)
    expect(found.controls, view).toBeLessThanOrEqual(most)
    expect(
      found.icons.filter((name) => !ICONS.test(name)),
      view,
    ).toEqual([])
    expect(found.icons.length, view).toBeLessThanOrEqual(10)
  }
})

test('a first start shows the page at reading width; the drawer opens by word and key, and stays open', async ({ firstWindow: page }) => {
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  expect(parseInt(await page.getByRole('status', { name: 'Zoom' }).innerText())).toBeGreaterThanOrEqual(70)
  await page.keyboard.press('Escape')
  await page.getByText('Tree', { exact: true }).click()
  await expect(page.getByRole('tree')).toBeVisible()
  await page.getByRole('button', { name: 'Parameters', exact: true }).click()
  await expect(page.getByRole('group', { name: 'Parameters' })).toBeVisible()
  await page.reload()
  await ready(page)
  await expect(page.getByRole('group', { name: 'Parameters' })).toBeVisible()
  await page.keyboard.press('Control+j')
  await expect(page.getByRole('tree')).toBeHidden()
})

test('12 clicks on visible words open, explain, extract, change a parameter, undo, export and compare', async ({ firstWindow: page }) => {
  let clicks = 0
  const click = async (target: Locator): Promise<void> => {
    clicks++
    await target.click()
  }
  const sentence = page.locator('.why-sentence')
  await test.step('open a page', async () => {
    await click(page.getByText('Open my page', { exact: true }))
    await click(page.getByText('Forum thread', { exact: true }))
    await ready(page)
  })
  await test.step('find out why a paragraph is missing', async () => {
    await click(pageView(page).locator('body').getByText(/\w+/).first())
    await expect(sentence).toHaveText(/^Dropped/)
  })
  await test.step('switch the extractor', async () => {
    clicks += 2
    await chooseExtractor(page, 'CETD-DS')
    await expect(sentence).toHaveText(/^(?:Kept|Dropped|Contains kept text)/)
  })
  const words = page.getByRole('status', { name: 'Result' })
  const before = await words.textContent()
  await test.step('change a parameter, and undo', async () => {
    await click(page.locator('.flip').getByText('Try', { exact: true }).first())
    await expect(sentence).toHaveText(/^(?:Kept|Contains kept text)/)
    await expect(words).not.toHaveText(before ?? '')
    await click(page.getByText('Undo', { exact: true }))
    await expect(words).toHaveText(before ?? '')
  })
  await test.step('export the text', async () => {
    await click(page.getByText('Export', { exact: true }))
    const [download] = await Promise.all([page.waitForEvent('download'), click(page.getByText('Export text', { exact: true }))])
    expect(download.suggestedFilename()).toMatch(/\.txt$/)
  })
  await test.step('compare two libraries', async () => {
    await click(page.getByText('Compare', { exact: true }))
    await expect(page.getByRole('region', { name: 'Compare' })).toContainText(/Readability[\s\S]*Defuddle/)
  })
  expect(clicks).toBeLessThanOrEqual(12)
})
