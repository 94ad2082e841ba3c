/**
 * Builds the parts of published sites in out/site. The parts are classic scripts, because browsers load no modules or workers from files.
 */
import { cp, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { jitlessPlugin, leanPlugin, noNode } from './lean-plugin.mjs'
import { root } from './ensure.mjs'

// Overrides the NODE_ENV of a shell or test, because another value would make half of the site a development build.
process.env.NODE_ENV = 'production'

const out = join(root, '.cache', `site-${process.pid}`)

function bundle(name, entry, { plugins = [], conditions } = {}) {
  return build({
    configFile: false,
    root: join(root, 'renderer'),
    logLevel: 'warn',
    publicDir: false,
    base: './',
    plugins: [noNode, ...plugins, jitlessPlugin()],
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.url': 'document.baseURI' },
    css: { modules: { generateScopedName: (called, file) => `${basename(file, '.module.css')}-${called}` } },
    ...(conditions && { resolve: { conditions } }),
    build: {
      outDir: out,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      chunkSizeWarningLimit: 6000,
      rollupOptions: {
        // Omit a warning: the helper that loads modules contains `import.meta`, but these scripts do not use the helper.
        checks: { emptyImportMeta: false },
        input: { [name]: join(root, entry) },
        output: { format: 'iife', codeSplitting: false, entryFileNames: '[name].js', assetFileNames: '[name][extname]' },
      },
    },
  })
}

/** The policy allows views and a worker from `blob:` addresses. The scripts have `defer`, so that the host runs first. */
async function writePage() {
  const html = await readFile(join(root, 'renderer', 'index.html'), 'utf8')
  const policy =
    "default-src 'self'; script-src 'self'; worker-src blob:; " +
    "style-src 'self' 'unsafe-inline' data: blob:; font-src 'self' data: blob:; media-src data: blob:; " +
    "img-src 'self' data: blob:; connect-src 'none'; frame-src blob:; object-src 'none'; base-uri 'none'; form-action 'none'"
  await writeFile(
    join(out, 'index.html'),
    html
      .replace(/content="default-src[^"]*"/, `content="${policy}"`)
      .replace(
        '<title>',
        '<meta name="boilerscope-host" content="published" />\n    <link rel="stylesheet" href="./app/style.css" />\n    <title>',
      )
      .replace(
        '<script type="module" src="./main.tsx"></script>',
        '<noscript>This site needs JavaScript; the tables and scores are also in its folder “downloads”.</noscript>\n' +
          ['host', 'window'].map((name) => `    <script defer src="./app/${name}.js"></script>`).join('\n'),
      ),
  )
}

await rm(out, { recursive: true, force: true })
await mkdir(out, { recursive: true })
try {
  await bundle('window', 'renderer/main.tsx', { plugins: [react(), leanPlugin()] })
  await bundle('host', 'electron/published/published-host.ts', { conditions: ['module', 'browser'] })
  await bundle('tasks', 'electron/static/published-tasks.ts', { conditions: ['worker', 'module', 'browser'] })
  const style = (await readdir(out)).find((name) => name.endsWith('.css'))
  if (style && style !== 'style.css') await rename(join(out, style), join(out, 'style.css'))
  await cp(join(root, 'renderer', 'app', 'icon.svg'), join(out, 'icon.svg'))
  await writePage()
  const folder = join(root, 'out', 'site')
  await rm(folder, { recursive: true, force: true })
  await rename(out, folder)
} finally {
  await rm(out, { recursive: true, force: true })
}
