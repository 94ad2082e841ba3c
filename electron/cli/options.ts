import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { ExtractorInfo } from '../../shared/extractors/core/extractor'
import { readSettings } from '../../shared/extractors/core/param-settings'
import { type Preset, PRESETS } from '../../shared/extractors/core/params'
import { createRegistry, findExtractor, type Registry, resolveParams } from '../../shared/extractors/core/run'
import { isLibraryName } from '../../shared/extractors/peers/library-name'
import type { OwnData } from '../services/own/own-file'
import type { CliIo } from './cli-io'

export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  const bounds = most === Number.MAX_SAFE_INTEGER ? `, ${least} or more` : ` from ${least} to ${most}`
  return (text) => {
    const value = text.trim() === '' ? Number.NaN : Number(text)
    if (!Number.isSafeInteger(value) || value < least || value > most) throw new InvalidArgumentError(`Enter an integer${bounds}.`)
    return value
  }
}

export const positive = wholeNumber(1)

export const zeroOrMore = wholeNumber(0)

/** The limit is 2^31 − 1 ms, because a longer timer of Node fires after 1 ms. */
export const seconds = wholeNumber(1, Math.floor(0x7fffffff / 1000))

export const seedOf = wholeNumber(0, 0xffffffff)

export function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}

export const splitList = (text: string): string[] => text.split(',')

export function formatOption(formats: readonly string[]): Option {
  return new Option('--format <format>', 'output format').choices(formats).default(formats[0])
}

export interface ProjectOption {
  readonly project?: string | undefined
}

export function addProjectOption(command: Command): Command {
  return command.option('--project <file>', 'JSON file that lists custom extractors; they become available by id')
}

export interface ExtractorOptions extends ProjectOption {
  readonly extractor?: string
  readonly preset: Preset
  readonly set: readonly string[]
}

export function addExtractorOptions(command: Command, note = ''): Command {
  return addProjectOption(command)
    .option('--extractor <id|file>', `extractor id (${note}see "list"), or a file: .ts, .js, .json`)
    .addOption(
      new Option('--preset <name>', 'parameter values: the defaults, or the values of the paper').choices([...PRESETS]).default('default'),
    )
    .option('--set <name=value>', 'set a parameter; repeatable', collect, [])
}

export interface PoolOptions {
  readonly jobs: number
  readonly timeout: number
  readonly quiet?: true
}

/** @param limit describes the option `--timeout`, with `time` seconds as the default */
export function addPoolOptions(command: Command, limit: string, time: number): Command {
  return command
    .option('--jobs <n>', 'threads; all cores by default', positive, availableParallelism())
    .option('--timeout <seconds>', limit, seconds, time)
    .option('--quiet', 'no progress')
}

const namesOwnFile = (name: string): boolean => /[./\\]/.test(name)

export type Chosen = Awaited<ReturnType<typeof chooseExtractor>>

export async function chooseExtractor(options: ExtractorOptions, io: CliIo) {
  const { registry, list, own } = await loadExtractors(options.extractor ?? io.registry.list()[0]?.id ?? '', options, io)
  const extractor = findExtractor(registry, list)
  return { extractor, params: resolveParams(extractor, options.preset, readSettings(extractor, options.set)), own }
}

/**
 * Loads the extractors of the project, and of a list such as `cectd-ds,./m.ts:as-printed,readability@0.5.0`. A name with a dot or a slash
 * is a file, unless it is the name of a library version. A named file or project counts as approved.
 * @throws Error of the file system if a file cannot be read, FailureError `own.*`, `module.*`, `program.bad-description`, `peer.*`,
 * `library.*`, `project.bad-file`
 */
export async function loadExtractors(
  list: string,
  { project }: ProjectOption,
  io: Pick<CliIo, 'cwd' | 'workers' | 'registry' | 'root'>,
): Promise<{ readonly list: string; readonly registry: Registry<ExtractorInfo>; readonly own: OwnData | undefined }> {
  const parts = list.split(',').map((part) => /^\s*(.*?)(:(?:default|as-printed))?\s*$/s.exec(part) ?? [part, part])
  const ownNames = parts.map(([, name = '']) => name).filter((name) => namesOwnFile(name) || isLibraryName(name))
  if (project === undefined && ownNames.length === 0) return { list, registry: io.registry, own: undefined }
  const [{ describeOwn }, { checkIds, projectFiles, readOwnFile }, { peerPlaces }, { installedLibrary }] = await Promise.all([
    import('../services/own/own-extractors'),
    import('../services/own/own-file'),
    import('../services/peers/find-peers'),
    import('../services/peers/library-versions'),
  ])
  const listed = project === undefined ? [] : await projectFiles(project, io.cwd)
  const places = peerPlaces(io.root)
  const keyOf = (name: string): string => (isLibraryName(name) ? name : resolve(io.cwd, name))
  const names = [...new Set([...listed, ...ownNames.map(keyOf)])]
  const files = await Promise.all(names.map((name) => (isLibraryName(name) ? installedLibrary(name, places) : readOwnFile(name, io.cwd))))
  const infos = await Promise.all(files.map((file) => describeOwn(file, io.workers)))
  checkIds(
    infos.map(({ id }, i) => ({ id, path: files[i]?.path ?? '' })),
    (id) => io.registry.get(id) !== undefined,
  )
  const ids = parts.map(([, name = '']) => infos[names.indexOf(keyOf(name))]?.id ?? name)
  const identified = files.map((file, i) => ({ ...file, id: (infos[i] as ExtractorInfo).id, info: infos[i] as ExtractorInfo }))
  const wanted = list === '' ? identified : identified.filter(({ id }) => ids.includes(id))
  return {
    list: parts.map(([, , preset = ''], i) => `${ids[i] ?? ''}${preset}`).join(','),
    registry: createRegistry<ExtractorInfo>([...io.registry.list(), ...infos]),
    own: wanted.length === 0 ? undefined : { files: wanted, programs: io.workers },
  }
}
