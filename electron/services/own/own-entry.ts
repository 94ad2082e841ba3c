import { failure, type Failure } from '../../../shared/base/failure'
import type { OwnExtractor, OwnProposal } from '../../../shared/contract/own-contract'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import type { ParamSpec } from '../../../shared/extractors/core/params'
import type { OwnFile } from './own-file'
import type { FileWatch } from './watch-files'

/** A file with an extractor of the person's own, in the state it is in. */
export interface OwnEntry {
  readonly path: string
  /** The state that was agreed to last. */
  agreed: string
  /** The file as it was last read; null where it could not be. */
  file: OwnFile | null
  info: ExtractorInfo | null
  state: OwnExtractor['state']
  failure: Failure | null
  watch: FileWatch | null
  /** Counts the loads: a later one takes over. */
  turn: number
  /** Whether the consent stood in the file when it was last read or written here: where it is gone, another host took it back. */
  kept: boolean
}

/** One that was not loaded yet. @param agreed empty where it was not agreed to */
export function newEntry(path: string, agreed: string): OwnEntry {
  return { path, agreed, file: null, info: null, state: 'missing', failure: null, watch: null, turn: 0, kept: false }
}

/** As the windows are told of it. */
export function told({ path, file, info, state, failure: reason }: OwnEntry): OwnExtractor {
  return {
    path,
    kind: file?.kind ?? (path.endsWith('.json') ? 'program' : 'module'),
    command: commandOf(file),
    hash: file?.hash ?? '',
    files: file?.files ?? [path],
    state,
    info,
    failure: reason,
  }
}

/** What a file would run. @param agreed the state of it that was agreed to, if one was */
export function proposed(file: OwnFile, path: string, agreed: string | undefined): OwnProposal {
  const { kind, hash, files } = file
  return { path, kind, command: commandOf(file), hash, files, agreed: agreed === hash }
}

/** What a copy keeps of a paper is the paper's; what its file chose is no choice of ours, and of a program nobody knows whose. */
export function asYours(info: ExtractorInfo, kind: OwnFile['kind']): ExtractorInfo {
  const asItsAuthors = (spec: ParamSpec): ParamSpec => {
    if (kind !== 'program' && spec.origin !== 'ours') return spec
    const { cites: _, ...rest } = spec
    return { ...rest, origin: 'yours' }
  }
  return {
    ...info,
    family: 'yours',
    params: Object.fromEntries(Object.entries(info.params).map(([name, spec]) => [name, asItsAuthors(spec)])),
  }
}

function commandOf(file: OwnFile | null): string {
  return file?.kind === 'program' ? [file.program.command, ...file.program.args].map(quoted).join(' ') : ''
}

const quoted = (word: string): string => (/^[\w./:@%+=,{}-]+$/.test(word) ? word : JSON.stringify(word))

/** It has to be agreed to again. */
export function changedFailure(path: string): Failure {
  return failure('own.changed', `${path} is not what it was when you agreed to it.`, 'Review and approve it again in “Your extractors”.')
}
