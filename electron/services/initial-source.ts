import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Source } from '../../shared/contract/source'
import { FIRST_SAMPLE } from './sample-list'
import { pathOfAddress } from './machine'

/** Turns a command line argument into a source: a URL, a file path or `file:` address, or the first sample where there is none. */
export function sourceOfArgument(argument: string | undefined, folder: string): Source {
  if (argument === undefined || argument === '') return { kind: 'sample', id: FIRST_SAMPLE }
  if (/^https?:\/\//i.test(argument)) return { kind: 'url', url: argument }
  // File managers hand files over as addresses (`Exec=… %U`).
  const named = pathOfAddress(argument)
  if (named !== null) return { kind: 'file', path: named }
  const path = resolve(folder, argument)
  if (existsSync(path) || /[\\/]|\.(?:x?html?|mht(?:ml)?|warc|wacz)(\.gz)?$/i.test(argument)) return { kind: 'file', path }
  return { kind: 'url', url: `https://${argument}` }
}

/** What a command line of the Electron application asks for. */
export interface ElectronCommandLine {
  /** The page that is named; undefined where none is. */
  readonly page: string | undefined
  /** The file a self-check writes its findings to; null where none is asked for. */
  readonly selfCheck: string | null
  /** Files of extractors of the person's own. */
  readonly extractors: readonly string[]
}

export interface CommandLinePlace {
  /** The application's folder. */
  readonly root: string
  /** Whether Electron was started with the application's folder as an argument, as in development. */
  readonly isDefaultApp: boolean
  /** The folder that relative paths are of. */
  readonly folder: string
}

const SELF_CHECK = '--self-check'
const EXTRACTOR = '--extractor'

/**
 * Reads Electron's command line. Switches may stand anywhere, in development also before the application's folder; the
 * person's own words come after it.
 */
export function readElectronArguments(argv: readonly string[], { root, isDefaultApp, folder }: CommandLinePlace): ElectronCommandLine {
  const application = isDefaultApp ? argv.findIndex((argument, i) => i > 0 && resolve(folder, argument) === root) : 0
  const own = argv.slice(Math.max(application, isDefaultApp ? 1 : 0) + 1)
  let page: string | undefined
  let selfCheck: string | null = null
  const extractors: string[] = []
  for (let i = 0; i < own.length; i++) {
    const argument = own[i] ?? ''
    if (argument === SELF_CHECK) selfCheck = own[++i] ?? null
    else if (argument.startsWith(`${SELF_CHECK}=`)) selfCheck = argument.slice(SELF_CHECK.length + 1)
    else if (argument === EXTRACTOR) extractors.push(own[++i] ?? '')
    else if (argument.startsWith(`${EXTRACTOR}=`)) extractors.push(argument.slice(EXTRACTOR.length + 1))
    else if (!argument.startsWith('-')) page ??= argument
  }
  return {
    page,
    selfCheck: selfCheck === null ? null : resolve(folder, selfCheck),
    extractors: extractors.filter((name) => name !== '').map((name) => resolve(folder, name)),
  }
}
