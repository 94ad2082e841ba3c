import { hash } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { init, parse } from 'es-module-lexer'
import { failed, type FailureError } from '../../../shared/base/failure'

export interface HookData {
  readonly kit: string
  /** Path of the extractor's module, with links resolved. */
  readonly entry: string
  /** Approved bytes by path. */
  readonly contents: ReadonlyMap<string, Uint8Array>
}

/** Whether a file belongs to an npm package. Approvals do not cover packages that are imported by name. */
export const isOfPackage = (path: string): boolean => /[\\/]node_modules[\\/]/.test(path)

/**
 * Reads the imports recursively, without packages that are imported by name. Runs no code, and skips unreadable files.
 * @param bytes content of the module
 * @returns bytes by path, with links resolved; the module comes first, with the given path
 */
export async function importedFiles(path: string, bytes: Buffer): Promise<Map<string, Buffer>> {
  await init
  const stripTypes = await loadTypeStripper()
  const contents = new Map([[path, bytes]])
  const entry = await realpath(path).catch(() => path)
  // The loop also visits entries that the loop adds.
  for (const [name, source] of contents) {
    const file = name === path ? entry : name
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
  // If `path` is a link, also include the target, because a save can change the link or the target.
  if (entry !== path) contents.set(entry, bytes)
  return contents
}

export function hashOf(path: string, contents: ReadonlyMap<string, Buffer>): string {
  // `sha256` of files.ts would load the imports of files.ts into the process of each custom module.
  if (contents.size === 1) return hash('sha256', contents.get(path) ?? '')
  const lines = [...contents].map(([file, bytes]) => `${hash('sha256', bytes)}  ${relative(dirname(path), file)}\n`)
  return hash('sha256', lines.sort().join(''))
}

async function importsOf(source: string, file: string, withoutTypes: (source: string, path: string) => string): Promise<string[][]> {
  if (/\.(?:json|node|wasm)$/.test(file)) return []
  // A call in a comment or a string also matches, but one more approved file is harmless.
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

function spellings(path: string): string[] {
  return [path, ...(/\.m?js$/.test(path) ? [path.replace(/js$/, 'ts')] : []), ...['.ts', '.js', '.json'].map((end) => path + end)]
}

async function packageImports(specifier: string, file: string): Promise<string[][]> {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json')
    const text = await readFile(manifest, 'utf8').catch(() => null)
    if (text !== null) {
      const entries = Object.entries((JSON.parse(text) as { imports?: Record<string, unknown> }).imports ?? {})
      const targets = entries.flatMap(([key, value]) => {
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

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

export const NOT_APPROVED = 'own.not-agreed: '

export const changedSince = (path: string): FailureError =>
  failed('own.changed', `${path} changed after it was approved.`, 'Approve it again in the window, or run the command again.')

export function refusalIn(thrown: string, module: string): FailureError | null {
  if (!thrown.startsWith(NOT_APPROVED)) return null
  const path = thrown.slice(NOT_APPROVED.length)
  const message = `${module} loads ${path}, which is not approved: the module computes the name of the file, or the file is in a package.`
  return failed('own.not-agreed', message, 'Write an import with the name of the file at the top of the module.')
}

/** Lines and columns start at 1. */
export function codeFrame(source: string, line: number, column: number): string {
  const lines = source.split(/\r?\n/)
  const first = Math.max(1, line - 2)
  const last = Math.min(lines.length, line + 1)
  const width = String(last).length
  const shown = lines.slice(first - 1, last).flatMap((text, i) => {
    const isMeant = first + i === line
    const row = `${isMeant ? '>' : ' '} ${String(first + i).padStart(width)} | ${text}`
    return isMeant ? [row, `  ${' '.repeat(width)} | ${text.slice(0, column - 1).replace(/[^\t]/g, ' ')}^`] : [row]
  })
  return shown.join('\n')
}

/**
 * Loads a compiler that replaces types by spaces, so positions do not change.
 * The message of a SyntaxError starts with `path:line:column: `.
 */
export async function loadTypeStripper(): Promise<(source: string, path: string) => string> {
  const { transformSync } = await import('@swc/wasm-typescript')
  return (source, path) => {
    try {
      return transformSync(source, { mode: 'strip-only', module: true }).code
    } catch (thrown) {
      // The parser throws plain data. Lines start at 1 and columns at 0.
      const reported = thrown as { readonly message?: string; readonly startLine?: number; readonly startColumn?: number }
      const { message = String(thrown), startLine: line = 1, startColumn = 0 } = reported
      const column = startColumn + 1
      throw new SyntaxError(`${path}:${line}:${column}: ${message}\n${codeFrame(source, line, column)}`)
    }
  }
}
