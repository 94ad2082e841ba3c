// Bundles TypeScript programs of this repository for Node, so that `npm run bench` and `npm run score` need nothing but the installed packages.
import { join } from 'node:path'
import { build } from 'vite'
import { root } from './ensure.mjs'

/**
 * @param {Record<string, string>} entries name of the program to its source, relative to the project
 * @param {string} name folder under .cache
 * @returns {Promise<(entry: string) => string>} path of a bundled program
 */
export async function bundle(entries, name) {
  const outDir = join(root, '.cache', name)
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rollupOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([entry, path]) => [entry, join(root, path)])),
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
  return (entry) => join(outDir, `${entry}.mjs`)
}
