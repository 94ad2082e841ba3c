import { connect } from 'node:net'
import { isPrivateAddress } from '../../electron/services/capture/request-policy'
import { createChromiumTargets, findChromium, type ChromiumOptions, type ChromiumTargets } from '../../electron/server/chromium-target'
import type { LoadContext } from '../../electron/services/capture/loader'
import { createPageLoader } from '../../electron/services/capture/page-loader'
import { CaptureOptions, type Capture, type CaptureRequest, type Source } from '../../shared/contract/capture'
import { parsePage } from '../../shared/page/parse-page'
import type { Load } from './capture-contract'

export const hasChromium = findChromium() !== null
if (!hasChromium) console.warn('skipped: no Chrome or Chromium (set BOILERSCOPE_CHROMIUM to the path of one)')

const PUBLIC = '203.0.113.7'

/** Names under `.test` lead to `port`. Private addresses do not change. All other addresses lead to this machine. */
export function isolatedChromium(port: number, options: ChromiumOptions = {}): ChromiumTargets {
  return createChromiumTargets({
    ...options,
    dial(addresses, requestedPort) {
      const isPublic = addresses.includes(PUBLIC)
      const [host = ''] = addresses.filter(isPrivateAddress)
      return connect({ host: isPublic ? '127.0.0.1' : host || '0.0.0.0', port: isPublic ? port : requestedPort })
    },
  })
}

const resolveTestName = (name: string): Promise<readonly string[]> =>
  name.endsWith('.test') ? Promise.resolve([PUBLIC]) : Promise.reject(new Error(`ENOTFOUND ${name}`))

export type TestCapture = (source: Source, options?: CaptureRequest, context?: Partial<LoadContext>) => Promise<Capture>

/** A capture waits for late content only if its options set `settle`. */
export function captureOver(targets: ChromiumTargets, resolve = resolveTestName): TestCapture {
  const loadPage = createPageLoader(targets.open, { resolve, proxied: false })
  return (source, options, context) =>
    loadPage(source, CaptureOptions.parse({ settle: 0, timeout: 120_000, ...options }), {
      signal: new AbortController().signal,
      progress: () => undefined,
      ...context,
    })
}

export function loadOver(targets: ChromiumTargets): Load {
  const capture = captureOver(targets)
  return async (source, options, signal) => {
    const { html, layout, mode, label, url, status, charset, log } = await capture(source, options, signal && { signal })
    const { maxNodes } = CaptureOptions.parse({ ...options })
    return { page: parsePage(html, { layout, scriptingEnabled: mode === 'rendered', maxNodes, url }), label, url, status, charset, log }
  }
}
