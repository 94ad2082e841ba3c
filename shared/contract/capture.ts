import type { Failure } from '../base/failure'
import type { CapturedLayout } from '../page/place-layout'
import type { KeptRedirect, KeptResponse, PageBundle } from './bundle'
import type { CaptureMode } from './source'

/** Parts of a local page that are here with it: files beside it, or in the archive it came in. */
export interface PageParts {
  /** The part under an address; null where there is none. Never rejects. */
  find(url: string): Promise<KeptResponse | null>
  /** Addresses of parts that are known to be here. */
  readonly addresses: readonly string[]
  /** The folder, as an address, below which others may be; null for none. */
  readonly folder: string | null
}

/** One capture is one HTML string, with what the browser knew of it. */
export interface Capture {
  /** The string that is parsed; node ids refer to it. */
  readonly html: string
  /** What was asked for, for display: URL, path, sample title, "pasted HTML". */
  readonly label: string
  /** Address the page's links resolve against, after redirects; null for pasted HTML without one. */
  readonly url: string | null
  readonly mode: CaptureMode
  /** HTTP status, null where there was none; see `isErrorAnswer`. */
  readonly status: number | null
  readonly charset: string | null
  /** Redirects that led to the page. */
  readonly redirects?: readonly KeptRedirect[]
  /** What the page loaded; undefined where nothing was kept. */
  readonly bundle?: PageBundle
  /** What came with a local page, asked for or not. */
  readonly parts?: PageParts
  /** Visibility and boxes by the browser's own order; parsing puts them on node ids. Null where no browser laid the page out. */
  readonly layout: CapturedLayout | null
  /** What is worth knowing: shadow roots dropped, charset label wrong, nodes that did not match, … */
  readonly log: readonly string[]
  /** Milliseconds by phase. */
  readonly timings: Readonly<Record<string, number>>
  /** ISO 8601. */
  readonly capturedAt: string
  /** It was kept of before and not loaded now; undefined for one that was. */
  readonly kept?: KeptBefore
}

/** Why a capture of before is shown. */
export interface KeptBefore {
  /** Why the page could not be loaded again; null where that was not tried. */
  readonly reason: Failure | null
}

/** A page in a web archive. */
export interface ArchivedPage {
  /** Its place among the pages of the archive; what `Source` names it by. */
  readonly entry: string
  readonly url: string
  readonly title: string | null
  readonly status: number
  readonly capturedAt: string | null
}

export interface ArchivedPages {
  /** In the order of the archive; of a large one the first. */
  readonly pages: readonly ArchivedPage[]
  readonly total: number
}

/** What the window needs to know of an open page besides its model. */
export interface PageSummary extends Pick<Capture, 'label' | 'url' | 'mode' | 'status' | 'charset' | 'log' | 'timings' | 'capturedAt'> {
  /** Handle of the page in this run of the host. */
  readonly id: string
  /** Its view was shown while it came, and waited for style sheets that did not come: written now, it is another. */
  readonly lacksSheets: boolean
  readonly title: string
  /** The address on the web that the page says it is of; null where it says none. */
  readonly address: string | null
  /** Redirects that led to the page, in order; empty where there were none. */
  readonly redirects: readonly KeptRedirect[]
  readonly hasLayout: boolean
  readonly nodes: number
  /** Characters of the HTML string. */
  readonly htmlLength: number
  /** It was captured before, and not loaded now; null for one that was. */
  readonly kept: KeptBefore | null
}
