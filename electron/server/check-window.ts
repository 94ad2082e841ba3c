import type { OpenTarget } from '../services/capture/cdp-target'
import { evaluate } from '../services/capture/isolated-world'

/**
 * Opens the window in the browser that captures, and waits until it shows its first page.
 * @param address of the window, with its token
 * @throws Error after 30 seconds
 */
export async function checkWindow(open: OpenTarget, address: string): Promise<string> {
  const target = await open(false)
  try {
    await target.send('Page.navigate', { url: address })
    for (let turn = 0; turn < 300; turn++) {
      const expression = `document.querySelector('[data-state="ready"]') !== null`
      if ((await evaluate(target.send.bind(target), expression)) === true) return 'a sample is shown'
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error('no sample was shown within 30 seconds')
  } finally {
    await target.destroy()
  }
}
