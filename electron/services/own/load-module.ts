/** Loads an extractor's module into the thread it is called in: a worker's, never the host's. */
import { existsSync, readFileSync } from 'node:fs'
import { register } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { failure, FailureError } from '../../../shared/base/failure'
import type { Extractor } from '../../../shared/extractors/core/extractor'
import { codeFrame } from './code-frame'
import type { OwnFile } from './own-file'

let registered = false

/**
 * @param programs folder of `module-hooks.js` and `extractor.js`
 * @throws FailureError `module.error` with file, line and a code frame; `module.no-extractor` where it exports none.
 */
export async function loadModule(file: OwnFile & { readonly kind: 'module' }, programs: string): Promise<Extractor> {
  if (!registered) {
    register(pathToFileURL(join(programs, 'module-hooks.js')), { data: { kit: pathToFileURL(join(programs, 'extractor.js')).href } })
    registered = true
  }
  let module: Readonly<Record<string, unknown>>
  try {
    module = (await import(/* @vite-ignore */ `${pathToFileURL(file.path).href}?extractor=${file.hash}`)) as Record<string, unknown>
  } catch (thrown) {
    throw moduleError(thrown, file.path)
  }
  const found = [...new Set([module.default, ...Object.values(module)])].filter(isExtractor)
  const [extractor] = found
  if (!extractor || found.length > 1)
    throw new FailureError(
      failure(
        'module.no-extractor',
        `${file.path} exports ${found.length === 0 ? 'no extractor' : `${found.length} extractors`}; it must be one.`,
        'Import defineExtractor of boilerscope/extractor, and write: export default defineExtractor({ … }).',
      ),
    )
  if (!/^[a-z][a-z0-9-]{0,79}$/.test(extractor.id))
    throw new FailureError(
      failure('module.bad-id', `${file.path}: "${extractor.id}" is no id.`, 'Use lower-case letters, digits and dashes.'),
    )
  return {
    ...extractor,
    run(page, params, probe) {
      try {
        return extractor.run(page, params, probe)
      } catch (thrown) {
        throw moduleError(thrown, file.path)
      }
    },
  }
}

function isExtractor(value: unknown): value is Extractor {
  if (typeof value !== 'object' || value === null) return false
  const v = value as Record<string, unknown>
  return typeof v.id === 'string' && typeof v.run === 'function' && Array.isArray(v.measures) && Array.isArray(v.rules)
}

/** What a module threw, with the innermost place in the person's own files. */
function moduleError(thrown: unknown, path: string): FailureError {
  const next = 'Mend it and save it.'
  if (thrown instanceof FailureError) return thrown
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  // Errors of types already name their place.
  if (error.name === 'SyntaxError' && /:\d+:\d+: /.test(error.message))
    return new FailureError(failure('module.error', error.message, next))
  const own = [...(error.stack ?? '').matchAll(/(file:\/\/[^\s)?]+)(?:\?[^\s:)]*)?:(\d+)(?::(\d+))?/g)].find(
    ([, url = '']) =>
      !url.includes('/node_modules/') &&
      !url.includes('/out/main/') &&
      existsSync(fileURLToPath(url)) &&
      !/\/(?:chunks|extractor\.js)/.test(url),
  )
  const said = `${error.name}: ${error.message}`
  if (!own) return new FailureError(failure('module.error', `${path}: ${said}`, next))
  const place = fileURLToPath(own[1] as string)
  const line = Number(own[2])
  const column = Number(own[3] ?? 1)
  const frame = codeFrame(readFileSync(place, 'utf8'), line, column)
  return new FailureError(failure('module.error', `${place}:${line}:${column}: ${said}\n${frame}`, next))
}
