/** Hooks of Node's loader: provide `boilerscope/extractor`, remove types, and load only approved files, packages and our programs. */
import { readFile } from 'node:fs/promises'
import type { LoadHook, ResolveHook } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type HookData, isOfPackage, loadTypeStripper, NOT_APPROVED } from '../services/own/imported-files'

let data: HookData
let programs = ''

export function initialize(hookData: HookData): void {
  data = hookData
  programs = new URL('.', data.kit).href
}

export const resolve: ResolveHook = async (specifier, context, next) => {
  if (specifier === 'boilerscope/extractor') return { url: data.kit, format: 'module', shortCircuit: true }
  const found = await find(specifier, context, next)
  if (!found.url.startsWith('file:') || found.url.startsWith(programs)) return found
  const path = fileURLToPath(found.url)
  if (!data.contents.has(path) && !isOfPackage(path)) throw new Error(`${NOT_APPROVED}${path}`)
  return found
}

const find: ResolveHook = async (specifier, context, next) => {
  try {
    return await next(specifier, context)
  } catch (thrown) {
    // An import in TypeScript may have the extension of the compiled file, or no extension.
    if (/^\.{1,2}\/.*\.m?js$/.test(specifier)) return next(specifier.replace(/js$/, 'ts'), context)
    if (/^\.{1,2}\//.test(specifier)) return next(`${specifier}.ts`, context)
    throw thrown
  }
}

export const load: LoadHook = async (url, context, next) => {
  if (!url.startsWith('file:') || url.startsWith(programs)) return next(url, context)
  const path = fileURLToPath(url)
  const bytes = data.contents.get(path)
  // The extractor and TypeScript files are ES modules, regardless of `package.json`.
  if (/\.m?ts$/.test(path) || path === data.entry) {
    const source = Buffer.from(bytes ?? (await readFile(path))).toString('utf8')
    return { format: 'module', shortCircuit: true, source: (await loadTypeStripper())(source, path) }
  }
  const loaded = await next(url, context)
  return bytes && (loaded.format === 'module' || loaded.format === 'json') ? { ...loaded, source: bytes } : loaded
}
