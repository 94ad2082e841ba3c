// npm run icons: draws the application's icon in every size, in Chromium.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium, root } from './ensure.mjs'

/** Sizes in pixels. Icon themes of Linux use sizes up to 512; macOS needs 1024. */
const SIZES = [16, 24, 32, 48, 64, 96, 128, 256, 512, 1024]

const resources = join(root, 'electron', 'resources')
const svg = readFileSync(join(resources, 'icon.svg'), 'utf8')
mkdirSync(join(resources, 'icons'), { recursive: true })
const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, chromiumSandbox: process.getuid?.() !== 0 })
for (const size of SIZES) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`)
  const file = size === 1024 ? join(resources, 'icon.png') : join(resources, 'icons', `${size}x${size}.png`)
  await page.screenshot({ path: file, omitBackground: true })
  await page.close()
}
await browser.close()
