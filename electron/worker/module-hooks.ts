/**
 * How Node loads an extractor's module: `boilerscope/extractor` is ours, types are taken out, and of the files outside of packages
 * only those are loaded that the person agreed to, with the bytes that were agreed to. Node runs this on a thread of its own.
 */
import { readFile } from 'node:fs/promises'
import type { LoadHook, ResolveHook } from 'node:module'
import { fileURLToPath } from 'node:url'
import { hashOf, importedFiles, isOfPackage } from '../services/own/imported-files'
import { CHANGED, NOT_AGREED } from '../services/own/loader-words'
import { stripTypes } from '../services/own/strip-types'

/** What a person agreed to: a module and the files that it brings. */
interface Agreed {
  readonly hash: string
  /** The module itself, links followed. */
  readonly entry: string
  readonly contents: ReadonlyMap<string, Buffer>
}

let kit = ''
/** Address of the folder of the built programs. */
let programs = ''
/** On whose behalf an address was found. */
const askers = new Map<string, Agreed>()

export function initialize(data: { readonly kit: string }): void {
  kit = data.kit
  programs = new URL('.', kit).href
}

const isOurs = (url: string | undefined): boolean => url?.startsWith(programs) ?? false

export const resolve: ResolveHook = async (specifier, context, next) => {
  if (specifier === 'boilerscope/extractor') return { url: kit, format: 'module', shortCircuit: true }
  const found = await find(specifier, context, next)
  if (isOurs(context.parentURL)) {
    const hash = new URL(found.url).searchParams.get('extractor')
    if (hash !== null) askers.set(found.url, await agreedTo(fileURLToPath(specifier), fileURLToPath(found.url), hash))
    return found
  }
  const asker = askers.get(context.parentURL ?? '')
  if (!found.url.startsWith('file:')) {
    if (asker) askers.set(found.url, asker)
    return found
  }
  const path = fileURLToPath(found.url)
  if (isOurs(found.url)) return found
  if (!asker?.contents.has(path) && !isOfPackage(path)) throw new Error(`${NOT_AGREED}${path}`)
  if (!asker) return found
  // A package is one for all; a file of the module's own is another with each state of the module.
  const url = new URL(found.url)
  if (asker.contents.has(path)) url.searchParams.append('beside', asker.hash)
  askers.set(url.href, asker)
  return { ...found, url: url.href }
}

/** @throws Error where the files are not what was agreed to any more. */
async function agreedTo(path: string, entry: string, hash: string): Promise<Agreed> {
  const contents = await importedFiles(path, await readFile(path))
  if (hashOf(path, contents) !== hash) throw new Error(`${CHANGED}${path}`)
  return { hash, entry, contents }
}

const find: ResolveHook = async (specifier, context, next) => {
  try {
    return await next(specifier, context)
  } catch (thrown) {
    // TypeScript names the file that the compiler would write.
    if (/^\.{1,2}\/.*\.m?js$/.test(specifier)) return next(specifier.replace(/js$/, 'ts'), context)
    if (/^\.{1,2}\//.test(specifier)) return next(`${specifier}.ts`, context)
    throw thrown
  }
}

export const load: LoadHook = async (url, context, next) => {
  if (!url.startsWith('file:')) return next(url, context)
  const asker = askers.get(url)
  const path = fileURLToPath(url)
  const bytes = asker?.contents.get(path)
  // The extractor itself is a module, whatever a package.json above it says.
  if (/\.m?ts$/.test(path) || (bytes && path === asker?.entry)) {
    const source = (bytes ?? (await readFile(path))).toString('utf8')
    return { format: 'module', shortCircuit: true, source: stripTypes(source, path) }
  }
  const loaded = await next(url, context)
  return bytes && (loaded.format === 'module' || loaded.format === 'json') ? { ...loaded, source: bytes } : loaded
}
