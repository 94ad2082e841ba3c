import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { build } from 'vite'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { CLI_PROGRAMS } from '../../scripts/ensure.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    programs: string
  }
}

const root = join(import.meta.dirname, '../..')

const SOURCES = { ...CLI_PROGRAMS, 'test-thread': 'test/unit/test-thread.ts', 'rebinding-network': 'test/capture/rebinding-network.ts' }

/** Vitest calls this function once per run. The folder is new, so that no test uses an old build. */
export default function makeFolder(project: TestProject): () => void {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/programs-'))
  project.provide('programs', folder)
  return () => rmSync(folder, { recursive: true })
}

/** Builds all programs once per test run: the first caller builds, and other callers wait. Returns the folder. */
export async function buildPrograms(): Promise<string> {
  const folder = inject('programs')
  const [begun, done, failed] = ['begun', 'done', 'failed'].map((name) => join(folder, name)) as [string, string, string]
  if (claim(begun)) {
    try {
      await buildInto(folder)
      writeFileSync(done, '')
    } catch (error) {
      writeFileSync(failed, '')
      throw error
    }
  }
  while (!existsSync(done)) {
    if (existsSync(failed)) throw new Error('The programs could not be built; the test that tried says why.')
    await pause(50)
  }
  return folder
}

function claim(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx'))
    return true
  } catch {
    return false
  }
}

async function buildInto(outDir: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rollupOptions: {
        input: Object.fromEntries(Object.entries(SOURCES).map(([program, source]) => [program, join(root, source)])),
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  })
}
