// Writes the types of `boilerscope/extractor` into one file, for editors of custom extractors.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { packageProgram, root } from './ensure.mjs'

const shared = join(root, 'shared')
const KIT = 'extractors/own/extractor-kit'

/** Returns the declarations of the kit and of the modules that it imports, by name. @throws Error with the compiler's messages */
export function extractorTypes() {
  const files = compileKit()
  // The types that the module exports, and the types they use.
  const wanted = new Set([KIT])
  for (const path of wanted)
    for (const [, to] of (files.get(path) ?? '').matchAll(/(?:from |import\()['"](\.{1,2}\/[^'"]+)['"]/g))
      wanted.add(posix.join(dirname(path), to))
  return `${HEAD}${[...files]
    .filter(([path]) => wanted.has(path))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, text]) => declared(path, text))
    .join('\n')}`
}

/** Compiles the declarations of the kit and of its imports. Returns them by path in shared/. */
function compileKit() {
  const folder = mkdtempSync(join(tmpdir(), 'boilerscope-types-'))
  try {
    const out = join(folder, 'out')
    const compilerOptions = {
      composite: false,
      incremental: false,
      tsBuildInfoFile: null,
      stripInternal: true,
      rootDir: shared,
      outDir: out,
    }
    const files = [join(shared, `${KIT}.ts`), join(shared, 'globals.d.ts')]
    const config = join(folder, 'tsconfig.json')
    writeFileSync(config, JSON.stringify({ extends: join(shared, 'tsconfig.kernel.json'), include: [], files, compilerOptions }))
    const { status, stdout } = spawnSync(process.execPath, [packageProgram('typescript', 'tsc'), '-p', config], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`The kit does not compile.\n${stdout}`)
    return new Map(
      readdirSync(out, { recursive: true })
        .map((path) => path.replaceAll('\\', '/'))
        .filter((path) => path.endsWith('.d.ts'))
        .map((path) => [path.slice(0, -'.d.ts'.length), readFileSync(join(out, path), 'utf8')]),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const HEAD = `// What "boilerscope/extractor" gives. Made by Boilerscope from its sources; a change of yours would be written over.\n\n`

const nameOf = (path) => (path === KIT ? 'boilerscope/extractor' : `boilerscope/${path}`)

function declared(path, text) {
  const lines = text
    .replace(/^import .* from 'zod';\n/m, '')
    // Declarations with zod are internal.
    .replace(/^(?:\/\*\*(?:(?!\*\/)[^])*\*\/\n)?export declare (?:function|const) [^\n]*\bz\.[^\n]*\n/gm, '')
    .replace(
      /(from |import\()(['"])(\.{1,2}\/[^'"]+)\2/g,
      (_all, before, quote, to) => `${before}${quote}${nameOf(posix.join(dirname(path), to))}${quote}`,
    )
    .replace(/^(export )?declare /gm, '$1')
    .trimEnd()
    .split('\n')
  return `declare module '${nameOf(path)}' {\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n}\n`
}
