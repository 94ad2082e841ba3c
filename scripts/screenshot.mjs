// npm run screenshot [-- film|pictures]: makes the film, or the pictures of README and manual, or both, from the running application.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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
const [{ chromium }, { encode }, { PNG }] = await Promise.all([import('playwright-core'), import('modern-gif'), import('pngjs')])

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

async function open(extractor, drawer = false) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'light', deviceScaleFactor: 1 })
  await context.addInitScript(
    ([chosen, isOpen]) => {
      localStorage.setItem('boilerscope.tours-offered', '1')
      localStorage.setItem('boilerscope.recent-extractors', JSON.stringify([chosen]))
      localStorage.setItem('boilerscope.drawer', JSON.stringify({ isOpen }))
    },
    [extractor, drawer],
  )
  const page = await context.newPage()
  await page.goto(url)
  await page.locator('[data-state="ready"]').first().waitFor({ timeout: 60_000 })
  return page
}
async function select(page, text) {
  await page.frameLocator('[data-testid="page-view"]').getByText(text).first().click()
  await page.locator('.why-flips > :is(.flip, .quiet)').first().waitFor({ timeout: 120_000 })
}
async function picture(page, name, clip) {
  await page.mouse.move(0, 0)
  await page.waitForTimeout(600)
  await page.screenshot({ path: join(folder, `${name}.png`), ...(clip && { clip }) })
  console.log(`docs/images/${name}.png`)
}
const workspace = (page, name) =>
  page
    .getByRole('radio', { name })
    .or(page.getByRole('tab', { name, exact: true }))
    .or(page.getByRole('button', { name, exact: true }))
    .first()
    .click()

/**
 * Milliseconds per picture: `END` for the last picture, `CHAPTER` for the first and last picture of a chapter, `MOMENT` for other pictures.
 */
const MOMENT = 160
const CHAPTER = 1100
const END = 3500
/** Fewer colours make a smaller file. */
const COLOURS = 128

async function film() {
  const size = { width: 1000, height: 640 }
  const context = await browser.newContext({ viewport: size, colorScheme: 'light', reducedMotion: 'reduce', deviceScaleFactor: 1 })
  const page = await context.newPage()
  await page.goto(`${url}&page=sample:news-article&extractor=cectd-ds&step=1&embed`)
  const caption = page.locator('.stage-caption').first()
  await caption.waitFor({ timeout: 30_000 })
  const moment = page.getByRole('slider', { name: 'Moment' })
  const frames = []
  let chapter = ''
  for (let isLast = false; !isLast;) {
    // The stage finishes the drawing after two animation frames.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await page.waitForTimeout(120)
    isLast = Number(await moment.inputValue()) >= Number(await moment.getAttribute('max'))
    const name = await caption.locator('strong').textContent()
    const { data } = PNG.sync.read(await page.screenshot())
    frames.push({ data: Uint8ClampedArray.from(data), delay: isLast ? END : name === chapter ? MOMENT : CHAPTER })
    // Show the last picture of a chapter as long as the first picture, because the last picture shows the result.
    const before = frames.at(-2)
    if (before && name !== chapter) before.delay = CHAPTER
    chapter = name
    await page.keyboard.press('ArrowRight')
  }
  await context.close()
  writeFileSync(join(folder, 'demonstrate.gif'), Buffer.from(await encode({ ...size, frames, maxColors: COLOURS })))
  console.log(`docs/images/demonstrate.gif, ${frames.length} moments`)
}

try {
  if (!process.argv.includes('pictures')) await film()
  if (!process.argv.includes('film')) {
    const first = await open('cectd-ds')
    await select(first, 'Ferry timetable')
    await picture(first, 'inspect')
    await first.context().close()

    const why = await open('readability')
    await select(why, 'After forty years')
    await picture(why, 'why', { x: 1060, y: 40, width: 380, height: 560 })
    await why.context().close()

    const page = await open('cectd-ds', true)
    await select(page, 'Ferry timetable')
    await picture(page, 'drawer')
    await workspace(page, 'Compare')
    await page.waitForTimeout(4000)
    await page.frameLocator('[data-testid="page-view"]').getByText('After forty years').first().click()
    await page.waitForTimeout(1500)
    await picture(page, 'compare')
    await workspace(page, 'Evaluate')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('tab', { name: 'Overview' }).waitFor({ timeout: 300_000 })
    await page.waitForTimeout(8000)
    await picture(page, 'evaluate')
    await workspace(page, 'Demonstrate')
    await page.waitForTimeout(3000)
    await page.getByRole('button', { name: 'threshold', exact: true }).click()
    await page.waitForTimeout(3000)
    await picture(page, 'demonstrate')
    await page.context().close()
  }
} finally {
  await browser.close()
  host.removeAllListeners('exit')
  host.kill('SIGTERM')
  rmSync(data, { recursive: true, force: true })
}
