import { failure, type Failure } from '../../../shared/base/failure'
import type { OwnExtractor, OwnProposal } from '../../../shared/contract/own-contract'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import type { ParamSpec } from '../../../shared/extractors/core/params'
import type { OwnFile } from './own-file'
import type { FileWatch } from './watch-files'

export interface OwnEntry {
  readonly path: string
  agreed: string
  file: OwnFile | null
  info: ExtractorInfo | null
  state: OwnExtractor['state']
  failure: Failure | null
  watch: FileWatch | null
  turn: number
  /** Whether this host stored or read the approval. If the stored approval is missing later, another host withdrew the approval. */
  kept: boolean
}

export function newEntry(path: string, agreed: string): OwnEntry {
  return { path, agreed, file: null, info: null, state: 'missing', failure: null, watch: null, turn: 0, kept: false }
}

export function describeEntry({ path, file, info, state, failure: reason }: OwnEntry): OwnExtractor {
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

export function proposed(file: OwnFile, path: string, agreed: string | undefined): OwnProposal {
  const { kind, hash, files } = file
  return { path, kind, command: commandOf(file), hash, files, agreed: agreed === hash }
}

/** Parameters get the origin `yours`, unless a module states another origin than `ours`. */
export function setParameterOrigins(info: ExtractorInfo, kind: OwnFile['kind']): ExtractorInfo {
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

export function changedFailure(path: string): Failure {
  return failure('own.changed', `${path} has changed since you approved it.`, 'Review and approve it again in “Your extractors”.')
}
