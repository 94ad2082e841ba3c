import { resolve } from 'node:path'
import type { ExtractorInfo } from '../../shared/extractors/core/extractor'
import { readSettings } from '../../shared/extractors/core/param-settings'
import { createRegistry, findExtractor, type Registry, resolveParams } from '../../shared/extractors/core/run'
import { isLibraryName } from '../../shared/extractors/peers/library-name'
import type { OwnData } from '../services/own/own-file'
import type { CliIo } from './cli-io'
import type { ExtractorOptions, ProjectOption } from './options'

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
