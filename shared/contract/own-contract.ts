/** Custom extractors: modules and programs that the user added, and libraries, which are installed and run after approval. */
import { z } from 'zod'
import type { Failure } from '../base/failure'
import type { ExtractorInfo } from '../extractors/core/extractor'
import { out } from './conditions'

/** Id of the template, a small extractor to copy and change. */
export const TEMPLATE = 'template'

interface OwnFileState {
  readonly path: string
  /** A module and a version of a library run in threads of ours, a program is started. */
  readonly kind: 'module' | 'program' | 'library'
  /** The command line of the program; empty for a module, which Boilerscope loads. */
  readonly command: string
  readonly hash: string
  /** All files that the hash covers. */
  readonly files: readonly string[]
}

/** A file that awaits approval. It has not run. */
export interface OwnProposal extends OwnFileState {
  /** Whether this state of the file was approved before. */
  readonly agreed: boolean
}

export interface OwnExtractor extends OwnFileState {
  /** `changed`: changed while no window was open, needs a new approval. `missing`: not found. */
  readonly state: 'ready' | 'failed' | 'changed' | 'missing'
  /** The description of the extractor, last loaded if it cannot be loaded now; null if it was never loaded in this session. */
  readonly info: ExtractorInfo | null
  readonly failure: Failure | null
}

const path = z.string().min(1).max(4096)
const hash = z.string().regex(/^[0-9a-f]{64}$/)

export const ownContract = {
  /** Reads a file, or those of a project, without running them. Paths start at the folder where Boilerscope was started; `~` is home. */
  'own.inspect': { in: z.object({ path }), out: out<readonly OwnProposal[]>() },
  /** Approves a state of a file and loads it; refuses if the file has changed. */
  'own.add': { in: z.object({ path, hash }), out: out<OwnExtractor>() },
  'own.list': { in: z.object({}), out: out<readonly OwnExtractor[]>() },
  /** Revokes the approval and ends its threads and programs. */
  'own.remove': { in: z.object({ path }), out: out<null>() },
  /** Ids of the extractors that can be copied. */
  'own.sources': { in: z.object({}), out: out<readonly string[]>() },
  /** Writes a copy of an extractor to a new file, with a folder of its dependencies; runs nothing. Returns the path of the file. */
  'own.copy': { in: z.object({ extractor: z.string().min(1).max(80), path }), out: out<string>() },
  /** Searches for a file that was dropped on the window: in a browser, the window has only its name and contents. Null if not found. */
  'own.find': { in: z.object({ name: z.string().min(1).max(1024), sha256: hash }), out: out<string | null>() },
  /** Native dialog for an extractor's file; null if the host has none or the person cancelled. */
  'dialog.openExtractor': { in: z.object({}), out: out<string | null>() },
} as const

/** A library, and its installed versions. */
export interface LibraryState {
  readonly id: string
  readonly title: string
  readonly language: 'python' | 'npm'
  /** The version of a built-in extractor, the installed version, or the version to install. */
  readonly version: string
  /** `built-in`: it needs no installing. `broken`: it is there and does not run. */
  readonly state: 'built-in' | 'installed' | 'broken' | 'missing'
  /** Why it does not run; empty if it does. */
  readonly reason: string
  /** Manual installation: a command or an address; empty for built-in libraries. */
  readonly install: string
  readonly canInstall: boolean
  /** Whether Boilerscope can install other versions too. */
  readonly hasVersions: boolean
}

export interface LibraryVersion {
  readonly version: string
  /** Day of its publication, `2026-09-22`; empty if unknown. */
  readonly date: string
  readonly isInstalled: boolean
}

const name = z.string().min(1).max(80)

export const libraryContract = {
  /** Finds the installed libraries and tries each on a page. */
  'library.list': { in: z.object({}), out: out<readonly LibraryState[]>() },
  /** All published releases, the oldest first. */
  'library.versions': { in: z.object({ library: name }), out: out<readonly LibraryVersion[]>() },
  /** Approves and installs a library and adds it to the extractors. `trafilatura`, or `readability@0.5.0`. */
  'library.add': { in: z.object({ name }), out: out<OwnExtractor>() },
} as const
