// npm run pack-cli: packs the command line without Electron and window, in dist/cli and as dist/boilerscope-VERSION.tgz.
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CLI_PROGRAMS, ensureBuild, root, runNpm } from './ensure.mjs'
import { KIT, kitDeclarations } from './extractor-types.mjs'

/** Adds file extensions to the imports, because Node requires extensions. */
function copyTypes(folder) {
  for (const [path, text] of kitDeclarations()) {
    const to = join(folder, 'types', `${path}.d.ts`)
    mkdirSync(dirname(to), { recursive: true })
    writeFileSync(to, text.replace(/(["'])(\.{1,2}\/[^"']+)\1/g, '$1$2.js$1'))
  }
}

/**
 * Returns the files and packages that the built programs import. Parses the code, because the programs also contain sources of extractors
 * as text.
 */
async function follow(main) {
  // Import only here, because a fresh clone has no packages when this module loads.
  const { init, parse } = await import('es-module-lexer')
  await init
  const files = new Set(Object.keys(CLI_PROGRAMS).map((name) => join(main, `${name}.js`)))
  const packages = new Set()
  for (const file of files) {
    const [imports] = parse(readFileSync(file, 'utf8'), file)
    for (const { n: name } of imports) {
      // The name of a computed import is unknown.
      if (name === undefined || isBuiltin(name)) continue
      if (name.startsWith('.')) files.add(join(dirname(file), name))
      else packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(name)[0])
    }
  }
  return { files, packages }
}

export async function packCli(folder) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { files, packages } = await follow(join(root, 'out', 'main'))
  rmSync(folder, { recursive: true, force: true })
  for (const file of files) {
    const to = join(folder, relative(root, file))
    mkdirSync(dirname(to), { recursive: true })
    writeFileSync(to, readFileSync(file, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'))
  }
  copyTypes(folder)
  chmodSync(join(folder, 'out', 'main', 'cli.js'), 0o755)
  for (const name of ['electron/samples', 'electron/field', 'out/site', 'LICENSE', 'CHANGELOG.md'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'README.md'), readme(manifest.version))
  const { name, version, license, author, type, bin, engines, dependencies } = manifest
  const needed = Object.fromEntries([...packages].sort().map((needs) => [needs, dependencies[needs]]))
  const missing = Object.keys(needed).filter((needs) => needed[needs] === undefined)
  if (missing.length > 0) throw new Error(`The command line needs packages that package.json does not list: ${missing.join(', ')}`)
  const own = {
    name,
    version,
    description: 'Main-content extraction from web pages on the command line',
    license,
    author,
    type,
    bin,
    engines,
    exports: {
      './extractor': { types: `./types/${KIT}.d.ts`, default: './out/main/extractor.js' },
      './package.json': './package.json',
    },
    files: ['out', 'types', 'electron/samples', 'electron/field', 'CHANGELOG.md'],
    dependencies: needed,
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`)
}

function readme(version) {
  return `# Boilerscope on the command line

Main-content extraction from web pages, evaluation and corpora, as in version ${version} of the desktop application.

    npx boilerscope extract page.html
    npx boilerscope evaluate --corpus samples --extractors cectd-ds,ttr
    npx boilerscope corpus --help

It needs Node 20.19 or newer. Pages are captured with an installed Chrome or Chromium; nothing else needs a browser.
`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureBuild()
  await packCli(join(root, 'dist', 'cli'))
  process.exit(runNpm(['pack', join(root, 'dist', 'cli'), '--pack-destination', join(root, 'dist')]) ? 0 : 1)
}
