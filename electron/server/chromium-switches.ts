/** Parts of Chromium that nobody sees here and that cost: what is given up with `--disable-features`, of which the last list counts. */

/** What Playwright turns off; named again since a list of ours takes its list's place. */
const BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/**
 * The suggestions below the address bar are a page of Chromium's own, of 400 modules, that is loaded with every window, seen or not:
 * 0.6 s of processor time beside each capture.
 */
const SUGGESTIONS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']

/** The switch that turns off what nobody sees, and the features named besides. */
export function withoutFeatures(...more: readonly string[]): string {
  return `--disable-features=${[...BY_PLAYWRIGHT, ...SUGGESTIONS, ...more].join(',')}`
}
