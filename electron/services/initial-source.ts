import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { withScheme, type Source } from '../../shared/contract/capture'
import { FIRST_SAMPLE } from './sources/sample-list'
import { pathOfAddress } from './files/machine'

export function sourceOfArgument(argument: string | undefined, folder: string): Source {
  if (argument === undefined || argument === '') return { kind: 'sample', id: FIRST_SAMPLE }
  if (/^https?:\/\//i.test(argument)) return { kind: 'url', url: argument }
  // File managers pass files as addresses.
  const named = pathOfAddress(argument)
  if (named !== null) return { kind: 'file', path: named }
  const path = resolve(folder, argument)
  if (existsSync(path) || /[\\/]|\.(?:x?html?|mht(?:ml)?|warc|wacz)(\.gz)?$/i.test(argument)) return { kind: 'file', path }
  return { kind: 'url', url: withScheme(argument) }
}

export interface CommandLinePlace {
  readonly root: string
  /** Whether Electron was started with the application's folder as an argument, as in development. */
  readonly isDefaultApp: boolean
  readonly folder: string
}

/** In development, the user's arguments follow the application's folder. */
export function readElectronArguments(argv: readonly string[], { root, isDefaultApp, folder }: CommandLinePlace) {
  const application = isDefaultApp ? argv.findIndex((argument, i) => i > 0 && resolve(folder, argument) === root) : 0
  const { values, positionals } = parseArgs({
    args: argv.slice(Math.max(application, isDefaultApp ? 1 : 0) + 1),
    options: { 'self-check': { type: 'string' }, extractor: { type: 'string', multiple: true, default: [] } },
    // The arguments include Chromium's own switches.
    strict: false,
    allowPositionals: true,
  })
  const pathsOf = (named: unknown): string[] =>
    [named].flat().flatMap((name) => (typeof name === 'string' && name !== '' ? [resolve(folder, name)] : []))
  const [selfCheck = null] = pathsOf(values['self-check'])
  return { page: positionals.find((word) => !word.startsWith('-')), selfCheck, extractors: pathsOf(values.extractor) }
}
