import type { Locator, Page } from '@playwright/test'
import { expect } from './app'

export const parameters = (page: Page) => page.getByRole('group', { name: 'Parameters' })

export const result = (page: Page) => page.getByRole('status', { name: 'Result' })

export const lambda = (page: Page) => parameters(page).getByRole('textbox', { name: 'λ', exact: true })

export const workspace = (page: Page, name: string) => page.getByRole('group', { name: 'Workspace' }).getByRole('button', { name }).click()

export async function openFold(page: Page, title: string): Promise<void> {
  const fold = page.getByRole('button', { name: title, exact: true })
  // A click could miss the button, because a search for changes above the fold moves the fold.
  if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.press('Enter')
  await expect(fold).toHaveAttribute('aria-expanded', 'true')
}

export const changeTo = (page: Page, change: string | RegExp): Locator => page.locator('.flip').filter({ hasText: change })

export const drawn = (page: Page): Promise<number> =>
  page.locator('canvas.page-overlay').evaluate((canvas: HTMLCanvasElement) => {
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    let sum = 0
    for (let i = 0; i < pixels.length; i += 1) sum = (sum * 31 + (pixels[i] ?? 0)) % 1_000_000_007
    return sum
  })
