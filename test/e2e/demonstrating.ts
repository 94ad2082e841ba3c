import type { Page } from '@playwright/test'
import { expect } from './app'

export async function demonstrate(app: Page): Promise<void> {
  await app.getByRole('button', { name: 'Demonstrate' }).click()
  await expect(app.locator('.stage-caption').first()).toBeVisible()
}

export const moment = (app: Page) => app.getByRole('slider', { name: 'Moment' })

export const caption = (app: Page) => app.locator('.stage-caption').first()
