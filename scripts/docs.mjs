/**
 * `npm run docs` writes articles, search and Boilerscope (`app/`) to out/docs. With `--if-stale`, writes only if the site
 * is missing or older than a source.
 */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Eleventy from '@11ty/eleventy'
import * as pagefind from 'pagefind'
import { build } from 'vite'
import { bundle } from './bundle.mjs'
import { jitlessPlugin, noNode } from './lean-plugin.mjs'
import { areDocsStale, docsFolder, docsMarker, ensureBuild, root } from './ensure.mjs'

if (process.argv.includes('--if-stale') && !areDocsStale()) process.exit(0)

/** Output folder of the incomplete site, so that out/docs is always complete or missing. */
const out = join(root, '.cache', `docs-site-${process.pid}`)
const app = join(out, 'app')
const { version, boilerscope: links } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))

const NOT_STARTED =
  'Boilerscope has not started. A browser may refuse the scripts of this page if you open the page as a file. Open the page from a web server.'

/** The policy is in `index.html`, because page views are `blob:` documents, and no server sends a policy for such documents. */
async function writeWindow() {
  await cp(join(root, 'out', 'renderer'), app, { recursive: true })
  const page = join(app, 'index.html')
  const html = await readFile(page, 'utf8')
  const [policy] = /content="default-src[^"]*"/.exec(html) ?? []
  if (policy === undefined) throw new Error('index.html has no content security policy')
  // Views inherit the policy, because views are `blob:` documents. Resources of a page are `data:` or `blob:`.
  const own = policy
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline' data: blob:; font-src 'self' data: blob:; media-src data: blob:")
    .replace("frame-src 'self'", 'frame-src blob:')
  await writeFile(
    page,
    html
      .replace(policy, own)
      .replace('<title>', '<meta name="boilerscope-host" content="./host/host.js" />\n    <title>')
      // The window replaces this text when it starts. If the page was opened as a file, no script runs, so a CSS animation shows the text
      // after 4 seconds.
      .replace(
        '<div id="root">',
        `$&<style>@keyframes wait{from{visibility:hidden}}</style><p style="animation:wait 4s step-end">${NOT_STARTED}</p>`,
      ),
  )
}

async function writeHost() {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [noNode, jitlessPlugin()],
    define: { BOILERSCOPE_VERSION: JSON.stringify(version) },
    // linkedom imports an installed `canvas`, but the build always uses linkedom's own shim.
    resolve: {
      // Some packages have separate builds for pages and for workers.
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

function readCommands() {
  const help = (names) =>
    execFileSync(process.execPath, [join(root, 'out', 'main', 'cli.js'), ...names, '--help'], {
      encoding: 'utf8',
      env: { ...process.env, COLUMNS: '100', FORCE_COLOR: '0' },
    })
  const commands = []
  const visit = (names) => {
    const text = help(names)
    commands.push({ name: ['boilerscope', ...names].join(' '), help: text.trimEnd() })
    const [, listed = ''] = /^Commands:\n((?: .*\n|\n(?= {4}))+)/m.exec(text) ?? []
    for (const [, name] of listed.matchAll(/^ {2}([a-z][\w-]*)/gm)) if (name !== 'help') visit([...names, name])
  }
  visit([])
  return commands
}

async function readDocument(name) {
  const text = await readFile(join(root, 'docs', name), 'utf8')
  return (
    text
      .replace(/^# .*\n/, '')
      .replace('Written by `npm run score`; do not edit. ', '')
      // Fills the empty header cells of the first columns.
      .replace(/^\|\s+\|\s+\|/gm, '| Extractor | Of |')
      .replace(/^\|\s+\|/gm, '| Extractor |')
      .replaceAll('<body>', '`<body>`')
      .replace(/\[([^\]]+)\]\(([^)]+)\)/g, (_, words, to) => (DOCUMENTS[to] ? `[${words}](${DOCUMENTS[to]})` : words))
  )
}
async function readPrograms() {
  const folder = join(root, 'docs', 'by-hand')
  const programs = {}
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.py'))) {
    const text = await readFile(join(folder, name), 'utf8')
    programs[name.slice(0, -3)] = { text, lines: text.trimEnd().split('\n').length }
  }
  return programs
}

const DOCUMENTS = { 'results.md': 'results.html', 'paper-tables.md': 'paper-tables.html', 'lens.md': 'lens-training.html' }

async function writeArticles() {
  const input = join(root, 'docs', 'site')
  const program = await bundle({ facts: 'scripts/docs-facts.mjs' }, 'docs')
  const { readFacts } = await import(pathToFileURL(program('facts')).href)
  const facts = await readFacts(root)
  const commands = readCommands()
  const programs = await readPrograms()
  const documents = {
    results: await readDocument('results.md'),
    paperTables: await readDocument('paper-tables.md'),
    lens: await readDocument('lens.md'),
  }
  const glossary = Object.values(JSON.parse(await readFile(join(root, 'shared', 'base', 'glossary.json'), 'utf8')))
  const site = new Eleventy(input, out, {
    configPath: join(input, 'eleventy.config.mjs'),
    quietMode: true,
    config(eleventy) {
      const data = { facts, commands, programs, documents, glossary, version, links, layout: 'page.njk' }
      for (const [name, value] of Object.entries(data)) eleventy.addGlobalData(name, value)
      // Writes one file per page, so that a server needs no rule for folders.
      eleventy.addGlobalData(
        'permalink',
        () =>
          ({ page }) =>
            `${page.filePathStem.replace('/docs/site', '')}.html`,
      )
      eleventy.setUseGitIgnore(false)
    },
  })
  await site.write()
  for (const name of ['site.css', 'site.js', 'figure.js', 'figure.css', 'exercises.js', 'grading.js'])
    await cp(join(input, name), join(out, name))
  await cp(join(root, 'docs', 'images'), join(out, 'images'), { recursive: true, filter: (file) => !file.endsWith('.gif') })
  await cp(join(root, 'renderer', 'app', 'icon.svg'), join(out, 'icon.svg'))
}

async function writeSearch() {
  const { index, errors } = await pagefind.createIndex({})
  if (!index) throw new Error(errors.join('\n'))
  const added = await index.addDirectory({ path: out, glob: '{*.html,methods/*.html,exercises/*.html}' })
  if (added.errors.length > 0) throw new Error(added.errors.join('\n'))
  await index.writeFiles({ outputPath: join(out, 'pagefind') })
  await pagefind.close()
}

const steps = [
  ['the program', ensureBuild],
  ['its window', writeWindow],
  ['its worker', writeHost],
  ['the articles', writeArticles],
  ['the search', writeSearch],
]
const started = new Date()
process.on('exit', () => rmSync(out, { recursive: true, force: true }))
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
])
  process.once(signal, () => process.exit(code))
await mkdir(app, { recursive: true })
for (const [index, [doing, work]] of steps.entries()) {
  // The hosts show this progress if a user opens the help.
  await writeFile(docsMarker, JSON.stringify({ pid: process.pid, step: index + 1, of: steps.length, doing }))
  await work()
}
await writeFile(join(out, '.made'), '')
await utimes(join(out, '.made'), started, started)
await rm(docsFolder, { recursive: true, force: true })
await rename(out, docsFolder)
await rm(docsMarker, { force: true })
