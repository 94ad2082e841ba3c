import type { Browser, Page } from '@playwright/test'

/** The size of a window, unless a test sets another size. */
export const VIEWPORT = { width: 1440, height: 900 }

/** Windows begin with CECTD-DS and an open drawer, tree and parameters in front; calm.spec.ts tests a first start. */
export function showEverything(context: Pick<Page, 'addInitScript'>): Promise<unknown> {
  return context.addInitScript(() => {
    // The window of the web site has separate storage.
    for (const site of ['', 'static:'])
      if (localStorage.getItem(`${site}boilerscope.tours-offered`) === null) localStorage.setItem(`${site}boilerscope.tours-offered`, '1')
    for (const key of ['boilerscope.drawer', 'static:boilerscope.drawer'])
      if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify({ isOpen: true, beside: 'parameters' }))
    for (const key of ['boilerscope.recent-extractors', 'static:boilerscope.recent-extractors'])
      if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify(['cectd-ds']))
  })
}

/** Waits for 10 s, the longest time for a page to close. */
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10_000))

export interface OneWindow {
  /** The window with nothing open and nothing stored. */
  empty(): Promise<Page>
  close(): Promise<void>
}

/** One window per worker, emptied for each test: a new context would take a third of the opening time. @param address of the window */
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
      // A window closed while loading may never answer; the next test does not need its end.
      for (const other of context.pages()) if (other !== page) await Promise.race([other.close(), soon()])
      await context.clearPermissions()
      await page.setViewportSize(VIEWPORT)
      await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null })
      // Data that the window stores on leaving is stored by then.
      await page.goto(`${origin}/nothing-here`)
      await page.evaluate(() => sessionStorage.clear())
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
      await page.mouse.move(0, 0)
      return page
    },
    close: () => context.close(),
  }
}
