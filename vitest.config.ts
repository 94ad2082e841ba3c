import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'test/unit/**/*.test.ts',
      'test/unit/**/*.test.tsx',
      'test/conformance/**/*.test.ts',
      'test/property/**/*.test.ts',
      'test/golden/**/*.test.ts',
      'test/capture/**/*.test.ts',
      'test/train/**/*.test.ts',
    ],
    testTimeout: 60_000,
    // A process and all modules anew for each file cost a third of the time; no file leaves anything behind that another would see.
    isolate: false,
    // Many tests wait for programs and browsers: half as many again as there are cores, where the default leaves one idle.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
  },
})
