/** What axe finds in the window in all three themes, at one moment of one journey. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What a theme can change: of all else, what holds in one holds in each. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block']
const THEMES = [
  { name: 'light', media: { colorScheme: 'light', forcedColors: 'none' }, rules: [] },
  { name: 'forced colours', media: { colorScheme: 'light', forcedColors: 'active' }, rules: OF_COLOUR },
  { name: 'dark', media: { colorScheme: 'dark', forcedColors: 'none' }, rules: OF_COLOUR },
] as const

/**
 * Findings of every impact: all rules in the light theme, those of colour with forced colours and in the dark one.
 * Frames are left out: the pages in them are somebody else's. Leaves the light theme behind.
 *
 * @param part A selector of what to look at, where not the whole window.
 */
export async function findings(page: Page, part?: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const { name, media, rules } of THEMES) {
    await page.emulateMedia({ reducedMotion: 'reduce', ...media })
    await atRest(page, media.colorScheme)
    const axe = new AxeBuilder({ page }).setLegacyMode(true).exclude('iframe')
    if (part) axe.include(part)
    if (rules.length > 0) axe.withRules([...rules])
    const { violations } = await axe.analyze()
    for (const { id, impact, nodes } of violations)
      // A menu stands beside the landmarks, at the end of the document, and belongs to the button that opened it.
      for (const node of nodes.filter(({ html }) => id !== 'region' || !html.includes('data-radix-popper')).slice(0, 6))
        found.push(`${name}: ${id} (${impact ?? ''}): ${node.target.join(' ')} ${node.failureSummary ?? ''}`)
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
  return found
}

/** What fades in would be judged by its colour half way, and a window that has yet to hear of the theme by the last one's. */
async function atRest(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.waitForFunction((wanted) => (document.documentElement.dataset['theme'] ?? wanted) === wanted, theme)
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
