// npm run screenshot: makes the README's pictures from the running application.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHROMIUM_HELP, ensureBuild, ensureChromium, ensureDependencies, root } from './ensure.mjs'

ensureDependencies()
ensureBuild()
const executablePath = ensureChromium()
if (!executablePath) {
  console.error(CHROMIUM_HELP)
  process.exit(1)
}
const { chromium } = await import('playwright-core')

const data = mkdtempSync(join(tmpdir(), 'boilerscope-pictures-'))
const host = spawn(process.execPath, [join(root, 'out', 'main', 'server.js'), '--port', '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, BOILERSCOPE_CHROMIUM: executablePath, BOILERSCOPE_DATA: data },
})
const url = await new Promise((resolve, reject) => {
  host.once('exit', (code) => reject(new Error(`the host ended with ${code}`)))
  host.stdout.on('data', (text) => {
    const found = /http:\/\/127\.0\.0\.1:\d+\/#token=\w+/.exec(String(text))
    if (found) resolve(found[0])
  })
})
const folder = join(root, 'docs', 'images')
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })

async function open(colorScheme) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme, deviceScaleFactor: 1 })
  // The offer of the tours is for a first start.
  await context.addInitScript(() => localStorage.setItem('boilerscope.tours-offered', '1'))
  const page = await context.newPage()
  await page.goto(url)
  await page.locator('[data-state="ready"]').first().waitFor({ timeout: 30_000 })
  return page
}
async function picture(page, name) {
  await page.mouse.move(0, 0)
  await page.waitForTimeout(600)
  await page.screenshot({ path: join(folder, `${name}.png`) })
  console.log(`docs/images/${name}.png`)
}
const workspace = (page, name) =>
  page
    .getByRole('radio', { name })
    .or(page.getByRole('tab', { name, exact: true }))
    .or(page.getByRole('button', { name, exact: true }))
    .first()
    .click()

try {
  for (const theme of ['light', 'dark']) {
    const page = await open(theme)
    await page.getByRole('treeitem').filter({ hasText: 'article' }).first().click()
    await picture(page, `inspect-${theme}`)
    if (theme === 'light') {
      await workspace(page, 'Compare')
      await page.waitForTimeout(2500)
      await picture(page, 'compare')
      await workspace(page, 'Evaluate')
      await page.getByRole('button', { name: 'Start', exact: true }).click()
      await page.getByRole('tab', { name: 'Table' }).waitFor({ timeout: 120_000 })
      await picture(page, 'evaluate')
      await workspace(page, 'Demonstrate')
      await page.waitForTimeout(1500)
      for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight')
      await picture(page, 'demonstrate')
    }
    await page.context().close()
  }
} finally {
  await browser.close()
  host.removeAllListeners('exit')
  host.kill('SIGTERM')
  rmSync(data, { recursive: true, force: true })
}
