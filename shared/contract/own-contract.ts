/** Requests about custom extractors: the user's modules and programs, and libraries. Custom extractors run only after approval. */
import { z } from 'zod'
import type { Failure } from '../base/failure'
import type { ExtractorInfo } from '../extractors/core/extractor'
import { out } from './conditions'

/** Id of the template: a small extractor that users copy and change. */
export const TEMPLATE = 'template'

interface OwnFileState {
  readonly path: string
  /** Modules and programs run in separate processes, library versions in threads. */
  readonly kind: 'module' | 'program' | 'library'
  /** The command line of a program; otherwise empty. */
  readonly command: string
  readonly hash: string
  /** All files that the hash covers. */
  readonly files: readonly string[]
}

/** A file that needs approval. Its code has not run. */
export interface OwnProposal extends OwnFileState {
  /** Whether this state of the file was approved before. */
  readonly agreed: boolean
}

export interface OwnExtractor extends OwnFileState {
  /** `changed`: the file was changed after its approval while Boilerscope was not running, so the file needs a new approval. */
  readonly state: 'ready' | 'failed' | 'changed' | 'missing'
  /** The extractor's description. If the file cannot be loaded, the last description that was loaded in this session, or null. */
  readonly info: ExtractorInfo | null
  readonly failure: Failure | null
}

const path = z.string().min(1).max(4096)
const hash = z.string().regex(/^[0-9a-f]{64}$/)

export const ownContract = {
  /**
   * Reads a file, or the files of a project, without running them. Relative paths start in the folder in which Boilerscope was started. `~`
   * is the home folder.
   */
  'own.inspect': { in: z.object({ path }), out: out<readonly OwnProposal[]>() },
  /** Approves a revision of a file and loads the file; fails if the file has changed. */
  'own.add': { in: z.object({ path, hash }), out: out<OwnExtractor>() },
  'own.list': { in: z.object({}), out: out<readonly OwnExtractor[]>() },
  /** Revokes the approval of a file, and ends the threads and processes that may run the file. */
  'own.remove': { in: z.object({ path }), out: out<null>() },
  'own.sources': { in: z.object({}), out: out<readonly string[]>() },
  /** Copies an extractor and the files that it needs. Runs nothing. Returns the path of the extractor's new file. */
  'own.copy': { in: z.object({ extractor: z.string().min(1).max(80), path }), out: out<string>() },
  /**
   * Searches by name and hash for a file that was dropped on a browser window, because such a window does not receive the path. Returns the
   * path; null if not found.
   */
  'own.find': { in: z.object({ name: z.string().min(1).max(1024), sha256: hash }), out: out<string | null>() },
  /** Opens a native dialog for an extractor's file; null if the host has no dialogs or the user cancelled. */
  'dialog.openExtractor': { in: z.object({}), out: out<string | null>() },
} as const

export interface LibraryState {
  readonly id: string
  readonly title: string
  readonly language: 'python' | 'npm'
  /** The version of a built-in extractor, the installed version, or the version to install. */
  readonly version: string
  /** `built-in`: needs no installation. `broken`: installed, but does not run. */
  readonly state: 'built-in' | 'installed' | 'broken' | 'missing'
  /** The reason why an installed library does not run; otherwise empty. */
  readonly reason: string
  /** Manual installation: a command or an address; empty for built-in libraries. */
  readonly install: string
  readonly canInstall: boolean
  readonly hasVersions: boolean
}

export interface LibraryVersion {
  readonly version: string
  /** Date of publication, such as `2026-09-22`; empty if unknown. */
  readonly date: string
  readonly isInstalled: boolean
}

const name = z.string().min(1).max(80)

export const libraryContract = {
  /** Finds the installed libraries and runs each on a test page. */
  'library.list': { in: z.object({}), out: out<readonly LibraryState[]>() },
  /** Returns the published releases, lowest version first. Omits prereleases. */
  'library.versions': { in: z.object({ library: name }), out: out<readonly LibraryVersion[]>() },
  /** Approves and installs a library, and adds it to the extractors. `name`: for example `trafilatura` or `readability@0.5.0`. */
  'library.add': { in: z.object({ name }), out: out<OwnExtractor>() },
} as const
