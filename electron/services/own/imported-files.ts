import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { init, parse } from 'es-module-lexer'

/**
 * A module with the files beside it that it imports, and that those import, as they are on the disk. Nothing is run. What cannot be
 * read or parsed has no imports: whoever loads the module says what is wrong with it.
 * @param bytes of the module itself
 */
export async function importedFiles(path: string, bytes: Buffer): Promise<Map<string, Buffer>> {
  await init
  // A compiler in WebAssembly: only who names a file of his own waits for it.
  const { stripTypes } = await import('./strip-types')
  const contents = new Map([[path, bytes]])
  // A map is walked in the order of insertion, and what is added on the way is walked, too.
  for (const [file, source] of contents) {
    for (const specifier of importsOf(source.toString('utf8'), file, stripTypes)) {
      if (!/^\.{1,2}\//.test(specifier)) continue
      for (const candidate of candidates(resolve(dirname(file), specifier))) {
        if (contents.has(candidate)) break
        const found = await readFile(candidate).catch(() => null)
        if (!found) continue
        contents.set(candidate, found)
        break
      }
    }
  }
  return contents
}

function importsOf(source: string, path: string, withoutTypes: (source: string, path: string) => string): string[] {
  // What only looks like a call, in a comment or a text, is covered for nothing, which does no harm.
  const required = [...source.matchAll(/\brequire\s*\(\s*(['"`])([^'"`]+)\1\s*\)/g)].map(([, , name = '']) => name)
  if (path.endsWith('.cjs')) return required
  try {
    const [imports] = parse(withoutTypes(source, path))
    return [...imports.flatMap(({ n }) => (n === undefined ? [] : [n])), ...required]
  } catch {
    return required
  }
}

/** Where an import may lie: as it is written, as TypeScript means a name that the compiler would write, or without its extension. */
function candidates(path: string): string[] {
  return [path, ...(/\.m?js$/.test(path) ? [path.replace(/js$/, 'ts')] : []), ...['.ts', '.js', '.json'].map((end) => path + end)]
}
