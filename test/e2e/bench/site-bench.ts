/**
 * How long a reader of the web site waits until the first stage of an article can be used, with nothing in the browser's cache. Prints
 * figures and judges them, but fails nothing: `npm run docs`, then `npx playwright test --project=bench site-bench`.
 */
import { cpus, loadavg } from 'node:os'
import { expect, test } from '@playwright/test'
import { docsFolder } from '../../../scripts/ensure.mjs'
import { serveFiles } from '../file-server'

/** Milliseconds. */
const BAR = 3000

test('the first stage of an article', async ({ browser }) => {
  test.setTimeout(300_000)
  const files = await serveFiles(docsFolder, '/boilerscope/')
  const times: number[] = []
  for (const name of ['cetd', 'ttr', 'textsweeper', 'lens', 'baselines']) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
    const page = await context.newPage()
    const start = performance.now()
    await page.goto(`${files.url}methods/${name}.html`)
    await page.locator('.stage').scrollIntoViewIfNeeded()
    const stage = page.frameLocator('.stage iframe')
    await stage.getByRole('slider', { name: 'Moment' }).press('Home')
    await expect(stage.getByRole('slider', { name: 'Moment' })).toHaveValue('0')
    times.push(performance.now() - start)
    await context.close()
  }
  await files.close()
  const longest = Math.max(...times)
  const load = (loadavg()[0] ?? 0).toFixed(1)
  console.log(
    `${cpus().length} cores, load ${load}: the first stage can be used after ${times.map((time) => time.toFixed(0)).join(', ')} ms; ` +
      `${longest <= BAR ? 'within' : 'BEYOND'} the bar of ${BAR}`,
  )
})
