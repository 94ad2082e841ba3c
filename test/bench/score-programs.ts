/** The field's libraries that are programs of their own, as rows of the results: those of them that are installed. */
import type { OwnFile } from '../../electron/services/own/own-file'
import type { ProgramFile } from '../../electron/services/own/program-bridge'
import { findPeers, peerPlaces } from '../../electron/services/peers/find-peers'
import type { Setting } from './score-settings'

/** The libraries that the results have rows of; the others are in the section of their own (field.ts). */
const SCORED = ['trafilatura', 'readability-lxml', 'justext', 'resiliparse', 'boilerpy3']

export type Program = OwnFile & ProgramFile

export interface ProgramSettings {
  readonly settings: readonly Setting[]
  /** Ids of those that are not installed. */
  readonly missing: readonly string[]
}

/** A row for each library, with its defaults. @param root the checkout */
export async function programSettings(root: string): Promise<ProgramSettings> {
  const settings: Setting[] = []
  const missing: string[] = []
  for (const { peer, version, file } of await findPeers(peerPlaces(root), SCORED)) {
    if (file?.kind === 'program' && version !== null)
      settings.push({ name: peer.id, extractor: peer.id, preset: 'default', params: {}, program: file, version })
    else missing.push(peer.id)
  }
  return { settings, missing }
}
