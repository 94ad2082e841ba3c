import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Runs tests of captures first: they wait most of their time, and would otherwise run at the end, when no other test uses the processor. */
class CapturesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isCapture = ({ moduleId }: TestSpecification): boolean => moduleId.includes('/test/capture/')
    return [...sorted.filter(isCapture), ...sorted.filter((file) => !isCapture(file))]
  }
}

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'all',
          include: ['unit', 'conformance', 'property', 'golden', 'capture', 'train'].map((folder) => `test/${folder}/**/*.test.{ts,tsx}`),
        },
      },
      // Slow tests for `.ci/run`: kills, hostile pages, web archives, packages, custom extractors, published figures. `npm run test:long`.
      {
        extends: true,
        test: {
          name: 'long',
          include: ['test/long/**/*.test.ts'],
          testTimeout: 900_000,
          hookTimeout: 900_000,
        },
      },
    ],
    globalSetup: 'test/unit/built-programs.ts',
    sequence: { sequencer: CapturesFirst },
    testTimeout: 60_000,
    // Hooks start programs and browsers like tests.
    hookTimeout: 60_000,
    // New processes and modules per file would take a third of the time, and no file leaves state behind.
    isolate: false,
    // More workers than cores, because many tests wait for programs and browsers.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
  },
})
