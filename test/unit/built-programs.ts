import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '../..')

const SOURCES = {
  cli: 'electron/cli/cli.ts',
  'batch-worker': 'electron/worker/batch-worker.ts',
  'corpus-worker': 'electron/worker/corpus-worker.ts',
  worker: 'electron/worker/extraction-worker.ts',
  'test-thread': 'test/unit/test-thread.ts',
  'evaluation-worker': 'electron/worker/evaluation-worker.ts',
  'reduce-worker': 'electron/worker/reduce-worker.ts',
  'own-worker': 'electron/worker/own-worker.ts',
  'program-thread': 'electron/worker/program-thread.ts',
  'module-hooks': 'electron/worker/module-hooks.ts',
  extractor: 'shared/extractors/own/extractor-kit.ts',
} as const

/**
 * Builds programs as in the application, for one test file alone, so that it never meets a stale build.
 * @param name of the folder under `.cache`
 * @returns the folder
 */
export async function buildPrograms(name: string, programs: readonly (keyof typeof SOURCES)[]): Promise<string> {
  const outDir = join(root, '.cache', name)
  rmSync(outDir, { recursive: true, force: true })
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir,
      target: 'node20',
      minify: false,
      rollupOptions: {
        input: Object.fromEntries(programs.map((program) => [program, join(root, SOURCES[program])])),
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  })
  return outDir
}
