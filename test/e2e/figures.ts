/** Saves files and figures as a person does. */
import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { expect, test } from './app'
import { readPdf } from './pdf'

/** The file that something hands over. */
export async function savedFile(
  page: Page,
  act: () => Promise<void>,
  timeout = 30_000,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const [download]: [Download, void] = await Promise.all([page.waitForEvent('download', { timeout }), act()])
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

/** Saves the figure of the open dialog as SVG, PDF and PNG, and closes it. The last choice of size is that of a column: 88 mm. */
export async function figureInThreeFormats(app: Page, name: string, parts: readonly RegExp[]): Promise<PNG> {
  const dialog = app.getByRole('dialog', { name })
  await expect(dialog.getByRole('img')).toBeVisible()
  const file = (format: string) =>
    savedFile(app, async () => {
      await dialog.getByRole('button', { name: format, exact: true }).click()
      await dialog.getByRole('button', { name: `Save ${format}` }).click()
    })
  const svg = (await file('SVG')).bytes.toString()
  expect(svg).toMatch(/width="88mm"/)
  for (const part of parts) expect(svg).toMatch(part)
  expect(svg).not.toContain('var(--')
  const pdf = await file('PDF')
  const text = pdf.bytes.toString('latin1')
  expect(text).toMatch(/^%PDF-/)
  // One sheet of the figure's width: 88 mm are 249.4 points.
  expect(text).toMatch(/\/MediaBox\s*\[0 0 2(?:49|50)[.\d]* /)
  expect(text.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  expect(text).toMatch(/\/FontFile/)
  // What a viewer selects and searches by.
  expect(text).toMatch(/\/ToUnicode/)
  const png = await file('PNG')
  expect(png.bytes.subarray(0, 4).toString('hex')).toBe('89504e47')
  expect(png.bytes.readUInt32BE(16)).toBe(Math.round((88 / 25.4) * 300))
  await app.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const picture = PNG.sync.read(png.bytes)
  checkPdf(pdf.bytes, svg, picture)
  return picture
}

/** The PDF drawn and read by another program: fonts inside, every word of the figure selectable, ink where the figure has it. */
function checkPdf(bytes: Buffer, svg: string, figure: PNG): void {
  const read = readPdf(bytes)
  if (!read) {
    test
      .info()
      .annotations.push({ type: 'not checked', description: 'The PDF was not drawn and read: Poppler (pdftoppm) is not installed.' })
    return
  }
  expect(read.fonts.length).toBeGreaterThan(0)
  for (const font of read.fonts) expect(font).toMatchObject({ embedded: true, hasUnicode: true })
  const written = [...svg.matchAll(/<text[^>]*>([^<]+)</g)].flatMap(([, text = '']) => text.match(/[A-Za-z]{3,}/g) ?? [])
  expect(written.length).toBeGreaterThan(3)
  expect(written.filter((word) => !read.text.includes(word))).toEqual([])
  for (const [left, top] of [
    [0, 0],
    [0.5, 0],
    [0, 0.5],
    [0.5, 0.5],
  ] as const) {
    const share = (png: PNG): number => inked(png, left, top, left + 0.5, top + 0.5)
    expect(Math.abs(share(read.picture) - share(figure))).toBeLessThan(0.05)
  }
}

/** Share of the pixels of a part of a picture that are not white; places as shares of its sides. */
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
