import {
  captureAs,
  expect,
  extractedText,
  openAddress,
  pageView,
  pasteHtml,
  selectBySearch,
  selectedRow,
  settled,
  test,
  treeRow,
  showPanel,
} from './app'

test('a rendered page shows shadow roots and frames; clicks select their nodes, and extractors read them', async ({ app, site }) => {
  await openAddress(app, `${site.origin}/composed`)
  await captureAs(app, 'Rendered')
  await settled(app)
  await expect(pageView(app).getByText('Open shadow text')).toBeVisible()
  // Clicks select nodes only after the page and its frames are loaded.
  await expect
    .poll(() =>
      pageView(app)
        .locator('html')
        .first()
        .evaluate(({ ownerDocument }) => ownerDocument.readyState),
    )
    .toBe('complete')
  await pageView(app).getByText('Open shadow text').click()
  await expect(selectedRow(app)).toContainText('Open shadow text')
  await expect(treeRow(app, '#shadow-root').first()).toContainText('(open)')

  await pageView(app).frameLocator('#framed').getByText('Text of a frame').click()
  await expect(selectedRow(app)).toContainText('Text of a frame')
  const mark = app.locator('.page-mark-selected')
  const text = pageView(app).frameLocator('#framed').getByText('Text of a frame')
  await expect
    .poll(async () => {
      const [drawn, actual] = await Promise.all([mark.boundingBox(), text.boundingBox()])
      return Math.max(Math.abs((drawn?.x ?? 0) - (actual?.x ?? 99)), Math.abs((drawn?.y ?? 0) - (actual?.y ?? 99)))
    })
    .toBeLessThan(4)
  await showPanel(app, 'Text')
  await expect(extractedText(app)).toContainText(/Open shadow text|Text of a frame/)

  await selectBySearch(app, '#framed >>> #in-frame')
  await expect(selectedRow(app)).toContainText('Text of a frame')
})

test(
  'a click in a frame without a captured document selects the frame, and the page keeps the focus',
  { tag: '@static' },
  async ({ app }) => {
    const missing = '<iframe id=advert width=300 height=120 src="https://missing.example/"></iframe>'
    await pasteHtml(app, `<h1>Tide mill</h1><p>Words before the frame.</p>${missing}<iframe id=empty width=300 height=120></iframe>`)
    await settled(app)
    const address = app.getByRole('textbox', { name: 'Address: URL' })
    for (const id of ['advert', 'empty']) {
      await pageView(app).locator(`#${id}`).click()
      await expect(selectedRow(app)).toContainText(`#${id}`)
      await app.keyboard.press('Control+l')
      await expect(address).toBeFocused()
    }
    await pageView(app).locator('#advert').click({ button: 'right' })
    await expect(app.getByRole('menuitem', { name: 'Copy XPath' })).toBeVisible()
    await expect(selectedRow(app)).toContainText('#advert')
  },
)

test('the capture options of a site list their differences from the defaults, and are stored', { tag: '@long' }, async ({ app, site }) => {
  await captureAs(app, 'Rendered')
  await openAddress(app, `${site.origin}/lazy`)
  await settled(app)
  await expect(pageView(app).getByText('Part 1')).toHaveCount(0)
  await app.getByRole('button', { name: /^Capture: / }).click()
  const form = app.getByRole('dialog', { name: 'Capture options' })
  await form.getByRole('combobox', { name: 'Window' }).selectOption({ label: 'Phone, 390 × 844' })
  await form.getByRole('checkbox', { name: 'Scroll to the end' }).check()
  await form.getByRole('button', { name: 'Apply' }).click()
  await expect(pageView(app).getByText('Part 1')).toHaveCount(1)
  await expect(app.getByRole('button', { name: 'Capture: rendered, phone, scrolled' })).toBeVisible()
  await openAddress(app, `${site.origin}/composed`)
  await settled(app)
  await expect(app.getByRole('button', { name: 'Capture: rendered, phone, scrolled' })).toBeVisible()

  await app.getByRole('button', { name: /^Capture: / }).click()
  await form.getByRole('button', { name: 'Reset options' }).click()
  await form.getByRole('combobox', { name: 'Shadow roots, frames' }).selectOption({ label: 'Omit' })
  await form.getByRole('button', { name: 'Apply' }).click()
  await settled(app)
  await expect(app.getByRole('button', { name: 'Capture: rendered, without frames' })).toBeVisible()
  await showPanel(app, 'Text')
  await expect(extractedText(app)).not.toContainText(/Open shadow text|Text of a frame/)
})
