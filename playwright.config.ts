import { defineConfig } from '@playwright/test'
import { withoutFeatures } from './electron/server/browser-process'
import { findChromium, findHeadlessShell } from './scripts/ensure.mjs'
import type { HostOptions } from './test/e2e/app'
import { VIEWPORT } from './test/e2e/one-window'

const asRoot = process.getuid?.() === 0
const launchOptions = {
  executablePath: findHeadlessShell() ?? findChromium() ?? undefined,
  args: [
    ...(asRoot ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-quic',
    // Without this, a machine without graphics card would emulate one.
    '--disable-gpu',
    withoutFeatures(),
  ],
}

const onStatic: HostOptions & { launchOptions: typeof launchOptions } = {
  hostKind: 'static',
  launchOptions: { ...launchOptions, args: [...launchOptions.args, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'] },
}

export default defineConfig<object, HostOptions>({
  outputDir: '.cache/test-results',
  timeout: 60_000,
  expect: { timeout: 30_000 },
  // The tested pages need one core each.
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    viewport: VIEWPORT,
    launchOptions,
  },
  projects: [
    { name: 'chromium', testDir: 'test/e2e', testIgnore: ['site*.spec.ts', '*.long.spec.ts'], grepInvert: /@long/ },
    // Slow and rare cases: themes, videos, all stops of tours, ends of the host, and tests with this tag. `npm run e2e:long`.
    { name: 'long', testDir: 'test/e2e', testIgnore: 'site*.spec.ts', grep: /@long|\.long\.spec\.ts/, timeout: 120_000 },
    // The web site behaves like the browser host, without disk and programs. All other networks are blocked.
    {
      name: 'static',
      testDir: 'test/e2e',
      grep: /@static/,
      use: onStatic,
    },
    // Tests whose result could differ without a host: `npm run test:static`. The tag @machine marks tests that need a capture, a disk or a program.
    {
      name: 'static-all',
      testDir: 'test/e2e',
      testMatch: ['inspect', 'compare', 'demo', 'explain', 'open', 'first-look', 'limits', 'site'].map((name) => `${name}*.spec.ts`),
      testIgnore: '*.long.spec.ts',
      // Explanations, player, tours, panes and tree do not depend on the host: of these files, only tests with the tag @static run.
      grepInvert: /@machine|@long|^(?!.*@static).*(?:first-look|explain|demo-player|demo-tours|inspect-panes|inspect-tree|inspect-why)/,
      use: onStatic,
    },
    // Electron: `npm run electron`. The second project runs tests of the browser host in the window of Electron.
    { name: 'electron', testDir: 'test/electron', workers: 1 },
    {
      name: 'electron-window',
      testDir: 'test/e2e',
      grep: /@electron/,
      workers: 1,
      use: { hostKind: 'electron' },
    },
    // Firefox and WebKit, one after the other: `npm run smoke`.
    { name: 'browsers', testDir: 'test/browsers', workers: 1 },
    { name: 'bench', testDir: 'test/e2e/bench', testMatch: '*-bench.ts', workers: 1, timeout: 240_000 },
  ],
})
