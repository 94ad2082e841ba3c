/** The field's libraries, and versions of them: found, installed, run where a person agreed. */
import { z } from 'zod'
import type { OwnExtractor } from './own-contract'
import { out } from './out'

/** A library, and what there is of it on this machine. */
export interface LibraryState {
  readonly id: string
  readonly title: string
  readonly language: 'python' | 'npm' | 'java' | 'rust'
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
