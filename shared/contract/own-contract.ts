/** Extractors of the person's own: modules and programs that they named, and the field's libraries, found, installed and run where they agreed. */
import { z } from 'zod'
import type { Failure } from '../base/failure'
import type { ExtractorInfo } from '../extractors/core/extractor'
import { out } from './out'

/** Stands among the ids of extractors that can be copied for a small method that is made to be changed. */
export const TEMPLATE = 'template'

/** A file as it lies on the disk now. */
interface OwnFileState {
  readonly path: string
  /** A module and a version of a library run in threads of ours, a program is started. */
  readonly kind: 'module' | 'program' | 'library'
  /** What is started, as it would be typed; empty for a module, which Boilerscope itself loads. */
  readonly command: string
  readonly hash: string
  /** All files that the hash covers. */
  readonly files: readonly string[]
}

/** A file for the person to agree to. Nothing of it has run. */
export interface OwnProposal extends OwnFileState {
  /** Whether the person agreed to this state of it before. */
  readonly agreed: boolean
}

/** A file that the person agreed to. */
export interface OwnExtractor extends OwnFileState {
  /**
   * `ready`: it can be run. `failed`: it cannot be loaded as it is now. `changed`: it became another while no window was open, and is
   * asked about anew. `missing`: it is not where it was.
   */
  readonly state: 'ready' | 'failed' | 'changed' | 'missing'
  /** What it says of itself; as it was last loaded where it cannot be loaded now. Null where it never was in this session. */
  readonly info: ExtractorInfo | null
  readonly failure: Failure | null
}

const path = z.string().min(1).max(4096)
const hash = z.string().regex(/^[0-9a-f]{64}$/)

export const ownContract = {
  /** Reads a file that the person named, or those that the project they named lists; runs nothing. A path that begins with `~` is of the home folder, a relative one of the folder that Boilerscope was started in. */
  'own.inspect': { in: z.object({ path }), out: out<readonly OwnProposal[]>() },
  /** Agrees to a state of a file and loads it; refused where it is another by now. */
  'own.add': { in: z.object({ path, hash }), out: out<OwnExtractor>() },
  'own.list': { in: z.object({}), out: out<readonly OwnExtractor[]>() },
  /** Takes the consent back: its threads and programs are ended. */
  'own.remove': { in: z.object({ path }), out: out<null>() },
  /** Ids of the extractors that can be copied. */
  'own.sources': { in: z.object({}), out: out<readonly string[]>() },
  /** Writes a copy of an extractor to a new file, with what it needs in a folder beside it; runs nothing. Gives its path. */
  'own.copy': { in: z.object({ extractor: z.string().min(1).max(80), path }), out: out<string>() },
  /** Where a file that was dropped on the window may lie: a window of a browser is told its name and its contents only. Null where it is not found. */
  'own.find': { in: z.object({ name: z.string().min(1).max(1024), sha256: hash }), out: out<string | null>() },
  /** Native dialog for an extractor's file; null where the host has none or the person cancelled. */
  'dialog.openExtractor': { in: z.object({}), out: out<string | null>() },
} as const

/** A library, and what there is of it on this machine. */
export interface LibraryState {
  readonly id: string
  readonly title: string
  readonly language: 'python' | 'npm'
  /** The version that is one of Boilerscope's own extractors, that is installed, or that would be. */
  readonly version: string
  /** `built-in`: it needs no installing. `broken`: it is there and does not run. */
  readonly state: 'built-in' | 'installed' | 'broken' | 'missing'
  /** Why it does not run; empty where it does. */
  readonly reason: string
  /** How it is installed by hand: a command, or where it is to be had; empty for what is built in. */
  readonly install: string
  /** Whether one press installs it. */
  readonly canInstall: boolean
  /** Whether other versions can be installed beside it. */
  readonly hasVersions: boolean
}

export interface LibraryVersion {
  readonly version: string
  /** Day of its publication, `2026-09-22`; empty where it is not known. */
  readonly date: string
  readonly isInstalled: boolean
}

const name = z.string().min(1).max(80)

export const libraryContract = {
  /** Looks for the libraries and tries each that is there on a page. */
  'library.list': { in: z.object({}), out: out<readonly LibraryState[]>() },
  /** All published releases, the oldest first. */
  'library.versions': { in: z.object({ library: name }), out: out<readonly LibraryVersion[]>() },
  /** Installs what is not there, and adds it to the extractors: calling it is the consent. `trafilatura`, or `readability@0.5.0`. */
  'library.add': { in: z.object({ name }), out: out<OwnExtractor>() },
} as const
