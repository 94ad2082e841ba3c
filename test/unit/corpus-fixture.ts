import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'vite'

/** Builds a program from `source`. The program's folder is in the checkout, so that the program finds its packages. */
export async function builtWriter(name: string, source: string): Promise<{ readonly folder: string; readonly script: string }> {
  await mkdir(resolve('.cache'), { recursive: true })
  const folder = await mkdtemp(resolve('.cache', `${name}-`))
  const entry = join(folder, 'writer.ts')
  await writeFile(entry, source)
  await build({
    configFile: false,
    logLevel: 'silent',
    // Tests start the program hundreds of times, and a bundled package makes the start faster.
    ssr: { noExternal: ['zod'] },
    build: {
      ssr: entry,
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'writer.mjs' } },
    },
  })
  return { folder, script: join(folder, 'writer.mjs') }
}
