import { createHash } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { init, parse } from 'es-module-lexer'

/** Whether a file is one of a package of npm: those are not covered by what a person agrees to. */
export const isOfPackage = (path: string): boolean => /[\\/]node_modules[\\/]/.test(path)

/**
 * A module with the files that it imports by name, and that those import, as they are on the disk: found as Node finds them, by
 * relative and absolute paths, addresses (`file:`, with their queries and escapes) and the `imports` of a package.json. Packages of
 * npm are left out. Nothing is run. What cannot be read or parsed has no imports: whoever loads the module says what is wrong with it.
 * @param bytes of the module itself
 * @returns bytes by path, links followed, but for the module: it comes first, under the path it was named by
 */
export async function importedFiles(path: string, bytes: Buffer): Promise<Map<string, Buffer>> {
  await init
  // A compiler in WebAssembly: only who names a file of his own waits for it.
  const { stripTypes } = await import('./strip-types')
  const contents = new Map([[path, bytes]])
  const entry = await realpath(path).catch(() => path)
  // A map is walked in the order of insertion, and what is added on the way is walked, too.
  for (const [named, source] of contents) {
    const file = named === path ? entry : named
    for (const candidates of await importsOf(source.toString('utf8'), file, stripTypes)) {
      for (const candidate of candidates) {
        const there = await realpath(candidate).catch(() => null)
        if (there === null) continue
        if (there === entry || contents.has(there)) break
        const found = await readFile(there).catch(() => null)
        if (!found) continue
        contents.set(there, found)
        break
      }
    }
  }
  // A link and what it leads to can each be saved.
  if (entry !== path) contents.set(entry, bytes)
  return contents
}

/** sha256 of a file; where it brings others with it, sha256 over the names and sha256 of all of them. */
export function hashOf(path: string, contents: ReadonlyMap<string, Buffer>): string {
  if (contents.size === 1) return sha256(contents.get(path) ?? '')
  const lines = [...contents].map(([file, bytes]) => `${sha256(bytes)}  ${relative(dirname(path), file)}\n`)
  return sha256(lines.sort().join(''))
}

const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex')

/** For each import the paths at which it may lie, the likeliest first. */
async function importsOf(source: string, file: string, withoutTypes: (source: string, path: string) => string): Promise<string[][]> {
  if (/\.(?:json|node|wasm)$/.test(file)) return []
  // What only looks like a call, in a comment or a text, is covered for nothing, which does no harm.
  const required = [...source.matchAll(/\brequire\s*\(\s*(['"`])([^'"`]+)\1\s*\)/g)].flatMap(([, , name = '']) => requiredFile(name, file))
  if (file.endsWith('.cjs')) return required
  try {
    const [imports] = parse(withoutTypes(source, file))
    const found = await Promise.all(imports.map(({ n }) => importedFrom(n ?? '', file)))
    return [...found.flat(), ...required]
  } catch {
    return required
  }
}

function requiredFile(specifier: string, file: string): string[][] {
  try {
    const found = createRequire(file).resolve(specifier)
    return isAbsolute(found) && (!isOfPackage(found) || isPath(specifier)) ? [[found]] : []
  } catch {
    return []
  }
}

const isPath = (specifier: string): boolean => /^(?:\.{0,2}\/|file:)/i.test(specifier) || isAbsolute(specifier)

async function importedFrom(specifier: string, file: string): Promise<string[][]> {
  if (specifier.startsWith('#')) return packageImports(specifier, file)
  if (!isPath(specifier)) return []
  try {
    return [spellings(fileURLToPath(new URL(specifier, pathToFileURL(file))))]
  } catch {
    return []
  }
}

/** Where an import may lie: as it is written, as TypeScript means a name that the compiler would write, or without its extension. */
function spellings(path: string): string[] {
  return [path, ...(/\.m?js$/.test(path) ? [path.replace(/js$/, 'ts')] : []), ...['.ts', '.js', '.json'].map((end) => path + end)]
}

/** The files that a name like `#lib/a.js` may stand for, whatever the condition, and the package.json that says so. */
async function packageImports(specifier: string, file: string): Promise<string[][]> {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json')
    const text = await readFile(manifest, 'utf8').catch(() => null)
    if (text !== null) {
      const named = Object.entries((JSON.parse(text) as { imports?: Record<string, unknown> }).imports ?? {})
      const targets = named.flatMap(([key, value]) => {
        const [start = '', end] = key.split('*')
        if (end === undefined) return key === specifier ? textsIn(value) : []
        if (!specifier.startsWith(start) || !specifier.endsWith(end)) return []
        const part = specifier.slice(start.length, specifier.length - end.length)
        return textsIn(value).map((target) => target.replaceAll('*', part))
      })
      const files = targets.filter((target) => target.startsWith('./')).map((target) => [join(folder, target)])
      return files.length === 0 ? [] : [[manifest], ...files]
    }
    if (dirname(folder) === folder) return []
  }
}

/** All texts in a value of JSON. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
