import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests that drive a browser wait most of their time: begun first, none is left over when the others are done. */
class CapturesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const drives = ({ moduleId }: TestSpecification): boolean => moduleId.includes('/test/capture/')
    return [...sorted.filter(drives), ...sorted.filter((file) => !drives(file))]
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
      // Kills, packages, published figures, modules against each other: minutes that `.ci/run` has. `npm run test:long`.
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
    // Hooks start programs and make pages as tests do.
    hookTimeout: 60_000,
    // A process and all modules anew for each file cost a third of the time; no file leaves anything behind that another would see.
    isolate: false,
    // Many tests wait for programs and browsers: half as many again as there are cores, where the default leaves one idle.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
  },
})
