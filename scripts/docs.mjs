/**
 * `npm run docs`: writes the web site to out/docs, ready for any server of files, under any path: Boilerscope itself under `app/`.
 */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { ensureBuild, root } from './ensure.mjs'

const out = join(root, 'out', 'docs')
const app = join(out, 'app')
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))

/** The window of the browser host, told that a worker is its host. A page view has no server that could give it a policy of its own. */
async function writeWindow() {
  await cp(join(root, 'out', 'renderer'), app, { recursive: true })
  const page = join(app, 'index.html')
  const html = await readFile(page, 'utf8')
  const [policy] = /content="default-src[^"]*"/.exec(html) ?? []
  if (policy === undefined) throw new Error('the window has no policy')
  const own = policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'").replace("frame-src 'self'", 'frame-src blob:')
  await writeFile(
    page,
    html.replace(policy, own).replace('<title>', '<meta name="boilerscope-host" content="./host/host.js" />\n    <title>'),
  )
}

async function writeHost() {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: { BOILERSCOPE_VERSION: JSON.stringify(version) },
    // linkedom draws with it where it is installed, and else with this.
    resolve: {
      // Some packages come in one form for pages, which have a document, and another for workers.
      conditions: ['worker', 'module', 'browser'],
      alias: { canvas: join(root, 'node_modules', 'linkedom', 'commonjs', 'canvas-shim.cjs') },
    },
    build: {
      outDir: join(app, 'host'),
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      rollupOptions: {
        input: { host: join(root, 'electron/static/static-host.ts'), tasks: join(root, 'electron/static/task-worker.ts') },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  })
  await cp(join(root, 'electron', 'samples'), join(app, 'samples'), { recursive: true })
}

ensureBuild()
await rm(out, { recursive: true, force: true })
await mkdir(app, { recursive: true })
await writeWindow()
await writeHost()
