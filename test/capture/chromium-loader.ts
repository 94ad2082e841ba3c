/** The loader over headless Chromium, as the tests use it; nothing leaves this machine. */
import { createChromiumTargets, findChromium, type ChromiumOptions, type ChromiumTargets } from '../../electron/server/chromium-target'
import { createPageLoader } from '../../electron/services/capture/page-loader'
import { CaptureOptions } from '../../shared/contract/source'
import { parsePage } from '../../shared/page/parse-page'
import type { Load } from './capture-contract'

export const hasChromium = findChromium() !== null
export const WITHOUT_CHROMIUM = 'skipped: no Chrome or Chromium (set BOILERSCOPE_CHROMIUM to the path of one)'

/**
 * Chromium with no way out: names under `.test` lead to the first port on this machine, every other name leads nowhere.
 * To its own second line of defence (local network access) the ports count as the public internet, so that the first
 * line, which is ours, stands alone.
 */
export function isolatedChromium(...ports: readonly number[]): ChromiumTargets {
  return createChromiumTargets({
    args: [
      `--host-resolver-rules=${testNames(ports[0])}`,
      `--ip-address-space-overrides=${ports.map((port) => `127.0.0.1:${port}=public`).join(',')}`,
    ],
  })
}

/** Chromium as it is, whose names under `.test` lead to the port on this machine: what it says of an answer's place is true. */
export function plainChromium(port: number, options: ChromiumOptions = {}): ChromiumTargets {
  return createChromiumTargets({ ...options, args: [`--host-resolver-rules=${testNames(port)}`] })
}

const testNames = (port: number | undefined): string =>
  `MAP *.test 127.0.0.1:${port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost`

/** The world's resolver in the tests: names under `.test` are public, of any other name nothing is known. */
const resolve = (name: string): Promise<readonly string[]> =>
  name.endsWith('.test') ? Promise.resolve(['203.0.113.7']) : Promise.reject(new Error(`ENOTFOUND ${name}`))

export function loadOver(targets: ChromiumTargets): Load {
  const loader = createPageLoader((isInside) => targets.open(isInside), { resolve, proxied: false })
  return async (source, options, signal) => {
    // Cases about what comes late ask for the wait themselves.
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
