import { extractorInfo, type Extractor, type ExtractorInfo } from '../../shared/extractors/core/extractor'
import { createRegistry, type Registry } from '../../shared/extractors/core/registry'
import { FIELD_PEERS } from '../../shared/extractors/peers/field'
import { describeOwn } from '../services/own/describe-own'
import { checkIds, type OwnData } from '../services/own/own-data'
import { namesOwnFile, readOwnFile } from '../services/own/own-file'
import { installedPeer, peerPlaces } from '../services/peers/find-peers'
import type { CliIo } from './cli-io'

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
 * the consent to run it; ids of the field's libraries are those that a person installed.
 * @throws FailureError `file.*`, `own.*`, `module.*`, `program.bad-description`, `peer.not-installed`.
 */
export async function namedExtractors(list: string, io: Pick<CliIo, 'cwd' | 'workers' | 'registry' | 'root'>): Promise<NamedExtractors> {
  const known: readonly Extractor[] = io.registry.list()
  const parts = list.split(',').map((part) => /^\s*(.*?)(:(?:default|as-printed))?\s*$/s.exec(part) ?? [part, part])
  const isPeer = (name: string): boolean => FIELD_PEERS.some(({ id }) => id === name)
  const names = [...new Set(parts.map(([, name = '']) => name).filter((name) => namesOwnFile(name) || isPeer(name)))]
  const places = peerPlaces(io.root)
  const files = await Promise.all(names.map((name) => (isPeer(name) ? installedPeer(name, places) : readOwnFile(name, io.cwd))))
  const infos = await Promise.all(files.map((file) => describeOwn(file, io.workers)))
  checkIds(
    infos.map(({ id }, i) => ({ id, path: files[i]?.path ?? '' })),
    (id) => io.registry.get(id) !== undefined,
  )
  return {
    list: parts.map(([, name = '', preset = '']) => `${infos[names.indexOf(name)]?.id ?? name}${preset}`).join(','),
    registry: createRegistry<ExtractorInfo>([...known.map(extractorInfo), ...infos]),
    own: files.length === 0 ? undefined : { files, programs: io.workers },
  }
}
