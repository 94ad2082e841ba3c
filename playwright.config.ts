import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/ensure.mjs'

const asRoot = process.getuid?.() === 0

export default defineConfig({
  outputDir: '.cache/test-results',
  timeout: 180_000,
  expect: { timeout: 20_000 },
  // The pages under test parse and draw: two at a time is what two cores carry.
  workers: 2,
  // A test that passes only the second time is reported as flaky: a race in the test or in the window, to be looked into.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    // Without the film, which would cost more than the tests.
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
    launchOptions: {
      executablePath: findChromium() ?? undefined,
      args: [
        ...(asRoot ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
      ],
    },
  },
  projects: [
    { name: 'chromium', testDir: 'test/e2e' },
    // One Electron at a time: its windows take the focus from each other.
    { name: 'electron', testDir: 'test/electron', workers: 1 },
    { name: 'bench', testDir: 'test/e2e/bench', testMatch: '*-bench.ts', workers: 1, use: { trace: 'off' } },
  ],
})
