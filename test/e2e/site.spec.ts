/** The web site: from a server of files, under a path, with every other network cut off. */
import { gzipSync } from 'node:zlib'
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from './app'

const TAG = { tag: '@static' }

test('the first page asks nothing of any other server, and its scripts are small', TAG, async ({ page, host }) => {
  const asked: string[] = []
  let scripts = 0
  const reading: Promise<void>[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('response', (response) => {
    if (!/javascript/.test(response.headers()['content-type'] ?? '')) return
    reading.push(response.body().then((body) => void (scripts += gzipSync(body).length)))
  })
  const start = new URL('../index.html', host.url)
  await page.goto(start.href)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('See why an algorithm kept what it kept')
  await Promise.all(reading)
  expect(asked.filter((url) => new URL(url).origin !== start.origin)).toEqual([])
  expect(scripts).toBeGreaterThan(0)
  expect(scripts).toBeLessThan(400_000)
})

test(
  'every link and picture of every page leads somewhere, and axe finds nothing in either theme',
  TAG,
  async ({ page, host, request }) => {
    const start = new URL('../index.html', host.url).href
    const waiting = [start]
    const seen = new Set(waiting)
    for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
      const answer = await request.get(address)
      expect(answer.status(), address).toBe(200)
      if (!/html/.test(answer.headers()['content-type'] ?? '') || address.includes('/app/')) continue
      for (const [, link = ''] of (await answer.text()).matchAll(/(?:href|src)="([^"#]+)[^"]*"/g)) {
        const next = new URL(link, address).href
        if (seen.has(next)) continue
        seen.add(next)
        waiting.push(next)
      }
    }
    expect(seen.size).toBeGreaterThan(20)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const name of ['index.html', 'lecturing.html']) {
        await page.goto(new URL(`../${name}`, host.url).href)
        expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
      }
    }
  },
)

test(
  'a method’s article has a live stage, a number in its prose that moves it, and a search that finds it',
  TAG,
  async ({ page, host }) => {
    await page.goto(new URL('../methods/cetd.html', host.url).href)
    const stage = page.frameLocator('.stage iframe')
    const slider = page.getByRole('slider', { name: 'λ' })
    await slider.scrollIntoViewIfNeeded()
    await expect(stage.locator('.demo-caption')).toContainText('written out', { timeout: 45_000 })
    await slider.press('Home')
    await expect(slider).toHaveAttribute('aria-valuenow', /^0(?:\.0+)?$/)
    await expect.poll(() => stage.locator('body').evaluate(() => location.hash)).toMatch(/set=lambda%3D0/)
    // With λ = 0 everything passes, the line above the page's head too.
    await expect(stage.locator('.demo-tree-row').filter({ hasText: /^div\.top/ })).toContainText('path')

    await page.locator('.search summary').click()
    await page.getByRole('searchbox').fill('DensitySum')
    await expect(page.locator('.search li').first()).toContainText('DensitySum')
  },
)
