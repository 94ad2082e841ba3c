import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Rolldown } from 'vite'
import { jitlessPlugin, leanPlugin } from './scripts/lean-plugin.mjs'
import { CLI_PROGRAMS } from './scripts/ensure.mjs'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const entries = {
  main: 'electron/main/main.ts',
  server: 'electron/server/server.ts',
  'save-worker': 'electron/worker/save-worker.ts',
  ...CLI_PROGRAMS,
}

// Overrides a NODE_ENV of the shell or of a test, which would make a development build with slow React and an incomplete site.
if (process.argv.includes('build')) process.env.NODE_ENV = 'production'

/** Puts the scripts of the first screen into one file, because forty requests take longer than one. */
function firstScripts(): Rolldown.CodeSplittingNameFunction {
  const first = new Set([at('renderer/main.tsx')])
  return (id, modules) => {
    // All modules are known at the first call; the set grows during the iteration.
    if (first.size === 1)
      for (const known of first) for (const imported of modules.getModuleInfo(known)?.importedIds ?? []) first.add(imported)
    return first.has(id) ? 'window' : null
  }
}

// One build for both hosts: the browser host and the command line are entries beside Electron's main.
export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      target: 'node20',
      sourcemap: true,
      rollupOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, at(path)])),
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      // A sandboxed preload must be one CommonJS file.
      rollupOptions: { input: { preload: at('electron/preload/preload.ts') }, output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [react(), leanPlugin(), jitlessPlugin()],
    // Joins file and class: .caption in stage.module.css becomes stage-caption, in the window and in tests.
    css: { modules: { generateScopedName: (name, file) => `${basename(file, '.module.css')}-${name}` } },
    build: {
      outDir: at('out/renderer'),
      emptyOutDir: true,
      assetsInlineLimit: 0,
      minify: true,
      chunkSizeWarningLimit: 4000,
      rollupOptions: {
        input: { index: at('renderer/index.html') },
        output: { codeSplitting: { groups: [{ name: firstScripts(), debugName: 'first scripts' }] } },
      },
    },
  },
})
