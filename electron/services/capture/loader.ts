import type { KeptResponse } from '../../../shared/contract/bundle'
import type { Capture, PageParts } from '../../../shared/contract/capture'
import type { Progress } from '../../../shared/contract/contract'
import type { CaptureOptions, KeptEntry, Source } from '../../../shared/contract/source'
import type { SpooledArchive } from './saves/spooled-archive'

/** A page in source mode while the browser lays it out. */
export interface ArrivedPage extends Pick<Capture, 'html' | 'url'> {
  readonly parts?: PageParts | undefined
  /** Returns a part from the network as soon as the browser has it; null if it does not arrive. Never rejects. */
  readonly find?: (url: string) => Promise<KeptResponse | null>
}

export interface LoadContext {
  readonly signal: AbortSignal
  progress(progress: Progress): void
  /** Whether HTML with a given address may load images and styles from the web, like the page at that address. */
  readonly fetches?: boolean
  /** Archives that many pages are loaded from; without it each page opens its archive again. */
  readonly archives?: { open(path: string): Promise<SpooledArchive> }
  /** History entry of the page; its capture is stored for this entry. */
  readonly kept?: KeptEntry | undefined
  /** Receives a page in source mode when its HTML arrives, before the browser has laid it out. */
  arrived?(page: ArrivedPage): void
}

/** A capture without the timings of its load. */
export type KeptCapture = Omit<Capture, 'timings'>

/** Loads a source into a capture; each host has one over its browser. */
export interface PageLoader {
  load(source: Source, options: CaptureOptions, context: LoadContext): Promise<Capture>
}
