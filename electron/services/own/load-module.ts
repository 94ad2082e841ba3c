/** Loads an extractor's module into a process that runs only this extractor. */
import { existsSync, readFileSync } from 'node:fs'
import { readFile, realpath } from 'node:fs/promises'
import Module, { register } from 'node:module'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { failed, FailureError } from '../../../shared/base/failure'
import { plainWords } from '../../../shared/base/escape'
import type { Extractor } from '../../../shared/extractors/core/extractor'
import { type Outcome, OUTCOMES, type Probe } from '../../../shared/extractors/core/probe'
import { changedSince, codeFrame, hashOf, type HookData, importedFiles, isOfPackage, NOT_APPROVED, refusalIn } from './imported-files'

/** @param hash approved hash @param programs folder of the built programs */
export async function loadModule(path: string, hash: string, programs: string): Promise<Extractor> {
  const contents = await importedFiles(path, await readFile(path))
  if (hashOf(path, contents) !== hash) throw changedSince(path)
  const kit = pathToFileURL(join(programs, 'extractor.js')).href
  const data: HookData = { kit, entry: await realpath(path), contents }
  register(pathToFileURL(join(programs, 'module-hooks.js')), { data })
  guardRequire(programs, contents)
  let module: Readonly<Record<string, unknown>>
  try {
    module = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as Record<string, unknown>
  } catch (thrown) {
    throw moduleError(thrown, path)
  }
  const found = [...new Set([module.default, ...Object.values(module)])].filter(isExtractor)
  const [extractor] = found
  if (!extractor || found.length > 1)
    throw failed(
      'module.no-extractor',
      `${path} exports ${found.length === 0 ? 'no extractor' : `${found.length} extractors`}; it must export one.`,
      'Import defineExtractor from boilerscope/extractor, and write: export default defineExtractor({ … }).',
    )
  if (!/^[a-z][a-z0-9-]{0,79}$/.test(extractor.id)) {
    const message = `${path}: "${extractor.id}" is not a valid id.`
    throw failed('module.bad-id', message, 'Use at most 80 characters: a to z, digits and dashes. Begin with a letter.')
  }
  return {
    ...extractor,
    run(page, params, probe) {
      try {
        const found = extractor.run(page, params, probe.active ? checkedProbe(extractor, page.count, probe) : probe)
        if (!((found.selected as unknown) instanceof Uint8Array) || found.selected.length !== page.count)
          throw new Error('It must return "selected", a Uint8Array with one number per node. defineExtractor makes this array.')
        return found
      } catch (thrown) {
        throw moduleError(thrown, path)
      }
    },
  }
}

type ResolveFilename = (this: unknown, request: string, parent?: { readonly filename?: string }, ...rest: unknown[]) => string

/**
 * The import hooks do not apply to `require`. This check limits `require` to built-in modules, packages, approved files and Boilerscope's
 * programs.
 */
function guardRequire(programs: string, approved: ReadonlyMap<string, unknown>): void {
  const loader = Module as unknown as { _resolveFilename: ResolveFilename }
  const find = loader._resolveFilename
  loader._resolveFilename = function (...args) {
    const path = find.apply(this, args)
    if (isAbsolute(path) && !isOfPackage(path) && !approved.has(path) && !path.startsWith(programs))
      throw new Error(`${NOT_APPROVED}${path}`)
    return path
  }
}

/** A module may be untyped, but the player and the explanations accept only declared rules. */
function checkedProbe({ rules }: Extractor, nodes: number, probe: Probe): Probe {
  const known = new Set(rules.map(({ id }) => id))
  const check = (subject: number, most: number, outcome: Outcome, rule: string): void => {
    if (!known.has(rule)) throw new Error(`It decides by the rule "${rule}", which it does not declare.`)
    if (!OUTCOMES.includes(outcome)) throw new Error(`"${outcome}" is not an outcome; outcomes are ${OUTCOMES.join(', ')}.`)
    if (!(subject >= 0 && subject < most)) throw new Error(`The rule "${rule}" decides on an entry, node or line that does not exist.`)
  }
  return {
    active: true,
    step: (name, caption, state) => probe.step(name, caption, state),
    decide(node, outcome, rule, value, limit, note) {
      check(node, nodes, outcome, rule)
      probe.decide(node, outcome, rule, value, limit, note)
    },
    decideLine(line, outcome, rule, value, limit) {
      check(line, Number.POSITIVE_INFINITY, outcome, rule)
      probe.decideLine(line, outcome, rule, value, limit)
    },
  }
}

function isExtractor(value: unknown): value is Extractor {
  if (typeof value !== 'object' || value === null) return false
  const v = value as Record<string, unknown>
  return typeof v.id === 'string' && typeof v.run === 'function' && Array.isArray(v.measures) && Array.isArray(v.rules)
}

/** Getters of a thrown value can throw, so the value becomes a plain Error. */
function errorOf(thrown: unknown): Error {
  try {
    if (!(thrown instanceof Error)) return new Error(plainWords(String(thrown)))
    const { name, message, stack } = thrown
    const error = new Error(plainWords(String(message)))
    error.name = plainWords(String(name), 80)
    error.stack = String(stack).slice(0, LONGEST_STACK)
    return error
  } catch {
    return new Error('It throws a value that cannot be converted to text.')
  }
}
const LONGEST_STACK = 100_000

function moduleError(thrown: unknown, path: string): FailureError {
  const next = 'Correct the module and save it.'
  if (thrown instanceof FailureError) return thrown
  const error = errorOf(thrown)
  const refusal = refusalIn(error.message, path)
  if (refusal) return refusal
  if (error.name === 'SyntaxError' && /:\d+:\d+: /.test(error.message)) return failed('module.error', error.message, next)
  const own = [...(error.stack ?? '').matchAll(/(file:\/\/[^\s)]+?):(\d+)(?::(\d+))?/g)].find(
    ([, url = '']) =>
      !url.includes('/node_modules/') &&
      !url.includes('/out/main/') &&
      existsSync(fileURLToPath(url)) &&
      !/\/(?:chunks|extractor\.js)/.test(url),
  )
  const description = `${error.name}: ${error.message}`
  if (!own) return failed('module.error', `${path}: ${description}`, next)
  const place = fileURLToPath(own[1] as string)
  const line = Number(own[2])
  const column = Number(own[3] ?? 1)
  const frame = codeFrame(readFileSync(place, 'utf8'), line, column)
  return failed('module.error', `${place}:${line}:${column}: ${description}\n${plainWords(frame)}`, next)
}
