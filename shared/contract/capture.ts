import type { Failure } from '../base/failure'
import type { CapturedLayout } from '../page/place-layout'
import type { KeptRedirect, KeptResponse, PageBundle } from './bundle'
import type { CaptureMode } from './source'

/** Files of a local page: beside it, or in its archive. */
export interface PageParts {
  /** Returns the resource of an address; null if missing. Never rejects. */
  find(url: string): Promise<KeptResponse | null>
  /** Addresses of parts that are known to be here. */
  readonly addresses: readonly string[]
  /** Address of the folder with further files; null if missing. */
  readonly folder: string | null
}

/** One capture: an HTML string with the data of the browser about it. */
export interface Capture {
  /** The string that is parsed; node ids refer to it. */
  readonly html: string
  /** Display name of the request: URL, path, sample title, "pasted HTML". */
  readonly label: string
  /** Address the page's links resolve against, after redirects; null for pasted HTML without one. */
  readonly url: string | null
  readonly mode: CaptureMode
  /** HTTP status, null without a server; see `isErrorAnswer`. */
  readonly status: number | null
  readonly charset: string | null
  /** Redirects that led to the page. */
  readonly redirects?: readonly KeptRedirect[]
  /** The resources of the page; undefined if none were kept. */
  readonly bundle?: PageBundle
  /** The files beside a local page, requested or not. */
  readonly parts?: PageParts
  /** Visibility and boxes in the order of the browser; parsing maps them to node ids. Null without a layout. */
  readonly layout: CapturedLayout | null
  /** Notes about the capture: dropped shadow roots, wrong charset label, unmatched nodes, … */
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
  /** Why the page could not be loaded again; null without an attempt. */
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

/** Data of an open page for the window, apart from its model. */
export interface PageSummary extends Pick<Capture, 'label' | 'url' | 'mode' | 'status' | 'charset' | 'log' | 'timings' | 'capturedAt'> {
  /** Handle of the page in this run of the host. */
  readonly id: string
  /** Its view was shown while loading, before missing style sheets were known: the final view differs. */
  readonly lacksSheets: boolean
  readonly title: string
  /** The web address that the page declares; null if missing. */
  readonly address: string | null
  /** Redirects to the page, in order; may be empty. */
  readonly redirects: readonly KeptRedirect[]
  readonly hasLayout: boolean
  readonly nodes: number
  /** Characters of the HTML string. */
  readonly htmlLength: number
  /** It was captured before, and not loaded now; null for one that was. */
  readonly kept: KeptBefore | null
}
