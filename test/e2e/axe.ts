import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
const LIGHT = { name: 'light', media: { colorScheme: 'light', forcedColors: 'none' } } as const
const DARK = { name: 'dark', media: { colorScheme: 'dark', forcedColors: 'none' } } as const
const FORCED = { name: 'forced colours', media: { colorScheme: 'light', forcedColors: 'active' } } as const

/**
 * Returns the violations that axe finds: by all rules in the light theme, by colour rules in the dark theme. Frames are excluded, because
 * they show foreign pages.
 * @param part selector of the tested part; default: the whole window
 * @param isForced whether forced colours are tested by colour rules too
 */
export async function findings(page: Page, part?: string, isForced = false): Promise<readonly string[]> {
  const found: string[] = []
  for (const { name, media } of isForced ? [LIGHT, DARK, FORCED] : [LIGHT, DARK]) {
    await page.emulateMedia({ reducedMotion: 'reduce', ...media })
    await finishAnimations(page, media.colorScheme)
    found.push(...(await violationsOf(page, part, name === 'light' ? null : COLOUR_RULES)).map((text) => `${name}: ${text}`))
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
  return found
}

async function violationsOf(page: Page, part: string | undefined, rules: readonly string[] | null): Promise<string[]> {
  // Details of passed rules would take most of the time.
  const axe = new AxeBuilder({ page })
    .setLegacyMode(true)
    .exclude('iframe')
    .options({ resultTypes: ['violations'] })
  if (part) axe.include(part)
  if (rules) axe.withRules([...rules])
  const { violations } = await axe.analyze()
  // Ignore `region` for an open menu, because the menu is at the end of the document, outside the landmarks.
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes
      .filter(({ html }) => id !== 'region' || !html.includes('data-radix-popper'))
      .slice(0, 6)
      .map(({ target, failureSummary = '' }) => `${id} (${impact ?? ''}): ${target.join(' ')} ${failureSummary}`),
  )
}

async function finishAnimations(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.waitForFunction((expected) => (document.documentElement.dataset['theme'] ?? expected) === expected, theme)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => Number.isFinite(Number(animation.effect?.getComputedTiming().endTime)))
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  )
}
