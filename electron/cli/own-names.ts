import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { ExtractorInfo } from '../../shared/extractors/core/extractor'
import { createRegistry, type Registry } from '../../shared/extractors/core/registry'
import { describeOwn } from '../services/own/describe-own'
import { checkIds, type OwnData } from '../services/own/own-data'
import { namesOwnFile, projectFiles, readOwnFile } from '../services/own/own-file'
import { peerPlaces } from '../services/peers/find-peers'
import { installedLibrary, isLibraryName } from '../services/peers/library-versions'
import type { CliIo } from './cli-io'

export interface ProjectOption {
  readonly project?: string | undefined
}

/** Adds `--project` to a command that takes extractors. */
export function addProjectOption(command: Command): Command {
  return command.option('--project <file>', 'a JSON file that lists extractors of your own: they go by their ids, like ours')
}

/** The extractors that a command line names. */
export interface NamedExtractors {
  /** The list as it was given, with the ids of files in the place of their paths. */
  readonly list: string
  readonly registry: Registry<ExtractorInfo>
  /** What pools need to run the files; nothing where none was named. */
  readonly own: OwnData | undefined
}

/**
 * Reads `cectd-ds,./m.ts:as-printed,./prog.json`: whatever has a dot or a slash is a file of the person's own, and naming it is
 * the consent to run it; ids of the field's libraries, and versions of them like `readability@0.5.0`, are those that a person installed. Naming a project is the consent to run
 * all that it lists: its extractors go by their ids, like ours.
 * @throws FailureError `file.*`, `own.*`, `module.*`, `program.bad-description`, `peer.not-installed`, `project.bad-file`.
 */
export async function namedExtractors(
  list: string,
  { project }: ProjectOption,
  io: Pick<CliIo, 'cwd' | 'workers' | 'registry' | 'root'>,
): Promise<NamedExtractors> {
  const parts = list.split(',').map((part) => /^\s*(.*?)(:(?:default|as-printed))?\s*$/s.exec(part) ?? [part, part])
  const listed = project === undefined ? [] : await projectFiles(project, io.cwd)
  const named = parts.map(([, name = '']) => name).filter((name) => namesOwnFile(name) || isLibraryName(name))
  // What is both named and listed is one extractor.
  const places = peerPlaces(io.root)
  const keyOf = (name: string): string => (isLibraryName(name) ? name : resolve(io.cwd, name))
  const names = [...new Set([...listed, ...named.map(keyOf)])]
  const files = await Promise.all(names.map((name) => (isLibraryName(name) ? installedLibrary(name, places) : readOwnFile(name, io.cwd))))
  const infos = await Promise.all(files.map((file) => describeOwn(file, io.workers)))
  checkIds(
    infos.map(({ id }, i) => ({ id, path: files[i]?.path ?? '' })),
    (id) => io.registry.get(id) !== undefined,
  )
  const ids = parts.map(([, name = '']) => infos[names.indexOf(keyOf(name))]?.id ?? name)
  // Of a project that lists many only what is asked for is loaded by every thread, and recorded with a run.
  const identified = files.map((file, i) => ({ ...file, id: (infos[i] as ExtractorInfo).id, info: infos[i] as ExtractorInfo }))
  const wanted = list === '' ? identified : identified.filter(({ id }) => ids.includes(id))
  return {
    list: parts.map(([, , preset = ''], i) => `${ids[i] ?? ''}${preset}`).join(','),
    registry: createRegistry<ExtractorInfo>([...io.registry.list(), ...infos]),
    own: wanted.length === 0 ? undefined : { files: wanted, programs: io.workers },
  }
}
