/** Findings of axe in the window in its themes, at one moment. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Rules that depend on the theme; other rules need one theme. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block']
const LIGHT = { name: 'light', media: { colorScheme: 'light', forcedColors: 'none' } } as const
const DARK = { name: 'dark', media: { colorScheme: 'dark', forcedColors: 'none' } } as const
const FORCED = { name: 'forced colours', media: { colorScheme: 'light', forcedColors: 'active' } } as const

/**
 * Findings in both themes, without frames, whose pages are foreign; leaves the light theme set. @param part selector of the tested part
 * @param whole whether all colour rules are repeated in the dark theme and with forced colours, which are equal in every view
 */
export async function findings(page: Page, part?: string, whole = false): Promise<readonly string[]> {
  const found: string[] = []
  for (const { name, media } of whole ? [LIGHT, DARK, FORCED] : [LIGHT, DARK]) {
    await page.emulateMedia({ reducedMotion: 'reduce', ...media })
    await atRest(page, media.colorScheme)
    if (name === 'light' || whole)
      found.push(...(await broken(page, part, name === 'light' ? null : OF_COLOUR)).map((text) => `${name}: ${text}`))
    if (media.forcedColors === 'none') found.push(...(await faintTexts(page, part)).map((text) => `${name}: ${text}`))
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
  return found
}

/** Findings of axe, by all its rules or some. */
async function broken(page: Page, part: string | undefined, rules: readonly string[] | null): Promise<string[]> {
  // Passes are counted without details, which would take longer than the test.
  const axe = new AxeBuilder({ page })
    .setLegacyMode(true)
    .exclude('iframe')
    .options({ resultTypes: ['violations'] })
  if (part) axe.include(part)
  if (rules) axe.withRules([...rules])
  const { violations } = await axe.analyze()
  // A menu stands beside the landmarks, at the end of the document, and belongs to the button that opened it.
  const ofOurs = ({ id, nodes }: (typeof violations)[number]): typeof nodes =>
    nodes.filter(({ html }) => id !== 'region' || !html.includes('data-radix-popper')).slice(0, 6)
  return violations.flatMap((violation) =>
    ofOurs(violation).map(
      ({ target, failureSummary = '' }) => `${violation.id} (${violation.impact ?? ''}): ${target.join(' ')} ${failureSummary}`,
    ),
  )
}

/** Visible texts with too little contrast (WCAG 2.2, 1.4.3) by composed colours. Excludes disabled controls and texts on pictures. */
export function faintTexts(page: Page, part = 'body'): Promise<string[]> {
  return page.evaluate((within) => {
    type Rgba = [number, number, number, number]
    const paint = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    if (!paint) throw new Error('no canvas')
    const known = new Map<string, Rgba>()
    const rgba = (css: string): Rgba => {
      let found = known.get(css)
      if (!found) {
        paint.clearRect(0, 0, 1, 1)
        paint.fillStyle = css
        paint.fillRect(0, 0, 1, 1)
        const [r = 0, g = 0, b = 0, a = 0] = paint.getImageData(0, 0, 1, 1).data
        known.set(css, (found = [r / 255, g / 255, b / 255, a / 255]))
      }
      return found
    }
    const over = ([r, g, b, a]: Rgba, [x, y, z, w]: Rgba): Rgba => {
      const alpha = a + w * (1 - a)
      const mix = (top: number, below: number): number => (alpha === 0 ? 0 : (top * a + below * w * (1 - a)) / alpha)
      return [mix(r, x), mix(g, y), mix(b, z), alpha]
    }
    const luminance = (colour: Rgba): number => {
      const [r = 0, g = 0, b = 0] = colour.slice(0, 3).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const faint: string[] = []
    for (const root of document.querySelectorAll(within))
      for (const element of root.querySelectorAll('*')) {
        const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
        if (own.length === 0 || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
        if (element.closest('[disabled], [aria-disabled="true"], [inert], option, script, style, noscript, title')) continue
        const box = element.getBoundingClientRect()
        if (box.width < 2 || box.height < 2 || box.bottom < 0 || box.right < 0 || box.top > innerHeight || box.left > innerWidth) continue
        const style = getComputedStyle(element)
        let text = rgba(element instanceof SVGElement ? style.fill : style.color)
        let ground: Rgba = [0, 0, 0, 0]
        let unknown = element instanceof SVGElement
        for (let at: Element | null = element; at; at = at.parentElement) {
          const { backgroundColor, backgroundImage, opacity } = getComputedStyle(at)
          if (backgroundImage !== 'none' && ground[3] < 1) unknown = true
          const below = rgba(backgroundColor)
          text = over(text, below)
          ground = over(ground, below)
          const share = Number(opacity)
          text = [text[0], text[1], text[2], text[3] * share]
          ground = [ground[0], ground[1], ground[2], ground[3] * share]
        }
        if (unknown) continue
        const canvas = rgba(getComputedStyle(document.documentElement).colorScheme.includes('dark') ? '#121212' : '#ffffff')
        const [dark = 0, light = 0] = [luminance(over(text, canvas)), luminance(over(ground, canvas))].sort((a, b) => a - b)
        const contrast = (light + 0.05) / (dark + 0.05)
        const size = parseFloat(style.fontSize)
        const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5
        if (contrast < least - 0.01) {
          const name = `${element.tagName.toLowerCase()}${[...element.classList].map((one) => `.${one}`).join('')}`
          faint.push(`contrast ${contrast.toFixed(2)}: ${name} “${own[0]?.nodeValue?.trim().slice(0, 40) ?? ''}”`)
        }
      }
    return [...new Set(faint)].slice(0, 12)
  }, part)
}

/** Waits until fades have ended and the window has the theme. */
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
