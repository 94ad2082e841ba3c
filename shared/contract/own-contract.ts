/** Requests about custom extractors and libraries. Custom extractors run only after approval. */
import { z } from 'zod'
import type { Failure } from '../base/failure'
import type { ExtractorInfo } from '../extractors/core/extractor'
import { out, request } from './conditions'

export const TEMPLATE = 'template'

interface OwnFileState {
  readonly path: string
  /** Modules and programs run in separate processes, library versions in threads. */
  readonly kind: 'module' | 'program' | 'library'
  /** The command line of a program; empty for other kinds. */
  readonly command: string
  readonly hash: string
  readonly files: readonly string[]
}

/** A file that `own.inspect` proposes for approval. The request runs no code of the file. */
export interface OwnProposal extends OwnFileState {
  /** Whether this revision of the file was approved before. */
  readonly agreed: boolean
}

export interface OwnExtractor extends OwnFileState {
  /** `changed`: the file changed while Boilerscope was not running, so the file needs a new approval. */
  readonly state: 'ready' | 'failed' | 'changed' | 'missing'
  /** Description of the extractor. For a file that cannot be loaded, the last loaded description, or null. */
  readonly info: ExtractorInfo | null
  readonly failure: Failure | null
}

const path = z.string().min(1).max(4096)
const hash = z.string().regex(/^[0-9a-f]{64}$/)

export const ownContract = {
  /**
   * Reads a file or the files of a project, and runs no code. Relative paths start in the folder in which Boilerscope was started. `~` is
   * the home folder.
   */
  'own.inspect': request(out<readonly OwnProposal[]>(), { path }),
  /** Approves a revision of a file, and loads the file. Fails if the file has changed. */
  'own.add': request(out<OwnExtractor>(), { path, hash }),
  'own.list': request(out<readonly OwnExtractor[]>(), {}),
  /** Revokes the approval of a file, and ends the threads and processes that may run the file. */
  'own.remove': request(out<null>(), { path }),
  'own.sources': request(out<readonly string[]>(), {}),
  /** Copies an extractor and the files that it needs, and runs no code. Returns the path of the new file. */
  'own.copy': request(out<string>(), { extractor: z.string().min(1).max(80), path }),
  /** Returns the path of a file with this name and hash; null if not found. Browsers do not report the path of a dropped file. */
  'own.find': request(out<string | null>(), { name: z.string().min(1).max(1024), sha256: hash }),
  /** Returns the file that the user chooses in a native dialog; null without a choice or without native dialogs. */
  'dialog.openExtractor': request(out<string | null>(), {}),
} as const

export interface LibraryState {
  readonly id: string
  readonly title: string
  readonly language: 'python' | 'npm'
  readonly version: string
  /** `built-in`: needs no installation. `broken`: installed, but does not run. */
  readonly state: 'built-in' | 'installed' | 'broken' | 'missing'
  /** Reason why an installed library does not run; otherwise empty. */
  readonly reason: string
  /** Command or address for a manual installation; empty for built-in libraries. */
  readonly install: string
  readonly canInstall: boolean
  readonly hasVersions: boolean
}

export interface LibraryVersion {
  readonly version: string
  readonly date: string
  readonly isInstalled: boolean
}

const name = z.string().min(1).max(80)

export const libraryContract = {
  'library.list': request(out<readonly LibraryState[]>(), {}),
  /** Returns the published releases, lowest version first. Omits prereleases. */
  'library.versions': request(out<readonly LibraryVersion[]>(), { library: name }),
  /** Approves and installs a library, and adds it to the extractors. `name` is, for example, `trafilatura` or `readability@0.5.0`. */
  'library.add': request(out<OwnExtractor>(), { name }),
} as const
