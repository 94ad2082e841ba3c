/** The project's own tests of captures, over Electron's hidden window in a real Electron 9; started by scripts/electron-9.mjs. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: at('../..'),
  resolve: { alias: [{ find: /^.*\/server\/chromium-target$/, replacement: at('targets.ts') }] },
  test: {
    include: [
      'test/electron-9/limits.test.ts',
      ...['chromium-capture', 'hostile-page', 'saved-pages', 'kept-resources', 'web-archive'].map((name) => `test/capture/${name}.test.ts`),
    ],
    setupFiles: [at('setup.ts')],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
  },
})
