/** What a person looks for in Inspect. */
import type { Page } from '@playwright/test'

export const parameters = (page: Page) => page.getByRole('group', { name: 'Parameters' })

/** How much was kept, in the line above the page. */
export const result = (page: Page) => page.getByRole('status', { name: 'Result' })

export const lambda = (page: Page) => parameters(page).getByRole('textbox', { name: 'λ', exact: true })

export const workspace = (page: Page, name: string) => page.getByRole('group', { name: 'Workspace' }).getByRole('button', { name }).click()

/** A number that changes when what is drawn over the page does. */
export const drawn = (page: Page): Promise<number> =>
  page.locator('canvas.page-overlay').evaluate((canvas: HTMLCanvasElement) => {
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    let sum = 0
    for (let i = 0; i < pixels.length; i += 1) sum = (sum * 31 + (pixels[i] ?? 0)) % 1_000_000_007
    return sum
  })
