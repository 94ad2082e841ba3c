import type { Browser, Page } from '@playwright/test'

export const VIEWPORT = { width: 1440, height: 900 }

/** New windows of the context start with CECTD-DS, with open tree and parameters, and without an offer of tours. */
export function showEverything(context: Pick<Page, 'addInitScript'>): Promise<unknown> {
  return context.addInitScript(() => {
    const stored = {
      'boilerscope.tours-offered': '1',
      'boilerscope.drawer': JSON.stringify({ isOpen: true, beside: 'parameters' }),
      'boilerscope.recent-extractors': JSON.stringify(['cectd-ds']),
    }
    // The website stores its values under keys with a prefix.
    for (const site of ['', 'static:'])
      for (const [key, value] of Object.entries(stored))
        if (localStorage.getItem(site + key) === null) localStorage.setItem(site + key, value)
  })
}

const waitForClose = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10_000))

export interface OneWindow {
  empty(): Promise<Page>
  close(): Promise<void>
}

export async function openOneWindow(browser: Browser, address: string): Promise<OneWindow> {
  const { origin } = new URL(address)
  const context = await browser.newContext({ viewport: VIEWPORT })
  await showEverything(context)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  return {
    async empty() {
      page.removeAllListeners()
      await page.unrouteAll()
      // Playwright does not always report the end of a page that closes during its load. The next test does not need this report.
      for (const other of context.pages()) if (other !== page) await Promise.race([other.close(), waitForClose()])
      await context.clearPermissions()
      await page.setViewportSize(VIEWPORT)
      await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null })
      // A window stores data when the browser leaves the window. Leave the window before the data is deleted.
      await page.goto(`${origin}/nothing-here`)
      await page.evaluate(() => sessionStorage.clear())
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
      await page.mouse.move(0, 0)
      return page
    },
    close: () => context.close(),
  }
}
