/** Opens and reads a page by keyboard, in source and rendered mode. */
import { captureAs, expect, extractedText, openAddress, pageView, ready, selectedRow, test, showPanel } from './app'

test('keys open a page, move in the tree, set a parameter and run commands', async ({ app }) => {
  const key = app.keyboard
  await key.press('Control+l')
  await expect(app.getByRole('textbox', { name: /address/i })).toBeFocused()
  await key.type('sample:forum-thread')
  await key.press('Enter')
  await ready(app)
  await expect(app).toHaveTitle(/ring|thread|forum|solder|Breadboard/i)

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

  await key.type('body')
  await expect(app.getByRole('searchbox', { name: 'Search the tree' })).toBeFocused()
  await key.press('Enter')
  await expect(selectedRow(app)).toHaveText(/body/)
  await key.press('Escape')
  await expect(app.getByRole('tree')).toBeFocused()

  await key.press('Alt+4')
  await expect(app.getByRole('group', { name: 'Parameters' }).locator(':focus')).toHaveCount(1)
  const slider = app.getByRole('group', { name: 'Parameters' }).getByRole('slider', { name: 'λ, slider' })
  for (let i = 0; i < 12 && !(await slider.evaluate((element) => element === document.activeElement)); i++) await key.press('Tab')
  await expect(slider).toBeFocused()
  const value = Number(await slider.inputValue())
  await key.press('ArrowRight')
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(value)
  await expect(app.locator('.param-changed')).toHaveText('1 changed')

  await key.press('Control+k')
  await expect(app.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  await key.type('reset par')
  await key.press('Enter')
  await expect.poll(async () => Number(await slider.inputValue())).toBe(value)
  await key.press('Control+/')
  await expect(app.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Command palette')
  await key.press('Escape')
  await expect(app.getByRole('dialog')).toHaveCount(0)

  const [help] = await Promise.all([app.waitForEvent('popup'), key.press('F1')])
  // site.spec.ts tests the manual.
  await expect(help).toHaveURL(/\/manual\.html#read-the-window$/)
})

test('source mode shows the source HTML, and rendered mode the rendered page', { tag: '@machine' }, async ({ app, site }) => {
  await openAddress(app, `${site.origin}/built`)
  await expect(pageView(app).getByText('Loading')).toBeVisible()
  await ready(app)
  await captureAs(app, 'Rendered')
  await expect(pageView(app).getByText('Fetched by a script.')).toBeVisible()
  await ready(app)
  await showPanel(app, 'Text')
  await expect(extractedText(app)).toContainText('Fetched by a script.')
  await captureAs(app, 'Source')
  await expect(pageView(app).getByText('Loading')).toBeVisible()
})

test('the release of Alt after a combination opens no menu bar, and a single Alt is not handled', async ({ app }) => {
  await app.evaluate(() => {
    const record = Object.assign(globalThis, { prevented: [] as boolean[] })
    // This listener runs after the listener of the window.
    addEventListener('keyup', (event) => {
      if (event.key === 'Alt') record.prevented.push(event.defaultPrevented)
    })
  })
  const prevented = (): Promise<boolean[]> => app.evaluate(() => (globalThis as unknown as { prevented: boolean[] }).prevented)
  await app.keyboard.press('Alt+k')
  expect(await prevented()).toEqual([true])
  await app.keyboard.press('Alt')
  expect(await prevented()).toEqual([true, false])
})
