/** How Node loads an extractor's module: `boilerscope/extractor` is ours, and types are taken out. Node runs this on a thread of its own. */
import { readFile } from 'node:fs/promises'
import type { LoadHook, ResolveHook } from 'node:module'
import { fileURLToPath } from 'node:url'
import { stripTypes } from '../services/own/strip-types'

let kit = ''

export function initialize(data: { readonly kit: string }): void {
  kit = data.kit
}

export const resolve: ResolveHook = async (specifier, context, next) => {
  if (specifier === 'boilerscope/extractor') return { url: kit, format: 'module', shortCircuit: true }
  const found = await find(specifier, context, next)
  // A module that was saved anew is loaded with the files beside it as they are now, not as an earlier state of it found them.
  const state = /[?&](?:extractor|beside)=(\w+)/.exec(context.parentURL ?? '')?.[1]
  if (state === undefined || !/^\.{1,2}\//.test(specifier) || !found.url.startsWith('file:') || found.url.includes('/node_modules/'))
    return found
  return { ...found, url: `${found.url}${found.url.includes('?') ? '&' : '?'}beside=${state}` }
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
  const typed = /^file:.*\.m?ts(?:\?|$)/.test(url)
  // The extractor itself is a module, whatever a package.json above it says.
  if (!typed && !/[?&]extractor=/.test(url)) return next(url, context)
  const path = fileURLToPath(url.replace(/\?.*$/, ''))
  const source = await readFile(path, 'utf8')
  return { format: 'module', shortCircuit: true, source: stripTypes(source, path) }
}
