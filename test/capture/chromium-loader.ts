/** The loader over headless Chromium for tests; no request leaves this machine. */
import { connect } from 'node:net'
import { isPrivateAddress } from '../../electron/services/capture/request-policy'
import { createChromiumTargets, findChromium, type ChromiumOptions, type ChromiumTargets } from '../../electron/server/chromium-target'
import { createPageLoader } from '../../electron/services/capture/page-loader'
import { CaptureOptions } from '../../shared/contract/capture'
import { parsePage } from '../../shared/page/parse-page'
import type { Load } from './capture-contract'

export const hasChromium = findChromium() !== null
export const WITHOUT_CHROMIUM = 'skipped: no Chrome or Chromium (set BOILERSCOPE_CHROMIUM to the path of one)'

/** The address to which names under `.test` resolve in tests. */
const PUBLIC = '203.0.113.7'

/** An isolated Chromium: the public address of `.test` names leads to `port` here, private addresses stay, other addresses fail. */
export function isolatedChromium(port: number, options: ChromiumOptions = {}): ChromiumTargets {
  return createChromiumTargets({
    ...options,
    dial(addresses, asked) {
      const isPublic = addresses.includes(PUBLIC)
      const [host = ''] = addresses.filter(isPrivateAddress)
      return connect({ host: isPublic ? '127.0.0.1' : host || '0.0.0.0', port: isPublic ? port : asked })
    },
  })
}

/** The tests' name resolver: names under `.test` are public, all other names are unknown. */
const resolve = (name: string): Promise<readonly string[]> =>
  name.endsWith('.test') ? Promise.resolve([PUBLIC]) : Promise.reject(new Error(`ENOTFOUND ${name}`))

export function loadOver(targets: ChromiumTargets): Load {
  const loader = createPageLoader(targets.open, { resolve, proxied: false })
  return async (source, options, signal) => {
    // Cases about late content set the wait themselves.
    const parsed = CaptureOptions.parse({ settle: 0, timeout: 120_000, ...options })
    const capture = await loader.load(source, parsed, { signal: signal ?? new AbortController().signal, progress: () => undefined })
    const page = parsePage(capture.html, {
      layout: capture.layout,
      scriptingEnabled: capture.mode === 'rendered',
      maxNodes: parsed.maxNodes,
      url: capture.url,
    })
    return { page, label: capture.label, url: capture.url, status: capture.status, charset: capture.charset, log: capture.log }
  }
}
