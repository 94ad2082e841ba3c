import type { KeptResponse } from '../../../shared/contract/bundle'
import type { Capture, PageParts } from '../../../shared/contract/capture'
import type { Progress } from '../../../shared/contract/contract'
import type { CaptureOptions, KeptEntry, Source } from '../../../shared/contract/source'
import type { SpooledArchive } from './saves/spooled-archive'

/** A page in source mode while the browser lays it out. */
export interface ArrivedPage extends Pick<Capture, 'html' | 'url'> {
  /** What lies with a page that is here. */
  readonly parts?: PageParts | undefined
  /** A part that comes over the network, as soon as the browser has it; null where it does not come. Never rejects. */
  readonly find?: (url: string) => Promise<KeptResponse | null>
}

export interface LoadContext {
  readonly signal: AbortSignal
  progress(progress: Progress): void
  /** Whether HTML that is given with its address may load its images and styles from the web, as the page at that address may. */
  readonly fetches?: boolean
  /** Archives that many pages are loaded from; without it each is read anew. */
  readonly archives?: { open(path: string): Promise<SpooledArchive> }
  /** For which entry of a tab's history the page is; what it is captured as is kept for that. */
  readonly kept?: KeptEntry | undefined
  /** Told of a page in source mode as soon as its HTML is here, which is before the browser has laid it out. */
  arrived?(page: ArrivedPage): void
}

/** A page as it was captured, without what its load took. */
export type KeptCapture = Omit<Capture, 'timings'>

/** Loads a source into a capture; both hosts have one over their browser. */
export interface PageLoader {
  load(source: Source, options: CaptureOptions, context: LoadContext): Promise<Capture>
}
