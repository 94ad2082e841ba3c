// The types of `boilerscope/extractor` in one file, for the editor of whoever writes an extractor: made from the sources.
import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const shared = fileURLToPath(new URL('../shared', import.meta.url))
const KIT = 'extractors/own/extractor-kit'

/** Declares the kit and each module behind it, in the order of their names. */
export function extractorTypes() {
  const config = ts.readConfigFile(join(shared, 'tsconfig.kernel.json'), (path) => readFileSync(path, 'utf8')).config
  const { options } = ts.parseJsonConfigFileContent(
    {
      ...config,
      include: [],
      files: [`${KIT}.ts`, 'globals.d.ts'],
      compilerOptions: { ...config.compilerOptions, rootDir: '.', outDir: '/' },
    },
    ts.sys,
    shared,
  )
  const files = new Map()
  const program = ts.createProgram([join(shared, `${KIT}.ts`), join(shared, 'globals.d.ts')], {
    ...options,
    composite: false,
    incremental: false,
    tsBuildInfoFile: undefined,
  })
  program.emit(undefined, (path, text) => files.set(path.replace(/^\/+/, '').replace(/\.d\.ts$/, ''), text), undefined, true)
  // What the types name, and what that names; the rest is of programs alone.
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

const HEAD = `// What "boilerscope/extractor" gives. Made by Boilerscope from its sources; a change of yours would be written over.\n\n`

const nameOf = (path) => (path === KIT ? 'boilerscope/extractor' : `boilerscope/${path}`)

function declared(path, text) {
  const lines = text
    .replace(/^import .* from 'zod';\n/m, '')
    // What needs zod is for Boilerscope itself.
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
