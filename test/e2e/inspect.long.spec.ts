import type { Locator, Page } from '@playwright/test'
import { command, expect, openAddress, settled, test, showPanel } from './app'

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
      // The first shape is the background. The other shapes belong to the legend.
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
          // Boxes of adjacent lines can overlap above and below the letters.
          if (wide > 1 && high > 2.5) bad.push(`${words} over ${other.words}`)
        }
      })
      return bad
    },
    decodeURIComponent(source.slice(source.indexOf(',') + 1)),
  )
}

test('from 60 to 180 mm, the words of a figure are inside it and do not overlap', { tag: '@machine' }, async ({ app, site }) => {
  await openAddress(app, `${site.origin}/article?${'basic-configuration/'.repeat(12)}`)
  await settled(app)
  for (const [name, open] of [
    [
      'Figure of the chart',
      async () => {
        await showPanel(app, 'Chart')
        await app.getByRole('group', { name: 'Charts' }).getByRole('button', { name: 'Export the chart' }).click()
        await app.getByRole('menuitem', { name: 'Figure (SVG, PNG) …' }).click()
      },
    ],
    ['Figure of the page', () => command(app, 'figure of the page')],
  ] as const) {
    await open()
    const dialog = app.getByRole('dialog', { name })
    await expect(dialog.getByRole('img')).toBeVisible()
    for (const width of [60, 88, 180]) {
      await dialog.getByRole('spinbutton', { name: 'Width' }).fill(String(width))
      await expect(dialog.getByRole('img')).toHaveAttribute('src', new RegExp(`width%3D%22${width}mm`))
      expect(await badTexts(app, dialog), `${name}, ${width} mm`).toEqual([])
    }
    await app.keyboard.press('Escape')
  }
})
