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
    // Many tests wait for programs and browsers: all cores are used, where the default leaves one idle.
    maxWorkers: '100%',
  },
})
