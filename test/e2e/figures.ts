import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { expect } from './app'

export async function savedFile(
  page: Page,
  act: () => Promise<void>,
  timeout = 30_000,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const [download]: [Download, void] = await Promise.all([page.waitForEvent('download', { timeout }), act()])
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

export async function figureInTwoFormats(app: Page, name: string, parts: readonly RegExp[]): Promise<PNG> {
  const dialog = app.getByRole('dialog', { name })
  await expect(dialog.getByRole('img')).toBeVisible()
  await dialog.getByRole('spinbutton', { name: 'Width' }).fill('88')
  const file = (format: string) =>
    savedFile(app, async () => {
      await dialog.getByRole('button', { name: format, exact: true }).click()
      await dialog.getByRole('button', { name: `Save ${format}` }).click()
    })
  const svg = (await file('SVG')).bytes.toString()
  expect(svg).toMatch(/width="88mm"/)
  for (const part of parts) expect(svg).toMatch(part)
  expect(svg).not.toContain('var(--')
  const png = await file('PNG')
  expect(png.bytes.subarray(0, 4).toString('hex')).toBe('89504e47')
  expect(png.bytes.readUInt32BE(16)).toBe(Math.round((88 / 25.4) * 300))
  await app.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  return PNG.sync.read(png.bytes)
}

export function inked(png: PNG, left: number, top: number, right: number, bottom: number): number {
  let dark = 0
  let all = 0
  for (let y = Math.floor(top * png.height); y < bottom * png.height; y++)
    for (let x = Math.floor(left * png.width); x < right * png.width; x++) {
      const at = (y * png.width + x) * 4
      if (Math.min(png.data[at] ?? 255, png.data[at + 1] ?? 255, png.data[at + 2] ?? 255) < 235) dark++
      all++
    }
  return dark / Math.max(1, all)
}
